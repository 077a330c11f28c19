// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/outputrule.h"

#include "core/capture/capture.h"
#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/findings/findingcontext.h"

namespace Pullcord {

OutputRule::OutputRule(FindingContext &context)
    : FindingRule(context, {})
{}

void OutputRule::onEvent(const FindingStep &step)
{
    if (step.message.kind != MessageKind::Result || !step.record || context().toolLists.empty())
        return;
    if (!m_outputs)
        m_outputs = std::make_unique<OutputChecker>(capture(), log());
    const JsonValue result(step.event.part(step.message.result));
    const OutputCheck check = m_outputs->ofResult(step.row, result, context().toolLists);
    if (check.verdict == OutputCheck::Verdict::Undecided)
        ++(check.gaveUp ? context().unchecked.tooLarge : context().unchecked.undecided);
    else if (check.verdict == OutputCheck::Verdict::Violated && isOfMasked(step, check))
        ++context().unchecked.masked;
    else if (check.verdict == OutputCheck::Verdict::Violated)
        report(step, check);
}

bool OutputRule::isOfMasked(const FindingStep &step, const OutputCheck &check) const
{
    return isMasked(step.event.bytes) || (check.list >= 0 && isMasked(capture().eventAt(check.list).bytes));
}

void OutputRule::report(const FindingStep &step, const OutputCheck &check)
{
    const QByteArray tool = step.record->target.toUtf8();
    const QByteArray sort = tool + ' ' + (check.places.isEmpty() ? QByteArray() : check.places.first().toUtf8());
    if (grow(m_found.value(sort), step))
        return;
    const QString name = HumanText::visible(step.record->target.left(CancelWords::MostQuoted));
    Finding found = finding(FindingCode::P12, step.event.direction, step);
    found.sentence =
        check.places.isEmpty()
            ? Words::of(QT_TRANSLATE_NOOP("Words", "The tool %1 has an output schema, and its result no structured "
                                                   "content"),
                        name)
            : Words::of(QT_TRANSLATE_NOOP("Words", "The structured content of %1 is not what the output schema of the "
                                                   "tool says: %2"),
                        name, check.places.first());
    for (const qint64 event : {check.list, step.record->requestEvent, step.index})
        found.addEvent(event);
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostSorts)
        m_found.insert(sort, key);
}

} // namespace Pullcord
