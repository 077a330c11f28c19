// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/requests/resending.h"

#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/client.h"
#include "core/rpc/messagetext.h"
#include "ui/models/catalog/jsonedit.h"

namespace Pullcord::Resending {

namespace {

/// Removes members that are set for each sending.
QByteArray timeless(const QByteArray &params)
{
    if (!JsonValue(params).member("_meta").isObject())
        return params;
    QByteArray left = params;
    for (const char *name :
         {"progressToken", "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientInfo",
          "io.modelcontextprotocol/clientCapabilities", "io.modelcontextprotocol/logLevel"})
        left = JsonEdit::withValue(left, JsonEdit::pointerTo("/_meta", name), std::nullopt);
    const JsonValue meta = JsonValue(left).member("_meta");
    return meta.begin() == meta.end() ? JsonEdit::withValue(left, "/_meta", std::nullopt) : left;
}

} // namespace

std::optional<Request> requestIn(const QByteArray &message)
{
    if (JsonChecker().check(message))
        return {};
    const Envelope envelope = Envelope::of(message);
    if (envelope.kind != MessageKind::Request)
        return {};
    const QByteArray params = envelope.params.in(message).toByteArray();
    return Request{.method = envelope.methodName(message),
                   .params = timeless(params),
                   .wantsProgress = JsonValue(params).pointer("/_meta/progressToken").isValid()};
}

std::optional<ToolCall> toolCallIn(const Request &request)
{
    const JsonValue params(request.params);
    if (request.method != "tools/call" || !params.member("name").isString())
        return {};
    for (const JsonMember &member : params) {
        if (!member.keyEquals("name") && !member.keyEquals("arguments"))
            return {};
    }
    return ToolCall{params.member("name").toString(), params.member("arguments").raw().toByteArray()};
}

QByteArray editable(const QByteArray &message, const Client &client)
{
    const auto request = requestIn(message);
    if (!request)
        return JsonChecker().check(message) ? message : JsonText::indented(message);
    const RequestId id = client.rpc().freshId();
    QByteArray params = request->params;
    if (request->wantsProgress)
        params = JsonEdit::withValue(params, "/_meta/progressToken", id.toJson());
    if (client.isModern() && (params.isEmpty() || JsonValue(params).isObject()))
        params = client.options().withMeta(params, client.revision());
    return JsonText::indented(MessageText::request(id, request->method, params));
}

} // namespace Pullcord::Resending
