// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace Pullcord {

/// Signal that work is no longer wanted. One token can govern many requests, and tokens can follow a parent.
///
/// Owner: the object that may cancel. Requests and followers do not own it, and may be destroyed before or after it. It
/// fires at most once. After release() it never fires: the governed work has ended.
class CancellationToken : public QObject
{
    Q_OBJECT

public:
    explicit CancellationToken(QObject *parent = nullptr);
    ~CancellationToken() override;

    [[nodiscard]] bool isRequested() const { return m_requested; }
    /// Reason of the cancel; null if none was given or nothing was requested.
    [[nodiscard]] QString reason() const { return m_reason; }

    /// Fires the token: requests the end of the work. Later calls, and calls after release(), have no effect.
    void request(const QString &reason = {});
    /// Fires whenever `parent` fires (at once if it already has), until release().
    void follow(CancellationToken &parent);
    /// Marks the work as ended: the token no longer fires, and its connections are dropped.
    void release();

signals:
    /// Emitted once, at the first request(). Receivers may destroy the token.
    void requested(const QString &reason);

private:
    bool m_requested = false;
    bool m_released = false;
    QString m_reason;
};

} // namespace Pullcord
