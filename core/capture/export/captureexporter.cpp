// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/captureexporter.h"

namespace Pullcord {

QByteArray CaptureExporter::head() const
{
    return source().header().toLine() + '\n';
}

QByteArray CaptureExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    const QByteArray line = source().line(index);
    if (!line.isEmpty())
        return line + '\n';
    const Event event = source().eventAt(index);
    return m_lines.write(event, event.time).joined() + '\n';
}

} // namespace Pullcord
