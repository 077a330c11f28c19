// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrule.h"

#include "core/capture/requestlog.h"
#include "core/findings/rulecontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

FindingRule::FindingRule(RuleContext &context)
    : m_context(context)
{}

FindingRule::~FindingRule() = default;

void FindingRule::onTransition(const FindingStep &step)
{
    Q_UNUSED(step)
}

void FindingRule::onEvent(const FindingStep &step)
{
    Q_UNUSED(step)
}

void FindingRule::onDue(qint64 time)
{
    Q_UNUSED(time)
}

void FindingRule::onSignOf(qint64 row)
{
    Q_UNUSED(row)
}

void FindingRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
}

const ConversationFacts &FindingRule::facts() const
{
    return m_context.facts;
}

const Capture &FindingRule::capture() const
{
    return m_context.shared.capture;
}

const RequestLog &FindingRule::log() const
{
    return *m_context.shared.log;
}

qint64 FindingRule::exchangeOf(const Event &event)
{
    return event.details.value("exchange"_L1).toInteger();
}

Finding FindingRule::finding(FindingCode code, Direction accused, const FindingStep &step)
{
    Finding finding;
    finding.code = code;
    finding.severity = FindingKind::of(code).severity;
    finding.accused = accused;
    finding.row = step.row;
    finding.time = step.event.time;
    return finding;
}

Finding FindingRule::findingOn(qint64 row, FindingCode code, const FindingStep &step,
                               const TranslatableText &sentence) const
{
    Finding found = finding(code, step.event.direction, step);
    found.row = row;
    found.sentence = sentence;
    if (row >= 0)
        found.addEvent(log().record(row).requestEvent);
    found.addEvent(step.index);
    return found;
}

void FindingRule::wakeAt(qint64 time)
{
    m_context.shared.due.insert({time, m_context.shared.nextOrder++, m_context.connection, this});
}

} // namespace Pullcord
