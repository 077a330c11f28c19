// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Any log of another program becomes a readable capture, or has an unknown format.
#include "core/capture/capture.h"
#include "core/capture/file/captureline.h"
#include "core/capture/import/importformat.h"
#include "fuzz/require.h"

#include <QCoreApplication>

#include <limits>

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    static int argumentCount = 0;
    static QCoreApplication application(argumentCount, nullptr);
    const QByteArrayView text(data, qsizetype(size));
    const ImportFormat *format = ImportFormats::of(text.first(std::min(text.size(), ImportFormats::HeadSize)));
    if (!format)
        return 0;
    ImportSink sink;
    format->read(text, sink);
    const QByteArray made = sink.capture(format->name, QStringLiteral("fuzz"));
    const auto capture = Capture::fromText(made, QStringLiteral("fuzz"));
    REQUIRE(capture);
    while ((*capture)->readMore(std::numeric_limits<qint64>::max())) {
    }
    REQUIRE((*capture)->bytesRead() == made.size() && made.endsWith('\n'));
    REQUIRE((*capture)->count() == made.count('\n') - 1);
    JsonChecker checker(CaptureLine::Limits);
    qint64 last = 0;
    for (qsizetype i = 0; i < (*capture)->count(); ++i) {
        REQUIRE(std::holds_alternative<CaptureLine>(CaptureLine::parse((*capture)->line(i), checker)));
        const Event event = (*capture)->eventAt(i);
        REQUIRE(event.time >= last);
        last = event.time;
    }
    return 0;
}
