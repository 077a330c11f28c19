// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/outputchecker.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

namespace {

bool isCall(const RequestRecord &record)
{
    return record.method == "tools/call" || record.method == "tasks/result";
}

} // namespace

OutputChecker::OutputChecker(const Capture &capture, const RequestLog &log)
    : m_capture(capture)
    , m_log(log)
    , m_compiled(MostRemembered)
{}

OutputCheck OutputChecker::ofAnswer(qsizetype row, std::span<const qsizetype> lists)
{
    const RequestRecord record = m_log.record(row);
    if (!isCall(record) || record.state != RequestState::Succeeded)
        return {};
    const Event answer = m_capture.eventAt(record.responseEvent);
    return ofResult(row, JsonValue(answer.part(answer.envelope.result)), lists);
}

OutputCheck OutputChecker::ofResult(qsizetype row, const JsonValue &result, std::span<const qsizetype> lists)
{
    const RequestRecord record = m_log.record(row);
    if (!isCall(record) || !result.isObject())
        return {};
    const JsonValue type = result.member("resultType");
    const bool isTask = record.asksForTask && result.member("task").member("taskId").isString();
    if (isTask || (type.isValid() && type.toUtf8() != "complete"))
        return {};
    const Compiled &promised = schemaFor(row, lists);
    if (promised.listed.schema.isEmpty())
        return {};
    OutputCheck check = OutputCheck::of(promised.program, result.member("structuredContent").raw().toByteArray(),
                                        result.member("isError").toBool().value_or(false));
    check.list = promised.listed.event;
    return check;
}

const OutputChecker::Compiled &OutputChecker::schemaFor(qsizetype row, std::span<const qsizetype> lists)
{
    const OutputPromise key = OutputPromise::at(m_log, row, lists);
    if (const Compiled *known = m_compiled.object(key))
        return *known;
    const ListedSchema listed = key.list < 0 ? ListedSchema() : ListedSchema::at(m_capture, m_log, row, lists);
    auto *made = new Compiled{listed, OutputCheck::compile(listed.schema, MostSteps)};
    m_compiled.insert(key, made);
    return *made;
}

} // namespace Pullcord
