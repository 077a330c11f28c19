// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/captureexporter.h"

#include "core/capture/capture.h"
#include "core/transport/secrets.h"

namespace Pullcord {

CaptureExporter::CaptureExporter(const Capture &capture, ExportSelection selection)
    : Exporter(capture, std::move(selection))
{}

QByteArray CaptureExporter::head() const
{
    CaptureHeader header = capture().header();
    header.title = Secrets::maskedText(header.title);
    header.connection = Secrets::masked(header.connection);
    return header.toLine() + '\n';
}

QByteArray CaptureExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    const QByteArray line = capture().line(index).toByteArray();
    if (capture().entry(index).kind != EventKind::Opening)
        return line + '\n';
    Event event = capture().eventAt(index);
    const QJsonObject masked = Secrets::masked(event.details);
    if (masked == event.details)
        return line + '\n';
    event.details = masked;
    return m_lines.write(event, event.time).joined() + '\n';
}

} // namespace Pullcord
