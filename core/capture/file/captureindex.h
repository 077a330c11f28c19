// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <limits>
#include <memory>
#include <vector>

namespace Pullcord {

/// The part of an event that stays in memory; its bytes are in the file.
struct CaptureEntry
{
    static constexpr qint32 NoRow = -1;
    enum Flag : quint8 {
        Late = 1, ///< came after the end of its request
        Cut = 2,  ///< its line in the file has no end
        /// Log message that no request asked for, in a revision that requires it (Transition::Kind::UnaskedLog).
        Unasked = 4,
        TooLong = 8, ///< its line exceeds CaptureIndexer::LongestLine; the entry covers only the beginning
    };

    qint64 time = 0;    ///< ns since the start of the capture
    quint64 offset = 0; ///< position of its line in the file
    quint32 length = 0; ///< length of its line, without the newline
    quint32 size = 0;   ///< number of bytes of the event itself
    quint32 connection = 0;
    qint32 row = NoRow; ///< row of its request in the RequestLog
    EventKind kind = EventKind::Note;
    Direction direction = Direction::None;
    MessageKind message = MessageKind::None;
    quint8 flags = 0;
};
static_assert(sizeof(CaptureEntry) <= 64, "what an event may cost in memory");

/// The entries of a capture, in chunks. Entries never move, and growth copies nothing: a growing vector would need
/// three times its size for a moment.
class CaptureIndex
{
public:
    [[nodiscard]] qsizetype count() const { return m_count; }
    /// Returns the first entry that has not been freed.
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

    /// Frees the entries before `index`, in whole chunks.
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
