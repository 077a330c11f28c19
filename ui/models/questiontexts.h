// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {
class RequestLog;
}

/// What a server asks, as words for people. All that comes from the server is text, and nothing in it is a link.
namespace Pullcord::QuestionTexts {

/// Who wants what, as a line: "Demo server wants you to fill in a form".
[[nodiscard]] QString heading(const QString &server, const QByteArray &method, const QByteArray &params);
/// Which of those that wait it is, as a line: "question 1 of 2, request 101 of the server's, for tools/call · ask · id 7". `row` in the log is its own, or
/// that of our request that was answered with it; `number` counts from 1.
[[nodiscard]] QString which(const RequestLog &log, qsizetype row, qsizetype number, qsizetype count);
/// The question itself: its message, or the messages that a model is to answer, and what goes with them.
[[nodiscard]] QString story(const QByteArray &method, const QByteArray &params);

} // namespace Pullcord::QuestionTexts
