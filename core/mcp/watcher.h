// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/subscription.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <memory>

namespace Pullcord {

/// What somebody wants to be told of changes on a server, in whichever era it speaks: "watch this uri", "stop".
///
/// Legacy: resources/subscribe and resources/unsubscribe, a request each; changes of lists come unasked. 2026-07-28: one
/// Subscription with everything that is wanted; when that changes, a new one takes over before the old one is closed. What
/// is wanted outlives the connection: it is asked for again when the client is Ready again. Nothing is asked for by itself.
/// It also says, by Notes (MaxStrays a connection), when the server tells of a change in 2026-07-28 with no tag, or with
/// that of no subscription. The notifications themselves come from Session::notifications() in both eras.
/// Owner: the Conversation. Signals: changed() whenever agreed() may have changed; failed() before it, if the server refused.
/// Specification: server "Resources" (legacy), "Subscriptions"; spec digest 3, 4.10.
class Watcher final : public QObject
{
    Q_OBJECT

public:
    static constexpr int MaxStrays = 10;

    explicit Watcher(Client &client, QObject *parent = nullptr);
    ~Watcher() override;

    /// All that is wanted from here on; an empty one stops everything.
    void want(const SubscriptionFilter &wanted);
    [[nodiscard]] const SubscriptionFilter &wanted() const { return m_wanted; }
    /// One resource more, or less.
    void watch(const QString &uri);
    void stop(const QString &uri);

    /// What the server tells of, as far as it has said: of what is wanted.
    [[nodiscard]] SubscriptionFilter agreed() const;
    /// Nothing more will be said of that as long as nothing changes: the server has answered.
    [[nodiscard]] bool isSettled() const;
    /// Why the server reports nothing, although it says that it does: it offers no stream that changes could come in. Empty
    /// otherwise.
    [[nodiscard]] QString streamRefusal() const;
    [[nodiscard]] bool isWatching(const QString &uri) const { return agreed().uris.contains(uri); }
    /// 2026-07-28: the one in use, or being opened; null in the legacy era and while nothing is wanted.
    [[nodiscard]] Subscription *subscription() const { return m_next ? m_next.get() : m_subscription.get(); }

signals:
    void changed();
    void failed(const Pullcord::Error &error);
    /// 2026-07-28: the subscription in use was interrupted, while hands were not shaken anew, and is open again, or it ended and
    /// there is another: what has changed meanwhile has not been told.
    void resumed();
    /// A resource (one that is watched, or one below it) has changed.
    void resourceUpdated(const QString &uri);

private:
    enum class Asked : quint8 { Subscribing, Subscribed, Refused };

    void apply();
    void applyModern();
    void onState(const Subscription *subscription, Subscription::State state);
    void onEnded(Subscription::Ending ending);
    void applyLegacy();
    void ask(const QString &uri, bool subscribe);
    void onNotification(const QByteArray &method, const QByteArray &params);
    void noteStray(const QByteArray &method, const RequestId &tag);
    void drop();

    Client &m_client;
    SubscriptionFilter m_wanted;
    std::unique_ptr<Subscription> m_subscription; ///< modern
    std::unique_ptr<Subscription> m_next;         ///< modern: takes over when it is acknowledged
    QHash<QString, Asked> m_uris;                 ///< legacy
    int m_strays = 0;
    bool m_wasOpen = false; ///< the one in use, since hands were shaken
    bool m_isDeaf = false;  ///< it has ended, and no other is open yet
};

} // namespace Pullcord
