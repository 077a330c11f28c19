// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redactedcopy.h"

#include "core/capture/capture.h"
#include "core/capture/export/captureexporter.h"
#include "core/json/jsontext.h"

#include <QThreadPool>

#include <unistd.h>

namespace Pullcord {

RedactedCopy::RedactedCopy(const Capture &capture, ExportSelection selection, Of of, const Redaction &redaction)
    : m_capture(capture)
    , m_selection(std::move(selection))
    , m_redaction(redaction)
    , m_of(of)
    , m_total(of == Of::All ? capture.count() : m_selection.count())
    , m_file(std::make_unique<QTemporaryFile>())
    , m_leftOut(redaction)
{}

/// The system takes a quarter of a second to free a gigabyte, with the last descriptor: not in the event loop.
RedactedCopy::~RedactedCopy()
{
    if (!m_file->isOpen())
        return;
    const int last = dup(m_file->handle());
    m_file.reset(); // first, or it might have the last one
    QThreadPool::globalInstance()->start([last] { close(last); });
}

Result<bool> RedactedCopy::step(qint64 budget)
{
    if (!m_file->isOpen() && !begin())
        return cannotWrite();
    for (; budget > 0 && m_done < m_total; ++m_done) {
        if (!copy(m_of == Of::All ? m_done : m_selection.at(m_done), budget))
            return cannotWrite();
    }
    if (m_done < m_total)
        return true;
    if (!finish())
        return cannotWrite();
    m_isWhole = true;
    return false;
}

bool RedactedCopy::begin()
{
    if (!m_file->open())
        return false;
    QList<Redaction::Hit> hits;
    m_header = m_redaction.redacted(CaptureExporter::masked(m_capture.header()), hits);
    m_leftOut.add(hits);
    constexpr qsizetype RoomForACount = 32;
    m_room = m_header.toLine().size() + RoomForACount;
    for (const QString &rule : m_redaction.rules())
        m_room += JsonText::quoted(QStringView(rule)).size() + RoomForACount;
    return m_file->write(QByteArray(m_room, ' ') + '\n') == m_room + 1;
}

bool RedactedCopy::copy(qsizetype index, qint64 &budget)
{
    QList<Redaction::Hit> hits;
    const Event event = m_capture.eventAt(index);
    const Event masked = CaptureExporter::masked(event);
    const Event left = m_redaction.redacted(masked, hits);
    const bool isSame = hits.isEmpty() && masked.details == event.details;
    const QByteArray line =
        (isSame ? m_capture.line(index).toByteArray() : m_lines.write(left, left.time).joined()) + '\n';
    budget -= line.size();
    if (m_chosen < m_selection.count() && m_selection.at(m_chosen) == index) {
        m_leftOut.add(hits);
        ++m_chosen;
    }
    return m_file->write(line) == line.size();
}

bool RedactedCopy::finish()
{
    m_leftOut.noteIn(m_header);
    const QByteArray line = m_header.toLine();
    return m_file->seek(m_room - line.size()) && m_file->write(line) == line.size() && m_file->flush() &&
           m_file->seek(m_room - line.size());
}

Error RedactedCopy::cannotWrite() const
{
    return {ErrorKind::Io,
            Words::of(QT_TRANSLATE_NOOP("Words", "cannot write a temporary file: %1"), m_file->errorString())};
}

} // namespace Pullcord
