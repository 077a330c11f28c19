// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {
class RequestLog;
}

/// Texts for requests of a server to the user. Everything from the server is plain text without links.
namespace Pullcord::QuestionTexts {

/// Returns a line such as "Demo server wants you to fill in a form".
[[nodiscard]] QString heading(const QString &server, const QByteArray &method, const QByteArray &params);
/// Identifies one of the waiting questions: "question 1 of 2, request 101 of the server's, for tools/call · ask · id
/// 7". `row` is the row of the question, or that of our request whose result asks it. `number` counts from 1.
[[nodiscard]] QString which(const RequestLog &log, qsizetype row, qsizetype number, qsizetype count);
/// Returns the question itself: its message or the messages for a model, and their parameters.
[[nodiscard]] QString story(const QByteArray &method, const QByteArray &params);

} // namespace Pullcord::QuestionTexts
