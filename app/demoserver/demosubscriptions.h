// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demoworld.h"
#include "core/mcp/subscriptionfilter.h"
#include "core/session/session.h"

#include <QObject>
#include <QPointer>
#include <QSet>

namespace Pullcord {

class DemoServer;

/// Who in one conversation wants to be told of changes: by resources/subscribe in the legacy era, by subscriptions/listen in
/// 2026-07-28, of which it acknowledges what the server can tell of.
class DemoSubscriptions final : public QObject
{
    Q_OBJECT

public:
    DemoSubscriptions(DemoWorld &world, DemoServer &server);

    /// False: the method is none of ours.
    [[nodiscard]] bool handle(IncomingRequest *request, bool modern);
    /// The client has cancelled it.
    void onCancelled(const RequestId &id);

signals:
    /// Nothing more will be said for that request, also no answer.
    void fellSilent(const Pullcord::RequestId &id);

private:
    struct Listen
    {
        QPointer<IncomingRequest> request;
        RequestId id;
        SubscriptionFilter filter; ///< what was acknowledged
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
