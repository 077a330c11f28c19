// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/toolcall.h"

#include "app/demoserver/demoserver.h"
#include "core/json/jsontext.h"
#include "core/rpc/messagetext.h"

#include <QTimer>

#include <limits>

namespace Pullcord {

ToolCall::ToolCall(DemoServer &server, IncomingRequest &request, const DemoTool &tool, bool modern)
    : QObject(&server)
    , m_server(server)
    , m_tool(tool)
    , m_request(&request)
    , m_id(request.id())
    , m_params(request.params())
    , m_modern(modern)
{}

int ToolCall::integer(QByteArrayView parameter) const
{
    const qint64 value = m_tool.argument(params().member("arguments"), parameter).toInteger().value_or(0);
    return int(std::clamp<qint64>(value, 0, std::numeric_limits<int>::max()));
}

QString ToolCall::text(QByteArrayView parameter) const
{
    return m_tool.argument(params().member("arguments"), parameter).toString();
}

bool ToolCall::flag(QByteArrayView parameter) const
{
    return m_tool.argument(params().member("arguments"), parameter).toBool().value_or(false);
}

void ToolCall::after(int ms, std::function<void()> then)
{
    QTimer::singleShot(ms, Qt::PreciseTimer, this, [this, then = std::move(then)] {
        if (!m_ended)
            m_server.speakFor(m_id, then);
    });
}

void ToolCall::wheneverDrained(std::function<void()> then)
{
    connect(&m_server, &DemoServer::drained, this, [this, then = std::move(then)](const RequestId &call) {
        if (!m_ended && (call == m_id || call.kind() == RequestId::Kind::None))
            m_server.speakFor(m_id, then);
    });
}

void ToolCall::progress(int value, int total, const QString &message)
{
    // Not progress() of the request, which ends with the request.
    const Dialect &dialect = m_server.rpc().tracker().dialect();
    const RequestId token = RequestId::fromJson(params().pointer(dialect.progressTokenPointer).raw());
    if (token.kind() == RequestId::Kind::None)
        return;
    m_server.rpc().notify(dialect.progressMethod, MessageText::progressParams(dialect, token, value, total, message));
}

void ToolCall::log(LogLevel level, const QString &text)
{
    const JsonValue asked = params().member("_meta").member("io.modelcontextprotocol/logLevel");
    const std::optional<LogLevel> wanted = m_modern ? logLevelFromName(asked.toString()) : m_server.logLevel();
    if (!wanted || level < *wanted)
        return;
    QByteArray message = JsonText::withMember({}, "level", JsonText::quoted(QString(nameOf(level))));
    message = JsonText::withMember(message, "logger", JsonText::quoted(QByteArrayView(m_tool.name)));
    m_server.rpc().notify("notifications/message", JsonText::withMember(message, "data", JsonText::quoted(text)));
}

void ToolCall::send(const QString &text, bool isError)
{
    const QByteArray block = R"([{"type":"text","text":)" + JsonText::quoted(text) + "}]";
    QByteArray result = JsonText::withMember({}, "content", block);
    if (isError)
        result = JsonText::withMember(result, "isError", "true");
    send(result);
}

void ToolCall::send(const QByteArray &result)
{
    const QByteArray whole = m_modern ? DemoServer::asModernResult(result) : result;
    // A request that the client has cancelled has ended for the connection, but not for the tool.
    if (!m_request || !m_request->respond(whole))
        m_server.transport().send(MessageText::result(m_id, whole));
}

void ToolCall::sendError(qint64 code, const QString &message, const QByteArray &data)
{
    if (!m_request || !m_request->fail(code, message, data))
        m_server.transport().send(MessageText::error(m_id, code, message, data));
}

void ToolCall::end()
{
    if (m_ended)
        return;
    m_ended = true;
    emit ended();
    deleteLater();
}

void ToolCall::answer(const QString &text, bool isError)
{
    send(text, isError);
    end();
}

void ToolCall::cancel()
{
    const std::function<void()> then = m_onCancel; // a copy, since it may replace m_onCancel
    if (then)
        m_server.speakFor(m_id, then);
    else
        end();
}

} // namespace Pullcord
