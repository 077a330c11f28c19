// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/revisionfinder.h"

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

} // namespace

RevisionFinder::RevisionFinder(const Capture &capture, const RequestLog &log)
    : m_capture(capture)
    , m_log(log)
{}

std::optional<Revision> RevisionFinder::at(qsizetype index)
{
    const CaptureEntry &entry = m_capture.entry(index);
    if (const auto named = namedIn(m_capture.eventAt(index)))
        return named;
    if (entry.row != CaptureEntry::NoRow) {
        if (const auto named = namedIn(m_capture.eventAt(m_log.record(entry.row).requestEvent)))
            return named;
    }
    std::optional<Revision> named;
    for (const Claim &each : claimsIn(entry.connection)) {
        if (each.requestEvent > index)
            continue;
        if (each.agreed)
            return each.agreed;
        if (!named)
            named = each.named;
    }
    return named;
}

bool RevisionFinder::isFinal(quint32 connection)
{
    const std::vector<Claim> &claims = claimsIn(connection);
    return claims.size() == MostRequests &&
           std::all_of(claims.begin(), claims.end(), [](const Claim &t) { return t.isSettled; });
}

const std::vector<RevisionFinder::Claim> &RevisionFinder::claimsIn(quint32 connection)
{
    std::vector<Claim> &claims = m_claims[connection];
    for (size_t serial = 0; serial < MostRequests; ++serial) {
        if (serial < claims.size() && claims[serial].isSettled)
            continue;
        const qsizetype row = m_log.rowOf(connection, serial);
        if (row < 0)
            break;
        if (serial == claims.size())
            claims.emplace_back();
        claims[serial] = claimOf(row);
    }
    return claims;
}

RevisionFinder::Claim RevisionFinder::claimOf(qsizetype row) const
{
    const RequestRecord record = m_log.record(row);
    Claim claim{.requestEvent = record.requestEvent};
    if (record.requestEvent == RequestRecord::NoEvent) {
        claim.isSettled = !record.isOpen();
    } else if (record.method == "initialize") {
        if (record.responseEvent != RequestRecord::NoEvent) {
            const Event answer = m_capture.eventAt(record.responseEvent);
            const JsonValue result(answer.part(answer.envelope.result));
            claim.agreed = revisionFromName(result.member("protocolVersion").toString());
            claim.isSettled = true;
        }
    } else if (!record.isOpen()) {
        if (record.state == RequestState::Succeeded && record.direction == Direction::ClientToServer)
            claim.named = namedIn(m_capture.eventAt(record.requestEvent));
        claim.isSettled = true;
    }
    return claim;
}

} // namespace Pullcord
