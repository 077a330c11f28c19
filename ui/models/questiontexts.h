// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// What a server asks, as words for people. All that comes from the server is text, and nothing in it is a link.
namespace Pullcord::QuestionTexts {

/// Who wants what, as a line: "Demo server wants you to fill in a form".
[[nodiscard]] QString heading(const QString &server, const QByteArray &method, const QByteArray &params);
/// The question itself: its message, or the messages that a model is to answer, and what goes with them.
[[nodiscard]] QString story(const QByteArray &method, const QByteArray &params);

} // namespace Pullcord::QuestionTexts
