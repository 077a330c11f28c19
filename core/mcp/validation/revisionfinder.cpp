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
    for (const Told &each : toldIn(entry.connection)) {
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
    const std::vector<Told> &told = toldIn(connection);
    return told.size() == MostRequests &&
           std::all_of(told.begin(), told.end(), [](const Told &t) { return t.isSettled; });
}

const std::vector<RevisionFinder::Told> &RevisionFinder::toldIn(quint32 connection)
{
    std::vector<Told> &told = m_told[connection];
    for (size_t serial = 0; serial < MostRequests; ++serial) {
        if (serial < told.size() && told[serial].isSettled)
            continue;
        const qsizetype row = m_log.rowOf(connection, serial);
        if (row < 0)
            break;
        if (serial == told.size())
            told.emplace_back();
        told[serial] = tell(row);
    }
    return told;
}

RevisionFinder::Told RevisionFinder::tell(qsizetype row) const
{
    const RequestRecord record = m_log.record(row);
    Told told{.requestEvent = record.requestEvent};
    if (record.requestEvent == RequestRecord::NoEvent) {
        told.isSettled = !record.isOpen();
    } else if (record.method == "initialize") {
        if (record.responseEvent != RequestRecord::NoEvent) {
            const Event answer = m_capture.eventAt(record.responseEvent);
            const JsonValue result(answer.part(answer.envelope.result));
            told.agreed = revisionFromName(result.member("protocolVersion").toString());
            told.isSettled = true;
        }
    } else if (!record.isOpen()) {
        if (record.state == RequestState::Succeeded && record.direction == Direction::ClientToServer)
            told.named = namedIn(m_capture.eventAt(record.requestEvent));
        told.isSettled = true;
    }
    return told;
}

} // namespace Pullcord
