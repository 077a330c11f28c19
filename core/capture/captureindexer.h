// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturefile.h"
#include "core/capture/captureindex.h"
#include "core/json/jsonchecker.h"
#include "core/rpc/lineframer.h"

#include <QByteArray>

namespace Pullcord {

/// Makes the index of a capture file, in slices, so that a huge file can be opened a little a turn.
/// Plain class; file and index must outlive it.
class CaptureIndexer
{
public:
    /// A longer line is not kept in memory: it is a malformed event that covers its head only. Twice the longest message that is
    /// recorded, since one that is not JSON is escaped.
    static constexpr qsizetype LongestLine = qsizetype(512) << 20;

    /// Begins at `offset`, behind the header line.
    CaptureIndexer(const CaptureFile &file, qint64 offset, CaptureIndex &index, qsizetype longestLine = LongestLine);

    /// Indexes about `budget` bytes more. False when the end of the file, as it is now, was
    /// reached.
    bool run(qint64 budget);
    /// Nobody goes on with what stands behind the last newline: it is a line too. Should the file grow all the same, run()
    /// takes what follows for a line of its own.
    void finish();
    /// Bytes of the file that have been looked at.
    [[nodiscard]] qint64 readTo() const { return m_readTo; }

private:
    void take(const LineFramer::Line &line);
    bool describe(CaptureEntry &entry, const LineFramer::Line &line);

    const CaptureFile &m_file;
    CaptureIndex &m_index;
    JsonChecker m_checker;
    LineFramer m_framer;
    LineFramer::Sink m_sink;
    QByteArray m_chunk;
    qint64 m_readTo;     ///< where the next read begins
    qint64 m_lineOffset; ///< where the next line begins
};

} // namespace Pullcord
