// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Events of the connection; workspace.cpp has the rest.
#include "ui/mainwindow/workspace.h"

#include <QJsonObject>
#include <QTime>

namespace Pullcord {
using namespace Qt::StringLiterals;

void Workspace::followConnection(const Event &event)
{
    const QString reason = event.details.value("reason"_L1).toString();
    switch (event.kind) {
    case EventKind::Opening:
        m_toldWhy = false;
        m_failed = false;
        m_step.clear();
        m_unheard.clear();
        m_lastStatus = 0;
        setAbsence({});
        break;
    case EventKind::Http:
        followExchange(event.details);
        break;
    case EventKind::Note:
        onNote(event);
        break;
    case EventKind::Failed:
        m_failed = !m_conversation->client()->startsAgain();
        if (const QString certificate = event.details.value("certificate"_L1).toString(); !certificate.isEmpty()) {
            m_toldWhy = true;
            emit distrusted(reason, QByteArray::fromHex(certificate.toLatin1()));
        }
        break;
    case EventKind::Closed:
        setAbsence({});
        if (m_conversation->client()->startsAgain())
            break;
        m_failed = m_failed || !reason.isEmpty();
        if (m_toldWhy || reason.isEmpty())
            break;        // empty if we asked for the end
        m_toldWhy = true; // suppresses errors caused by it
        emit lost(tr("The connection ended: %1").arg(reason));
        break;
    default:
        break;
    }
}

/// Tracks whether the server responds. Before the first response there is no Absence, since the handshake fails then.
void Workspace::followExchange(const QJsonObject &details)
{
    const qint64 exchange = details.value("exchange"_L1).toInteger();
    const QString step = details.value("step"_L1).toString();
    if (step == "request"_L1) {
        m_unheard.insert(exchange);
    } else if (step == "response"_L1) {
        m_unheard.remove(exchange);
        m_lastStatus = int(details.value("status"_L1).toInteger());
        setAbsence({});
    } else if (step == "end"_L1 && m_unheard.remove(exchange) && details.value("how"_L1) == "broken"_L1 &&
               clientState() == Client::State::Ready && !m_absence) {
        setAbsence(Absence{QTime::currentTime().toString(u"HH:mm:ss"_s), details.value("reason"_L1).toString()});
    }
}

void Workspace::setAbsence(const std::optional<Absence> &absence)
{
    if (!absence && !m_absence)
        return;
    m_absence = absence;
    const bool isOver = !absence && clientState() == Client::State::Ready;
    const Subscription *subscription = m_conversation->watcher()->subscription();
    // Renew a subscription that was given up in the meantime.
    if (isOver && subscription && subscription->ending() == Subscription::Ending::Abnormal)
        QMetaObject::invokeMethod(this, &Workspace::listenAgain, Qt::QueuedConnection);
    emit stateChanged();
}

void Workspace::listenAgain()
{
    if (!m_conversation || !m_conversation->isLive())
        return;
    Watcher &watcher = *m_conversation->watcher();
    const Subscription *subscription = watcher.subscription();
    if (clientState() != Client::State::Ready || !subscription || subscription->state() != Subscription::State::Ended)
        return;
    const SubscriptionFilter wanted = watcher.wanted();
    watcher.want({});
    watcher.want(wanted);
}

void Workspace::onNote(const Event &event)
{
    if (event.details.contains(Event::SessionEnded)) {
        emit noted(tr("The server no longer knew the session, so a new one was started. Requests of the old one get no "
                      "response."));
    }
    if (clientState() == Client::State::Ready)
        return;
    m_step = event.details.value("text"_L1).toString();
    emit stateChanged();
}

} // namespace Pullcord
