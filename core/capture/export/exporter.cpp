// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exporter.h"

#include "core/capture/export/csvexporter.h"
#include "core/capture/export/harexporter.h"
#include "core/capture/export/htmlexporter.h"
#include "core/capture/export/markdownexporter.h"
#include "core/capture/export/otlpexporter.h"
#include "core/capture/export/scriptexporter.h"
#include "core/capture/file/captureheader.h"
#include "core/capture/file/capturelinewriter.h"
#include "core/json/jsontext.h"

#include <QFileDevice>

namespace Pullcord {

namespace {

/// Exports the messages on the wire, one per line, byte for byte. Only a message with a line break loses its white
/// space.
class JsonLinesExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override { return {}; }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
};

QByteArray JsonLinesExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    if (source().entry(index).kind != EventKind::Message)
        return {};
    const Event event = source().eventAt(index);
    if (!event.isMessage()) // the index says message, but the line is invalid
        return {};
    const bool oneLine = !event.bytes.contains('\n') && !event.bytes.contains('\r');
    return (oneLine ? event.bytes : JsonText::compact(event.bytes)) + '\n';
}

/// Exports a capture. Copies the lines of the events unchanged, so that data unknown to this version is kept.
class CaptureExporter final : public Exporter
{
public:
    using Exporter::Exporter;

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] QByteArray piece(qsizetype number) override;

    CaptureLineWriter m_lines;
};

QByteArray CaptureExporter::head() const
{
    CaptureHeader header = source().header();
    if (!selection().isEverything())
        header.others.insert(CaptureHeader::Excerpt, true);
    return header.toLine() + '\n';
}

QByteArray CaptureExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    const QByteArrayView line = source().line(index);
    if (!line.isEmpty())
        return CaptureLineWriter::Pieces{line, {}, {}}.line();
    const Event event = source().eventAt(index);
    return m_lines.write(event, event.time).line();
}

} // namespace

Exporter::Exporter(ExportSource source)
    : m_source(std::move(source))
{}

Exporter::~Exporter() = default;

std::unique_ptr<Exporter> Exporter::create(ExportFormat format, const Capture &capture, const RequestLog &log,
                                           const ExportSelection &selection, const Redaction &redaction)
{
    const auto of = format == ExportFormat::JsonLines ? ExportSource::Of::Messages : ExportSource::Of::Everything;
    ExportSource source(capture, log, selection, redaction, of);
    switch (format) {
    case ExportFormat::Capture:
        break;
    case ExportFormat::JsonLines:
        return std::make_unique<JsonLinesExporter>(std::move(source));
    case ExportFormat::Markdown:
        return std::make_unique<MarkdownExporter>(std::move(source));
    case ExportFormat::Html:
        return std::make_unique<HtmlExporter>(std::move(source));
    case ExportFormat::Csv:
        return std::make_unique<CsvExporter>(std::move(source));
    case ExportFormat::Har:
        return std::make_unique<HarExporter>(std::move(source));
    case ExportFormat::Otlp:
        return std::make_unique<OtlpExporter>(std::move(source));
    case ExportFormat::Script:
        return std::make_unique<ScriptExporter>(std::move(source));
    }
    return std::make_unique<CaptureExporter>(std::move(source));
}

Result<bool> Exporter::step(QIODevice &device, qint64 budget)
{
    if (m_source.looked() < m_source.toLook()) {
        m_source.look(budget);
        return true;
    }
    while (budget > 0 && m_done < pieceCount() + 2) {
        const QByteArray bytes = m_done == 0 ? head() : m_done <= pieceCount() ? piece(m_done - 1) : tail();
        if (device.write(bytes) != bytes.size())
            return Error{ErrorKind::Io, device.errorString()};
        budget -= bytes.size();
        ++m_done;
    }
    if (m_done < pieceCount() + 2)
        return true;
    // A buffered file may report a full disk only now.
    if (auto *file = qobject_cast<QFileDevice *>(&device); file && !file->flush())
        return Error{ErrorKind::Io, file->errorString()};
    return false;
}

} // namespace Pullcord
