// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

/// Source of the peer's notifications of one method. A flood of other notifications costs its receivers nothing. Owner:
/// the RpcConnection; see RpcConnection::notifications().
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
