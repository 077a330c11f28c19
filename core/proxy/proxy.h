// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QObject>
#include <QUrl>

#include <optional>

namespace Pullcord {

/// Proxy between a client and its server. A client has started us instead of the server, or connects to us.
///
/// The traffic is reported as the events of one connection, like those of a Transport.
///
/// Owner: the creator. Order of signals: the events, Closed being the last except for a Note about undelivered bytes;
/// then finished().
class Proxy : public QObject
{
    Q_OBJECT

public:
    /// Code of the error responses that a proxy makes itself, for requests that get no response.
    static constexpr int NoResponse = -32000;

    using QObject::QObject;
    ~Proxy() override;

    /// Details of the Opening event: those of the transport to the server, and `proxied`.
    [[nodiscard]] virtual QJsonObject description() const = 0;
    /// Connects to the server. Call it once.
    virtual void start() = 0;
    /// Starts to close gracefully. Harmless in any state.
    virtual void close(const QString &reason) = 0;
    /// After close(): stops waiting for the client, and kills a server that the proxy has started.
    virtual void hurry() = 0;

    /// Exit status for the process that a client takes for its server. None if the server could not be reached.
    [[nodiscard]] virtual std::optional<int> exitStatus() const;
    /// Reason why the server could not be reached; empty if it was.
    [[nodiscard]] const QString &failure() const { return m_failure; }
    /// Number of bytes from the server that have not left for the client.
    [[nodiscard]] virtual qint64 undelivered() const = 0;

signals:
    void eventOccurred(const Pullcord::Event &event);
    /// Clients can connect to this address now, instead of that of the server. Emitted once by a proxy that listens.
    void listening(const QUrl &url);
    /// The server's side is closed, and the client has all its output, or does not take it. Emitted once.
    void finished();

protected:
    /// Emits `event`, never earlier than the one before.
    void report(Event event);
    void setFailure(const QString &failure) { m_failure = failure; }
    /// Reports the bytes that never left for the client, and then finished().
    void finish();

private:
    qint64 m_lastTime = 0;
    QString m_failure;
};

} // namespace Pullcord
