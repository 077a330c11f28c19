// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <variant>

/// What a client may say to the requests of a server: something sensible to begin with, for a
/// person to change. Specification: client "Sampling", "Elicitation", "Roots".
namespace Pullcord::Answers {

/// A result that fits the request, as indented JSON.
[[nodiscard]] QByteArray suggestion(const QByteArray &method, const QByteArray &params);

struct ErrorAnswer
{
    qint64 code = 0;
    QString message;
};
/// How a person's "no" is said: as a result (raw JSON) where the protocol has one for it, else as
/// an error.
[[nodiscard]] std::variant<QByteArray, ErrorAnswer> refusal(const QByteArray &method);

/// The methods that wait for a person.
[[nodiscard]] const QList<QByteArray> &askedMethods();

} // namespace Pullcord::Answers
