// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/revisionat.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

#include <algorithm>

namespace Pullcord {

namespace {

std::optional<Revision> namedIn(const Event &event)
{
    const JsonValue meta = JsonValue(event.part(event.envelope.params)).member("_meta");
    return revisionFromName(meta.member("io.modelcontextprotocol/protocolVersion").toString());
}

/// The first row of that connection whose answer to initialize had come; rows are in the order of their requests.
std::optional<Revision> agreedUpon(const Capture &capture, const RequestLog &log, quint32 connection, qsizetype index)
{
    constexpr qsizetype MostRows = 64; // a handshake stands at the beginning of its connection
    qsizetype seen = 0;
    for (qsizetype row = 0; row < log.count() && seen < MostRows; ++row) {
        const RequestRecord &record = log.record(row);
        if (record.connection != connection)
            continue;
        ++seen;
        if (record.method != "initialize" || record.requestEvent > index)
            continue;
        const Event answer =
            record.responseEvent == RequestRecord::NoEvent ? Event() : capture.eventAt(record.responseEvent);
        const JsonValue result(answer.part(answer.envelope.result));
        if (const auto agreed = revisionFromName(result.member("protocolVersion").toString()))
            return agreed;
    }
    return {};
}

} // namespace

std::optional<Revision> revisionAt(const Capture &capture, const RequestLog &log, qsizetype index)
{
    const CaptureEntry &entry = capture.entry(index);
    if (const auto named = namedIn(capture.eventAt(index)))
        return named;
    if (entry.row != CaptureEntry::NoRow) {
        if (const auto named = namedIn(capture.eventAt(log.record(entry.row).requestEvent)))
            return named;
    }
    return agreedUpon(capture, log, entry.connection, index);
}

} // namespace Pullcord
