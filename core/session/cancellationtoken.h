// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace Pullcord {

/// Says that work is no longer wanted. One token can govern many requests, and tokens can follow a parent.
///
/// Owner: whoever may cancel. Requests and followers hold no claim on it; they may be destroyed before it and after it.
/// It fires at most once. After release() it never fires again: the work that it governed has ended.
class CancellationToken : public QObject
{
    Q_OBJECT

public:
    explicit CancellationToken(QObject *parent = nullptr);
    ~CancellationToken() override;

    [[nodiscard]] bool isRequested() const { return m_requested; }
    /// Why; null if nobody said, or nothing was requested.
    [[nodiscard]] QString reason() const { return m_reason; }

    /// Asks for the end. Later calls, and calls after release(), change nothing.
    void request(const QString &reason = {});
    /// Fires whenever `parent` does (at once if it has), until release().
    void follow(CancellationToken &parent);
    /// The work is over: it neither fires nor is fired any more, and its hooks are dropped.
    void release();

signals:
    /// Once, at the first request(). Its receivers may destroy the token.
    void requested(const QString &reason);

private:
    bool m_requested = false;
    bool m_released = false;
    QString m_reason;
};

} // namespace Pullcord
