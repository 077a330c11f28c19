// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemabudget.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {
constexpr qint64 StepsBetweenLooks = 256; // between two reads of the clock
}

SchemaBudget::SchemaBudget(const JsonSchemaLimits &limits)
    : m_steps(limits.maxSteps)
    , m_nextLook(limits.maxSteps - StepsBetweenLooks)
    , m_deadline(limits.maxTime)
{}

bool SchemaBudget::spend(qint64 steps)
{
    m_steps -= steps;
    if (m_steps < 0) {
        stop(TranslatableText::of(QT_TRANSLATE_NOOP(
            "TranslatableText", "the value or its schema is too large to be checked within the step limit")));
    } else if (m_steps < m_nextLook) {
        m_nextLook = m_steps - StepsBetweenLooks;
        checkClock();
    }
    return !stopped();
}

bool SchemaBudget::checkClock()
{
    if (m_deadline.hasExpired())
        stop(TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "checking took too long and was stopped")));
    return !stopped();
}

void SchemaBudget::stop(const TranslatableText &reason)
{
    if (m_reason.isEmpty())
        m_reason = reason;
}

} // namespace Pullcord
