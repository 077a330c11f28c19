// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureheader.h"
#include "core/result.h"
#include "core/rpc/event.h"

#include <QList>
#include <QRegularExpression>
#include <QStringList>

#include <optional>

namespace Pullcord {

class JsonValue;
struct JsonMember;

/// What is left out of events before they leave, in messages too, by rules; `***` stands in its place, and everything else stays
/// byte for byte. What ties messages together (ids, methods, progress tokens, tasks) and what says how a request ended (codes of
/// errors, resultType, isError, the status of a task) is never left out, nor are the names in params, result and error: of these only
/// what stands there. A value.
///
/// A rule is `known` (what Secrets knows: tokens of known kinds, passwords in URLs, and texts under names that secrets are
/// called by), `header:NAME` and `env:NAME` (values under that name: members, `Name: value` and `NAME=value` in texts),
/// `pointer:/path` (of messages, also of each in a batch; `*` stands for any one step) or `pattern:REGEX` (of texts, numbers, and
/// names that people choose). A text that is JSON itself is looked into. Where a pattern is too much for the engine, the rest of the
/// text is left out. What several rules find in a text goes as one where it overlaps. Sequences that colour a text on a terminal hide nothing in it.
class Redaction
{
public:
    static constexpr QLatin1StringView Known{"known"};

    struct Hit
    {
        /// A JSON pointer into the message, the detail's name, or the kind of event whose bytes it is in.
        QString place;
        QString value;  ///< what is left out, with a little of what stands around it; of a very long one the begin
        QString left;   ///< the same with what stands there instead
        qsizetype rule; ///< which of rules()
        QString gone;   ///< what is left out, all of it, with what other rules find that overlaps
        bool isContainer = false; ///< that is an object or array as it stood there
    };

    /// An error of kind Usage says which rule makes no sense. Empty ones and repetitions do not count.
    [[nodiscard]] static Result<Redaction> parse(const QStringList &rules);

    [[nodiscard]] bool isEmpty() const { return m_rules.isEmpty(); }
    [[nodiscard]] const QStringList &rules() const { return m_rules; }

    /// Without what the rules leave out; `hits` gets what that was, one for each value, in order: of what lies within what another
    /// rule finds there is none. `staying` gets what a rule finds in an id, a method, a progress token or a task's id, or in a name
    /// that is not the protocol's own where none is left out, which stays.
    [[nodiscard]] Event redacted(Event event, QList<Hit> &hits, QList<Hit> *staying = nullptr) const;
    [[nodiscard]] CaptureHeader redacted(CaptureHeader header, QList<Hit> &hits) const;
    [[nodiscard]] QString redactedText(const QString &text, QList<Hit> &hits) const;
    /// The same of a text that stood in a message, at that JSON pointer (without escapes).
    [[nodiscard]] QString redactedAt(const QByteArray &pointer, const QString &text, QList<Hit> &hits) const;

private:
    static constexpr qsizetype NoRule = -1;

    struct Name
    {
        QString name;
        Qt::CaseSensitivity sensitivity;
        qsizetype rule;
    };
    struct Pointer
    {
        QStringList steps;
        qsizetype rule;
    };
    struct Pattern
    {
        QRegularExpression form;
        bool keepsName; ///< which is its first group
        qsizetype rule;
    };
    struct Piece;
    struct Found;
    struct Walk;

    [[nodiscard]] std::optional<Error> add(const QString &rule);
    [[nodiscard]] QByteArray redactedMessage(const QByteArray &json, QList<Hit> &hits,
                                             QList<Hit> *staying = nullptr) const;
    void redactReason(QJsonObject &details, const QByteArray &pointer, QList<Hit> &hits) const;
    [[nodiscard]] QJsonObject redactedDetails(const QJsonObject &details, bool tiesId, QList<Hit> &hits) const;
    [[nodiscard]] QByteArray redactedBytes(const QByteArray &bytes, QList<Hit> &hits) const;
    [[nodiscard]] static QList<Found> foundIn(const QString &text, const Pattern &pattern);
    [[nodiscard]] static QString masked(const QString &text, QList<Found> found, QList<Hit> &hits);
    /// A part of a text, in what it stands in.
    [[nodiscard]] static QString shown(const QString &text, qsizetype from, qsizetype size);
    [[nodiscard]] QString redactedColoured(const QString &text, QList<Hit> &hits) const;
    [[nodiscard]] QString redactedWithin(const QString &text, QList<Hit> &hits) const;
    void walk(const JsonValue &value, Walk &walk) const;
    void walkText(const JsonValue &value, QString text, Walk &walk) const;
    void walkObject(const JsonValue &object, Walk &walk) const;
    void walkArray(const JsonValue &array, Walk &walk) const;
    void enter(const QString &called, bool isValue, Walk &walk) const;
    [[nodiscard]] qsizetype ruleBehind(const QString &name, const QString &value) const;
    [[nodiscard]] qsizetype assignedIn(const QString &text, Walk &walk) const;
    [[nodiscard]] qsizetype loginIn(const QString &text, Walk &walk) const;
    [[nodiscard]] static qsizetype maskBehind(const QString &text, qsizetype size, qsizetype rule, Walk &walk);
    void maskAll(const JsonValue &value, Walk &walk, qsizetype rule) const;
    [[nodiscard]] qsizetype ruleOfEncoded(const QString &text) const;
    void noteTie(const JsonValue &value, const QString &name, Walk &walk) const;
    void noteName(const QString &name, Walk &walk) const;
    void redactNumber(const JsonValue &value, Walk &walk) const;
    void redactName(const JsonMember &member, const QString &name, Walk &walk) const;
    [[nodiscard]] qsizetype ruleAt(const Walk &walk) const;
    [[nodiscard]] qsizetype ruleOfName(const QString &name) const;
    [[nodiscard]] bool takes(qsizetype rule, const QString &name, const JsonValue &value) const;

    QStringList m_rules;
    qsizetype m_known = NoRule;
    QList<Name> m_names;
    QList<Pointer> m_pointers;
    QList<Pattern> m_patterns;
};

} // namespace Pullcord
