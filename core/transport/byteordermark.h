// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/event.h"

/// Byte order mark, which some runtimes write before their first message. It is recorded as an event of its own; the
/// message after it is read as usual. Specification: RFC 8259, section 8.1 (must not be sent, may be ignored).
namespace Pullcord::ByteOrderMark {

inline constexpr QByteArrayView Bytes("\xef\xbb\xbf");

/// Decodes UTF-8 and keeps a byte order mark at the beginning, which QString::fromUtf8() drops.
[[nodiscard]] inline QString decoded(QByteArrayView bytes)
{
    const QString text = QString::fromUtf8(bytes);
    return bytes.startsWith(Bytes) ? QChar(QChar::ByteOrderMark) + text : text;
}

/// True if `bytes` start with the mark and valid JSON follows.
[[nodiscard]] inline bool isBeforeJson(QByteArrayView bytes, JsonChecker &checker)
{
    return bytes.startsWith(Bytes) && bytes.size() > Bytes.size() && !checker.check(bytes.sliced(Bytes.size()));
}

/// Returns a Malformed event for the mark alone, without a line ending. Its time is now.
[[nodiscard]] inline Event event(Direction direction)
{
    Event event = Event::ofKind(
        EventKind::Malformed,
        {{QStringLiteral("offset"), 0},
         {QStringLiteral("line"), 1},
         {QStringLiteral("column"), 1},
         {QStringLiteral("eol"), QString::fromLatin1("")},
         {QStringLiteral("reason"), QStringLiteral("a byte order mark; the message after it is read without it")}});
    event.bytes = Bytes.toByteArray();
    event.direction = direction;
    return event;
}

} // namespace Pullcord::ByteOrderMark
