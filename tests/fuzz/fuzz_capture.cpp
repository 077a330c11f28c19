// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A whole capture gives the same events from one read, from several reads, and from a growing file. Each line is one
// event; log and findings finish. The first byte of the input is the size of the pieces. The header line is added here.
#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "fuzz/require.h"

#include <QCoreApplication>
#include <QTemporaryFile>

#include <algorithm>
#include <limits>

using namespace Pullcord;

namespace {

constexpr QByteArrayView Header = "{\"pullcord\":\"1.1\",\"program\":\"fuzz\"}\n";
constexpr qint64 Everything = std::numeric_limits<qint64>::max();

std::unique_ptr<Capture> opened(QByteArrayView lines)
{
    auto capture = Capture::fromText(Header.toByteArray() + lines.toByteArray(), QStringLiteral("fuzz"));
    REQUIRE(capture);
    return *std::move(capture);
}

/// Follows the file while another program appends to it.
std::unique_ptr<Capture> followed(QByteArrayView lines, qsizetype pieceSize)
{
    QTemporaryFile file;
    REQUIRE(file.open());
    const auto append = [&file](QByteArrayView bytes) {
        REQUIRE(file.write(bytes.data(), bytes.size()) == bytes.size() && file.flush());
    };
    append(Header);
    auto capture = Capture::openToFollow(file.fileName());
    REQUIRE(capture);
    for (qsizetype at = 0; at < lines.size(); at += pieceSize) {
        append(lines.sliced(at, std::min(pieceSize, lines.size() - at)));
        while ((*capture)->readMore(Everything)) {
        }
    }
    (*capture)->finishPartialLine();
    return *std::move(capture);
}

void requireSame(const Capture &a, const Capture &b)
{
    REQUIRE(a.count() == b.count());
    for (qsizetype i = 0; i < a.count(); ++i)
        REQUIRE(a.line(i) == b.line(i) && a.eventAt(i).bytes == b.eventAt(i).bytes);
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
    while (whole->readMore(Everything)) {
    }
    whole->finishPartialLine();
    REQUIRE(whole->count() == lines.count('\n') + (lines.isEmpty() || lines.endsWith('\n') ? 0 : 1));
    const auto pieces = opened(lines);
    while (pieces->readMore(1 + data[0])) {
    }
    pieces->finishPartialLine();
    requireSame(*whole, *pieces);
    requireSame(*whole, *followed(lines, std::max<qsizetype>(1 + data[0], lines.size() / 8)));
    const QList<QByteArray> split = lines.toByteArray().split('\n');
    for (qsizetype i = 0; i < whole->count(); ++i) {
        const bool isEnded = i + 1 < split.size();
        REQUIRE(whole->line(i) == split[i].chopped(isEnded && split[i].endsWith('\r') ? 1 : 0));
        const Event event = whole->eventAt(i);
        REQUIRE(event.kind == whole->entry(i).kind && event.bytes.size() == whole->entry(i).size);
    }
    RequestLog log(*whole);
    Findings findings(*whole, log);
    findings.finish();
    while (findings.continueChecking(Findings::AllAtOnce)) {
    }
    for (qsizetype i = 0; i < findings.count(); ++i)
        REQUIRE(!findings.at(i).sentence.isEmpty());
    log.endRecording(Everything);
    REQUIRE(log.openCount() == 0);
    for (qsizetype row = 0; row < log.count(); ++row) {
        REQUIRE(log.headOf(row) >= 0);
        (void)log.legs(row);
    }
    return 0;
}
