// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demoworld.h"
#include "core/connection/rpcconnection.h"
#include "core/mcp/requests/subscriptionfilter.h"

#include <QObject>
#include <QPointer>
#include <QSet>

namespace Pullcord {

class DemoServer;

/// Subscriptions of one conversation: resources/subscribe in the legacy era, subscriptions/listen in 2026-07-28.
/// Acknowledges the parts that the server supports.
class DemoSubscriptions final : public QObject
{
    Q_OBJECT

public:
    DemoSubscriptions(DemoWorld &world, DemoServer &server);

    /// Returns false if the method is not handled here.
    [[nodiscard]] bool handle(IncomingRequest *request, bool modern);
    /// Handles a cancel of the client.
    void onCancelled(const RequestId &id);

signals:
    /// No more messages will follow for that request, not even a response.
    void fellSilent(const Pullcord::RequestId &id);

private:
    struct Listen
    {
        QPointer<IncomingRequest> request;
        RequestId id;
        SubscriptionFilter filter; ///< the acknowledged part
    };

    void listen(IncomingRequest *request);
    void onChanged(const QByteArray &method, const QByteArray &params, DemoWorld::Tag tag);
    void endAll(DemoWorld::End how);
    [[nodiscard]] static QByteArray tagged(const QByteArray &object, const RequestId &id);

    DemoServer &m_server;
    QList<Listen> m_listens; ///< modern
    QSet<QString> m_uris;    ///< legacy
};

} // namespace Pullcord
