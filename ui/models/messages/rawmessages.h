// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

/// Splits typed text into messages to send unchanged.
namespace Pullcord::RawMessages {

/// With `exactly`, returns the whole text as one message. Otherwise a JSON text of several lines is one message, and
/// several JSON lines are one message each. Any other text is one message with its line breaks.
[[nodiscard]] QList<QByteArray> in(const QByteArray &text, bool exactly);

/// True for several lines, each a JSON text.
[[nodiscard]] bool areLines(const QByteArray &text);

} // namespace Pullcord::RawMessages
