// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/serversummary.h"

#include "core/capture/export/exportsource.h"
#include "core/capture/serverinfo.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

ServerSummary ServerSummary::of(const ExportSource &source)
{
    if (source.handshake() < 0)
        return {};
    const RequestRecord record = source.record(source.handshake());
    if (record.requestEvent == RequestRecord::NoEvent || record.responseEvent == RequestRecord::NoEvent)
        return {};
    const bool legacy = record.method == "initialize";
    const Event response = source.eventAt(qsizetype(record.responseEvent));
    const JsonValue result(response.part(response.envelope.result));
    const ServerInfo info = legacy ? ServerInfo::fromInitialize(result) : ServerInfo::fromDiscover(result);
    if (legacy)
        return {info.name, info.version, result.member("protocolVersion").toString()};
    // The modern era has no agreement: each request names its revision.
    const Event request = source.eventAt(qsizetype(record.requestEvent));
    const JsonValue params(request.part(request.envelope.params));
    return {info.name, info.version, params.pointer("/_meta/io.modelcontextprotocol~1protocolVersion").toString()};
}

} // namespace Pullcord
