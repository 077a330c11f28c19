// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redactingexporter.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"

namespace Pullcord {

RedactingExporter::RedactingExporter(ExportFormat format, const Capture &capture, const RequestLog &log,
                                     const ExportSelection &selection, const Redaction &redaction)
    : Exporter(capture, selection)
    , m_format(format)
    , m_log(log)
    , m_redaction(redaction)
    , m_copy(capture, selection, format == ExportFormat::Capture ? RedactedCopy::Of::Chosen : RedactedCopy::Of::All,
             m_redaction)
{}

RedactingExporter::~RedactingExporter() = default;

qsizetype RedactingExporter::done() const
{
    return m_copy.done() + m_read + (m_exporter ? m_exporter->done() : 0) + (m_isWritten ? 1 : 0);
}

qsizetype RedactingExporter::total() const
{
    if (m_format == ExportFormat::Capture)
        return m_copy.total() + 1;
    return 2 * m_copy.total() + (m_exporter ? m_exporter->total() : selection().count());
}

QByteArray RedactingExporter::piece(qsizetype /*number*/)
{
    return {}; // the exporter of the copy has them
}

Result<bool> RedactingExporter::step(QIODevice &device, qint64 budget)
{
    if (m_exporter)
        return m_exporter->step(device, budget);
    if (m_copy.isWhole() && m_format == ExportFormat::Capture)
        return writeCopy(device, budget);
    if (m_capture) {
        readOn(budget);
        return true;
    }
    if (const Result<bool> more = m_copy.step(budget); !more || *more)
        return more;
    if (m_format != ExportFormat::Capture) {
        if (const auto error = openCopy())
            return *error;
    }
    return true;
}

Result<bool> RedactingExporter::writeCopy(QIODevice &device, qint64 budget)
{
    const QByteArray bytes = m_copy.file().read(budget);
    if (!bytes.isEmpty())
        return device.write(bytes) == bytes.size() ? Result<bool>(true) : Error{ErrorKind::Io, device.errorString()};
    m_isWritten = true;
    return flushed(device);
}

std::optional<Error> RedactingExporter::openCopy()
{
    auto copy = Capture::openToFollow(m_copy.file().fileName());
    if (!copy)
        return copy.error();
    m_capture = *std::move(copy);
    m_captureLog = std::make_unique<RequestLog>(*m_capture);
    return {};
}

void RedactingExporter::readOn(qint64 budget)
{
    const bool isAll = !m_capture->readOn(budget);
    for (; m_read < m_capture->count(); ++m_read)
        m_captureLog->feed(m_capture->eventAt(m_read), m_read);
    if (!isAll)
        return;
    if (m_log.openCount() == 0 && m_capture->count() > 0)
        m_captureLog->endRecording(m_capture->entry(m_capture->count() - 1).time);
    m_exporter = create(m_format, *m_capture, *m_captureLog, redactedFindings());
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

} // namespace Pullcord
