// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading any response or request of a server gives a value or an error. The input is a result, the params of a
// request, or a JSON-RPC error.
#include "core/capture/serverinfo.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/cachehints.h"
#include "core/mcp/catalog/catalogitem.h"
#include "core/mcp/catalog/contentblock.h"
#include "core/mcp/mcperror.h"
#include "core/mcp/requests/completion.h"
#include "core/mcp/requests/elicitation.h"
#include "core/mcp/requests/inputrequired.h"
#include "core/mcp/requests/taskinfo.h"
#include "core/mcp/validation/mcpschema.h"
#include "core/mcp/validation/messagecheck.h"
#include "core/mcp/validation/outputcheck.h"
#include "fuzz/require.h"

using namespace Pullcord;

namespace {

constexpr qint64 MostSteps = 20'000;

void requireJson(const QByteArray &text)
{
    REQUIRE(!JsonChecker().check(text));
}

void readItem(const JsonValue &value)
{
    const CatalogItem item = CatalogItem::from(value);
    REQUIRE(item.raw == value.raw() && (item.isUsable || !item.problem.isEmpty()));
    const Tool tool = Tool::from(item);
    REQUIRE(tool.raw == item.raw);
    (void)PromptArgument::of(item);
    if (const auto task = TaskInfo::fromJson(value))
        REQUIRE(!task->ttl || *task->ttl >= 0);
}

void readContent(const JsonValue &value)
{
    for (const ContentBlock &block : ContentBlock::in(value)) {
        (void)block.summary();
        (void)block.text();
        (void)block.link();
        const auto data = block.data();
        REQUIRE(data || !data.error().detail.isEmpty());
        const auto bytes = block.resource().bytes();
        REQUIRE(bytes || !bytes.error().detail.isEmpty());
        (void)block.resource().summary();
    }
}

void readQuestions(const QByteArray &json, const JsonValue &value)
{
    const QByteArray schema = value.member("requestedSchema").raw().toByteArray();
    for (const QByteArray &content : {Elicitation::defaultContent(schema), Elicitation::suggestedContent(schema)}) {
        requireJson(content);
        const QByteArray accepted = Elicitation::accepted(content);
        requireJson(accepted);
        (void)ResponseCheck::of("elicitation/create", json, accepted);
    }
    if (const auto wanted = InputRequired::in(json)) {
        const QList<QByteArray> answers(wanted->questions.size(), "{}");
        requireJson(wanted->answeredIn("{\"name\":\"a\"}", answers));
    }
    for (const InputRequired::Question &question : InputRequired::elicitationsIn(value))
        REQUIRE(!question.method.isEmpty());
}

void readMessages(const QByteArray &json)
{
    const QByteArray asResult = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + json + '}';
    const QByteArray asRequest = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + json + '}';
    for (const Revision revision : {Revision::R2024_11_05, LatestLegacy, LatestModern}) {
        for (const char *method : {"tools/call", "tools/list", "initialize"})
            (void)McpSchema::of(revision).check(asResult, method);
        REQUIRE(MessageCheck::remarks(asRequest, revision).size() <= MessageCheck::MaxRemarks + 10);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray json(reinterpret_cast<const char *>(data), qsizetype(size));
    if (JsonChecker().check(json))
        return 0;
    const JsonValue value(json);
    (void)ServerInfo::fromInitialize(value);
    (void)ServerInfo::fromDiscover(value);
    readItem(value);
    for (const JsonMember &member : value) {
        readContent(member.value);
        for (const JsonMember &element : member.value)
            readItem(element.value);
    }
    (void)PromptMessage::in(json);
    (void)ResourceContents::in(json);
    (void)CompletionResult::from(json);
    const CacheHints hints = CacheHints::in(value, 1);
    REQUIRE(hints.ttl.count() >= 0 && hints.expiry() >= 1);
    readQuestions(json, value);

    const Error refusal{.kind = ErrorKind::Peer, .detail = value.member("message").toString(), .data = json};
    (void)McpError::versionsNamedBy(refusal);
    (void)McpError::revisionsNamedBy(refusal);
    (void)McpError::explained(refusal);
    const QByteArray structured = value.member("structuredContent").raw().toByteArray();
    const auto schema = OutputCheck::compile(value.member("outputSchema").raw().toByteArray(), MostSteps);
    (void)OutputCheck::of(schema, structured, false).lines();
    readMessages(json);
    return 0;
}
