// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/resulttypes.h"

#include "core/capture/capture.h"
#include "core/findings/facts/conversationfacts.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <iterator>

namespace Pullcord {

namespace {

/// Known extensions, by their names after `io.modelcontextprotocol/`. Only tasks have a resultType of their own.
bool isKnownExtension(const QByteArray &name)
{
    constexpr QByteArrayView Prefix = "io.modelcontextprotocol/";
    static constexpr QByteArrayView Names[] = {"ui", "tasks", "oauth-client-credentials",
                                               "enterprise-managed-authorization"};
    return name.startsWith(Prefix) &&
           std::find(std::begin(Names), std::end(Names), QByteArrayView(name).sliced(Prefix.size())) != std::end(Names);
}

} // namespace

bool ResultTypes::mayAskFirst(const QByteArray &method)
{
    return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

bool ResultTypes::mayBeTask(const QByteArray &method)
{
    return method == "tools/call" || method == "tasks/get"; // the proposal (SEP) has both in places
}

bool ResultTypes::isWrong(const JsonValue &result, const QByteArray &method)
{
    const JsonValue type = result.member("resultType");
    const QByteArray name = type.toUtf8();
    const Dialect &dialect = Dialect::mcpModernStdio();
    return type.isValid() &&
           (!dialect.resultTypes.contains(name) || (name == dialect.asksFirst && !mayAskFirst(method)) ||
            (name == "task" && !mayBeTask(method)));
}

bool ResultTypes::mayBeOne(const QByteArray &resultType, const RequestRecord &request, const Capture &capture,
                           const ConversationFacts &facts)
{
    if (resultType.isEmpty() || Dialect::mcpModernStdio().resultTypes.contains(resultType) || request.requestEvent < 0)
        return false;
    const Event sent = capture.eventAt(request.requestEvent);
    const JsonValue params(sent.part(sent.envelope.params));
    const JsonValue meta = params.member("_meta");
    const JsonValue servers(facts.discovered());
    for (const JsonMember &extension : meta.member("io.modelcontextprotocol/clientCapabilities").member("extensions")) {
        const QByteArray name = JsonValue(extension.rawKey).toUtf8();
        if (!isKnownExtension(name) &&
            (facts.discovered().isEmpty() || servers.member("extensions").member(name).isValid()))
            return true;
    }
    return false;
}

} // namespace Pullcord
