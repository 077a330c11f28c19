// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A whole capture: the same events in one go and in pieces, each line is one, and log and findings come to an end. The first byte
// of the input is the size of the pieces; the header line is ours.
#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "fuzz/require.h"

#include <QCoreApplication>

#include <limits>

using namespace Pullcord;

namespace {

std::unique_ptr<Capture> opened(QByteArrayView lines)
{
    auto capture = Capture::fromText("{\"pullcord\":\"1.1\",\"program\":\"fuzz\"}\n" + lines.toByteArray(),
                                     QStringLiteral("fuzz"));
    REQUIRE(capture);
    return *std::move(capture);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    static int argumentCount = 0;
    static QCoreApplication application(argumentCount, nullptr);
    if (size < 1)
        return 0;
    const QByteArrayView lines(data + 1, qsizetype(size) - 1);
    const auto whole = opened(lines);
    while (whole->readOn(std::numeric_limits<qint64>::max())) {
    }
    whole->takeTail();
    REQUIRE(whole->count() == lines.count('\n') + (lines.isEmpty() || lines.endsWith('\n') ? 0 : 1));
    const auto pieces = opened(lines);
    while (pieces->readOn(1 + data[0])) {
    }
    pieces->takeTail();
    REQUIRE(pieces->count() == whole->count());
    for (qsizetype i = 0; i < whole->count(); ++i) {
        const Event event = whole->eventAt(i);
        REQUIRE(event.bytes == pieces->eventAt(i).bytes);
        REQUIRE(event.kind == whole->entry(i).kind && event.bytes.size() == whole->entry(i).size);
    }
    RequestLog log(*whole);
    Findings findings(*whole, log);
    findings.finish();
    while (findings.checkOn(Findings::AllAtOnce)) {
    }
    for (qsizetype i = 0; i < findings.count(); ++i)
        REQUIRE(!findings.at(i).sentence.isEmpty());
    log.endRecording(std::numeric_limits<qint64>::max());
    REQUIRE(log.openCount() == 0);
    for (qsizetype row = 0; row < log.count(); ++row) {
        REQUIRE(log.headOf(row) >= 0);
        (void)log.legs(row);
    }
    return 0;
}
