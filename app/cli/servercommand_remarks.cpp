// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// ServerCommand: remarks on messages that the server should not have sent.
#include "app/cli/servercommand.h"

#include "app/cli/output.h"
#include "core/capture/humantext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/messagecheck.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

/// The server cancels something that it must not cancel. The cancel has no effect, but the fault is worth a remark.
void ServerCommand::tellOfIgnored(const Transition &transition, const Event &event)
{
    using Kind = LimitedRemarks::Kind;
    using Problem = Transition::CancelProblem;
    const bool ready = m_conversation->client()->state() == Client::State::Ready; // otherwise it may be anything
    if (!ready || transition.kind != Transition::Kind::IgnoredCancel || event.direction != Direction::ServerToClient)
        return;
    const JsonValue id = JsonValue(event.part(transition.message.params)).member("requestId");
    const QString named = Output::printable(QString::fromUtf8(id.raw()));
    switch (transition.problem) {
    case Problem::Unknown: {
        const RequestTracker &tracker = m_conversation->session()->tracker();
        const RequestRecord *ours = tracker.find(Direction::ClientToServer, RequestId::fromJson(id.raw()));
        m_remarks.add(Kind::IgnoredCancel,
                      ours ? u"The server cancelled %1, a request of this client, which it must not cancel"_s.arg(named)
                           : u"The server cancelled %1, a request that it never sent"_s.arg(named));
        break;
    }
    case Problem::OtherType:
        m_remarks.add(Kind::IgnoredCancel,
                      u"The server cancelled %1, but its request has an id of another type"_s.arg(named));
        break;
    case Problem::Finished: {
        const RequestTracker &tracker = m_conversation->session()->tracker();
        const RequestRecord *its = tracker.find(Direction::ServerToClient, RequestId::fromJson(id.raw()));
        m_remarks.add(Kind::IgnoredCancel,
                      its && its->forbidden
                          ? u"The server cancelled %1, a request of its own, which was not allowed either"_s.arg(named)
                          : u"The server cancelled %1, which already has a response"_s.arg(named));
        break;
    }
    case Problem::Twice:
        m_remarks.add(Kind::IgnoredCancel, u"The server cancelled %1 again"_s.arg(named));
        break;
    default:
        m_remarks.add(Kind::IgnoredCancel, u"The server sent a cancellation without effect: %1"_s.arg(
                                               Output::printable(QString::fromUtf8(event.bytes))));
        break;
    }
}

/// The server sends a request where it must not.
void ServerCommand::tellOfForbidden(const Transition &transition, const Event &event)
{
    if (transition.kind != Transition::Kind::Forbidden)
        return;
    const RequestId id = transition.message.requestId(event.bytes);
    m_remarks.add(
        LimitedRemarks::Kind::ForbiddenRequest,
        u"The server sent a request of its own, %1 (id %2), which MCP %3 does not allow: it gets no response"_s.arg(
            Output::printable(QString::fromUtf8(transition.message.methodName(event.bytes))),
            Output::printable(id.display()), nameOf(m_conversation->client()->revision())));
}

/// The request has no response yet, and needs none any more.
void ServerCommand::tellOfWithdrawn(qsizetype row, const Transition &transition, const Event &event)
{
    if (transition.kind != Transition::Kind::CancelRequested || row < 0 || event.direction != Direction::ServerToClient)
        return;
    const RequestRecord record = m_conversation->log().record(row);
    if (record.direction != Direction::ServerToClient || !record.cancellation)
        return;
    const QString &reason = record.cancellation->reason;
    m_remarks.add(LimitedRemarks::Kind::WithdrawnRequest,
                  Output::printable(u"The server withdrew its %1 (id %2) after %3: %4"_s.arg(
                      QString::fromUtf8(record.method), record.id.display(),
                      HumanText::duration(record.cancellation->time - record.start),
                      reason.isEmpty() ? u"no reason given"_s : reason)));
}

/// A response that fits no open request; usually the id has another type.
void ServerCommand::tellOfUnasked(qsizetype row, const Transition &transition, const Event &event)
{
    const bool ready = m_conversation->client()->state() == Client::State::Ready;
    if (!ready || transition.kind != Transition::Kind::UnknownAnswer || event.direction != Direction::ServerToClient)
        return;
    const RequestId id = transition.message.requestId(event.bytes);
    if (row < 0) {
        m_remarks.add(
            LimitedRemarks::Kind::UnknownResponse,
            id.canBeAnswered()
                ? Output::printable(
                      u"The server sent a response to %1, which is not the id of any request"_s.arg(id.display()))
                : u"The server sent a response without an id, so its request is unknown"_s);
        return;
    }
    const RequestId asked = m_conversation->log().record(row).id;
    const QString text =
        asked.kind() != id.kind()
            ? u"The server sent a response to %1, but the request has the id %2, which is of another type"_s
        : id.kind() == RequestId::Kind::String
            ? u"The server sent a response to %1, but the request has the id %2: another string"_s
            : u"The server sent a response to %1, but the request has the id %2: another spelling"_s;
    m_remarks.add(LimitedRemarks::Kind::UnknownResponse, Output::printable(text.arg(id.display(), asked.display())));
}

/// Printed once, since there may be many. With --log-level each is marked.
void ServerCommand::tellOfUnaskedLog(const Transition &transition)
{
    if (transition.kind == Transition::Kind::UnaskedLog && !m_options.logLevel && !std::exchange(m_toldOfLog, true))
        Output::remark(u"The server sends log messages that were not requested: %1 (--log-level requests them)"_s.arg(
            HumanText::unaskedLog()));
}

} // namespace Pullcord
