// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exporter.h"

#include "core/capture/export/captureexporter.h"
#include "core/capture/export/csvexporter.h"
#include "core/capture/export/harexporter.h"
#include "core/capture/export/htmlexporter.h"
#include "core/capture/export/jsonlinesexporter.h"
#include "core/capture/export/markdownexporter.h"
#include "core/capture/export/otlpexporter.h"
#include "core/capture/export/redactingexporter.h"
#include "core/capture/export/scriptexporter.h"

#include <QFileDevice>

namespace Pullcord {

Exporter::Exporter(const Capture &capture, ExportSelection selection)
    : m_capture(capture)
    , m_selection(std::move(selection))
{}

Exporter::~Exporter() = default;

std::unique_ptr<Exporter> Exporter::create(ExportFormat format, const Capture &capture, const RequestLog &log,
                                           ExportSelection selection, const Redaction &redaction)
{
    if (!redaction.isEmpty() && format != ExportFormat::JsonLines)
        return std::make_unique<RedactingExporter>(format, capture, log, selection, redaction);
    switch (format) {
    case ExportFormat::Capture:
        break;
    case ExportFormat::JsonLines:
        return std::make_unique<JsonLinesExporter>(capture, std::move(selection), redaction);
    case ExportFormat::Markdown:
        return std::make_unique<MarkdownExporter>(capture, log, std::move(selection));
    case ExportFormat::Html:
        return std::make_unique<HtmlExporter>(capture, log, std::move(selection));
    case ExportFormat::Csv:
        return std::make_unique<CsvExporter>(capture, log, std::move(selection));
    case ExportFormat::Har:
        return std::make_unique<HarExporter>(capture, std::move(selection));
    case ExportFormat::Otlp:
        return std::make_unique<OtlpExporter>(capture, log, std::move(selection));
    case ExportFormat::Script:
        return std::make_unique<ScriptExporter>(capture, log, std::move(selection));
    }
    return std::make_unique<CaptureExporter>(capture, std::move(selection));
}

Result<bool> Exporter::step(QIODevice &device, qint64 budget)
{
    while (budget > 0 && m_done < total()) {
        const QByteArray bytes = m_done == 0 ? head() : m_done <= pieceCount() ? piece(m_done - 1) : tail();
        if (device.write(bytes) != bytes.size())
            return Error{ErrorKind::Io, device.errorString()};
        budget -= bytes.size();
        ++m_done;
    }
    return m_done < total() ? Result<bool>(true) : flushed(device);
}

Result<bool> Exporter::flushed(QIODevice &device)
{
    // A buffered file may learn only now that the disk is full.
    if (auto *file = qobject_cast<QFileDevice *>(&device); file && !file->flush())
        return Error{ErrorKind::Io, file->errorString()};
    return false;
}

} // namespace Pullcord
