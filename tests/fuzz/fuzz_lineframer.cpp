// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A stream gives the same lines in one piece and in several. The first byte of the input is the limit, the second the
// size of the pieces.
#include "core/rpc/lineframer.h"
#include "fuzz/require.h"

#include <QList>

#include <algorithm>

using namespace Pullcord;

namespace {

struct Seen
{
    QByteArray bytes;
    LineFramer::Ending ending;
    bool oversize;
    qsizetype length;

    friend bool operator==(const Seen &, const Seen &) = default;
};

QList<Seen> framed(QByteArrayView stream, qsizetype limit, qsizetype chunkSize)
{
    QList<Seen> lines;
    const LineFramer::Sink sink = [&](const LineFramer::Line &line) {
        lines.append({line.bytes.toByteArray(), line.ending, line.oversize, line.length});
    };
    LineFramer framer(limit);
    for (qsizetype at = 0; at < stream.size(); at += chunkSize) {
        framer.feed(stream.sliced(at, std::min(chunkSize, stream.size() - at)), sink);
        REQUIRE(framer.pending() <= limit + 1);
    }
    framer.finish(sink);
    REQUIRE(framer.pending() == 0);
    return lines;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const qsizetype limit = data[0];
    const qsizetype chunkSize = 1 + data[1];
    const QByteArrayView stream(data + 2, qsizetype(size) - 2);
    const QList<Seen> lines = framed(stream, limit, stream.size() + 1);
    REQUIRE(framed(stream, limit, chunkSize) == lines);

    qsizetype total = 0;
    for (const Seen &line : lines) {
        REQUIRE(line.oversize == (line.length > limit));
        REQUIRE(line.bytes.size() == (line.oversize ? std::min(limit, LineFramer::OversizeHead) : line.length));
        REQUIRE(!line.bytes.contains('\n'));
        total +=
            line.length + int(line.ending != LineFramer::Ending::None) + int(line.ending == LineFramer::Ending::CrLf);
    }
    REQUIRE(total == stream.size());
    return 0;
}
