// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capturewriter.h"

namespace Pullcord {

CaptureWriter::CaptureWriter(CaptureFile &file)
    : m_file(file)
    , m_written(file.size())
{
    m_buffer.reserve(BufferSize + BufferSize / 4);
}

bool CaptureWriter::add(const CaptureLineWriter::Pieces &line)
{
    if (hasFailed())
        return false;
    if (line.payload.size() > BufferSize) {
        addDirectly(line);
        return !hasFailed();
    }
    m_buffer += line.head;
    m_buffer += line.payload;
    m_buffer += line.tail;
    m_buffer += '\n';
    if (m_buffer.size() >= BufferSize)
        flush();
    return true;
}

void CaptureWriter::flush()
{
    if (hasFailed() || m_buffer.isEmpty())
        return;
    const CaptureFile::Written written = m_file.write(m_buffer);
    const qsizetype whole = QByteArrayView(m_buffer).first(written.length).lastIndexOf('\n') + 1;
    m_written += whole;
    if (written.error.isEmpty()) {
        m_buffer.resize(0);
    } else {
        m_buffer.remove(0, whole);
        fail(written.error);
    }
}

QByteArrayView CaptureWriter::unwritten(qint64 offset) const
{
    if (offset < m_written)
        return {};
    return QByteArrayView(m_buffer).sliced(offset - m_written);
}

void CaptureWriter::addDirectly(const CaptureLineWriter::Pieces &line)
{
    flush();
    qint64 length = 0;
    for (const QByteArrayView piece : {line.head, line.payload, line.tail, QByteArrayView("\n")}) {
        if (hasFailed())
            return;
        const CaptureFile::Written written = m_file.write(piece);
        length += written.length;
        if (!written.error.isEmpty())
            fail(written.error);
    }
    if (!hasFailed())
        m_written += length;
}

void CaptureWriter::fail(const QString &error)
{
    m_error = error;
    m_file.truncate(m_written);
}

} // namespace Pullcord
