// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/schema/schemabudget.h"
#include "core/json/schema/schemainstance.h"
#include "core/json/schema/schemaprogram.h"

#include <QVarLengthArray>

namespace Pullcord {

/// One check of one value: applies nodes of a program, collects errors, keeps the budget. The checks of keywords
/// (schemachecks.h) get it and ask it for what they need. For one validate(); on the stack.
class SchemaValidator
{
public:
    using Errors = QList<JsonSchemaError>;

    /// That what a rule says is not checked of that value, though the answer hangs on it.
    struct Doubt
    {
        const SchemaRule *rule;
        const SchemaNode *node; ///< that holds the rule
        QString instanceLocation;
    };
    using Doubts = QList<Doubt>;

    enum class Verdict : quint8 { No, Unknown, Yes };
    struct Probe
    {
        Verdict verdict = Verdict::No;
        Doubts doubts; ///< of Unknown
    };

    SchemaValidator(const SchemaProgram &program, const JsonValue &instance);

    [[nodiscard]] Errors validate();

    // For the checks.

    /// What the rule at hand is applied to.
    [[nodiscard]] SchemaInstance &instance() { return *m_frames.back().instance; }
    [[nodiscard]] std::vector<SchemaInstance> &children() { return instance().children(m_budget); }
    [[nodiscard]] const SchemaNode &node(int index) const { return m_program.nodes[size_t(index)]; }
    [[nodiscard]] const SchemaProgram &program() const { return m_program; }
    [[nodiscard]] SchemaBudget &budget() { return m_budget; }
    /// Whether all errors are wanted: then a check goes on behind the first one.
    [[nodiscard]] bool isCollecting() const;

    /// Reports, of the instance or of the member of it that should be there. Always false.
    bool fail(const SchemaRule &rule, const Words &message, const QByteArray &missingMember = {});
    /// Whether the instance, or a child of it, satisfies a schema that it must satisfy. Reports errors.
    bool apply(int node, SchemaInstance &instance, const SchemaRule &by);
    /// The same for one that it need not satisfy: errors go to `errors`, if given, and count for nothing here, nor do
    /// doubts, until they are passed to doubt().
    [[nodiscard]] Probe probe(int node, SchemaInstance &instance, const SchemaRule &by, Errors *errors = nullptr);
    /// Passes on errors that a probe gave.
    void report(const Errors &errors);
    /// Passes on the doubts of a probe. Always true: as far as is known, all is well.
    bool doubt(const Doubts &doubts);
    /// What probe() would give, if it is to be shown; else null.
    [[nodiscard]] Errors *ifCollecting(Errors &errors) { return isCollecting() ? &errors : nullptr; }

    /// Whether the text matches; a pattern that is too costly stops the check.
    [[nodiscard]] bool matches(const JsonPattern &pattern, const QString &text);

    /// Notes that a keyword evaluated that child, for unevaluatedItems and -Properties.
    void mark(size_t child);
    void markAll(); ///< some of them, it is not known which
    [[nodiscard]] bool isMarked(size_t child) const;
    /// The node that a `$dynamicRef` of that name leads to from here, or `otherwise`.
    [[nodiscard]] int dynamicTarget(const QByteArray &anchor, int otherwise) const;

private:
    using Marks = QVarLengthArray<bool, 32>;
    struct Frame
    {
        const SchemaNode *node;
        SchemaInstance *instance;
        Marks *marks; ///< by child; null where nobody asks
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
    Errors *m_errors = &m_found; ///< null while only the answer counts
    Doubts m_doubts;             ///< of the probe at hand; one a rule
};

} // namespace Pullcord
