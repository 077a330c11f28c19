// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/requests/subscriptionfilter.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// One subscriptions/listen of 2026-07-28: requests change notifications, compares the server's acknowledgment with
/// the request, follows the messages with its tag, and records how it ended.
///
/// Irregularities become Notes in the log, each kind once per opening:
/// - the server acknowledges a subset, or more than was requested
/// - a message comes before the acknowledgment, or is of a kind not agreed on
/// - the end has another tag
///
/// It is reopened when the connection is Ready again, and after an abnormal end. The first retry comes after
/// FirstRetry, each further one after twice the time, until MaxRetries in a row have brought no acknowledgment. It has
/// no timeout.
///
/// Owner: the creator, and the client must outlive it; destroying it closes it.
/// Order of signals: stateChanged; in Open, notified for each message; at the end stateChanged(Ended), then ended, once
/// per open(). Specification: "Subscriptions", "Cancellation"; spec digest 4.10 and 5.
class Subscription final : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Idle,    ///< before open()
        Opening, ///< requested, but not acknowledged
        Open,    ///< acknowledged
        Waiting, ///< to be reopened: waits for the connection, or for some time after an abnormal end
        Ended,
    };
    Q_ENUM(State)
    enum class Ending : quint8 {
        None,
        ByUs,
        ByServer, ///< with the final result, with notifications/cancelled, or with both
        Refused,  ///< the request failed, or this revision has no subscriptions
        Abnormal, ///< the stream ended without either, too often
    };
    Q_ENUM(Ending)

    static constexpr std::chrono::milliseconds FirstRetry{500};
    static constexpr std::chrono::milliseconds LongestRetry{30'000};
    static constexpr int MaxRetries = 8;

    Subscription(Client &client, SubscriptionFilter asked, QObject *parent = nullptr);
    ~Subscription() override;

    /// Opens the subscription. Only when Idle or Ended.
    void open();
    /// Closes it: with a cancel on stdio, by closing the stream over HTTP. Harmless in any state.
    void close(const QString &reason = {});

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Ending ending() const { return m_ending; }
    [[nodiscard]] const SubscriptionFilter &asked() const { return m_asked; }
    /// None until the server has acknowledged.
    [[nodiscard]] const std::optional<SubscriptionFilter> &acknowledged() const { return m_acknowledged; }
    /// Requested but not acknowledged; empty until the server has acknowledged.
    [[nodiscard]] SubscriptionFilter missing() const;
    /// Id of the request, which is also the tag; none before the request.
    [[nodiscard]] RequestId id() const { return m_request ? m_request->id() : RequestId(); }
    /// Reason for the refusal or the end; empty if none was given.
    [[nodiscard]] const QString &reason() const { return m_reason; }

signals:
    void stateChanged(Pullcord::Subscription::State state);
    /// A message of this subscription; `params` is raw JSON.
    void notified(const QByteArray &method, const QByteArray &params);
    void ended(Pullcord::Subscription::Ending ending);

private:
    void ask();
    void onClient(Client::State state);
    void onNotification(const QByteArray &method, const QByteArray &params);
    void onAcknowledged(const JsonValue &notifications);
    void onFinished(const OutgoingRequest &request);
    void waitAgain();
    void end(Ending ending, const QString &reason = {});
    void setState(State state);
    void noteOnce(quint8 about, const QString &text);

    Client &m_client;
    SubscriptionFilter m_asked;
    std::optional<SubscriptionFilter> m_acknowledged;
    QPointer<OutgoingRequest> m_request;
    State m_state = State::Idle;
    Ending m_ending = Ending::None;
    QString m_reason;
    QTimer m_retryTimer;
    int m_retries = 0;  ///< consecutive
    quint8 m_noted = 0; ///< flags of the irregularities noted
};

/// Subscription tag in a message's params; none if absent.
[[nodiscard]] RequestId subscriptionIdIn(const JsonValue &paramsOrResult);

} // namespace Pullcord
