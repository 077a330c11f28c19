// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/serversummary.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

namespace {

ServerSummary named(const JsonValue &implementation)
{
    return {implementation.member("name").toString(), implementation.member("version").toString(), {}};
}

ServerSummary fromInitialize(const JsonValue &result)
{
    ServerSummary summary = named(result.member("serverInfo"));
    summary.revision = result.member("protocolVersion").toString();
    return summary;
}

/// The modern era settles nothing: each request names the revision that it is made in.
ServerSummary fromDiscover(const JsonValue &result, const JsonValue &params)
{
    JsonValue implementation = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
    if (!implementation.isValid()) // early drafts had it at the top
        implementation = result.member("serverInfo");
    ServerSummary summary = named(implementation);
    summary.revision = params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion").toString();
    return summary;
}

} // namespace

ServerSummary ServerSummary::of(const Capture &capture, const RequestLog &log)
{
    for (qsizetype row = log.count() - 1; row >= 0; --row) {
        const RequestRecord &record = log.record(row);
        const bool legacy = record.method == "initialize";
        const bool answered = record.state == RequestState::Succeeded &&
                              record.requestEvent != RequestRecord::NoEvent &&
                              record.responseEvent != RequestRecord::NoEvent;
        if (!answered || (!legacy && record.method != "server/discover"))
            continue;
        const Event response = capture.eventAt(qsizetype(record.responseEvent));
        const JsonValue result(response.part(response.envelope.result));
        if (legacy)
            return fromInitialize(result);
        const Event request = capture.eventAt(qsizetype(record.requestEvent));
        return fromDiscover(result, JsonValue(request.part(request.envelope.params)));
    }
    return {};
}

} // namespace Pullcord
