// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A line of a capture that is an event gives the same event after it is written again. Any other line gives an error.
// Arbitrary bytes survive a line unchanged.
#include "core/capture/file/captureline.h"
#include "core/capture/file/capturelinewriter.h"
#include "fuzz/require.h"

using namespace Pullcord;

namespace {

bool sameSpan(Span a, Span b)
{
    return a.offset == b.offset && a.length == b.length;
}

void requireSame(const Event &a, const Event &b)
{
    REQUIRE(a.time == b.time);
    REQUIRE(a.connection == b.connection);
    REQUIRE(a.direction == b.direction);
    REQUIRE(a.kind == b.kind);
    REQUIRE(a.bytes == b.bytes);
    REQUIRE(a.details == b.details);
    REQUIRE(a.envelope.kind == b.envelope.kind);
    REQUIRE(a.envelope.problems == b.envelope.problems);
    REQUIRE(sameSpan(a.envelope.id, b.envelope.id));
    REQUIRE(sameSpan(a.envelope.method, b.envelope.method));
}

/// Returns the event after writing and reading it.
Event written(const Event &event, CaptureLineWriter &writer, JsonChecker &checker)
{
    const QByteArray line = writer.write(event, event.time).joined();
    REQUIRE(!line.contains('\n') && !line.contains('\r'));
    REQUIRE(!checker.check(line));
    const auto parsed = CaptureLine::parse(line, checker);
    REQUIRE(std::holds_alternative<CaptureLine>(parsed));
    return std::get<CaptureLine>(parsed).toEvent();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    static CaptureLineWriter writer;
    static JsonChecker checker(CaptureLine::Limits);
    const QByteArrayView line(data, qsizetype(size));

    const auto parsed = CaptureLine::parse(line, checker);
    if (const auto *told = std::get_if<CaptureLine>(&parsed)) {
        const Event event = told->toEvent();
        REQUIRE(told->kind ? event.kind == *told->kind : event.bytes == line);
        if (!line.contains('\n') && !line.contains('\r'))
            requireSame(event, written(event, writer, checker));
    } else {
        REQUIRE(!std::get<JsonError>(parsed).reason.isEmpty());
    }
    if (const auto skimmed = CaptureLine::skim(line))
        REQUIRE(skimmed->payload.end() == line.end() - 1);

    for (const EventKind kind : {EventKind::Malformed, EventKind::Unsent, EventKind::Queued}) {
        Event event;
        event.kind = kind;
        event.bytes = line.toByteArray();
        REQUIRE(written(event, writer, checker).bytes == line);
    }
    return 0;
}
