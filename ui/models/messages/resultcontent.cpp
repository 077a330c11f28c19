// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/resultcontent.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/catalog/cachehints.h"
#include "ui/models/catalog/catalogtexts.h"
#include "ui/models/texts.h"

#include <QCoreApplication>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct ResultTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::ResultContent)
};

using Kind = ResultContent::Kind;

/// True for a result without content: it asks for input first, or begins a task. Reads the members once, since there
/// may be many.
bool isInterim(const JsonValue &result)
{
    bool asksForInput = false;
    bool isTask = false;
    for (const JsonMember &member : result) {
        if (member.keyEquals("content"))
            return false; // content is worth showing, whatever the type
        if (member.keyEquals("resultType"))
            asksForInput = member.value.isString() && member.value.toUtf8() != "complete";
        else if (member.keyEquals("task"))
            isTask = member.value.isObject();
    }
    return asksForInput || isTask;
}

/// Returns the result within the state of a task (extension), if it has ended.
std::pair<Kind, JsonValue> endOf(const JsonValue &state)
{
    const JsonValue result = state.member("result");
    return {result.member("content").isArray() ? Kind::Tool : Kind::None, result};
}

/// Returns the kind, and the object that contains the content.
std::pair<Kind, JsonValue> find(const RequestRecord &record, const Event &event)
{
    if (!event.isMessage())
        return {};
    const Envelope message = messageOf(record, event);
    if (message.kind == MessageKind::Request && record.method == "sampling/createMessage")
        return {Kind::Sampling, JsonValue(event.part(message.params))};
    if (message.kind == MessageKind::Notification && message.hasMethod(event.bytes, "notifications/tasks"))
        return endOf(JsonValue(event.part(message.params)));
    if (message.kind != MessageKind::Result)
        return {};
    const JsonValue result(event.part(message.result));
    if (record.method == "tools/call" || record.method == "tasks/result")
        return {isInterim(result) ? Kind::None : Kind::Tool, result};
    if (record.method == "tasks/get")
        return endOf(result);
    if (record.method == "resources/read")
        return {isInterim(result) ? Kind::None : Kind::Resource, result};
    if (record.method == "prompts/get")
        return {isInterim(result) ? Kind::None : Kind::Prompt, result};
    if (record.method == "sampling/createMessage")
        return {Kind::Sampling, result};
    return {};
}

void takeTool(ResultContent &content, const JsonValue &result)
{
    JsonValue blocks;
    for (const JsonMember &member : result) { // in one pass, as above
        if (member.keyEquals("isError"))
            content.isError = member.value.toBool().value_or(false);
        else if (member.keyEquals("structuredContent"))
            content.structured = member.value.raw().toByteArray();
        else if (member.keyEquals("content"))
            blocks = member.value;
    }
    if (blocks.isArray())
        content.messages = {{.role = {}, .content = ContentBlock::in(blocks), .raw = {}}};
    else
        content.problem = ResultTexts::tr("The response to tools/call has no array “content”");
}

} // namespace

Envelope messageOf(const RequestRecord &record, const Event &event)
{
    if (event.envelope.kind != MessageKind::Batch)
        return event.envelope;
    const bool wantsAnswer = event.direction != record.direction;
    const QList<Envelope> items = Envelope::batchItems(event.bytes);
    for (const Envelope &item : items) {
        if (item.isResponse() == wantsAnswer && item.requestId(event.bytes) == record.id)
            return item;
    }
    return {};
}

ResultContent::Kind ResultContent::kindOf(const RequestRecord &record, const Event &event)
{
    return find(record, event).first;
}

ResultContent ResultContent::of(const RequestRecord &record, const Event &event)
{
    const auto [kind, value] = find(record, event);
    ResultContent content;
    content.kind = kind;
    switch (kind) {
    case Kind::None:
        break;
    case Kind::Tool:
        takeTool(content, value);
        break;
    case Kind::Resource:
        if (value.member("ttlMs").isValid())
            content.keeping = CatalogTexts::keeping(CacheHints::in(value, 0));
        if (const auto resources = ResourceContents::in(value.raw().toByteArray()))
            content.resources = *resources;
        else
            content.problem = Texts::translated(resources.error().detail);
        break;
    case Kind::Prompt:
        content.introduction = value.member("description").toString();
        if (const auto messages = PromptMessage::in(value.raw().toByteArray()))
            content.messages = *messages;
        else
            content.problem = Texts::translated(messages.error().detail);
        break;
    case Kind::Sampling:
        content.introduction = value.member("systemPrompt").toString();
        if (const JsonValue messages = value.member("messages"); messages.isArray()) {
            for (const JsonMember &message : messages)
                content.messages.append(PromptMessage::from(message.value));
        } else {
            content.messages = {PromptMessage::from(value)};
        }
        break;
    }
    return content;
}

} // namespace Pullcord
