// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

/// Notifications of one method from the peer. A receiver gets this method alone, so a flood of other notifications
/// costs it nothing. Owner: the RpcConnection; see RpcConnection::notifications().
/// Specification: JSON-RPC 2.0 section 4.1; spec digest 1.
class NotificationSource final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// `params` is raw JSON, empty if absent.
    void received(const QByteArray &params);
};

} // namespace Pullcord
