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
    /// A longer line is not kept in memory; its entry covers its head only.
    static constexpr qsizetype LongestLine = qsizetype(2) << 30;

    /// Begins at `offset`, behind the header line.
    CaptureIndexer(const CaptureFile &file, qint64 offset, CaptureIndex &index);

    /// Indexes about `budget` bytes more. False when the end of the file, as it is now, was
    /// reached.
    bool run(qint64 budget);
    /// The file grows no more: what stands behind its last newline is a line too.
    void finish();

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
