// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/requestparts.h"

#include "core/capture/describe.h"
#include "core/capture/eventtimes.h"
#include "core/mcp/conversation.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace Pullcord {

namespace {

struct MomentTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RequestMoment)
};

} // namespace

QList<RequestMoment> momentsOf(const RequestRecord &record, std::optional<qint64> firstProgress)
{
    QList<RequestMoment> moments;
    const bool isOurs = record.direction == Direction::ClientToServer;
    const bool hasLeft = record.state != RequestState::Queued && !record.neverSent;
    moments.append({!hasLeft ? MomentTexts::tr("Queued")
                    : isOurs ? MomentTexts::tr("Sent")
                             : MomentTexts::tr("Sent by the server"),
                    record.start});
    const auto add = [&moments](const QString &name, qint64 time) {
        if (time != 0)
            moments.append({name, time});
    };
    add(MomentTexts::tr("First progress"), firstProgress.value_or(0));
    if (record.cancellation) {
        add(Texts::translated(Describe::cancelledBy(record)), record.cancellation->time);
        if (record.cancellation->signalTime != record.cancellation->time)
            add(MomentTexts::tr("Cancel on the wire"), record.cancellation->signalTime);
    }
    add(MomentTexts::tr("Stream closed by the client"), record.streamClosed);
    add(MomentTexts::tr("Stream ended by the server"), record.streamEnded);
    if (record.lostAtQuestions != 0 || (record.cancellation && record.cancellation->answered))
        add(MomentTexts::tr("Responded with questions"), record.end);
    else if (record.endUnknown)
        add(MomentTexts::tr("The recording ended"), record.end);
    else if (record.state != RequestState::Cancelled)
        add(Texts::translated(Describe::state(record)), record.end);
    add(Texts::translated(Describe::state(record)), record.lostAtQuestions);
    add(MomentTexts::tr("Late response"), record.late.responseTime);
    if (record.late.lastTime != record.late.responseTime)
        add(MomentTexts::tr("Last activity"), record.late.lastTime);
    std::stable_sort(moments.begin() + 1, moments.end(),
                     [](const RequestMoment &a, const RequestMoment &b) { return a.time < b.time; });
    return moments;
}

namespace {

struct PartTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::RequestPart)
};

/// Returns the event with the result of the task begun by this call: the last response to tasks/result (2025-11-25), or
/// the event that reported the end (extension).
qint64 taskResult(const Conversation &conversation, qsizetype row)
{
    const TaskLog::Entry *task = conversation.task(row);
    if (!task || task->endEvent != RequestRecord::NoEvent)
        return task ? task->endEvent : RequestRecord::NoEvent;
    const RequestLog &log = conversation.log();
    const RequestRecord call = log.record(row);
    quint64 serial = call.leg.last;
    while (serial != RequestRecord::NoSerial && serial != call.serial) {
        const RequestRecord leg = log.record(log.rowOf(call.connection, serial));
        if (leg.method == "tasks/result" && leg.responseEvent != RequestRecord::NoEvent)
            return leg.responseEvent;
        serial = leg.leg.previous;
    }
    return RequestRecord::NoEvent;
}

} // namespace

QString RequestPart::label() const
{
    switch (kind) {
    case Kind::Request:
        return PartTexts::tr("Request");
    case Kind::Answer:
        return PartTexts::tr("Response");
    case Kind::Cancel:
        return PartTexts::tr("Cancel message");
    case Kind::ClosedStream:
        return PartTexts::tr("Closed stream");
    case Kind::LateResponse:
        return PartTexts::tr("Late response");
    case Kind::TaskResult:
        return PartTexts::tr("Task result");
    case Kind::Unsent:
        return PartTexts::tr("Not sent", "a request");
    }
    return {};
}

QList<RequestPart> partsOf(const RequestRecord &record)
{
    const qint64 cancel = record.cancellation ? record.cancellation->event : RequestRecord::NoEvent;
    const auto cancelKind = record.cancelledByClosing() ? RequestPart::Kind::ClosedStream : RequestPart::Kind::Cancel;
    QList<RequestPart> parts{{RequestPart::Kind::Request, record.requestEvent},
                             {RequestPart::Kind::Answer, record.responseEvent},
                             {cancelKind, cancel},
                             {RequestPart::Kind::LateResponse, record.late.responseEvent}};
    parts.removeIf([](const RequestPart &part) { return part.event == RequestRecord::NoEvent; });
    return parts;
}

QList<RequestPart> partsOf(const Conversation &conversation, qsizetype row)
{
    const RequestRecord record = conversation.log().record(row);
    QList<RequestPart> parts = partsOf(record);
    if (const qint64 event = requestEventOf(conversation, row);
        record.requestEvent == RequestRecord::NoEvent && event >= 0)
        parts.prepend({RequestPart::Kind::Unsent, event});
    if (const qint64 event = taskResult(conversation, row); event != RequestRecord::NoEvent)
        parts.append({RequestPart::Kind::TaskResult, event});
    return parts;
}

// An unsent request has only the event that ended it.
qint64 requestEventOf(const Conversation &conversation, qsizetype row)
{
    const RequestRecord record = conversation.log().record(row);
    if (record.requestEvent != RequestRecord::NoEvent || !record.neverSent)
        return record.requestEvent;
    const Capture &capture = conversation.capture();
    for (qsizetype at = firstEventAt(capture, record.end); at < capture.count(); ++at) {
        const CaptureEntry &entry = capture.entry(at);
        if (entry.time != record.end)
            break;
        if (entry.kind == EventKind::Unsent && entry.row == row)
            return at;
    }
    return RequestRecord::NoEvent;
}

} // namespace Pullcord
