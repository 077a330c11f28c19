// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/captureexporter.h"

namespace Pullcord {

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

} // namespace Pullcord
