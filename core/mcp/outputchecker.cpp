// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/outputchecker.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

namespace Pullcord {

OutputChecker::OutputChecker(const Capture &capture, const RequestLog &log)
    : m_capture(capture)
    , m_log(log)
    , m_compiled(MostRemembered)
{}

OutputCheck OutputChecker::ofAnswer(qsizetype row, std::span<const qsizetype> lists)
{
    const RequestRecord record = m_log.record(row);
    const bool isCall = record.method == "tools/call" || record.method == "tasks/result";
    if (!isCall || record.state != RequestState::Succeeded || record.asksFirst || record.becameTask)
        return {};
    const Event answer = m_capture.eventAt(record.responseEvent);
    const JsonValue result(answer.part(answer.envelope.result));
    if (result.member("resultType").toUtf8() == "task")
        return {};
    const Compiled &promised = schemaFor(row, lists);
    if (promised.listed.schema.isEmpty())
        return {};
    OutputCheck check =
        OutputCheck::of(promised.program, result.member("structuredContent").raw().toByteArray(), record.toolError);
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
