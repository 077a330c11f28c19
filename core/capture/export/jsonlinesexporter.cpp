// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/jsonlinesexporter.h"

#include "core/json/jsontext.h"

namespace Pullcord {

QByteArray JsonLinesExporter::piece(qsizetype number)
{
    const qsizetype index = selection().at(number);
    if (source().entry(index).kind != EventKind::Message)
        return {};
    const Event event = source().eventAt(index);
    if (!event.isMessage()) // the line claims to be a message, but is none
        return {};
    const bool oneLine = !event.bytes.contains('\n') && !event.bytes.contains('\r');
    return (oneLine ? event.bytes : JsonText::compact(event.bytes)) + '\n';
}

} // namespace Pullcord
