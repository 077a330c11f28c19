// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demoserver.h"

#include "app/demoserver/toolcall.h"
#include "app/demoserver/tools.h"
#include "core/json/jsontext.h"
#include "core/mcp/revision.h"
#include "core/rpc/errorcodes.h"
#include "pullcord_version.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr QByteArrayView VersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr QByteArrayView CapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

constexpr QByteArrayView Implementation = R"({"name":"pullcord-demo-server","version":")" PULLCORD_VERSION R"("})";
constexpr QByteArrayView Instructions = "Every tool misbehaves in its own way; call one, and cancel it.";
constexpr QByteArrayView CursorPrefix = "from-";

QByteArray versionsOf(Era era)
{
    QByteArray list;
    for (const Revision revision : allRevisions()) {
        if (eraOf(revision) == era)
            list += (list.isEmpty() ? "\"" : ",\"") + QByteArray(nameOf(revision).data()) + '"';
    }
    return '[' + list + ']';
}

constexpr QByteArrayView LegacyCapabilities =
    R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{"listChanged":true},)"
    R"("completions":{},"logging":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
constexpr QByteArrayView ModernCapabilities =
    R"({"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"prompts":{},"completions":{},)"
    R"("logging":{},"extensions":{"io.modelcontextprotocol/tasks":{}}})";

QByteArray unsupportedVersion(const QByteArray &supported, const JsonValue &requested)
{
    const QByteArray data = JsonText::withMember({}, "supported", supported);
    return requested.isValid() ? JsonText::withMember(data, "requested", requested.raw()) : data;
}

} // namespace

DemoServer::DemoServer(const DemoOptions &options, DemoWorld &world, std::unique_ptr<Transport> transport,
                       const Dialect &modern, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_world(world)
    , m_modernDialect(modern)
    , m_rpc(std::move(transport), RpcConnection::Role::Server)
    , m_resources(world)
    , m_tasks(new DemoTasks(*this))
    , m_subscriptions(new DemoSubscriptions(world, *this))
    , m_tools(allTools(options.tools))
{
    connect(m_subscriptions, &DemoSubscriptions::fellSilent, this, &DemoServer::callEnded);
    m_rpc.setFallbackHandler([this](IncomingRequest *request) { onRequest(request); });
    connect(&m_rpc, &RpcConnection::eventOccurred, this, &DemoServer::onEvent);
    connect(&m_rpc, &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Open)
            onOpened();
        else if (state == Transport::State::Idle)
            emit finished();
    });
}

DemoServer::~DemoServer() = default;

void DemoServer::start()
{
    m_rpc.open();
}

void DemoServer::onOpened()
{
    if (m_options.banner)
        transport().send("Pullcord demo server " PULLCORD_VERSION ", at your service");
    if (m_options.garbage)
        sendGarbage();
}

void DemoServer::sendGarbage()
{
    const QByteArray notification =
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"this one is well-formed"}})";
    for (const QByteArray &line : {
             "Loading the model... done"_ba,
             ""_ba,
             "\xef\xbb\xbf" + notification,
             R"({"jsonrpc":"2.0","method":"notif)"_ba,
             "\"\xff\xfe\x80 is no UTF-8\""_ba,
             notification + '\r',
         })
        transport().send(line);
}

bool DemoServer::clientHas(QByteArrayView capability) const
{
    return JsonValue(m_clientCapabilities).member(capability).isValid();
}

// ---- cancels

void DemoServer::onEvent(const Event &event)
{
    if (event.direction != Direction::ClientToServer)
        return;
    static int messages = 0; // for the whole process
    if (++messages == m_options.exitAfter)
        std::_Exit(3);
    if (event.envelope.kind == MessageKind::Notification && event.method() == "notifications/cancelled")
        onCancel(event);
}

bool DemoServer::hears(const RequestId &cancelled, const RequestId &call) const
{
    if (m_options.stringIds) {
        const auto textOf = [](const RequestId &id) {
            return id.kind() == RequestId::Kind::String ? JsonValue(id.toJson()).toUtf8() : id.toJson();
        };
        return cancelled.kind() == RequestId::Kind::String && textOf(cancelled) == textOf(call);
    }
    return cancelled == call && !(m_options.blindToZero && cancelled == RequestId(0));
}

void DemoServer::onCancel(const Event &event)
{
    const JsonValue params(event.part(event.envelope.params));
    const RequestId id = RequestId::fromJson(params.member("requestId").raw());
    if (m_keepCancelsOf.remove(id))
        m_keptCancels.insert(id);
    const auto call =
        std::find_if(m_calls.begin(), m_calls.end(), [&](const ToolCall *open) { return hears(id, open->id()); });
    if (call != m_calls.end())
        (*call)->cancel();
    m_subscriptions->onCancelled(id);
}

void DemoServer::cancelCalls()
{
    for (ToolCall *call : QList(m_calls))
        call->cancel();
}

void DemoServer::silenceAll()
{
    silence();
    emit silencedAll();
}

void DemoServer::silence()
{
    for (ToolCall *call : QList(m_calls))
        call->end();
}

// ---- requests

void DemoServer::onRequest(IncomingRequest *request)
{
    if (m_keptCancels.remove(request->id()))
        return; // a cancel that was kept for this id swallows the request
    const bool namesVersion = JsonValue(request->params()).member("_meta").member(VersionKey).isValid();
    const bool legacy = m_options.legacyOnly ||
                        (!namesVersion && !m_options.modernOnly && (m_initialized || request->method() == "ping"));
    if (request->method() == "initialize" && !namesVersion)
        initialize(request);
    else if (legacy)
        onLegacyRequest(request);
    else
        onModernRequest(request);
}

void DemoServer::initialize(IncomingRequest *request)
{
    const JsonValue params(request->params());
    const JsonValue requested = params.member("protocolVersion");
    if (m_options.modernOnly) {
        const QByteArray supported = versionsOf(Era::Modern);
        request->fail(ErrorCode::UnsupportedProtocolVersion,
                      u"This server has no handshake; it uses %1"_s.arg(QString::fromUtf8(supported)),
                      unsupportedVersion(supported, requested));
        return;
    }
    if (!requested.isString()) {
        request->fail(ErrorCode::InvalidParams, u"params.protocolVersion must be a string"_s);
        return;
    }
    const std::optional<Revision> wanted = revisionFromName(requested.toString());
    const Revision agreed = wanted && eraOf(*wanted) == Era::Legacy ? *wanted : LatestLegacy;
    m_initialized = true;
    m_clientCapabilities = params.member("capabilities").raw().toByteArray();
    m_rpc.setDialect(Dialect::mcpLegacy());

    QByteArray result = JsonText::withMember({}, "protocolVersion", '"' + QByteArray(nameOf(agreed).data()) + '"');
    result = JsonText::withMember(result, "capabilities", LegacyCapabilities);
    result = JsonText::withMember(result, "serverInfo", Implementation);
    result = JsonText::withMember(result, "instructions", JsonText::quoted(Instructions));
    request->respond(result);
}

void DemoServer::onLegacyRequest(IncomingRequest *request)
{
    const QByteArray &method = request->method();
    if (method == "ping")
        request->respond("{}");
    else if (!m_initialized && method.startsWith("tools/"))
        request->fail(ErrorCode::InvalidParams, u"Received a request before initialize"_s);
    else if (m_initialized && method == "logging/setLevel")
        setLogLevel(request);
    else if (!m_initialized || !hasAnswered(request, false))
        request->fail(ErrorCode::MethodNotFound, u"Method not found: %1"_s.arg(QString::fromUtf8(method)));
}

/// Handles requests of both eras. Returns false for others.
bool DemoServer::hasAnswered(IncomingRequest *request, bool modern)
{
    if (request->method() == "tools/list")
        listTools(request, modern);
    else if (request->method() == "tools/call")
        callTool(request, modern);
    else
        return m_resources.handle(request, modern) || m_tasks->handle(request, modern) ||
               m_subscriptions->handle(request, modern);
    return true;
}

void DemoServer::setLogLevel(IncomingRequest *request)
{
    const auto level = logLevelFromName(JsonValue(request->params()).member("level").toString());
    if (level) {
        m_logLevel = *level;
        request->respond("{}");
    } else {
        request->fail(ErrorCode::InvalidParams, u"params.level is not a level"_s);
    }
}

bool DemoServer::checkMeta(IncomingRequest *request) const
{
    const JsonValue meta = JsonValue(request->params()).member("_meta");
    const JsonValue version = meta.member(VersionKey);
    const auto missing = [&](QByteArrayView key) {
        request->fail(ErrorCode::InvalidParams,
                      u"params._meta lacks %1 (a client of an earlier revision sends initialize first)"_s.arg(
                          QString::fromUtf8(key)));
        return false;
    };
    if (!version.isString())
        return missing(VersionKey);
    const std::optional<Revision> revision = revisionFromName(version.toString());
    if (!revision || eraOf(*revision) != Era::Modern) {
        request->fail(ErrorCode::UnsupportedProtocolVersion,
                      u"Unsupported protocol version %1"_s.arg(version.toString()),
                      unsupportedVersion(versionsOf(Era::Modern), version));
        return false;
    }
    return meta.member(CapabilitiesKey).isObject() || missing(CapabilitiesKey);
}

void DemoServer::onModernRequest(IncomingRequest *request)
{
    const QByteArray &method = request->method();
    if (method == "server/discover" && m_options.noDiscoverAnswer)
        return;
    if (!checkMeta(request))
        return;
    if (m_rpc.tracker().dialect().name != m_modernDialect.name)
        m_rpc.setDialect(m_modernDialect);
    if (method == "server/discover")
        discover(request);
    else if (!hasAnswered(request, true))
        request->fail(ErrorCode::MethodNotFound, u"Method not found: %1"_s.arg(QString::fromUtf8(method)));
}

void DemoServer::discover(IncomingRequest *request) const
{
    QByteArray result = JsonText::withMember({}, "supportedVersions", versionsOf(Era::Modern));
    result = JsonText::withMember(result, "capabilities", ModernCapabilities);
    result = JsonText::withMember(result, "instructions", JsonText::quoted(Instructions));
    request->respond(asModernResult(withCacheHints(result)));
}

QByteArray DemoServer::withCacheHints(const QByteArray &result)
{
    return JsonText::withMember(JsonText::withMember(result, "ttlMs", "60000"), "cacheScope", "\"public\"");
}

QByteArray DemoServer::asModernResult(const QByteArray &result)
{
    QByteArray whole = result;
    if (!JsonValue(result).member("resultType").isValid())
        whole = JsonText::withMember(whole, "resultType", "\"complete\"");
    return JsonText::withMember(whole, "_meta",
                                JsonText::withMember({}, "io.modelcontextprotocol/serverInfo", Implementation));
}

// ---- tools

void DemoServer::speakFor(const RequestId &call, const std::function<void()> &words)
{
    const RequestId before = std::exchange(m_speaker, call);
    emit speakerChanged(m_speaker);
    words();
    m_speaker = before;
    emit speakerChanged(m_speaker);
}

void DemoServer::listTools(IncomingRequest *request, bool modern) const
{
    const JsonValue cursor = JsonValue(request->params()).member("cursor");
    QList<DemoTool> tools = m_tools;
    if (!m_world.showsHiddenTools())
        tools.removeIf([](const DemoTool &tool) { return tool.hidden; });
    qsizetype first = 0;
    if (cursor.isValid()) {
        bool known = cursor.toUtf8().startsWith(CursorPrefix);
        if (known)
            first = cursor.toUtf8().sliced(CursorPrefix.size()).toLongLong(&known);
        if (!known || first <= 0 || first >= tools.size()) {
            request->fail(ErrorCode::InvalidParams, u"Unknown cursor"_s);
            return;
        }
    }
    const qsizetype last = std::min(first + m_options.pageSize, tools.size());
    QByteArray list;
    for (qsizetype index = first; index < last; ++index)
        list += (index > first ? "," : "") + tools.at(index).definition();
    QByteArray result = JsonText::withMember({}, "tools", '[' + list + ']');
    if (last < tools.size())
        result = JsonText::withMember(result, "nextCursor",
                                      '"' + CursorPrefix.toByteArray() + QByteArray::number(last) + '"');
    request->respond(modern ? asModernResult(withCacheHints(result)) : result);
}

void DemoServer::callTool(IncomingRequest *request, bool modern)
{
    const JsonValue params(request->params());
    const QByteArray name = params.member("name").toUtf8();
    const JsonValue arguments = params.member("arguments");
    const auto tool =
        std::find_if(m_tools.cbegin(), m_tools.cend(), [&](const DemoTool &known) { return known.name == name; });
    if (tool == m_tools.cend()) {
        request->fail(ErrorCode::InvalidParams, u"Unknown tool: %1"_s.arg(QString::fromUtf8(name)));
        return;
    }
    if (arguments.isValid() && !arguments.isObject()) {
        request->fail(ErrorCode::InvalidParams, u"params.arguments must be an object"_s);
        return;
    }
    const QString complaint = tool->complaint(arguments);
    if (complaint.isEmpty() && m_tasks->begin(request, *tool, modern))
        return;
    auto *call = new ToolCall(*this, *request, *tool, modern);
    if (!complaint.isEmpty()) {
        call->answer(complaint, true);
        return;
    }
    m_calls.append(call);
    if (m_options.singleThreaded)
        emit readingWished(false);
    emit callBegun(call->id());
    connect(call, &ToolCall::ended, this, [this, call] {
        m_calls.removeOne(call);
        emit callEnded(call->id());
        if (m_options.singleThreaded && m_calls.isEmpty())
            emit readingWished(true);
    });
    speakFor(call->id(), [&] { tool->run(*call); });
}

} // namespace Pullcord
