// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memorytransport.h"

#include <QHash>
#include <QPointer>

#include <memory>

namespace Pullcord {

/// A server inside the test. It responds to each method from a table and rejects all others. It acknowledges
/// subscriptions as requested.
class MemoryServer final : public QObject
{
    Q_OBJECT

public:
    explicit MemoryServer(const QByteArray &capabilities);

    /// Returns the transport for the window; call once.
    [[nodiscard]] std::unique_ptr<Transport> transport();

    /// Members of the response by method, `"result":…` or `"error":…`; empty for no response.
    QHash<QByteArray, QByteArray> answers;
    void setResult(const QByteArray &method, const QByteArray &result) { answers[method] = "\"result\":" + result; }
    void notify(const QByteArray &method, const QByteArray &params = "{}");
    /// Sends a line verbatim, JSON or not.
    void send(const QByteArray &line);
    void ask(int id, const QByteArray &method, const QByteArray &params);
    [[nodiscard]] QByteArray last(const QByteArray &method) const { return m_last.value(method); }
    [[nodiscard]] int count(const QByteArray &method) const { return m_counts.value(method); }

signals:
    /// Emitted before the response, so that a receiver can still set it.
    void received(const QByteArray &method, const QByteArray &message);

private:
    void onMessage(const QByteArray &message);

    std::unique_ptr<MemoryTransport> m_unused;
    QPointer<MemoryTransport> m_transport;
    QHash<QByteArray, QByteArray> m_last;
    QHash<QByteArray, int> m_counts;
};

} // namespace Pullcord
