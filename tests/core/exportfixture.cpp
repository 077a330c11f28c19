// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "exportfixture.h"

#include "captureevents.h"

#include <QBuffer>
#include <QJsonArray>

namespace Pullcord {

using namespace Qt::StringLiterals;
using namespace CaptureEvents;

ExportFixture::ExportFixture()
    : ExportFixture(CaptureHeader{
          .program = u"Pullcord 0.1.0"_s,
          .started = QDateTime::fromString(u"2026-07-28T12:34:56.789Z"_s, Qt::ISODateWithMs),
          .title = u"demo"_s,
          .connection = {{u"program"_s, u"server"_s}, {u"arguments"_s, QJsonArray{u"--token"_s, u"abc"_s}}}})
{
    happen(Event::ofKind(EventKind::Opening, {{u"program"_s, u"server"_s}}), 0);
    happen(message(R"({"jsonrpc":"2.0","id":0,"method":"initialize"})"), 1 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",)"
                      R"("serverInfo":{"name":"demo|server","version":"1.2"}}})"),
           2 * Ms);
    happen(Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-legacy"_s}}), 2 * Ms);
    happen(
        message(
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":1}}})"),
        3 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":"s","method":"roots/list"})"), 4 * Ms);
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"1"_s}, {u"reason"_s, u"too | slow"_s}});
    cancel.direction = Direction::ClientToServer;
    happen(cancel, 10 * Ms);
    happen(
        message(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"too | slow"}})"),
        11 * Ms);
    happen(
        fromServer(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})"),
        12 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"text":"````"}})"), 1250 * Ms);
    happen(ofKind(EventKind::Stderr, "\x1b[31mstopping\x1b[0m"), 1251 * Ms);
    happen(
        message("[{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\"},\n {\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"b\"}]"),
        1252 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"no b"}})"), 1253 * Ms);
    happen(ofKind(EventKind::Malformed, "garbage \xff", {{u"reason"_s, u"expected a value"_s}}), 1254 * Ms);
    happen(Event::ofKind(EventKind::Closed, {{u"reason"_s, u""_s}}), 1255 * Ms);
}

ExportFixture::ExportFixture(const CaptureHeader &header)
    : capture(*Capture::createTemporary(header))
    , log(std::make_unique<RequestLog>(*capture))
{}

void ExportFixture::happen(Event event, qint64 time)
{
    event.time = time - capture->relative(0);
    const qsizetype index = capture->append(event);
    event.time = time;
    log->feed(event, index);
}

QByteArray ExportFixture::exported(ExportFormat format, const ExportSelection &selection) const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return exporter(format, selection)->step(buffer, std::numeric_limits<qint64>::max()) ? buffer.data() : QByteArray();
}

} // namespace Pullcord
