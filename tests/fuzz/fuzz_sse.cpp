// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A stream gives the same events in one piece and in several, within the limit. The first byte of the input is the
// limit, the second the size of the pieces.
#include "core/transport/http/sseparser.h"
#include "fuzz/require.h"

#include <QList>

#include <algorithm>

using namespace Pullcord;

namespace {

bool same(const SseEvent &a, const SseEvent &b)
{
    return a.kind == b.kind && a.type == b.type && a.data == b.data && a.hasData == b.hasData && a.id == b.id &&
           a.retry == b.retry && a.dataSize == b.dataSize;
}

QList<SseEvent> parsed(QByteArrayView stream, qsizetype limit, qsizetype pieceSize)
{
    QList<SseEvent> events;
    const SseParser::Sink sink = [&events](const SseEvent &event) { events.append(event); };
    SseParser parser(limit);
    for (qsizetype at = 0; at < stream.size(); at += pieceSize)
        parser.feed(stream.sliced(at, std::min(pieceSize, stream.size() - at)), sink);
    parser.finish(sink);
    return events;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const qsizetype limit = 1 + data[0];
    const QByteArrayView stream(data + 2, qsizetype(size) - 2);
    const QList<SseEvent> events = parsed(stream, limit, stream.size() + 1);
    const QList<SseEvent> again = parsed(stream, limit, 1 + data[1]);
    REQUIRE(events.size() == again.size());
    for (qsizetype i = 0; i < events.size(); ++i) {
        REQUIRE(same(events[i], again[i]));
        REQUIRE(events[i].data.size() <= limit);
        REQUIRE(events[i].dataSize >= events[i].data.size());
    }
    return 0;
}
