// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/captureheader.h"
#include "core/result.h"
#include "core/rpc/event.h"

#include <QList>
#include <QRegularExpression>
#include <QStringList>

#include <optional>

namespace Pullcord {

class JsonRedactor;

/// Rules for values that are removed from events before an export, including messages; `***` replaces them, and
/// everything else stays byte for byte. A value.
///
/// Never removed: values that relate messages (ids, methods, progress tokens, tasks), and values that define how a
/// request ended (error codes, resultType, isError, the status of a task). The protocol's own member names in params,
/// result and error stay, too; a rule removes only their values.
///
/// A rule is one of:
/// - `known`: secrets that Secrets recognizes: tokens of known kinds, passwords in URLs, and texts under names of
///   secrets.
/// - `header:NAME` and `env:NAME`: values under that name, as members, and as `Name: value` and `NAME=value` in texts.
/// - `pointer:/path`: values in messages, and in each message of a batch; `*` matches any one step.
/// - `pattern:REGEX`: matches in texts, numbers, and names that users choose.
///
/// A text that is JSON itself is searched inside. If a pattern exceeds the limits of the engine, the rest of the text
/// is removed. Overlapping matches of several rules in a text are removed as one. Terminal color sequences do not hide
/// a match.
class Redaction
{
public:
    static constexpr QLatin1StringView Known{"known"};

    /// A removed or kept value.
    struct Hit
    {
        /// JSON pointer in the message, name of the detail, or kind of the event whose bytes contain it.
        QString place;
        QString value;            ///< the removed value with some context; a very long one is cut
        QString left;             ///< the same after the removal
        qsizetype rule;           ///< index in rules()
        QString gone;             ///< all that was removed, with overlapping matches of other rules
        bool isContainer = false; ///< it was an object or array
    };

    /// An error of kind Usage names the invalid rule. Empty and repeated rules are ignored.
    [[nodiscard]] static Result<Redaction> parse(const QStringList &rules);

    [[nodiscard]] bool isEmpty() const { return m_rules.isEmpty(); }
    [[nodiscard]] const QStringList &rules() const { return m_rules; }

    /// Returns the redacted event. `hits` gets the removed values in order, without those inside another removed value.
    /// `staying` gets matches that are kept: in an id, a method, a progress token or a task id, or in a name chosen by
    /// a user at a place where names are kept.
    [[nodiscard]] Event redacted(Event event, QList<Hit> &hits, QList<Hit> *staying = nullptr) const;
    [[nodiscard]] CaptureHeader redacted(CaptureHeader header, QList<Hit> &hits) const;
    [[nodiscard]] QString redactedText(const QString &text, QList<Hit> &hits) const;
    /// The same for a text from a message at that JSON pointer (unescaped).
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
        bool keepsName; ///< keep the name, which is the first group
        qsizetype rule;
    };
    /// A match of a rule in a text.
    struct Found
    {
        qsizetype from;
        qsizetype until;
        qsizetype rule;
    };
    friend class JsonRedactor;

    [[nodiscard]] std::optional<Error> add(const QString &rule);
    [[nodiscard]] QByteArray redactedMessage(const QByteArray &json, QList<Hit> &hits,
                                             QList<Hit> *staying = nullptr) const;
    void redactReason(QJsonObject &details, const QByteArray &pointer, QList<Hit> &hits) const;
    [[nodiscard]] QJsonObject redactedDetails(const QJsonObject &details, bool tiesId, QList<Hit> &hits) const;
    [[nodiscard]] QByteArray redactedBytes(const QByteArray &bytes, QList<Hit> &hits) const;
    [[nodiscard]] QList<Found> foundIn(const QString &text) const;
    [[nodiscard]] static QList<Found> foundIn(const QString &text, const Pattern &pattern);
    [[nodiscard]] static QString masked(const QString &text, QList<Found> found, QList<Hit> &hits);
    /// Returns a part of a text with some context.
    [[nodiscard]] static QString shown(const QString &text, qsizetype from, qsizetype size);
    [[nodiscard]] QString redactedWithin(const QString &text, QList<Hit> &hits) const;

    QStringList m_rules;
    qsizetype m_known = NoRule;
    QList<Name> m_names;
    QList<Pointer> m_pointers;
    QList<Pattern> m_patterns;
};

} // namespace Pullcord
