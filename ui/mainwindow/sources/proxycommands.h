// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proxy/operatorcancel.h"
#include "core/result.h"
#include "core/rpc/requestrecord.h"

#include <QList>
#include <QObject>
#include <QPointer>

namespace Pullcord {

class Actions;
class ControlCall;
class ConversationController;
class MessageBar;
class RequestsPanel;
class RunningProxies;
struct Services;

/// Cancels requests that pass a running proxy, while the page follows its file. A cancel goes through the control socket
/// of the proxy; its effect comes back in the file.
class ProxyCommands final : public QObject
{
    Q_OBJECT

public:
    ProxyCommands(const Services &services, ConversationController &controller, const Actions &actions,
                  RequestsPanel &panel, MessageBar &bar, QWidget *page);
    ~ProxyCommands() override;

    /// True while the page follows the file of a running proxy.
    [[nodiscard]] bool isRunning() const { return !m_socket.isEmpty(); }
    /// Path of the control socket of that proxy; empty if none runs.
    [[nodiscard]] const QString &socket() const { return m_socket; }
    /// True if cancel() would have an effect.
    [[nodiscard]] bool canCancel(const RequestRecord &request) const;
    void cancel(const RequestRecord &request, const QString &reason);
    /// True if cancelAll() would have an effect.
    [[nodiscard]] bool canCancelAll() const;
    /// Cancels the requests of the client, except its subscription to changes.
    void cancelAll(const QString &reason);

signals:
    /// isRunning() or canCancel() may have changed.
    void changed();

private:
    /// A request to be cancelled.
    struct Target
    {
        quint32 connection = 0;
        quint64 serial = RequestRecord::NoSerial; ///< NoSerial: all requests
        bool withError = false;
        friend bool operator==(const Target &a, const Target &b) = default;
    };
    struct Call
    {
        Target target;
        QByteArray params;
    };
    void onConversation();
    void update();
    void setOperator(const QString &socket);
    void release();
    void send(Target target, OperatorCancel wanted);
    void sendNext();
    void onFinished(const Result<QByteArray> &result);
    [[nodiscard]] bool sendsError() const;
    void chooseError();

    RunningProxies *m_proxies; ///< null: none are looked for
    ConversationController &m_controller;
    const Actions &m_actions;
    RequestsPanel &m_panel;
    MessageBar &m_bar;
    QWidget *m_page;
    OperatorCancel::ErrorResponse m_error{.message = {}}; ///< without a message: the reason
    QString m_socket;             ///< of the proxy that records in the file; empty: there is none
    QList<Call> m_calls;          ///< sent one by one; the first one may be under way
    QPointer<ControlCall> m_call; ///< the one under way
    QList<Target> m_targets;      ///< of this proxy, unless it refused; the file shows the effect a little later
};

} // namespace Pullcord
