// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/watcher.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

Watcher::Watcher(Client &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    connect(&m_client.session().transport(), &Transport::ownStreamChanged, this, [this] {
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
        connect(m_client.session().notifications(method), &NotificationSource::received, this,
                [this, method](const QByteArray &params) { onNotification(method, params); });
}

Watcher::~Watcher() = default;

void Watcher::want(const SubscriptionFilter &wanted)
{
    if (m_wanted == wanted)
        return;
    m_wanted = wanted;
    apply();
}

void Watcher::watch(const QString &uri)
{
    SubscriptionFilter wanted = m_wanted;
    if (!wanted.uris.contains(uri))
        wanted.uris.append(uri);
    want(wanted);
}

void Watcher::stop(const QString &uri)
{
    SubscriptionFilter wanted = m_wanted;
    wanted.uris.removeAll(uri);
    want(wanted);
}

SubscriptionFilter Watcher::agreed() const
{
    if (m_client.isModern()) {
        const bool isOpen = m_subscription && m_subscription->state() == Subscription::State::Open;
        return isOpen ? m_subscription->acknowledged().value_or(SubscriptionFilter()) : SubscriptionFilter();
    }
    SubscriptionFilter agreed;
    if (m_client.state() != Client::State::Ready || !streamRefusal().isEmpty())
        return agreed;
    const JsonValue capabilities(m_client.server().capabilities);
    const auto tells = [&](bool wanted, QByteArrayView list) {
        return wanted && capabilities.member(list).member("listChanged").toBool().value_or(false);
    };
    agreed.tools = tells(m_wanted.tools, "tools");
    agreed.prompts = tells(m_wanted.prompts, "prompts");
    agreed.resources = tells(m_wanted.resources, "resources");
    for (const QString &uri : m_wanted.uris) {
        if (m_uris.value(uri, Asked::Refused) == Asked::Subscribed)
            agreed.uris.append(uri);
    }
    return agreed;
}

QString Watcher::streamRefusal() const
{
    const Transport &transport = m_client.session().transport();
    const bool isRefused = !m_client.isModern() && transport.ownStream() == Transport::OwnStream::Refused;
    return isRefused ? transport.ownStreamRefusal() : QString();
}

bool Watcher::isSettled() const
{
    if (m_client.state() != Client::State::Ready)
        return false;
    if (m_client.isModern())
        return !m_next && (!m_subscription || m_subscription->state() == Subscription::State::Open);
    return m_client.session().transport().ownStream() != Transport::OwnStream::Pending &&
           std::none_of(m_uris.begin(), m_uris.end(), [](Asked asked) { return asked == Asked::Subscribing; });
}

void Watcher::apply()
{
    if (m_client.state() != Client::State::Ready)
        return; // applied when the client is Ready
    if (m_client.isModern())
        applyModern();
    else
        applyLegacy();
}

void Watcher::drop()
{
    // Either may be emitting right now: delete later.
    for (std::unique_ptr<Subscription> *each : {&m_next, &m_subscription}) {
        if (Subscription *old = each->release()) {
            old->disconnect(this);
            old->close(u"Not wanted any more"_s);
            old->deleteLater();
        }
    }
}

// ---- 2026-07-28

void Watcher::applyModern()
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
        hasty->close(u"Something else is wanted by now"_s);
        hasty->deleteLater();
    }
    m_next = std::make_unique<Subscription>(m_client, m_wanted);
    connect(m_next.get(), &Subscription::stateChanged, this,
            [this, next = m_next.get()](Subscription::State state) { onState(next, state); });
    connect(m_next.get(), &Subscription::ended, this, &Watcher::onEnded);
    m_next->open();
}

void Watcher::onState(const Subscription *subscription, Subscription::State state)
{
    const bool takesOver = state == Subscription::State::Open && subscription == m_next.get();
    if (takesOver) {
        std::swap(m_subscription, m_next);
        if (Subscription *before = m_next.release()) {
            before->disconnect(this);
            before->close(u"Another one has taken over"_s);
            before->deleteLater();
        }
    }
    const bool isInUse = subscription == m_subscription.get();
    const bool isOpen = state == Subscription::State::Open && isInUse;
    const bool isResumed = isOpen && (m_isDeaf || (m_wasOpen && !takesOver));
    m_isDeaf = isInUse ? state == Subscription::State::Ended && m_wasOpen : m_isDeaf;
    m_wasOpen = m_wasOpen || isOpen;
    const QPointer<Watcher> guard(this);
    emit changed();
    if (guard && isResumed)
        emit resumed();
}

void Watcher::onEnded(Subscription::Ending ending)
{
    const Subscription *over = subscription();
    const bool isUnwanted = ending == Subscription::Ending::Refused || ending == Subscription::Ending::Abnormal;
    if (over && over->state() == Subscription::State::Ended && isUnwanted)
        emit failed({ErrorKind::Peer, over->reason()});
}

// ---- legacy

void Watcher::applyLegacy()
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
    const QPointer<Watcher> guard(this);
    if (refused)
        emit failed({ErrorKind::Protocol,
                     Words::of(QT_TRANSLATE_NOOP(
                         "Words", "The server does not support subscriptions to resources (resources.subscribe)"))});
    if (guard)
        emit changed();
}

void Watcher::ask(const QString &uri, bool subscribe)
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
        const QPointer<Watcher> guard(this);
        if (!outcome)
            emit failed(outcome.error());
        if (guard)
            emit changed();
    });
}

// ---- notifications

void Watcher::onNotification(const QByteArray &method, const QByteArray &params)
{
    const JsonValue value(params);
    const QPointer<Watcher> guard(this);
    if (m_client.isModern())
        noteStray(method, subscriptionIdIn(value));
    if (guard && method == "notifications/resources/updated")
        emit resourceUpdated(value.member("uri").toString());
}

void Watcher::noteStray(const QByteArray &method, const RequestId &tag)
{
    const RequestRecord *listen = m_client.session().tracker().find(Direction::ClientToServer, tag);
    const bool isOurs = listen && listen->method == "subscriptions/listen";
    // A notification may have crossed with our closing of its subscription.
    if ((isOurs && (listen->isOpen() || listen->cancellation)) || ++m_strays > MaxStrays)
        return;
    const QString name = QString::fromUtf8(method);
    if (tag.kind() == RequestId::Kind::None)
        m_client.session().note(u"The server sent %1 without the id of a subscription"_s.arg(name));
    else
        m_client.session().note((isOurs ? u"The server sent %1 for subscription %2, which had ended"_s
                                        : u"The server sent %1 for %2, which is no subscription"_s)
                                    .arg(name, tag.display()));
}

} // namespace Pullcord
