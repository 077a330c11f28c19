// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

/// The notifications of one method that the other end of a Session sends: who waits for that method alone hears of no other,
/// so that a flood of others costs it nothing. Owner: the Session, of which Session::notifications() gets it.
/// Specification: JSON-RPC 2.0 section 4.1; spec digest 1.
class NotificationSource final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// `params` is raw JSON, empty if there is none.
    void received(const QByteArray &params);
};

} // namespace Pullcord
