// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>
#include <variant>

/// Answers to the questions of a server: drafts for the user to edit, and refusals.
/// Specification: client "Sampling", "Elicitation", "Roots"; spec digest 4.6 to 4.8.
namespace Pullcord::Answers {

/// A result that fits the question, as indented JSON.
[[nodiscard]] QByteArray suggestion(const QByteArray &method, const QByteArray &params);

/// Form for making a result. For elicitation the form contains only the content. A value.
struct Draft
{
    QByteArray schema; ///< JSON Schema, from the server or built in; empty: nothing to fill in
    QByteArray value;  ///< initial value; empty: taken from the schema
    bool isContent = false;

    /// Makes the result from the completed form. `filledIn` is raw JSON.
    [[nodiscard]] QByteArray result(const QByteArray &filledIn) const;
};
[[nodiscard]] Draft draft(const QByteArray &method, const QByteArray &params);

/// An error that declines a question. A value.
struct ErrorResponse
{
    qint64 code = 0;
    QString message;
};
/// Refusal by the user: a result (raw JSON) if the protocol has one for it, else an error.
[[nodiscard]] std::variant<QByteArray, ErrorResponse> refusal(const QByteArray &method);

/// Refusal without the user, for the given reason.
[[nodiscard]] std::variant<QByteArray, ErrorResponse> dismissal(const QByteArray &method, const QString &why);

/// Error for a question that a client with these capabilities must not even show (an undeclared mode, or undeclared
/// tools); none if it may.
[[nodiscard]] std::optional<ErrorResponse> objection(const QByteArray &method, const QByteArray &params,
                                                     const QJsonObject &capabilities);

/// A question that a server may ask, and the capability that allows it.
struct Invitation
{
    QLatin1StringView capability;
    const char *method;
};
[[nodiscard]] const QList<Invitation> &invitations();

} // namespace Pullcord::Answers
