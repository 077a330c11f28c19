// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace Pullcord {
class RequestLog;
}

/// Texts for questions from a server to the user. Text from the server is plain, without links.
namespace Pullcord::QuestionTexts {

/// Returns a line such as "Demo server asks for information."
[[nodiscard]] QString heading(const QString &server, const QByteArray &method, const QByteArray &params);
/// Identifies one of the waiting questions: "question 1 of 2, server request 101, for tools/call · ask · id 7". `row`
/// is the row of the server request, or of our request whose result asks the question. `number` counts from 1.
[[nodiscard]] QString which(const RequestLog &log, qsizetype row, qsizetype number, qsizetype count);
/// Returns the question itself: its message or the messages for a model, and their parameters.
[[nodiscard]] QString story(const QByteArray &method, const QByteArray &params);

} // namespace Pullcord::QuestionTexts
