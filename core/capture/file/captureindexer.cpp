// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/captureindexer.h"

#include "core/capture/file/captureline.h"

namespace Pullcord {

namespace {

constexpr qsizetype ChunkSize = qsizetype(1) << 18;

void fill(CaptureEntry &entry, const CaptureLine &line)
{
    entry.time = line.time;
    entry.connection = line.connection;
    entry.direction = line.direction;
    if (!line.kind) {
        entry.kind = EventKind::Note;
        entry.size = quint32(line.line.size());
        return;
    }
    entry.kind = *line.kind;
    const bool verbatim = line.carrier == CaptureLine::Carrier::Verbatim;
    const QByteArray decoded = verbatim ? QByteArray() : line.bytes();
    const QByteArrayView bytes = verbatim ? line.payload : QByteArrayView(decoded);
    entry.size = quint32(bytes.size());
    if (line.isJson)
        entry.message = Envelope::of(bytes).kind;
}

} // namespace

CaptureIndexer::CaptureIndexer(const CaptureFile &file, qint64 offset, CaptureIndex &index, qsizetype longestLine)
    : m_file(file)
    , m_index(index)
    , m_checker(CaptureLine::Limits)
    , m_framer(longestLine)
    , m_sink([this](const LineFramer::Line &line) { take(line); })
    , m_chunk(ChunkSize, Qt::Uninitialized)
    , m_readTo(offset)
    , m_lineOffset(offset)
{}

bool CaptureIndexer::run(qint64 budget)
{
    while (budget > 0) {
        const qint64 got = m_file.read(m_readTo, m_chunk.data(), m_chunk.size());
        m_readTo += got;
        budget -= got;
        m_framer.feed(QByteArrayView(m_chunk).first(got), m_sink);
        if (got < m_chunk.size())
            return false;
    }
    return true;
}

void CaptureIndexer::finish()
{
    m_framer.finish(m_sink);
}

void CaptureIndexer::take(const LineFramer::Line &line)
{
    CaptureEntry entry;
    entry.offset = quint64(m_lineOffset);
    entry.length = quint32(line.bytes.size());
    if (!describe(entry, line)) {
        entry.time = m_index.count() > 0 ? m_index.at(m_index.count() - 1).time : 0;
        entry.size = entry.length;
        entry.kind = EventKind::Malformed;
        if (line.oversize)
            entry.flags |= CaptureEntry::TooLong;
        else if (line.ending == LineFramer::Ending::None)
            entry.flags |= CaptureEntry::Cut;
    }
    m_index.append(entry);
    using Ending = LineFramer::Ending;
    m_lineOffset += line.length + (line.ending == Ending::CrLf ? 2 : line.ending == Ending::Lf ? 1 : 0);
}

/// Sets the fields that the line contains. Returns false if the line is not an event.
bool CaptureIndexer::describe(CaptureEntry &entry, const LineFramer::Line &line)
{
    if (line.oversize)
        return false;
    // Checking every message here would take most of the time to open a file, and the RequestLog reads them all anyway.
    // A line without an end may be cut within a message.
    if (line.ending != LineFramer::Ending::None) {
        if (const auto skimmed = CaptureLine::skim(line.bytes)) {
            fill(entry, *skimmed);
            return true;
        }
    }
    const auto parsed = CaptureLine::parse(line.bytes, m_checker);
    if (const auto *whole = std::get_if<CaptureLine>(&parsed)) {
        fill(entry, *whole);
        return true;
    }
    return false;
}

} // namespace Pullcord
