// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "redactionfixture.h"

#include "captureevents.h"

#include <QBuffer>

namespace Pullcord {

using namespace CaptureEvents;

void RedactionFixture::addSecrets()
{
    happen(message(R"({"jsonrpc":"2.0","id":8,"method":"tools/call","params":)"
                   R"({"name":"a","arguments":{"apiKey":"hunter2","to":"ghp_abcdefgh1234"}}})"),
           2000 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":8,"result":{"content":[{"type":"text",)"
                      R"("text":"{\"password\": \"hunter2\"}"}]}})"),
           2001 * Ms);
    happen(ofKind(EventKind::Stderr, "a API_TOKEN=hunter2 set"), 2002 * Ms);
}

QByteArray RedactionFixture::without(const Redaction &redaction, ExportFormat format, const ExportSelection &selection,
                                     RedactionCounts *leftOut) const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto exporter = Exporter::create(format, *capture, *log, selection, redaction);
    for (Result<bool> more = true; *more;) {
        more = exporter->step(buffer, 100);
        if (!more || exporter->done() > exporter->total())
            return {};
    }
    if (leftOut)
        *leftOut = exporter->leftOut();
    return exporter->done() == exporter->total() ? buffer.data() : QByteArray();
}

} // namespace Pullcord
