// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/requests/subscriptionmanager.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

SubscriptionManager::SubscriptionManager(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    connect(&m_client.rpc().transport(), &Transport::ownStreamChanged, this, [this] {
        if (!m_client.isModern())
            emit changed();
    });
    connect(&m_client, &Client::ready, this, [this] {
        m_uris.clear();
        m_strays = 0;
        m_wasOpen = m_isDeaf = false;
        if (!m_client.isModern())
            drop();
        apply();
    });
    QByteArrayList methods = SubscriptionFilter::methods();
    methods.append("notifications/subscriptions/acknowledged"_ba);
    for (const QByteArray &method : std::as_const(methods))
        connect(m_client.rpc().notifications(method), &NotificationSource::received, this,
                [this, method](const QByteArray &params) { onNotification(method, params); });
}

SubscriptionManager::~SubscriptionManager() = default;

void SubscriptionManager::want(const SubscriptionFilter &wanted)
{
    if (m_wanted == wanted)
        return;
    m_wanted = wanted;
    apply();
}

void SubscriptionManager::watch(const QString &uri)
{
    SubscriptionFilter wanted = m_wanted;
    if (!wanted.uris.contains(uri))
        wanted.uris.append(uri);
    want(wanted);
}

void SubscriptionManager::stop(const QString &uri)
{
    SubscriptionFilter wanted = m_wanted;
    wanted.uris.removeAll(uri);
    want(wanted);
}

SubscriptionFilter SubscriptionManager::agreed() const
{
    if (m_client.isModern()) {
        const bool isOpen = m_subscription && m_subscription->state() == Subscription::State::Open;
        return isOpen ? m_subscription->acknowledged().value_or(SubscriptionFilter()) : SubscriptionFilter();
    }
    SubscriptionFilter agreed;
    if (m_client.state() != Client::State::Ready || !streamRefusal().isEmpty())
        return agreed;
    const JsonValue capabilities(m_client.server().capabilities);
    const auto covers = [&](bool wanted, QByteArrayView list) {
        return wanted && capabilities.member(list).member("listChanged").toBool().value_or(false);
    };
    agreed.tools = covers(m_wanted.tools, "tools");
    agreed.prompts = covers(m_wanted.prompts, "prompts");
    agreed.resources = covers(m_wanted.resources, "resources");
    for (const QString &uri : m_wanted.uris) {
        if (m_uris.value(uri, Asked::Refused) == Asked::Subscribed)
            agreed.uris.append(uri);
    }
    return agreed;
}

QString SubscriptionManager::streamRefusal() const
{
    const Transport &transport = m_client.rpc().transport();
    const bool isRefused =
        !m_client.isModern() && transport.unsolicitedStream() == Transport::UnsolicitedStream::Refused;
    return isRefused ? transport.unsolicitedStreamRefusal() : QString();
}

QString SubscriptionManager::streamFailure() const
{
    const bool isOver = m_client.isModern() || !streamRefusal().isEmpty();
    return isOver ? QString() : m_client.rpc().transport().unsolicitedStreamRefusal();
}

bool SubscriptionManager::isSettled() const
{
    if (m_client.state() != Client::State::Ready)
        return false;
    if (m_client.isModern())
        return !m_next && (!m_subscription || m_subscription->state() == Subscription::State::Open);
    return m_client.rpc().transport().unsolicitedStream() != Transport::UnsolicitedStream::Pending &&
           std::none_of(m_uris.begin(), m_uris.end(), [](Asked asked) { return asked == Asked::Subscribing; });
}

void SubscriptionManager::apply()
{
    if (m_client.state() != Client::State::Ready)
        return; // applied when the client is Ready
    if (m_client.isModern())
        applyModern();
    else
        applyLegacy();
}

void SubscriptionManager::drop()
{
    // Either may be emitting right now: delete later.
    for (std::unique_ptr<Subscription> *each : {&m_next, &m_subscription}) {
        if (Subscription *old = each->release()) {
            old->disconnect(this);
            old->close(u"No longer needed"_s);
            old->deleteLater();
        }
    }
}

// ---- 2026-07-28

void SubscriptionManager::applyModern()
{
    if (m_wanted.isEmpty()) {
        drop();
        emit changed();
        return;
    }
    const bool isAsked =
        subscription() && subscription()->asked() == m_wanted && subscription()->state() != Subscription::State::Ended;
    if (isAsked)
        return;
    if (Subscription *hasty = m_next.release()) {
        hasty->disconnect(this);
        hasty->close(u"Replaced before it was acknowledged"_s);
        hasty->deleteLater();
    }
    m_next = std::make_unique<Subscription>(m_client, m_wanted);
    connect(m_next.get(), &Subscription::stateChanged, this,
            [this, next = m_next.get()](Subscription::State state) { onState(next, state); });
    connect(m_next.get(), &Subscription::ended, this, &SubscriptionManager::onEnded);
    m_next->open();
}

void SubscriptionManager::onState(const Subscription *subscription, Subscription::State state)
{
    const bool takesOver = state == Subscription::State::Open && subscription == m_next.get();
    if (takesOver) {
        std::swap(m_subscription, m_next);
        if (Subscription *before = m_next.release()) {
            before->disconnect(this);
            before->close(u"Replaced by another subscription"_s);
            before->deleteLater();
        }
    }
    const bool isInUse = subscription == m_subscription.get();
    const bool isOpen = state == Subscription::State::Open && isInUse;
    const bool isResumed = isOpen && (m_isDeaf || (m_wasOpen && !takesOver));
    m_isDeaf = isInUse ? state == Subscription::State::Ended && m_wasOpen : m_isDeaf;
    m_wasOpen = m_wasOpen || isOpen;
    const QPointer<SubscriptionManager> guard(this);
    emit changed();
    if (guard && isResumed)
        emit resumed();
}

void SubscriptionManager::onEnded(Subscription::Ending ending)
{
    const Subscription *over = subscription();
    const bool isUnwanted = ending == Subscription::Ending::Refused || ending == Subscription::Ending::Abnormal;
    if (over && over->state() == Subscription::State::Ended && isUnwanted)
        emit failed({ErrorKind::Peer, over->reason()});
}

// ---- legacy

void SubscriptionManager::applyLegacy()
{
    for (const QString &uri : m_uris.keys()) {
        if (m_wanted.uris.contains(uri))
            continue;
        if (m_uris.take(uri) != Asked::Refused)
            ask(uri, false);
    }
    const JsonValue resources = JsonValue(m_client.server().capabilities).member("resources");
    const bool canSubscribe = resources.member("subscribe").toBool().value_or(false);
    bool refused = false;
    for (const QString &uri : m_wanted.uris) {
        if (m_uris.contains(uri))
            continue;
        m_uris.insert(uri, canSubscribe ? Asked::Subscribing : Asked::Refused);
        if (canSubscribe)
            ask(uri, true);
        refused = refused || !canSubscribe;
    }
    const QPointer<SubscriptionManager> guard(this);
    if (refused)
        emit failed(
            {ErrorKind::Protocol,
             TranslatableText::of(QT_TRANSLATE_NOOP(
                 "TranslatableText", "The server does not support subscriptions to resources (resources.subscribe)"))});
    if (guard)
        emit changed();
}

void SubscriptionManager::ask(const QString &uri, bool subscribe)
{
    OutgoingRequest *request = m_client.request(subscribe ? "resources/subscribe" : "resources/unsubscribe",
                                                JsonText::withMember({}, "uri", JsonText::quoted(uri)));
    if (!subscribe)
        return;
    connect(request, &OutgoingRequest::finished, this, [this, request, uri] {
        const auto asked = m_uris.find(uri);
        if (asked == m_uris.end() || m_client.isLeaving())
            return;
        const Result<QByteArray> outcome = request->outcome();
        *asked = outcome ? Asked::Subscribed : Asked::Refused;
        const QPointer<SubscriptionManager> guard(this);
        if (!outcome)
            emit failed(outcome.error());
        if (guard)
            emit changed();
    });
}

// ---- notifications

void SubscriptionManager::onNotification(const QByteArray &method, const QByteArray &params)
{
    const JsonValue value(params);
    const QPointer<SubscriptionManager> guard(this);
    if (m_client.isModern())
        noteStray(method, subscriptionIdIn(value));
    if (guard && method == "notifications/resources/updated")
        emit resourceUpdated(value.member("uri").toString());
}

void SubscriptionManager::noteStray(const QByteArray &method, const RequestId &tag)
{
    const RequestRecord *listen = m_client.rpc().tracker().find(Direction::ClientToServer, tag);
    const bool isOurs = listen && listen->method == "subscriptions/listen";
    // A notification may have crossed with our closing of its subscription.
    if ((isOurs && (listen->isOpen() || listen->cancellation)) || ++m_strays > MaxStrays)
        return;
    const QString name = QString::fromUtf8(method);
    if (tag.kind() == RequestId::Kind::None)
        m_client.rpc().note(u"The server sent %1 without the id of a subscription"_s.arg(name));
    else
        m_client.rpc().note((isOurs ? u"The server sent %1 for subscription %2, which had ended"_s
                                    : u"The server sent %1 for %2, which is not a subscription"_s)
                                .arg(name, tag.display()));
}

} // namespace Pullcord
