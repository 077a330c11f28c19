// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <limits>
#include <memory>
#include <vector>

namespace Pullcord {

/// What memory keeps of one event; the bytes stay in the file.
struct CaptureEntry
{
    static constexpr qint32 NoRow = -1;
    enum Flag : quint8 {
        Late = 1,    ///< it came for a request that had ended
        Cut = 2,     ///< its line in the file has no end
        Unasked = 4, ///< a log message where no request asks for any and one has to (Transition::Kind::UnaskedLog)
        TooLong = 8, ///< its line is longer than CaptureIndexer::LongestLine: the entry covers its head only
    };

    qint64 time = 0;    ///< ns since the start of the capture
    quint64 offset = 0; ///< of its line in the file
    quint32 length = 0; ///< of its line, without the newline
    quint32 size = 0;   ///< of the event's own bytes
    quint32 connection = 0;
    qint32 row = NoRow; ///< of the request it belongs to, in the RequestLog
    EventKind kind = EventKind::Note;
    Direction direction = Direction::None;
    MessageKind message = MessageKind::None;
    quint8 flags = 0;
};
static_assert(sizeof(CaptureEntry) <= 64, "what an event may cost in memory");

/// The entries of a capture. They never move, and growing costs no copy: a vector that doubles
/// would take three times its size just then.
class CaptureIndex
{
public:
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// Entries before this one have been forgotten.
    [[nodiscard]] qsizetype first() const { return m_first; }
    [[nodiscard]] const CaptureEntry &at(qsizetype index) const
    {
        Q_ASSERT(index >= m_first && index < m_count);
        return m_chunks[size_t(index / ChunkSize)][size_t(index % ChunkSize)];
    }
    [[nodiscard]] CaptureEntry &at(qsizetype index)
    {
        Q_ASSERT(index >= m_first && index < m_count);
        return m_chunks[size_t(index / ChunkSize)][size_t(index % ChunkSize)];
    }

    /// Gives back the room of entries before `index`, as far as whole chunks of them go.
    void forgetBefore(qsizetype index)
    {
        for (; m_first + ChunkSize <= index; m_first += ChunkSize)
            m_chunks[size_t(m_first / ChunkSize)].reset();
    }

    void append(const CaptureEntry &entry)
    {
        if (m_count % ChunkSize == 0)
            m_chunks.push_back(std::make_unique<CaptureEntry[]>(ChunkSize));
        ++m_count;
        at(m_count - 1) = entry;
    }

private:
    static constexpr qsizetype ChunkSize = 1024;
    std::vector<std::unique_ptr<CaptureEntry[]>> m_chunks;
    qsizetype m_count = 0;
    qsizetype m_first = 0;
};

} // namespace Pullcord
