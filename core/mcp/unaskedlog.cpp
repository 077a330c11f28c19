// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/unaskedlog.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/revisionat.h"

namespace Pullcord {

namespace {

bool asksForLog(const Capture &capture, const RequestRecord &record)
{
    if (record.requestEvent < 0 || capture.entry(record.requestEvent).message != MessageKind::Request)
        return false;
    const Event event = capture.eventAt(record.requestEvent);
    const JsonValue params(event.part(event.envelope.params));
    return params.member("_meta").member("io.modelcontextprotocol/logLevel").isValid();
}

} // namespace

bool isUnaskedLogMessage(const Capture &capture, const RequestLog &log, qsizetype index)
{
    const CaptureEntry &entry = capture.entry(index);
    if (entry.message != MessageKind::Notification || entry.direction != Direction::ServerToClient)
        return false;
    const Event message = capture.eventAt(index);
    if (message.method() != "notifications/message")
        return false;
    const std::optional<Revision> revision = revisionAt(capture, log, index);
    if (!revision || eraOf(*revision) != Era::Modern)
        return false;
    for (qsizetype row = log.count() - 1; row >= 0; --row) {
        const RequestRecord record = log.record(row);
        const bool isOpen = record.isOpen() || record.end >= entry.time;
        const bool mayCross = record.cancellation || record.state == RequestState::TimedOut;
        if (record.direction == Direction::ClientToServer && record.connection == message.connection &&
            record.start <= entry.time && (isOpen || mayCross) && asksForLog(capture, record))
            return false;
    }
    return true;
}

} // namespace Pullcord
