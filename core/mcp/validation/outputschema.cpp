// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/outputschema.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace Pullcord {

namespace {

/// Output schema of a tool in a response to tools/list; none if the tool is not on this page.
std::optional<QByteArray> schemaIn(const Event &answer, const QString &tool)
{
    const JsonValue tools = JsonValue(answer.part(answer.envelope.result)).member("tools");
    for (const JsonMember &each : tools) {
        if (each.value.member("name").toString() == tool)
            return each.value.member("outputSchema").raw().toByteArray();
    }
    return {};
}

/// Row of the call whose task the request asks about; the same row for any other request.
qsizetype callOf(const RequestLog &log, qsizetype row)
{
    const RequestRecord record = log.record(row);
    const bool isOfTask = record.method == "tasks/result" || record.method == "tasks/get";
    if (!isOfTask || record.leg.first == RequestRecord::NoSerial)
        return row;
    const qsizetype first = log.rowOf(record.connection, record.leg.first);
    return first < 0 ? row : first;
}

/// Event of the response to a list request, or of a response under an id of another type, since the server sent its
/// content anyway.
qint64 answerTo(const RequestRecord &list)
{
    return list.responseEvent != RequestRecord::NoEvent ? list.responseEvent : list.mismatched.event;
}

bool hadBeenAnswered(const RequestRecord &list, const RequestRecord &call)
{
    return list.connection == call.connection && answerTo(list) != RequestRecord::NoEvent &&
           answerTo(list) <= call.requestEvent;
}

} // namespace

OutputPromise OutputPromise::at(const RequestLog &log, qsizetype row, std::span<const qsizetype> lists)
{
    row = callOf(log, row);
    const RequestRecord call = log.record(row);
    const auto behind = std::lower_bound(lists.begin(), lists.end(), row);
    const auto newest = std::find_if(std::make_reverse_iterator(behind), lists.rend(),
                                     [&](qsizetype each) { return hadBeenAnswered(log.record(each), call); });
    return {newest == lists.rend() ? -1 : *newest, call.target};
}

QByteArray outputSchemaAt(const Capture &capture, const RequestLog &log, qsizetype row)
{
    std::vector<qsizetype> lists;
    for (qsizetype at = 0; at < row; ++at) {
        if (log.record(at).method == "tools/list")
            lists.push_back(at);
    }
    return ListedSchema::at(capture, log, row, lists).schema;
}

ListedSchema ListedSchema::at(const Capture &capture, const RequestLog &log, qsizetype row,
                              std::span<const qsizetype> lists)
{
    row = callOf(log, row);
    const RequestRecord call = log.record(row);
    if (call.method != "tools/call")
        return {};
    const auto behind = std::lower_bound(lists.begin(), lists.end(), row);
    for (auto at = std::make_reverse_iterator(behind); at != lists.rend(); ++at) { // the last page first
        const RequestRecord list = log.record(*at);
        if (!hadBeenAnswered(list, call))
            continue;
        if (std::optional<QByteArray> schema = schemaIn(capture.eventAt(answerTo(list)), call.target))
            return {*schema, answerTo(list)};
        const Event request = capture.eventAt(list.requestEvent);
        if (!JsonValue(request.part(request.envelope.params)).member("cursor").isValid())
            break; // the first page
    }
    return {};
}

} // namespace Pullcord
