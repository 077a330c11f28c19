// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labstep.h"

#include "core/findings/findings.h"
#include "core/rpc/messagetext.h"

#include <utility>

namespace Pullcord {

LabBench::LabBench(Conversation &itsConversation, Findings &itsFindings)
    : conversation(itsConversation)
    , findings(itsFindings)
{}

OutgoingRequest *LabBench::call(std::chrono::milliseconds timeout)
{
    return noted(
        conversation.client()->callTool(plan.tool, plan.arguments, {.timeout = timeout, .progressExtends = false}));
}

/// Notes the row of a request, which exists once the request has left.
OutgoingRequest *LabBench::noted(OutgoingRequest *request)
{
    const auto note = [this, request] {
        if (request->serial() != Transition::NoRecord)
            rows.insert(rowOf(*request));
    };
    note();
    QObject::connect(request, &OutgoingRequest::stateChanged, &m_context, note);
    return request;
}

QByteArray LabBench::probeMethod() const
{
    return dialect().pingMethod.isEmpty() ? QByteArrayLiteral("server/discover") : dialect().pingMethod;
}

OutgoingRequest *LabBench::probe(std::chrono::milliseconds timeout)
{
    return noted(conversation.client()->request(probeMethod(), {}, {.timeout = timeout}));
}

qint64 LabBench::rowOf(const OutgoingRequest &request) const
{
    return conversation.log().rowOf(conversation.rpc()->connection(), request.serial());
}

QByteArray LabBench::cancelOf(const QByteArray &rawId, const RequestId &asRequest) const
{
    const QByteArray params = MessageText::cancelParams(dialect(), rawId, plan.reason);
    return asRequest.kind() == RequestId::Kind::None ? MessageText::notification(dialect().cancelMethod, params)
                                                     : MessageText::request(asRequest, dialect().cancelMethod, params);
}

std::chrono::milliseconds LabBench::probeLimit() const
{
    return plan.patience + plan.answerLimit;
}

std::chrono::milliseconds LabBench::watchAfter(std::chrono::nanoseconds worked) const
{
    const bool isKnown = endsByItself && duration;
    const std::chrono::nanoseconds rest =
        isKnown ? std::max(*duration - worked, std::chrono::nanoseconds(0)) : std::chrono::nanoseconds(0);
    return plan.patience + std::chrono::ceil<std::chrono::milliseconds>(rest);
}

std::chrono::milliseconds LabBench::longest(int others) const
{
    if (!duration)
        return plan.limit;
    return probeLimit() + std::chrono::ceil<std::chrono::milliseconds>(*duration) * (2 + others);
}

TranslatableText LabBench::reasonAgainst(LabCase testCase) const
{
    if (testCase == LabCase::Sweep || testCase == LabCase::AtOnce)
        return {};
    if (testCase == LabCase::Initialize) {
        if (conversation.client()->isModern())
            return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Revision 2026-07-28 has no initialize"));
        if (conversation.rpc()->transport().hasStreams())
            return TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "Over HTTP there is no session yet in which to cancel initialize"));
        return {};
    }
    if (dialect().signal != Dialect::Signal::Notification)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "Over HTTP in this revision, closing the stream cancels a request: "
                                                  "there is no message that could be invalid"));
    if ((testCase == LabCase::OtherType || testCase == LabCase::WithId) && !endsByItself)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The tool does not end by itself, so it is unknown whether the cancellation stopped it"));
    return {};
}

LabStep::LabStep(LabBench &bench, const LabTrial &trial, QObject *parent)
    : QObject(parent)
    , m_bench(bench)
    , m_trial(trial)
{}

LabStep::~LabStep() = default;

void LabStep::start()
{
    m_trial.began = m_bench.conversation.now();
    m_trial.outcome = LabOutcome::Silent;
    begin();
}

void LabStep::setCall(OutgoingRequest *call)
{
    m_call = call;
    connect(call, &OutgoingRequest::stateChanged, this, [this](RequestState state) {
        if (m_call && m_call->serial() != Transition::NoRecord)
            m_trial.row = m_bench.rowOf(*m_call);
        if (state == RequestState::InFlight)
            onSent();
    });
}

void LabStep::end()
{
    if (std::exchange(m_isOver, true))
        return;
    m_bench.findings.advance(m_bench.conversation.now());
    m_trial.ended = m_bench.conversation.now();
    judge();
    if (bench().conversation.client()->isLeaving() && !makesConnections())
        m_trial.outcome = LabOutcome::NotFinished; // the client caused the end
    emit ended();
}

void LabStep::abandon()
{
    if (std::exchange(m_isOver, true))
        return;
    m_trial.ended = m_bench.conversation.now();
    for (const QPointer<OutgoingRequest> &request : m_asked + QList{m_call}) {
        if (!request || request->isFinished())
            continue;
        request->disconnect(this);
        request->cancel(m_bench.plan.reason);
    }
    if (m_trial.row >= 0)
        judge();
    restore();
}

} // namespace Pullcord
