// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capturefile.h"
#include "core/capture/capturelinewriter.h"

#include <QByteArray>

namespace Pullcord {

/// Gathers lines in memory and appends them to a file, whole lines only.
///
/// After the first failure nothing more is written or taken: the file is cut back to its last whole
/// line, and what did not fit stays readable here.
class CaptureWriter
{
public:
    /// Bytes that are gathered before they are written without being asked for.
    static constexpr qsizetype BufferSize = qsizetype(1) << 20;

    /// Goes on behind what `file` holds. The file must outlive the writer.
    explicit CaptureWriter(CaptureFile &file);

    /// Where the next line will begin.
    [[nodiscard]] qint64 end() const { return m_written + m_buffer.size(); }
    [[nodiscard]] bool hasFailed() const { return !m_error.isEmpty(); }
    [[nodiscard]] const QString &error() const { return m_error; }

    /// Takes a line; adds its newline. False if it is lost, because writing has failed.
    bool add(const CaptureLineWriter::Pieces &line);
    /// Hands everything to the operating system.
    void flush();
    /// The bytes from `offset` on that are not in the file; null if it lies in the file.
    [[nodiscard]] QByteArrayView unwritten(qint64 offset) const;

private:
    void addDirectly(const CaptureLineWriter::Pieces &line);
    void fail(const QString &error);

    CaptureFile &m_file;
    QByteArray m_buffer;
    qint64 m_written;
    QString m_error;
};

} // namespace Pullcord
