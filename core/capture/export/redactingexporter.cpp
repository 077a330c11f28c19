// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redactingexporter.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsontext.h"

namespace Pullcord {

RedactingExporter::RedactingExporter(ExportFormat format, const Capture &capture, const RequestLog &log,
                                     ExportSelection selection, const Redaction &redaction)
    : Exporter(capture, std::move(selection))
    , m_format(format)
    , m_log(log)
    , m_redaction(redaction)
    , m_count(capture.count())
    , m_leftOut(redaction)
{}

RedactingExporter::~RedactingExporter() = default;

qsizetype RedactingExporter::done() const
{
    return m_copied + m_read + (m_exporter ? m_exporter->done() : 0);
}

qsizetype RedactingExporter::total() const
{
    return 2 * m_count + (m_exporter ? m_exporter->total() : selection().count());
}

QByteArray RedactingExporter::piece(qsizetype /*number*/)
{
    return {}; // the exporter of the copy has them
}

Result<bool> RedactingExporter::step(QIODevice &device, qint64 budget)
{
    if (m_exporter)
        return m_exporter->step(device, budget);
    if (m_copy) {
        readOn(budget);
        return true;
    }
    if (!m_file.isOpen() && !begin())
        return cannotCopy();
    if (!copyOn(budget))
        return cannotCopy();
    if (m_copied == m_count) {
        if (const auto error = openCopy())
            return *error;
    }
    return true;
}

bool RedactingExporter::begin()
{
    if (!m_file.open())
        return false;
    QList<Redaction::Hit> hits;
    m_header = m_redaction.redacted(capture().header(), hits);
    m_leftOut.add(hits);
    constexpr qsizetype RoomForACount = 32;
    m_room = m_header.toLine().size() + RoomForACount;
    for (const QString &rule : m_redaction.rules())
        m_room += JsonText::quoted(QStringView(rule)).size() + RoomForACount;
    return m_file.write(QByteArray(m_room, ' ') + '\n') == m_room + 1;
}

bool RedactingExporter::copyOn(qint64 budget)
{
    for (; budget > 0 && m_copied < m_count; ++m_copied) {
        QList<Redaction::Hit> hits;
        const Event event = m_redaction.redacted(capture().eventAt(m_copied), hits);
        const QByteArray line =
            (hits.isEmpty() ? capture().line(m_copied).toByteArray() : m_lines.write(event, event.time).joined()) +
            '\n';
        if (m_file.write(line) != line.size())
            return false;
        budget -= line.size();
        if (m_chosen < selection().count() && selection().at(m_chosen) == m_copied) {
            m_leftOut.add(hits);
            ++m_chosen;
        }
    }
    return m_copied < m_count || finishCopy();
}

bool RedactingExporter::finishCopy()
{
    m_leftOut.noteIn(m_header);
    return m_file.seek(0) && m_file.write(m_header.toLine()) > 0 && m_file.flush();
}

std::optional<Error> RedactingExporter::openCopy()
{
    auto copy = Capture::openToFollow(m_file.fileName());
    if (!copy)
        return copy.error();
    m_copy = *std::move(copy);
    m_copyLog = std::make_unique<RequestLog>(*m_copy);
    return {};
}

void RedactingExporter::readOn(qint64 budget)
{
    const bool isAll = !m_copy->readOn(budget);
    for (; m_read < m_copy->count(); ++m_read)
        m_copyLog->feed(m_copy->eventAt(m_read), m_read);
    if (!isAll)
        return;
    if (m_log.openCount() == 0 && m_count > 0)
        m_copyLog->endRecording(m_copy->entry(m_copy->count() - 1).time);
    m_exporter = create(m_format, *m_copy, *m_copyLog, redactedFindings());
}

/// What was found may say what a peer has said.
ExportSelection RedactingExporter::redactedFindings() const
{
    if (!selection().findings())
        return selection();
    QList<ReportFinding> findings = *selection().findings();
    QList<Redaction::Hit> hits; // which are counted where the peer has said it
    for (ReportFinding &finding : findings)
        finding.sentence = m_redaction.redactedText(finding.sentence, hits);
    return selection().withFindings(findings);
}

Error RedactingExporter::cannotCopy() const
{
    return {ErrorKind::Io,
            Words::of(QT_TRANSLATE_NOOP("Words", "cannot write a temporary file: %1"), m_file.errorString())};
}

} // namespace Pullcord
