// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/jsonlinesexporter.h"

#include "core/capture/capture.h"
#include "core/json/jsontext.h"

namespace Pullcord {

JsonLinesExporter::JsonLinesExporter(const Capture &capture, ExportSelection selection, const Redaction &redaction)
    : Exporter(capture, std::move(selection))
    , m_redaction(redaction)
    , m_leftOut(redaction)
{}

QByteArray JsonLinesExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    if (capture().entry(index).kind != EventKind::Message)
        return {};
    Event event = capture().eventAt(index);
    if (!event.isMessage()) // the file claimed it, and it is not
        return {};
    if (!m_redaction.isEmpty()) {
        QList<Redaction::Hit> hits;
        event = m_redaction.redacted(std::move(event), hits);
        m_leftOut.add(hits);
    }
    const bool oneLine = !event.bytes.contains('\n') && !event.bytes.contains('\r');
    return (oneLine ? event.bytes : JsonText::compact(event.bytes)) + '\n';
}

} // namespace Pullcord
