// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/conformance/conformanceclient.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/elicitation.h"
#include "core/transport/http/httptransport.h"

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Pullcord {
namespace {

void tell(const QString &text)
{
    std::fputs(qPrintable(text + u'\n'), stderr);
}

/// Returns arguments that a tool with this schema should accept.
QByteArray exampleFor(const QByteArray &inputSchema)
{
    QByteArray arguments = "{}";
    for (const JsonMember &property : JsonValue(inputSchema).member("properties")) {
        const QByteArray type = property.value.member("type").toUtf8();
        const QByteArray value = type == "string"                        ? "\"x\""_ba
                                 : type == "integer" || type == "number" ? "1"_ba
                                 : type == "boolean"                     ? "true"_ba
                                                                         : QByteArray();
        if (!value.isEmpty())
            arguments = JsonText::withMember(arguments, JsonValue(property.rawKey).toUtf8(), value);
    }
    return arguments;
}

QByteArray accepted(const QByteArray &params)
{
    return Elicitation::accepted(
        Elicitation::defaultContent(JsonValue(params).member("requestedSchema").raw().toByteArray()));
}

} // namespace

ConformanceClient::ConformanceClient(const QUrl &url, std::optional<Revision> revision, const QByteArray &context)
    : m_context(context)
{
    HttpOptions http;
    http.url = url;
    const QJsonObject capabilities{{u"elicitation"_s, QJsonObject()}};
    const ClientOptions options{.revision = revision,
                                .requestTimeout = 20s,
                                .name = u"pullcord-conformance-client"_s,
                                .version = u"0"_s,
                                .capabilities = capabilities,
                                .modernCapabilities = capabilities};
    auto made = Conversation::withTransport(std::make_unique<HttpTransport>(http), options, {});
    if (!made)
        qFatal("%s", qPrintable(made.error().detail));
    m_conversation = *std::move(made);
    RpcConnection *rpc = m_conversation->rpc();
    rpc->setHandler("elicitation/create",
                    [](IncomingRequest *request) { request->respond(accepted(request->params())); });
    connect(m_conversation->client(), &Client::ready, this, &ConformanceClient::explore);
    connect(m_conversation->client(), &Client::failed, this, [this](const Error &error) { fail(error.detail); });
    connect(rpc, &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle)
            emit finished(m_exitCode);
    });
    connect(rpc, &RpcConnection::eventOccurred, this, [](const Event &event) {
        if (event.kind == EventKind::Note)
            tell(event.details.value("text"_L1).toString());
    });
}

ConformanceClient::~ConformanceClient() = default;

void ConformanceClient::start()
{
    m_conversation->client()->connectToServer();
}

void ConformanceClient::explore()
{
    ++m_open; // until all have been sent
    const JsonValue capabilities(m_conversation->client()->server().capabilities);
    if (capabilities.member("resources").isValid())
        getAll("resources/list", "resources", "resources/read", "uri");
    if (capabilities.member("prompts").isValid())
        getAll("prompts/list", "prompts", "prompts/get", "name");
    ToolList *tools = m_conversation->tools();
    connect(tools, &ToolList::failed, this, [](const Error &error) { tell(u"tools/list: "_s + error.detail); });
    const auto go = [this] {
        callTools();
        settle();
    };
    connect(tools, &ToolList::changed, this, go, Qt::SingleShotConnection);
    if (!tools->refresh())
        go();
}

void ConformanceClient::callTools()
{
    const JsonValue wanted = JsonValue(m_context).member("toolCalls");
    for (const JsonMember &call : wanted)
        callTool(call.value.member("name").toString(), call.value.member("arguments").raw().toByteArray());
    if (wanted.isValid())
        return;
    for (const Tool &tool : m_conversation->tools()->tools())
        callTool(tool.name, exampleFor(tool.inputSchema));
}

void ConformanceClient::callTool(const QString &name, const QByteArray &arguments)
{
    const QByteArray named = JsonText::withMember({}, "name", JsonText::quoted(name));
    make("tools/call", JsonText::withMember(named, "arguments", arguments));
}

void ConformanceClient::getAll(const QByteArray &listMethod, QByteArrayView listMember, const QByteArray &getMethod,
                               QByteArrayView idMember)
{
    make(listMethod, {},
         [this, list = listMember.toByteArray(), getMethod, id = idMember.toByteArray()](const QByteArray &result) {
             for (const JsonMember &item : JsonValue(result).member(list))
                 make(getMethod, JsonText::withMember({}, id, item.value.member(id).raw()));
         });
}

void ConformanceClient::make(const QByteArray &method, const QByteArray &params,
                             const std::function<void(const QByteArray &)> &then)
{
    ++m_open;
    LogicalCall *request = m_conversation->call(method, params, {.wantProgress = true});
    connect(request, &LogicalCall::asked, this, [request] {
        QList<QByteArray> answers;
        for (const InputRequired::Question &question : request->required().questions)
            answers.append(question.method == "elicitation/create" ? accepted(question.params) : QByteArray());
        request->answer(answers);
    });
    connect(request, &LogicalCall::finished, this, [this, method, then](const Result<QByteArray> &outcome) {
        if (outcome && then)
            then(*outcome);
        if (!outcome)
            tell(QString::fromUtf8(method) + u": "_s + outcome.error().detail);
        if (!outcome && outcome.error().kind != ErrorKind::Peer)
            m_exitCode = 1;
        settle();
    });
    request->start();
}

void ConformanceClient::settle()
{
    if (--m_open == 0)
        m_conversation->client()->disconnectFromServer();
}

void ConformanceClient::fail(const QString &why)
{
    tell(why);
    m_exitCode = 1;
    m_conversation->client()->disconnectFromServer();
}

} // namespace Pullcord
