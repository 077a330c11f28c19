// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/captureexporter.h"

#include "core/capture/capture.h"
#include "core/transport/secrets.h"

namespace Pullcord {

CaptureExporter::CaptureExporter(const Capture &capture, ExportSelection selection)
    : Exporter(capture, std::move(selection))
{}

CaptureHeader CaptureExporter::masked(CaptureHeader header)
{
    header.title = Secrets::maskedText(header.title);
    header.connection = Secrets::masked(header.connection);
    return header;
}

Event CaptureExporter::masked(Event event)
{
    if (event.kind == EventKind::Opening)
        event.details = Secrets::masked(event.details);
    return event;
}

QByteArray CaptureExporter::head() const
{
    return masked(capture().header()).toLine() + '\n';
}

QByteArray CaptureExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    const QByteArray line = capture().line(index).toByteArray();
    if (capture().entry(index).kind != EventKind::Opening)
        return line + '\n';
    const Event event = capture().eventAt(index);
    const Event left = masked(event);
    return (left.details == event.details ? line : m_lines.write(left, left.time).joined()) + '\n';
}

} // namespace Pullcord
