// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotool.h"
#include "core/connection/incomingrequest.h"
#include "core/mcp/loglevel.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace Pullcord {

class DemoServer;

/// One call of a tool: its arguments, and every way to respond, including those that servers must not use.
///
/// The cancellation of the client ends the IncomingRequest, but not the call; the tool decides when to end. Owner: the
/// DemoServer. Deletes itself after ended().
class ToolCall final : public QObject
{
    Q_OBJECT

public:
    ToolCall(DemoServer &server, IncomingRequest &request, const DemoTool &tool, bool modern);

    [[nodiscard]] DemoServer &server() const { return m_server; }
    [[nodiscard]] const DemoTool &tool() const { return m_tool; }
    [[nodiscard]] const RequestId &id() const { return m_id; }
    /// Returns the params of the request as they came.
    [[nodiscard]] JsonValue params() const { return JsonValue(m_params); }
    [[nodiscard]] bool isModern() const { return m_modern; }
    [[nodiscard]] bool hasEnded() const { return m_ended; }
    /// Returns the request while it is open; null later.
    [[nodiscard]] IncomingRequest *request() const { return m_request; }

    [[nodiscard]] int integer(QByteArrayView parameter) const;
    [[nodiscard]] QString text(QByteArrayView parameter) const;
    [[nodiscard]] bool flag(QByteArrayView parameter) const;

    /// Calls `then` after that time, unless the call has ended.
    void after(int ms, std::function<void()> then);
    /// Calls `then` whenever everything has been written, until the call ends.
    void wheneverDrained(std::function<void()> then);
    /// Sets the handler for a cancel. Without one the call ends without a response, as MCP requires.
    void onCancel(std::function<void()> then) { m_onCancel = std::move(then); }
    /// Ignores cancels.
    void beDeaf()
    {
        m_onCancel = [] {};
    }

    /// Sends progress if the client gave a token, even after a cancel.
    void progress(int value, int total, const QString &message = {});
    /// Sends a log message if its level is enabled.
    void log(LogLevel level, const QString &text);
    /// Sends a result with one text.
    void send(const QString &text, bool isError = false);
    /// Sends a raw result.
    void send(const QByteArray &result);
    void sendError(qint64 code, const QString &message, const QByteArray &data = {});
    /// Ends the work without sending anything.
    void end();

    /// Sends a result and ends the work.
    void answer(const QString &text, bool isError = false);

    /// Handles a cancel of the client.
    void cancel();

signals:
    void ended();

private:
    DemoServer &m_server;
    const DemoTool &m_tool;
    QPointer<IncomingRequest> m_request;
    RequestId m_id;
    QByteArray m_params;
    bool m_modern;
    bool m_ended = false;
    std::function<void()> m_onCancel;
};

} // namespace Pullcord
