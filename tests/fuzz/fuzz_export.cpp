// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every export of a capture is valid in its format, and a report contains no tag from a peer. The first byte of the
// input selects the redaction. The lines of a capture follow, with or without a header.
#include "core/capture/capture.h"
#include "core/capture/export/exporter.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonchecker.h"
#include "fuzz/require.h"

#include <QBuffer>
#include <QCoreApplication>

#include <limits>

using namespace Pullcord;

namespace {

constexpr qint64 Everything = std::numeric_limits<qint64>::max();
constexpr QByteArrayView Tag = "<canary"; ///< occurs in texts of the corpus

std::unique_ptr<Capture> opened(const QByteArray &text)
{
    auto capture = Capture::fromText(text, QStringLiteral("fuzz"));
    REQUIRE(capture || !capture.error().detail.isEmpty());
    if (!capture)
        return nullptr;
    while ((*capture)->readMore(Everything)) {
    }
    (*capture)->finishPartialLine();
    return *std::move(capture);
}

QByteArray exported(ExportFormat format, const Capture &capture, const RequestLog &log, const Redaction &redaction)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    REQUIRE(buffer.open(QIODevice::WriteOnly));
    const auto exporter = Exporter::create(format, capture, log, ExportSelection::everything(capture), redaction);
    while (true) {
        const Result<bool> more = exporter->step(buffer, 1000);
        REQUIRE(more);
        if (!*more)
            break;
    }
    REQUIRE(exporter->done() == exporter->total());
    return bytes;
}

void requireJsonLines(const QByteArray &text)
{
    JsonChecker checker;
    const QByteArrayList lines = text.split('\n');
    for (const QByteArray &line : lines)
        REQUIRE(line.isEmpty() || !checker.check(line));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    static int argumentCount = 0;
    static QCoreApplication application(argumentCount, nullptr);
    if (size < 1)
        return 0;
    QByteArray text = QByteArray(reinterpret_cast<const char *>(data) + 1, qsizetype(size) - 1);
    if (!text.startsWith("{\"pullcord\":"))
        text.prepend("{\"pullcord\":\"1.1\",\"program\":\"fuzz\"}\n");
    const auto capture = opened(text);
    if (!capture)
        return 0;
    RequestLog log(*capture);
    const QStringList rules = data[0] % 2 ? QStringList{Redaction::Known} : QStringList();
    const Result<Redaction> redaction = Redaction::parse(rules);
    REQUIRE(redaction);
    for (const ExportFormat format : ExportFormats::all()) {
        const QByteArray bytes = exported(format, *capture, log, *redaction);
        switch (format) {
        case ExportFormat::Capture:
            REQUIRE(opened(bytes) && opened(bytes)->count() == capture->count());
            break;
        case ExportFormat::JsonLines:
            requireJsonLines(bytes);
            break;
        case ExportFormat::Har:
        case ExportFormat::Otlp:
            REQUIRE(!JsonChecker().check(bytes));
            break;
        case ExportFormat::Html:
            REQUIRE(!bytes.contains(Tag));
            break;
        default:
            break;
        }
    }
    return 0;
}
