// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/capturefile.h"
#include "core/capture/file/captureindex.h"
#include "core/json/jsonchecker.h"
#include "core/rpc/lineframer.h"

#include <QByteArray>

namespace Pullcord {

/// Creates the index of a capture file in slices, so that the event loop stays responsive. Plain class; file and index
/// must outlive it.
class CaptureIndexer
{
public:
    /// A longer line becomes a Malformed event that covers only its beginning. It is twice the longest message that is
    /// recorded, since a message that is not JSON is escaped.
    static constexpr qsizetype LongestLine = qsizetype(512) << 20;

    /// `offset` is the end of the header line.
    CaptureIndexer(const CaptureFile &file, qint64 offset, CaptureIndex &index, qsizetype longestLine = LongestLine);

    /// Indexes about `budget` more bytes. Returns false at the current end of the file.
    bool run(qint64 budget);
    /// Indexes the bytes after the last newline as a line. If the file grows later, run() takes the new bytes as
    /// another line.
    void finish();
    /// Returns the number of bytes that were indexed.
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
    qint64 m_readTo;     ///< offset of the next read
    qint64 m_lineOffset; ///< offset of the next line
};

} // namespace Pullcord
