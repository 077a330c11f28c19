// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/capturewriter.h"

namespace Pullcord {

CaptureWriter::CaptureWriter(CaptureFile &file)
    : m_file(file)
    , m_written(file.size())
{
    m_buffer.reserve(BufferSize + BufferSize / 4);
}

QByteArrayView CaptureWriter::LongLine::next() const
{
    qint64 at = done;
    for (const QByteArrayView piece : {QByteArrayView(head), QByteArrayView(payload), QByteArrayView(tail)}) {
        if (at < piece.size())
            return piece.sliced(at).first(qMin(piece.size() - at, SliceSize));
        at -= piece.size();
    }
    return {};
}

bool CaptureWriter::add(const CaptureLineWriter::Pieces &line, const QByteArray &source)
{
    if (hasFailed())
        return false;
    if (line.payload.size() > BufferSize) {
        flush(); // includes an earlier long line
        if (line.payload.size() > SliceSize && source.constData() == line.payload.data() &&
            source.size() == line.payload.size())
            m_long = {line.head.toByteArray(), source, line.tail.toByteArray() + '\n'};
        else
            addDirectly(line);
        return !hasFailed();
    }
    m_buffer += line.head;
    m_buffer += line.payload;
    m_buffer += line.tail;
    m_buffer += '\n';
    if (m_buffer.size() >= BufferSize && !m_long)
        writeBuffer();
    return true;
}

bool CaptureWriter::writeMore()
{
    checkSize();
    if (hasFailed())
        return false;
    if (m_long)
        writeSlice();
    if (!m_long)
        writeBuffer();
    return m_long.has_value();
}

void CaptureWriter::flush()
{
    bool more = true;
    while (more)
        more = writeMore();
}

/// Fails if another program has changed the size of the file: writes append, so our offsets would be wrong.
void CaptureWriter::checkSize()
{
    const qint64 expected = m_written + (m_long ? m_long->done : 0);
    if (const qint64 size = m_file.size(); !hasFailed() && size != expected)
        stop(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "another program has changed the size of the file from %1 to %2 bytes"),
            expected, size));
}

void CaptureWriter::writeSlice()
{
    const CaptureFile::Written written = m_file.write(m_long->next());
    m_long->done += written.length;
    if (!written.error.isEmpty())
        return fail(written.error);
    if (m_long->done < m_long->size())
        return;
    m_written += m_long->size();
    m_long.reset();
}

void CaptureWriter::writeBuffer()
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

QByteArrayView CaptureWriter::unwritten(qint64 offset)
{
    if (m_long && offset >= m_written && offset < bufferBegin())
        flush();
    if (offset < m_written)
        return {};
    return QByteArrayView(m_buffer).sliced(offset - bufferBegin());
}

void CaptureWriter::addDirectly(const CaptureLineWriter::Pieces &line)
{
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
    stop(error);
    m_file.truncate(m_written);
}

void CaptureWriter::stop(const TranslatableText &error)
{
    m_error = error;
    if (!m_long)
        return;
    m_buffer.prepend(m_long->head + m_long->payload + m_long->tail); // stays readable there
    m_long.reset();
}

} // namespace Pullcord
