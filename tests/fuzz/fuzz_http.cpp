// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// An HTTP message gives the same result in one piece and in several. The first byte of the input selects request or
// response, the second is the size of the pieces.
#include "core/transport/http/httpparser.h"
#include "fuzz/require.h"

#include <algorithm>

using namespace Pullcord;

namespace {

struct Seen
{
    bool failed = false;
    bool hasHead = false;
    bool isDone = false;
    QByteArray body;
    QByteArray rest;
};

Seen parsed(HttpParser::Kind kind, QByteArrayView stream, qsizetype pieceSize)
{
    HttpParser parser(kind);
    Seen seen;
    qsizetype at = 0;
    while (at < stream.size() && !seen.failed && !parser.isDone()) {
        const QByteArrayView piece = stream.sliced(at, std::min(pieceSize, stream.size() - at));
        const Outcome fed = parser.feed(piece);
        seen.failed = !fed;
        REQUIRE(fed || !fed.error().detail.isEmpty());
        seen.body += parser.takeBody();
        at += piece.size();
    }
    if (!seen.failed && !parser.isDone())
        seen.failed = !parser.finish();
    seen.hasHead = parser.hasHead();
    seen.isDone = parser.isDone();
    seen.body += parser.takeBody();
    seen.rest = parser.takeRest() + stream.sliced(at).toByteArray();
    if (seen.hasHead) {
        (void)parser.keepsAlive();
        (void)parser.head().headers.describe();
        (void)parser.head().headers.contentType();
    }
    return seen;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const auto kind = data[0] % 2 ? HttpParser::Kind::Request : HttpParser::Kind::Response;
    const QByteArrayView stream(data + 2, qsizetype(size) - 2);
    const Seen whole = parsed(kind, stream, stream.size() + 1);
    const Seen pieces = parsed(kind, stream, 1 + data[1]);
    REQUIRE(whole.failed == pieces.failed);
    if (whole.failed)
        return 0;
    REQUIRE(whole.hasHead == pieces.hasHead && whole.isDone == pieces.isDone);
    REQUIRE(whole.body == pieces.body);
    REQUIRE(whole.rest == pieces.rest);
    return 0;
}
