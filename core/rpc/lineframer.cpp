// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/lineframer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace Pullcord {

/// A buffer that grows beyond this size for a long line is released after the line.
constexpr qsizetype KeptCapacity = qsizetype(64) << 10;

LineFramer::LineFramer(qsizetype limit)
    : m_limit(std::clamp<qsizetype>(limit, 0, std::numeric_limits<qsizetype>::max() - 1))
{}

void LineFramer::feed(QByteArrayView chunk, const Sink &sink)
{
    for (;;) {
        const qsizetype newline = chunk.indexOf('\n');
        if (newline < 0) {
            hold(chunk);
            return;
        }
        const QByteArrayView part = chunk.first(newline);
        if (m_pendingLength == 0) {
            sink(lineOf(part, part.size(), true));
        } else {
            hold(part);
            handOutPending(true, sink);
        }
        chunk = chunk.sliced(newline + 1);
    }
}

void LineFramer::finish(const Sink &sink)
{
    if (m_pendingLength > 0)
        handOutPending(false, sink);
}

void LineFramer::hold(QByteArrayView part)
{
    if (part.isEmpty())
        return;
    // One byte past the limit may be the \r of a line that is just short enough.
    const qsizetype room = m_limit + 1 - m_pendingLength;
    m_pendingLength += part.size();
    m_pendingEndsInCr = part.back() == '\r';
    if (part.size() <= room) {
        m_pending.append(part);
    } else if (room >= 0) { // the line becomes oversize now
        m_pending.append(part.first(std::min(room, OversizeHead)));
        m_pending.truncate(OversizeHead);
        m_pending.squeeze();
    }
}

void LineFramer::handOutPending(bool terminated, const Sink &sink)
{
    Line line = lineOf(m_pending, m_pendingLength, terminated);
    if (m_pending.capacity() > KeptCapacity) {
        m_pending.truncate(line.bytes.size());
        line.whole = std::exchange(m_pending, {});
        line.bytes = line.whole;
    }
    sink(line);
    m_pending.resize(0);
    m_pendingLength = 0;
    m_pendingEndsInCr = false;
}

LineFramer::Line LineFramer::lineOf(QByteArrayView bytes, qsizetype length, bool terminated) const
{
    const bool crLf = terminated && length > 0 && (m_pendingLength > 0 ? m_pendingEndsInCr : bytes.back() == '\r');
    Line line;
    line.length = length - (crLf ? 1 : 0);
    line.oversize = line.length > m_limit;
    line.bytes = bytes.first(std::min(line.oversize ? std::min(OversizeHead, m_limit) : line.length, bytes.size()));
    line.ending = !terminated ? Ending::None : crLf ? Ending::CrLf : Ending::Lf;
    return line;
}

} // namespace Pullcord
