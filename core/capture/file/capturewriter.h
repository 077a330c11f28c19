// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/capturefile.h"
#include "core/capture/file/capturelinewriter.h"

#include <QByteArray>

#include <optional>

namespace Pullcord {

/// Buffers lines in memory and appends them to a file in order. A long line is written in slices, since the operating
/// system may take a tenth of a second for it.
///
/// After the first error it accepts and writes nothing more. The file is cut back to its last whole line, and unwritten
/// data stays readable here. It is also an error if another program changes the size of the file, which is then left
/// alone. Plain class.
class CaptureWriter
{
public:
    /// Size of the buffer, in bytes, at which it is written.
    static constexpr qsizetype BufferSize = qsizetype(1) << 20;
    /// Bytes of a long line that are written at once. A line is long if its payload is longer than that.
    static constexpr qsizetype SliceSize = qsizetype(4) << 20;

    /// Appends to the current content of `file`, which must outlive the writer.
    explicit CaptureWriter(CaptureFile &file);

    /// Returns the offset of the next line.
    [[nodiscard]] qint64 end() const { return bufferBegin() + m_buffer.size(); }
    [[nodiscard]] bool hasFailed() const { return !m_error.isEmpty(); }
    [[nodiscard]] const TranslatableText &error() const { return m_error; }

    /// Adds a line and its newline. Returns false if it is lost after an error. `source` may own the payload, which is
    /// then written later without a copy.
    bool add(const CaptureLineWriter::Pieces &line, const QByteArray &source = {});
    /// Writes everything, or the next slice of a long line. Returns true if there is more.
    bool writeMore();
    /// Writes everything, and checks the size of the file even if there is nothing to write.
    void flush();
    /// Returns the unwritten bytes from `offset`; null if the offset lies in the file. If it lies in a long line,
    /// writes that line first.
    [[nodiscard]] QByteArrayView unwritten(qint64 offset);

private:
    /// A line that is being written in slices; later lines wait in the buffer.
    struct LongLine
    {
        QByteArray head;
        QByteArray payload;
        QByteArray tail; ///< with the newline
        qint64 done = 0;
        [[nodiscard]] qint64 size() const { return head.size() + payload.size() + tail.size(); }
        [[nodiscard]] QByteArrayView next() const; ///< rest of the piece that is written next
    };

    [[nodiscard]] qint64 bufferBegin() const { return m_written + (m_long ? m_long->size() : 0); }
    void checkSize();
    void addDirectly(const CaptureLineWriter::Pieces &line);
    void writeSlice();
    void writeBuffer();
    void fail(const QString &error);
    void stop(const TranslatableText &error);

    CaptureFile &m_file;
    std::optional<LongLine> m_long; ///< precedes the buffer
    QByteArray m_buffer;
    qint64 m_written; ///< size of all complete lines
    TranslatableText m_error;
};

} // namespace Pullcord
