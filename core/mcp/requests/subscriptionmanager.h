// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/subscription.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <memory>

namespace Pullcord {

/// Manages the subscriptions to changes on a server, in either era.
///
/// Legacy: one resources/subscribe or resources/unsubscribe per URI; changes of lists come without a request.
/// 2026-07-28: one Subscription for everything that is wanted; when that changes, a new one takes over before the old
/// one is closed. wanted() outlives the connection, and is requested again when the client is Ready. While it is empty,
/// nothing is sent.
///
/// In 2026-07-28 it also records a Note (at most MaxStrays per connection) for a notification without a tag, or with
/// the tag of no subscription. The notifications themselves come from RpcConnection::notifications() in both eras.
///
/// Owner: the Conversation. Signals: changed() whenever agreed() may have changed; failed() before it, if the server
/// refused.
/// Specification: server "Resources" (legacy), "Subscriptions"; spec digest 3, 4.10.
class SubscriptionManager final : public QObject
{
    Q_OBJECT

public:
    static constexpr int MaxStrays = 10;

    explicit SubscriptionManager(Client &client, QObject *parent = nullptr);
    ~SubscriptionManager() override;

    /// Sets everything that is wanted from now on; an empty filter stops all.
    void want(const SubscriptionFilter &wanted);
    [[nodiscard]] const SubscriptionFilter &wanted() const { return m_wanted; }
    /// Adds or removes one resource.
    void watch(const QString &uri);
    void stop(const QString &uri);

    /// The part of wanted() that the server has agreed to so far.
    [[nodiscard]] SubscriptionFilter agreed() const;
    /// True if the client is Ready and no request for a subscription or its stream is pending, so that agreed() is
    /// current.
    [[nodiscard]] bool isSettled() const;
    /// Reason why the server reports nothing although it declares it: it offers no stream for changes. Empty otherwise.
    [[nodiscard]] QString streamRefusal() const;
    /// Reason why the stream for changes could not be opened so far, although it is requested again. Empty otherwise.
    [[nodiscard]] QString streamFailure() const;
    [[nodiscard]] bool isWatching(const QString &uri) const { return agreed().uris.contains(uri); }
    /// 2026-07-28: the subscription in use or being opened; null in the legacy era and while nothing is wanted.
    [[nodiscard]] Subscription *subscription() const { return m_next ? m_next.get() : m_subscription.get(); }

signals:
    void changed();
    void failed(const Pullcord::Error &error);
    /// 2026-07-28: the subscription was interrupted without a new handshake and is open again, or it ended and another
    /// one is open. Changes in between were not reported.
    void resumed();
    /// A watched resource, or one below it, has changed.
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
    std::unique_ptr<Subscription> m_next;         ///< modern: takes over once acknowledged
    QHash<QString, Asked> m_uris;                 ///< legacy
    int m_strays = 0;
    bool m_wasOpen = false; ///< the one in use was open since the last handshake
    bool m_isDeaf = false;  ///< the one in use has ended, and no other is open yet
};

} // namespace Pullcord
