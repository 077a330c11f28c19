// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/http/eventstreamrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/findings/httpsteps.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

using Kind = Transition::Kind;

void EventStreamRule::onEvent(const FindingStep &step)
{
    if (!facts().isLegacyHttp() || !facts().isMcp())
        return;
    reportFaults(step);
    const QJsonObject &details = step.event.details;
    const bool isGet = details.value("step"_L1) == "request"_L1 && details.value("method"_L1) == "GET"_L1;
    if (isGet && HttpSteps::hasAllHeaders(details) && !HttpSteps::header(details, "Last-Event-ID"_L1))
        m_gets.insert(exchangeOf(step.event), step.index);
}

void EventStreamRule::onTransition(const FindingStep &step)
{
    if (m_gets.isEmpty() || step.record->direction != Direction::ClientToServer || !facts().isLegacyHttp())
        return;
    const qint64 *get = m_gets.find(exchangeOf(step.event));
    if (!get || isSettled(step.row) || grow(m_response, step))
        return;
    Finding found = finding(FindingCode::H08, Direction::ServerToClient, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "The response to %1 came in a stream that a GET opened and that resumes no other: "
                          "it belongs in the response to its POST, where hosts wait for it"),
        step.record->id.display());
    for (const qint64 event : {step.record->requestEvent, *get, step.index})
        found.addEvent(event);
    m_response = raise(std::move(found));
}

void EventStreamRule::reportFaults(const FindingStep &step)
{
    const QList<ResumableStreams::Fault> &faults = facts().streams().faults();
    for (; m_told < faults.size(); ++m_told) {
        const ResumableStreams::Fault &fault = faults.at(m_told);
        const bool isRepeated = fault.kind == ResumableStreams::Fault::Kind::RepeatedId;
        const bool isTooEarly = facts().hasTimes() && fault.gap + facts().crossing() < fault.retry &&
                                facts().revision() == Revision::R2025_11_25; // no rule before
        if (!isRepeated && !isTooEarly)
            continue;
        const FindingStep about{.event = step.event, .index = fault.event, .message = step.message};
        quint64 &key = isRepeated ? m_repeated : m_early;
        if (grow(key, about))
            continue;
        Finding found = finding(isRepeated ? FindingCode::H07 : FindingCode::H14,
                                isRepeated ? Direction::ServerToClient : Direction::ClientToServer, about);
        const QString id = Formatting::visible(fault.id.left(CancelWords::MostQuoted));
        found.sentence =
            isRepeated
                ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                         "Two streams of one session have an event with the id %1: a "
                                                         "client that resumes one may get the other"),
                                       id)
                : TranslatableText::of(
                      QT_TRANSLATE_NOOP(
                          "TranslatableText",
                          "The client resumed the stream after %1, although the server asked for %2 (retry)"),
                      Formatting::duration(fault.gap), Formatting::duration(fault.retry));
        if (!isRepeated)
            found.gap = fault.gap;
        found.addEvent(fault.before);
        found.addEvent(fault.event);
        key = raise(std::move(found));
    }
}

} // namespace Pullcord
