// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/serversummary.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/capture/serverinfo.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

ServerSummary ServerSummary::of(const Capture &capture, const RequestLog &log)
{
    if (log.handshake() < 0)
        return {};
    const RequestRecord record = log.record(log.handshake());
    if (record.requestEvent == RequestRecord::NoEvent || record.responseEvent == RequestRecord::NoEvent)
        return {};
    const bool legacy = record.method == "initialize";
    const Event response = capture.eventAt(qsizetype(record.responseEvent));
    const JsonValue result(response.part(response.envelope.result));
    const ServerInfo info = legacy ? ServerInfo::fromInitialize(result) : ServerInfo::fromDiscover(result);
    if (legacy)
        return {info.name, info.version, result.member("protocolVersion").toString()};
    // The modern era settles nothing: each request names the revision that it is made in.
    const Event request = capture.eventAt(qsizetype(record.requestEvent));
    const JsonValue params(request.part(request.envelope.params));
    return {info.name, info.version, params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion").toString()};
}

} // namespace Pullcord
