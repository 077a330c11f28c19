// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/revisionat.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

namespace {

std::optional<Revision> namedIn(const Event &event)
{
    const JsonValue meta = JsonValue(event.part(event.envelope.params)).member("_meta");
    return revisionFromName(meta.member("io.modelcontextprotocol/protocolVersion").toString());
}

/// By the first request of that connection whose answer to initialize had come; else by the first that named a revision
/// and was answered with a result, as in 2026-07-28 each does.
std::optional<Revision> agreedUpon(const Capture &capture, const RequestLog &log, quint32 connection, qsizetype index)
{
    constexpr quint64 MostRequests = 64; // a handshake stands at the beginning of its connection
    std::optional<Revision> named;
    for (quint64 serial = 0; serial < MostRequests; ++serial) {
        const qsizetype row = log.rowOf(connection, serial);
        if (row < 0)
            break;
        const RequestRecord record = log.record(row);
        if (record.requestEvent > index || record.requestEvent == RequestRecord::NoEvent)
            continue;
        if (record.method == "initialize") {
            const Event answer =
                record.responseEvent == RequestRecord::NoEvent ? Event() : capture.eventAt(record.responseEvent);
            const JsonValue result(answer.part(answer.envelope.result));
            if (const auto agreed = revisionFromName(result.member("protocolVersion").toString()))
                return agreed;
        } else if (!named && record.state == RequestState::Succeeded && record.direction == Direction::ClientToServer) {
            named = namedIn(capture.eventAt(record.requestEvent));
        }
    }
    return named;
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
