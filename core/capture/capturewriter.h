// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturefile.h"
#include "core/capture/capturelinewriter.h"

#include <QByteArray>

#include <optional>

namespace Pullcord {

/// Gathers lines in memory and appends them to a file, in their order. A long one is written in slices, since the operating
/// system may take a tenth of a second for it.
///
/// After the first failure nothing more is written or taken: the file is cut back to its last whole line, and what did not
/// fit stays readable here. A file whose size another program has changed is a failure too: it is left as it is.
class CaptureWriter
{
public:
    /// Bytes that are gathered before they are written without being asked for.
    static constexpr qsizetype BufferSize = qsizetype(1) << 20;
    /// Bytes of a long line that are written at once; it is one if its payload is longer than that.
    static constexpr qsizetype SliceSize = qsizetype(4) << 20;

    /// Goes on behind what `file` holds. The file must outlive the writer.
    explicit CaptureWriter(CaptureFile &file);

    /// Where the next line will begin.
    [[nodiscard]] qint64 end() const { return bufferBegin() + m_buffer.size(); }
    [[nodiscard]] bool hasFailed() const { return !m_error.isEmpty(); }
    [[nodiscard]] const Words &error() const { return m_error; }

    /// Takes a line; adds its newline. False if it is lost, because writing has failed. `source`: the payload may be a view
    /// of it; then it can be written later without a copy.
    bool add(const CaptureLineWriter::Pieces &line, const QByteArray &source = {});
    /// Hands to the operating system what it takes at once: everything, or the next slice of a long line. True if there is
    /// more.
    bool writeOn();
    /// Hands everything to the operating system. Looks at the file's size, also where there is nothing to write.
    void flush();
    /// The bytes from `offset` on that are not in the file; null if it lies in the file. Writes a long line first that
    /// lies there.
    [[nodiscard]] QByteArrayView unwritten(qint64 offset);

private:
    /// A line that is being written in slices; what comes meanwhile waits in the buffer.
    struct LongLine
    {
        QByteArray head;
        QByteArray payload;
        QByteArray tail; ///< with its newline
        qint64 done = 0;
        [[nodiscard]] qint64 size() const { return head.size() + payload.size() + tail.size(); }
        [[nodiscard]] QByteArrayView next() const; ///< of the piece where the writing stands
    };

    [[nodiscard]] qint64 bufferBegin() const { return m_written + (m_long ? m_long->size() : 0); }
    void checkSize();
    void addDirectly(const CaptureLineWriter::Pieces &line);
    void writeSlice();
    void writeBuffer();
    void fail(const QString &error);
    void stop(const Words &error);

    CaptureFile &m_file;
    std::optional<LongLine> m_long; ///< before the buffer
    QByteArray m_buffer;
    qint64 m_written; ///< whole lines
    Words m_error;
};

} // namespace Pullcord
