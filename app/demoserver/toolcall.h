// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demotool.h"
#include "core/mcp/loglevel.h"
#include "core/session/incomingrequest.h"

#include <QObject>
#include <QPointer>

#include <functional>

namespace Pullcord {

class DemoServer;

/// One call of a tool: what was asked, and every way to answer it, also those that no server should use.
///
/// Unlike its IncomingRequest it does not end when the client cancels: that is up to the tool.
/// Owner: the DemoServer. It deletes itself after ended().
class ToolCall final : public QObject
{
    Q_OBJECT

public:
    ToolCall(DemoServer &server, IncomingRequest &request, const DemoTool &tool, bool modern);

    [[nodiscard]] DemoServer &server() const { return m_server; }
    [[nodiscard]] const DemoTool &tool() const { return m_tool; }
    [[nodiscard]] const RequestId &id() const { return m_id; }
    /// Of the request, as they came.
    [[nodiscard]] JsonValue params() const { return JsonValue(m_params); }
    [[nodiscard]] bool isModern() const { return m_modern; }
    [[nodiscard]] bool hasEnded() const { return m_ended; }
    /// The request, as long as the session holds it open; null later.
    [[nodiscard]] IncomingRequest *request() const { return m_request; }

    [[nodiscard]] int integer(QByteArrayView parameter) const;
    [[nodiscard]] QString text(QByteArrayView parameter) const;
    [[nodiscard]] bool flag(QByteArrayView parameter) const;

    /// Calls `then` later, unless the call has ended by then.
    void after(int ms, std::function<void()> then);
    /// Calls `then` whenever everything has left, until the call ends.
    void wheneverDrained(std::function<void()> then);
    /// What happens when the client cancels. Without it the call ends in silence, as it should.
    void onCancel(std::function<void()> then) { m_onCancel = std::move(then); }
    /// Does not hear any cancel.
    void beDeaf()
    {
        m_onCancel = [] {};
    }

    /// Sends progress, whether or not the client still wants it, if it gave a token.
    void progress(int value, int total, const QString &message = {});
    /// Sends a log message, if the client wants those of that level.
    void log(LogLevel level, const QString &text);
    /// Sends a result of one text.
    void send(const QString &text, bool isError = false);
    /// Sends a raw result.
    void send(const QByteArray &result);
    void sendError(qint64 code, const QString &message, const QByteArray &data = {});
    /// The work is over. Nothing is sent.
    void end();

    /// Sends a result, and the work is over.
    void answer(const QString &text, bool isError = false);

    /// The client has cancelled this call.
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
