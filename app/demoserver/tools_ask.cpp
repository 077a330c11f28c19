// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Requests to the client, and cancels from the server.

#include "app/demoserver/demoserver.h"
#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"
#include "core/json/jsontext.h"
#include "core/rpc/errorcodes.h"

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// A request to the client: method, params, and the required capability.
struct Question
{
    QByteArrayView capability;
    QByteArray method;
    QByteArray params;
};

Question samplingQuestion(const QString &prompt)
{
    return {"sampling", "sampling/createMessage",
            R"({"messages":[{"role":"user","content":{"type":"text","text":)" + JsonText::quoted(prompt) +
                R"(}}],"maxTokens":100})"};
}

Question elicitationQuestion(const QString &message)
{
    return {"elicitation", "elicitation/create",
            R"({"message":)" + JsonText::quoted(message) +
                R"(,"requestedSchema":{"type":"object","properties":{"name":{"type":"string","title":"Your name"},)"
                R"("sure":{"type":"boolean","title":"Are you sure?","default":false}},"required":["name"]}})"};
}

/// Returns a form with every kind of field (2025-11-25).
Question formQuestion()
{
    return {"elicitation", "elicitation/create",
            R"({"mode":"form","message":"Tell us about your order.\nNothing is delivered.","requestedSchema":{)"
            R"("type":"object","required":["name","count","size"],"properties":{)"
            R"("name":{"type":"string","title":"Your name","minLength":2,"maxLength":40},)"
            R"("email":{"type":"string","format":"email","title":"E-mail"},)"
            R"("day":{"type":"string","format":"date","title":"Day","description":"When you want it"},)"
            R"("count":{"type":"integer","title":"How many","minimum":1,"maximum":9,"default":2},)"
            R"("tip":{"type":"number","title":"Tip","minimum":0,"default":0.5},)"
            R"("gift":{"type":"boolean","title":"A gift?","default":true},)"
            R"("color":{"type":"string","title":"Color","enum":["red","green","blue"],"default":"green"},)"
            R"("size":{"type":"string","title":"Size","oneOf":[{"const":"s","title":"Small"},)"
            R"({"const":"l","title":"Large"}]},)"
            R"("extras":{"type":"array","title":"Extras","maxItems":2,"default":["wrap"],"items":{"anyOf":[)"
            R"({"const":"wrap","title":"Wrapping"},{"const":"card","title":"A card"},)"
            R"({"const":"bow","title":"A bow"}]}}}}})"};
}

Question urlQuestion(const QString &url)
{
    return {"elicitation", "elicitation/create",
            R"({"mode":"url","message":"Please sign in","elicitationId":"demo-1","url":)" + JsonText::quoted(url) +
                '}'};
}

/// In 2026-07-28 a server asks with its result; the client repeats the call with the answer.
void askWithResult(ToolCall &call, const Question &question)
{
    const JsonValue response = call.params().member("inputResponses").member("answer");
    if (response.isValid()) {
        call.answer(u"The client answered: "_s + QString::fromUtf8(response.raw()));
        return;
    }
    const JsonValue capabilities = call.params().member("_meta").member("io.modelcontextprotocol/clientCapabilities");
    if (!capabilities.member(question.capability).isValid()) {
        call.sendError(ErrorCode::MissingClientCapability,
                       u"The client did not declare %1"_s.arg(QString::fromUtf8(question.capability)),
                       R"({"requiredCapabilities":{)" + JsonText::quoted(question.capability) + ":{}}}");
        call.end();
        return;
    }
    call.send(QByteArray(R"({"resultType":"input_required","inputRequests":{"answer":{"method":)" +
                         JsonText::quoted(QByteArrayView(question.method)) + R"(,"params":)" + question.params +
                         R"(}},"requestState":"the demo server remembers nothing"})"));
    call.end();
}

/// Sends the request. If that is impossible, responds to the call with the reason and returns null.
OutgoingRequest *askWithRequest(ToolCall &call, const Question &question, IncomingRequest *parent)
{
    if (call.isModern()) {
        call.answer(u"Servers send no requests in this revision"_s, true);
        return nullptr;
    }
    if (!call.server().clientHas(question.capability)) {
        call.answer(u"The client did not declare %1"_s.arg(QString::fromUtf8(question.capability)), true);
        return nullptr;
    }
    OutgoingRequest *request = call.server().rpc().request(question.method, question.params, {.parent = parent});
    QObject::connect(request, &OutgoingRequest::finished, &call, [&call, request] {
        if (call.hasEnded() || request->state() == RequestState::Cancelled)
            return;
        if (const Result<QByteArray> &outcome = request->outcome())
            call.answer(u"The client answered: "_s + QString::fromUtf8(*outcome));
        else
            call.answer(u"The client refused: "_s + outcome.error().detail, true);
    });
    return request;
}

void ask(ToolCall &call, const Question &question)
{
    if (call.isModern())
        askWithResult(call, question);
    else
        askWithRequest(call, question, call.request());
}

void askSampling(ToolCall &call)
{
    ask(call, samplingQuestion(call.text("prompt")));
}

void askElicitation(ToolCall &call)
{
    ask(call, elicitationQuestion(call.text("message")));
}

void askForm(ToolCall &call)
{
    ask(call, formQuestion());
}

void askUrl(ToolCall &call)
{
    ask(call, urlQuestion(call.text("url")));
}

void orphan(ToolCall &call)
{
    // Without a parent, its request stays open forever when the call is cancelled.
    askWithRequest(call, samplingQuestion(u"Who looks after me when my parent is gone?"_s), nullptr);
}

void askAndCancel(ToolCall &call)
{
    OutgoingRequest *const request =
        askWithRequest(call, elicitationQuestion(u"Be quick, this question will be withdrawn"_s), call.request());
    if (!request)
        return;
    const auto withdraw = [&call, request = QPointer<OutgoingRequest>(request)] {
        if (request)
            request->cancel(call.text("reason"));
        call.answer(u"The question was withdrawn"_s);
    };
    if (!call.flag("at_next")) {
        call.after(call.integer("ms"), withdraw);
        return;
    }
    QObject::connect(&call.server().rpc(), &RpcConnection::eventOccurred, &call, [&call, withdraw](const Event &event) {
        const bool isRequest = event.isMessage() && event.envelope.kind == MessageKind::Request;
        if (isRequest && event.direction == Direction::ClientToServer && !call.hasEnded())
            withdraw();
    });
}

/// Sends the request even in 2026-07-28, where servers must not.
void askOutOfTurn(ToolCall &call)
{
    const Question question = samplingQuestion(u"May I ask at all?"_s);
    call.server().rpc().request(question.method, question.params);
    call.after(call.integer("ms"), [&call] { call.answer(u"A request was sent, allowed or not"_s); });
}

void askAfterCancel(ToolCall &call)
{
    call.after(call.integer("ms"), [&call] { call.answer(u"Done, not cancelled"_s); });
    call.onCancel([&call] {
        if (!call.isModern())
            call.server().rpc().request("sampling/createMessage", samplingQuestion(u"Was I not cancelled?"_s).params);
        call.end();
    });
}

void sendCancel(ToolCall &call, const QByteArray &requestId)
{
    call.server().rpc().notify("notifications/cancelled",
                               R"({"requestId":)" + requestId + R"(,"reason":"the demo server thinks so"})");
}

void cancelUnknown(ToolCall &call)
{
    sendCancel(call, JsonText::quoted(call.text("id")));
    call.answer(u"A cancellation was sent for a request that never existed"_s);
}

void cancelOwn(ToolCall &call)
{
    sendCancel(call, call.id().toJson());
    call.after(call.integer("ms"), [&call] { call.answer(u"The server cancelled this call"_s); });
}

} // namespace

QList<DemoTool> askingTools()
{
    return {
        {"ask_sampling",
         "Asks the client for a completion and returns it. Withdraws the question when the call is cancelled.",
         {{"prompt", JsonType::String, "\"What is the capital of France?\"", "The question for the model"}},
         askSampling},
        {"ask_elicitation",
         "Asks the user, through the client, and returns the answer. Withdraws the question when the call is "
         "cancelled.",
         {{"message", JsonType::String, "\"Who are you?\"", "The question for the user"}},
         askElicitation},
        {"ask_form", "Asks the user with a form that has every kind of field, and returns the answer.", {}, askForm},
        {"ask_url",
         "Asks the user to visit a page, and returns the answer.",
         {{"url", JsonType::String, "\"https://example.com/sign-in\"", "The address of the page"}},
         askUrl},
        {"ask_and_cancel",
         "Asks the user, then cancels its own question with a reason, and responds.",
         {{"ms", JsonType::Number, "1000", "Time of the cancellation, in milliseconds"},
          {"at_next", JsonType::Bool, "false", "Cancel at the client's next request, not after a time"},
          {"reason", JsonType::String, "\"the server changed its mind\"", "The reason of the cancellation"}},
         askAndCancel},
        {"orphan", "Asks for a completion. When the call is cancelled, that question is left open.", {}, orphan},
        {"ask_out_of_turn",
         "Sends its own request, even in 2026-07-28, which forbids it, and responds without waiting for "
         "it.",
         {{"ms", JsonType::Number, "200", "Time of the response, in milliseconds"}},
         askOutOfTurn},
        {"ask_after_cancel",
         "When the call is cancelled, asks for a completion anyway.",
         {{"ms", JsonType::Number, "10000", "Duration if not cancelled, in milliseconds"}},
         askAfterCancel},
        {"cancel_unknown",
         "Cancels a request that it never sent, then responds.",
         {{"id", JsonType::String, "\"no-such-request\"", "The id in the cancellation"}},
         cancelUnknown},
        {"cancel_own",
         "Cancels the call that it serves, which only the client may do, then responds to it.",
         {{"ms", JsonType::Number, "500", "Time of the response, in milliseconds"}},
         cancelOwn},
    };
}

} // namespace Pullcord
