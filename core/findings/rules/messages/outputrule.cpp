// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messages/outputrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"
#include "core/findings/findingcontext.h"
#include "core/mcp/requests/taskinfo.h"

namespace Pullcord {

void OutputRule::onEvent(const FindingStep &step)
{
    if (step.message.kind != MessageKind::Result || !step.record || context().toolLists.empty())
        return;
    const RequestRecord &record = *step.record;
    const JsonValue result(step.event.part(step.message.result));
    const bool isClients = record.direction == Direction::ClientToServer;
    const auto call = isClients ? m_tasks.constFind(record.target) : m_tasks.constEnd();
    if (isClients && record.method == "tools/call") {
        const bool isModern = result.member("resultType").isValid();
        if (const auto task = TaskInfo::createdBy(result, isModern);
            task && (isModern || record.asksForTask) && m_tasks.size() < MostTasks)
            m_tasks.insert(task->id, step.row);
        check(step, step.row, result);
    } else if (record.method == "tasks/result") { // 2025-11-25
        check(step, call == m_tasks.constEnd() ? step.row : *call, result);
    } else if (record.method == "tasks/get" && call != m_tasks.constEnd() && result.member("result").isObject()) {
        check(step, *call, result.member("result")); // the extension
    }
}

/// Checks a result of the call in row `call`, which came in `step`.
void OutputRule::check(const FindingStep &step, qint64 call, const JsonValue &result)
{
    const OutputCheck check = context().outputs.ofResult(call, result, context().toolLists);
    if (check.verdict == OutputCheck::Verdict::Undecided)
        ++(check.gaveUp ? context().unchecked.tooLarge : context().unchecked.undecided);
    else if (check.verdict == OutputCheck::Verdict::Violated && isOfMasked(step, check))
        ++context().unchecked.masked;
    else if (check.verdict == OutputCheck::Verdict::Violated)
        report(step, log().record(call), check);
}

bool OutputRule::isOfMasked(const FindingStep &step, const OutputCheck &check) const
{
    return isMasked(step.event.bytes) || (check.list >= 0 && isMasked(capture().eventAt(check.list).bytes));
}

void OutputRule::report(const FindingStep &step, const RequestRecord &call, const OutputCheck &check)
{
    const QByteArray tool = call.target.toUtf8();
    const QByteArray sort = tool + ' ' + (check.places.isEmpty() ? QByteArray() : check.places.first().toUtf8());
    if (grow(m_found.value(sort), step))
        return;
    const QString name = Formatting::visible(call.target.left(CancelWords::MostQuoted));
    Finding found = finding(FindingCode::P12, step.event.direction, step);
    found.sentence =
        check.places.isEmpty()
            ? TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The tool %1 has an output schema, but its result has no structured content"),
                  name)
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The structured content of %1 does not match the output schema of the tool: %2"),
                  name, check.places.first());
    for (const qint64 event : {check.list, call.requestEvent, step.index})
        found.addEvent(event);
    const quint64 key = raise(std::move(found));
    if (m_found.size() < MostSorts)
        m_found.insert(sort, key);
}

} // namespace Pullcord
