// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "core/rpc/event.h"

#include <QList>
#include <QRegularExpression>
#include <QStringList>

namespace Pullcord {

class JsonValue;

/// What is left out of events before they leave, in messages too, by rules; `***` stands in its place, and everything else stays
/// byte for byte. A value.
///
/// A rule is `known` (tokens of known kinds, passwords in URLs, and texts under names that secrets are called by), `header:NAME`,
/// `env:NAME` (in `NAME=value`), `pointer:/path` (of messages; `*` stands for any one step) or `pattern:REGEX`.
class Redaction
{
public:
    struct Hit
    {
        QString place; ///< a JSON pointer into the message, or the detail's name
        QString value; ///< its beginning, for people
    };

    /// An error of kind Usage says which rule makes no sense.
    [[nodiscard]] static Result<Redaction> parse(const QStringList &rules);

    [[nodiscard]] bool isEmpty() const;
    /// Without what the rules leave out; `hits` gets what that was.
    [[nodiscard]] Event redacted(Event event, QList<Hit> &hits) const;
    [[nodiscard]] QJsonObject redacted(const QJsonObject &details, QList<Hit> &hits) const;
    [[nodiscard]] QString redacted(const QString &text) const;

private:
    struct Edit
    {
        qsizetype offset;
        qsizetype length;
        QByteArray with;
    };
    struct Walk;

    [[nodiscard]] QByteArray redactedJson(const QByteArray &json, QList<Hit> &hits) const;
    void walk(const JsonValue &value, Walk &walk) const;
    [[nodiscard]] bool isPointedAt(const QStringList &path) const;
    [[nodiscard]] QJsonValue redactedValue(const QString &name, const QJsonValue &value, QList<Hit> &hits) const;

    bool m_known = false;
    QStringList m_headers;
    QList<QStringList> m_pointers;
    QList<std::pair<QRegularExpression, QString>> m_patterns; ///< and what stands in their place
};

} // namespace Pullcord
