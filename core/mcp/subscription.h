// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/mcp/subscriptionfilter.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// One subscriptions/listen of 2026-07-28: asks to be told of changes, compares what the server agreed to with what was
/// asked, follows the messages with its tag, and knows how it ended.
///
/// What it finds odd is a Note in the log, each sort once an opening: a subset acknowledged, more than was asked for, a
/// message before the acknowledgement or of a kind that was not agreed on, an end with another tag. It is opened anew
/// when the connection is Ready again, and after an abnormal end, first after FirstRetry, then after twice as long each
/// time, until MaxRetries in a row have brought no acknowledgement. No timeout applies to it.
/// Owner: whoever made it, and the client must outlive it; destroying it closes it.
/// Order of signals: stateChanged; in Open, notified for each message; at the end stateChanged(Ended), then ended, once an
/// open(). Specification: "Subscriptions", "Cancellation"; spec digest 4.10 and 5.
class Subscription final : public QObject
{
    Q_OBJECT

public:
    enum class State : quint8 {
        Idle,    ///< before open()
        Opening, ///< asked, and not acknowledged
        Open,    ///< acknowledged
        Waiting, ///< to be opened anew: for the connection, or for some time after an abnormal end
        Ended,
    };
    Q_ENUM(State)
    enum class Ending : quint8 {
        None,
        ByUs,
        ByServer, ///< with the final result, with notifications/cancelled, or with both
        Refused,  ///< the request failed, or there is nothing of the kind in this revision
        Abnormal, ///< the stream ended without either, and too often
    };
    Q_ENUM(Ending)

    static constexpr std::chrono::milliseconds FirstRetry{500};
    static constexpr std::chrono::milliseconds LongestRetry{30'000};
    static constexpr int MaxRetries = 8;

    Subscription(Client &client, SubscriptionFilter asked, QObject *parent = nullptr);
    ~Subscription() override;

    /// Only when Idle or Ended.
    void open();
    /// By a cancel on stdio, by closing the stream over HTTP. Harmless in any state.
    void close(const QString &reason = {});

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] Ending ending() const { return m_ending; }
    [[nodiscard]] const SubscriptionFilter &asked() const { return m_asked; }
    /// None while the server has not said.
    [[nodiscard]] const std::optional<SubscriptionFilter> &acknowledged() const { return m_acknowledged; }
    /// Asked for and not acknowledged; empty while the server has not said.
    [[nodiscard]] SubscriptionFilter missing() const;
    /// Its id and tag; none while it is not asked for.
    [[nodiscard]] RequestId id() const { return m_request ? m_request->id() : RequestId(); }
    /// Why it was refused or ended; empty if nobody said.
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
    int m_retries = 0;  ///< in a row
    quint8 m_noted = 0; ///< flags
};

/// The tag in a message's params; none if it has none.
[[nodiscard]] RequestId subscriptionIdIn(const JsonValue &paramsOrResult);

} // namespace Pullcord
