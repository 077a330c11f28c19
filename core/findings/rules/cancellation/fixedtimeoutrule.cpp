// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/fixedtimeoutrule.h"

#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

bool saysTimeout(const QString &reason)
{
    static const QRegularExpression form(uR"(\btime(d)?[ -]?out\b|\btimeout|\bdeadline (exceeded|passed)\b)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression cap(uR"(\b(max(imum)?|total|hard|overall)\b)"_s,
                                        QRegularExpression::CaseInsensitiveOption);
    return form.match(reason).hasMatch() && !cap.match(reason).hasMatch();
}

bool saysNoProgress(const QString &reason)
{
    static const QRegularExpression form(uR"(\b(no|without|missing|lack of) (any )?progress\b|\bprogress timeout\b)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return form.match(reason).hasMatch();
}

} // namespace

void FixedTimeoutRule::report(const FindingStep &step, const TranslatableText &sentence)
{
    Finding found = finding(FindingCode::T1, Direction::ClientToServer, step);
    found.sentence = sentence;
    if (step.record->byHand)
        found.severity = FindingSeverity::Info;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

void FixedTimeoutRule::takeProgress(const FindingStep &step)
{
    const Silences *known = m_silences.find(step.row);
    const qint64 silence = step.event.time - (known ? known->last : step.record->start);
    m_silences.insert(step.row,
                      {.last = step.event.time, .longest = std::max(silence, known ? known->longest : qint64(0))});
}

void FixedTimeoutRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer || !facts().isMcp() || !facts().hasTimes())
        return;
    if (step.transition->kind == Kind::Progressed) {
        takeProgress(step);
        return;
    }
    const bool isTimeout = step.transition->kind == Kind::TimedOut;
    if (isTimeout ? record.reachedCap : !record.cancellation)
        return;
    const QString reason = isTimeout ? QString() : record.cancellation->reason;
    if (!isTimeout && record.progressToken.kind() == RequestId::Kind::None && saysNoProgress(reason)) {
        report(step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The client abandoned the request %1 because no progress "
                                                      "came (\"%2\"), but had sent no progressToken with it"),
                                    record.id.display(), Formatting::visible(reason.left(CancelWords::MostQuoted))));
        return;
    }
    const qint64 waited = step.event.time - record.start;
    const Silences *silences = m_silences.find(step.row);
    const qint64 silence = silences ? step.event.time - silences->last : waited;
    if (!silences || silence + facts().crossing() >= silences->longest || (!isTimeout && !saysTimeout(reason)))
        return;
    report(step,
           TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                  "The client abandoned the request %1 because of a timeout after "
                                                  "%2, although progress had come %3 before"),
                                record.id.display(), Formatting::duration(waited), Formatting::duration(silence)));
}

} // namespace Pullcord
