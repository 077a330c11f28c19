// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>

/// What a person has typed to send as it is.
namespace Pullcord::RawMessages {

/// The messages in it. Exactly as typed it is one, whatever it is. Otherwise line breaks count for nothing in one JSON text
/// and part several, each on a line of its own; anything else is one message again, line breaks and all.
[[nodiscard]] QList<QByteArray> in(const QByteArray &text, bool exactly);

/// Lines of JSON, more than one.
[[nodiscard]] bool areLines(const QByteArray &text);

} // namespace Pullcord::RawMessages
