// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/subscription.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

enum Oddity : quint8 {
    BeforeAcknowledged = 1 << 0,
    NotAgreedOn = 1 << 1,
    AcknowledgedAgain = 1 << 2,
};

} // namespace

RequestId subscriptionIdIn(const JsonValue &paramsOrResult)
{
    return RequestId::fromJson(paramsOrResult.member("_meta").member("io.modelcontextprotocol/subscriptionId").raw());
}

Subscription::Subscription(Client &client, SubscriptionFilter asked, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_asked(std::move(asked))
{
    connect(&m_client, &Client::stateChanged, this, &Subscription::onClient);
    connect(&m_client.rpc(), &RpcConnection::notificationReceived, this, &Subscription::onNotification);
    m_retryTimer.setSingleShot(true);
    m_retryTimer.callOnTimeout(this, [this] {
        if (m_client.state() == Client::State::Ready)
            ask();
    });
}

Subscription::~Subscription()
{
    disconnect(&m_client, nullptr, this, nullptr);
    if (m_request && !m_request->isFinished()) {
        m_request->disconnect(this);
        m_request->cancel(u"The subscription is no longer needed"_s);
    }
}

void Subscription::open()
{
    if (m_state != State::Idle && m_state != State::Ended)
        return;
    m_ending = Ending::None;
    m_reason.clear();
    m_retries = 0;
    if (m_client.state() == Client::State::Ready)
        ask();
    else
        setState(State::Waiting);
}

void Subscription::close(const QString &reason)
{
    if (m_state == State::Idle || m_state == State::Ended)
        return;
    if (m_request && !m_request->isFinished())
        m_request->cancel(reason); // finishing it ends the subscription
    else
        end(Ending::ByUs, reason);
}

SubscriptionFilter Subscription::missing() const
{
    return m_acknowledged ? m_asked.without(*m_acknowledged) : SubscriptionFilter();
}

void Subscription::ask()
{
    if (!m_client.isModern()) {
        end(Ending::Refused, u"subscriptions/listen requires revision 2026-07-28"_s);
        return;
    }
    m_acknowledged.reset();
    m_noted = 0;
    m_request = m_client.request("subscriptions/listen", JsonText::withMember({}, "notifications", m_asked.toJson()),
                                 {.timeout = std::chrono::milliseconds(-1)});
    connect(m_request, &OutgoingRequest::finished, this, [this, request = m_request.data()] { onFinished(*request); });
    setState(State::Opening);
}

void Subscription::onClient(Client::State state)
{
    if (state != Client::State::Ready || m_state != State::Waiting)
        return;
    m_retryTimer.stop();
    ask();
}

void Subscription::onNotification(const QByteArray &method, const QByteArray &params)
{
    const JsonValue value(params);
    const RequestId tag = subscriptionIdIn(value);
    if (!m_request || m_request->isFinished() || tag.kind() == RequestId::Kind::None || tag != m_request->id())
        return;
    if (method == "notifications/subscriptions/acknowledged") {
        onAcknowledged(value.member("notifications"));
        return;
    }
    const QPointer<Subscription> guard(this);
    if (!m_acknowledged)
        noteOnce(BeforeAcknowledged, u"it reported a change before it acknowledged the subscription"_s);
    else if (!m_acknowledged->covers(method, value))
        noteOnce(NotAgreedOn, u"it sent %1, which it had not agreed to"_s.arg(QString::fromUtf8(method)));
    if (guard)
        emit notified(method, params);
}

void Subscription::onAcknowledged(const JsonValue &notifications)
{
    if (m_acknowledged) {
        noteOnce(AcknowledgedAgain, u"it acknowledged more than once"_s);
        return;
    }
    m_acknowledged = SubscriptionFilter::fromJson(notifications);
    m_retries = 0;
    const QPointer<Subscription> guard(this);
    if (const SubscriptionFilter rest = missing(); !rest.isEmpty())
        m_client.rpc().note(
            u"The server did not acknowledge everything that was requested: %1 is missing"_s.arg(rest.text()));
    if (guard) {
        if (const SubscriptionFilter more = m_acknowledged->without(m_asked); !more.isEmpty())
            m_client.rpc().note(u"The server acknowledged more than was requested: %1"_s.arg(more.text()));
    }
    if (guard)
        setState(State::Open);
}

void Subscription::onFinished(const OutgoingRequest &request)
{
    if (m_state == State::Ended)
        return;
    const Result<QByteArray> &outcome = request.outcome();
    const RequestRecord *record = m_client.rpc().tracker().record(request.serial());
    const bool byServer = record && record->cancellation && record->cancellation->byPeer;
    switch (request.state()) {
    case RequestState::Succeeded:
        if (const QPointer<Subscription> guard(this); subscriptionIdIn(JsonValue(*outcome)) != request.id()) {
            m_client.rpc().note(
                u"The response that ends subscription %1 does not contain its id"_s.arg(request.id().display()));
            if (!guard)
                return;
        }
        end(Ending::ByServer);
        break;
    case RequestState::Lost:
        waitAgain();
        break;
    case RequestState::Cancelled:
        if (m_client.isLeaving())
            setState(State::Waiting);
        else
            end(byServer ? Ending::ByServer : Ending::ByUs, outcome.error().detail);
        break;
    default:
        end(Ending::Refused, outcome.error().detail);
        break;
    }
}

/// Waits for a retry, or for the next connection, after an end without a final message.
void Subscription::waitAgain()
{
    const bool isConnected =
        m_client.state() == Client::State::Ready && m_client.rpc().state() == Transport::State::Open;
    if (!isConnected) {
        setState(State::Waiting);
        return;
    }
    if (m_retries >= MaxRetries) {
        end(Ending::Abnormal, u"it ended without a response, %1 times in a row"_s.arg(m_retries + 1));
        return;
    }
    const auto delay = std::min(FirstRetry * (1 << m_retries++), LongestRetry);
    m_retryTimer.start(delay);
    const QPointer<Subscription> guard(this);
    m_client.rpc().note(
        u"The stream of a subscription ended without a response: subscribing again in %1 ms"_s.arg(delay.count()));
    if (guard)
        setState(State::Waiting);
}

void Subscription::end(Ending ending, const QString &reason)
{
    m_retryTimer.stop();
    m_ending = ending;
    m_reason = reason;
    const QPointer<Subscription> guard(this);
    setState(State::Ended);
    if (guard && m_state == State::Ended)
        emit ended(ending);
}

void Subscription::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged(state);
}

void Subscription::noteOnce(quint8 about, const QString &text)
{
    if (m_noted & about)
        return;
    m_noted = quint8(m_noted | about);
    m_client.rpc().note(u"Fault of the server in subscription %1: %2"_s.arg(id().display(), text));
}

} // namespace Pullcord
