// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memorytransport.h"

#include <QHash>
#include <QPointer>

#include <memory>

namespace Pullcord {

/// A server that is the test: it answers each method with what stands there for it, and refuses all others. Subscriptions are
/// acknowledged as they were asked for.
class MemoryServer final : public QObject
{
    Q_OBJECT

public:
    explicit MemoryServer(const QByteArray &capabilities);

    /// To be given to the window, once.
    [[nodiscard]] std::unique_ptr<Transport> transport();

    /// The members of the answer by method: `"result":…` or `"error":…`; empty for no answer at all.
    QHash<QByteArray, QByteArray> answers;
    void setResult(const QByteArray &method, const QByteArray &result) { answers[method] = "\"result\":" + result; }
    void notify(const QByteArray &method, const QByteArray &params = "{}");
    /// A line as it is, JSON or not.
    void send(const QByteArray &line);
    void ask(int id, const QByteArray &method, const QByteArray &params);
    /// The last message with that method.
    [[nodiscard]] QByteArray last(const QByteArray &method) const { return m_last.value(method); }
    [[nodiscard]] int count(const QByteArray &method) const { return m_counts.value(method); }

signals:
    /// Before it is answered, so that the test may still set the answer.
    void received(const QByteArray &method, const QByteArray &message);

private:
    void onMessage(const QByteArray &message);

    std::unique_ptr<MemoryTransport> m_unused;
    QPointer<MemoryTransport> m_transport;
    QHash<QByteArray, QByteArray> m_last;
    QHash<QByteArray, int> m_counts;
};

} // namespace Pullcord
