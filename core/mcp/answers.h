// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

/// What a client may say to what a server asks: something sensible to begin with, for a person to change, and how no is
/// said. Specification: client "Sampling", "Elicitation", "Roots"; spec digest 4.6 to 4.8.
namespace Pullcord::Answers {

/// A result that fits the question, as indented JSON.
[[nodiscard]] QByteArray suggestion(const QByteArray &method, const QByteArray &params);

/// What a person fills in to give a result: a form of elicitation asks for its content alone.
struct Draft
{
    QByteArray schema; ///< JSON Schema, from the server or ours; empty: there is nothing to fill in
    QByteArray value;  ///< to begin with; empty: what the schema suggests
    bool isContent = false;

    /// The result that says it. `filledIn` is raw JSON.
    [[nodiscard]] QByteArray result(const QByteArray &filledIn) const;
};
[[nodiscard]] Draft draft(const QByteArray &method, const QByteArray &params);

struct ErrorAnswer
{
    qint64 code = 0;
    QString message;
};
/// How a person's "no" is said: as a result (raw JSON) where the protocol has one for it, else as an error.
[[nodiscard]] std::variant<QByteArray, ErrorAnswer> refusal(const QByteArray &method);

/// That nobody will answer, for this reason.
[[nodiscard]] std::variant<QByteArray, ErrorAnswer> dismissal(const QByteArray &method, const QString &why);

/// Why a client with these capabilities must not even ask a person (a mode or tools that it never declared); none if it may.
[[nodiscard]] std::optional<ErrorAnswer> objection(const QByteArray &method, const QByteArray &params,
                                                   const QJsonObject &capabilities);

/// What a server may ask, and the capability that invites it.
struct Invitation
{
    QLatin1StringView capability;
    const char *method;
};
[[nodiscard]] const QList<Invitation> &invitations();

} // namespace Pullcord::Answers
