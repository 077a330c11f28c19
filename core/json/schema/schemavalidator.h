// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/json/schema/schemabudget.h"
#include "core/json/schema/schemaprogram.h"

#include <QHash>
#include <QVarLengthArray>

#include <vector>

namespace Pullcord {

/// A value being checked, with its path. Its children are read once, at first use; release() frees them. The text must
/// outlive it. The last of several members with one name counts, at the position of the first.
class SchemaInstance
{
public:
    /// Makes the instance of a whole value.
    explicit SchemaInstance(const JsonValue &value);
    /// Makes the instance of a member's name, for `propertyNames`.
    static SchemaInstance nameOf(const SchemaInstance &member);

    [[nodiscard]] const JsonValue &value() const { return m_value; }
    [[nodiscard]] JsonType type() const { return m_type; }
    [[nodiscard]] const QByteArray &name() const { return m_name; } ///< name of a member as UTF-8; empty for others

    /// Children; empty if the budget is spent.
    [[nodiscard]] std::vector<SchemaInstance> &children(SchemaBudget &budget);
    /// Member with that name; null if there is none.
    [[nodiscard]] SchemaInstance *member(const QByteArray &name, SchemaBudget &budget);
    void release();

    /// JSON Pointer to the value; for a member's name, to the member.
    [[nodiscard]] QString location() const;

private:
    SchemaInstance(const JsonValue &value, const SchemaInstance *parent, qsizetype index);
    void readMember(const JsonMember &member);
    [[nodiscard]] qsizetype indexOf(const QByteArray &name) const;

    JsonValue m_value;
    const SchemaInstance *m_parent = nullptr;
    qsizetype m_index = 0; ///< in an array
    QByteArrayView m_rawName;
    QByteArray m_name;
    std::vector<SchemaInstance> m_children;
    QHash<QByteArray, qsizetype> m_byName; ///< index of many members; empty for few
    JsonType m_type;
    bool m_read = false;
};

/// One check of one value: applies nodes of a program, collects errors, tracks the budget. The checks of keywords
/// (schemachecks.h) use it. For one validate(); on the stack.
class SchemaValidator
{
public:
    using Errors = QList<JsonSchemaError>;

    /// A rule that is not checked for a value although the result depends on it.
    struct Doubt
    {
        const SchemaRule *rule;
        const SchemaNode *node; ///< node that contains the rule
        QString instanceLocation;
    };
    using Doubts = QList<Doubt>;

    enum class Verdict : quint8 { No, Unknown, Yes };
    struct Probe
    {
        Verdict verdict = Verdict::No;
        Doubts doubts; ///< for Unknown
    };

    SchemaValidator(const SchemaProgram &program, const JsonValue &instance);

    [[nodiscard]] Errors validate();

    // For the checks.

    /// Instance of the current rule.
    [[nodiscard]] SchemaInstance &instance() { return *m_frames.back().instance; }
    [[nodiscard]] std::vector<SchemaInstance> &children() { return instance().children(m_budget); }
    [[nodiscard]] const SchemaNode &node(int index) const { return m_program.nodes[size_t(index)]; }
    [[nodiscard]] const SchemaProgram &program() const { return m_program; }
    [[nodiscard]] SchemaBudget &budget() { return m_budget; }
    /// True if all errors are wanted, so that a check continues after the first one.
    [[nodiscard]] bool isCollecting() const;

    /// Reports an error of the instance, or of its missing member. Always returns false.
    bool fail(const SchemaRule &rule, const TranslatableText &message, const QByteArray &missingMember = {});
    /// Applies a schema that the instance, or a child of it, must satisfy. Reports errors; returns true if it holds.
    bool apply(int node, SchemaInstance &instance, const SchemaRule &by);
    /// Tries a schema that the instance need not satisfy. Errors go to `errors`, if given. Neither errors nor doubts
    /// count until they are passed to report() or doubt().
    [[nodiscard]] Probe probe(int node, SchemaInstance &instance, const SchemaRule &by, Errors *errors = nullptr);
    /// Reports the errors of a probe.
    void report(const Errors &errors);
    /// Reports the doubts of a probe. Always returns true, since no violation is known.
    bool doubt(const Doubts &doubts);
    /// Returns `errors` for probe() if errors are collected; else null.
    [[nodiscard]] Errors *ifCollecting(Errors &errors) { return isCollecting() ? &errors : nullptr; }

    /// True if the text matches. A pattern that is too costly stops the check.
    [[nodiscard]] bool matches(const JsonPattern &pattern, const QString &text);

    /// Notes that a keyword evaluated that child, for unevaluatedItems and -Properties.
    void mark(size_t child);
    void markAll(); ///< some children, unknown which
    [[nodiscard]] bool isMarked(size_t child) const;
    /// Node that a `$dynamicRef` with that name leads to from here, or `otherwise`.
    [[nodiscard]] int dynamicTarget(const QByteArray &anchor, int otherwise) const;

private:
    using Marks = QVarLengthArray<bool, 32>;
    struct Frame
    {
        const SchemaNode *node;
        SchemaInstance *instance;
        Marks *marks; ///< by child; null if they are not needed
    };

    bool applyRules(const SchemaNode &node, SchemaInstance &instance, const SchemaRule *by, bool keepMarks);
    bool checkRules(const SchemaNode &node);
    void addDoubt(const SchemaRule &rule);
    [[nodiscard]] bool isLoop(const SchemaNode &node, const SchemaInstance &instance) const;

    const SchemaProgram &m_program;
    SchemaInstance m_root;
    SchemaBudget m_budget;
    std::vector<Frame> m_frames; ///< outermost first: the dynamic scope
    Errors m_found;
    Errors *m_errors = &m_found; ///< null while only the verdict counts
    Doubts m_doubts;             ///< of the current probe; one per rule
};

} // namespace Pullcord
