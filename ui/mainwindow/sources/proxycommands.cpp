// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/proxycommands.h"

#include "core/mcp/conversation.h"
#include "core/proxy/control/controlcall.h"
#include "core/proxy/control/runningproxies.h"
#include "core/rpc/dialect.h"
#include "ui/actions.h"
#include "ui/dialogs/errordialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/models/texts.h"
#include "ui/panels/requestspanel.h"
#include "ui/services.h"
#include "ui/views/widgets/messagebar.h"

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

ProxyCommands::ProxyCommands(const Services &services, ConversationController &controller, const Actions &actions,
                             RequestsPanel &panel, MessageBar &bar, QWidget *page)
    : QObject(page)
    , m_proxies(services.proxies)
    , m_controller(controller)
    , m_actions(actions)
    , m_panel(panel)
    , m_bar(bar)
    , m_page(page)
{
    if (!m_proxies)
        return;
    connect(m_proxies, &RunningProxies::updated, this, &ProxyCommands::update);
    connect(&controller, &ConversationController::aboutToChange, this, &ProxyCommands::release);
    connect(&controller, &ConversationController::changed, this, &ProxyCommands::onConversation);
    // A request that was cancelled without an error can still be ended with one.
    connect(actions.answerWithError, &QAction::toggled, this, [this] { setOperator(m_socket); });
    connect(actions.chooseError, &QAction::triggered, this, &ProxyCommands::chooseError);
}

ProxyCommands::~ProxyCommands() = default;

void ProxyCommands::onConversation()
{
    const Conversation *conversation = m_controller.conversation();
    if (const CaptureFollower *follower = conversation ? conversation->follower() : nullptr)
        connect(follower, &CaptureFollower::ended, m_proxies, &RunningProxies::look); // it may have been killed
    update();
}

void ProxyCommands::update()
{
    const Conversation *conversation = m_controller.conversation();
    const bool isProxied = conversation && conversation->follower() &&
                           conversation->capture().header().connection.value("proxied"_L1).toBool();
    const auto proxy = isProxied ? m_proxies->recordingIn(conversation->capture().path()) : std::nullopt;
    const QString socket = proxy ? m_proxies->socketOf(*proxy) : QString();
    if (socket == m_socket)
        return;
    if (socket.isEmpty())
        m_bar.show(MessageBar::Kind::Info, tr("The proxy has ended. Its requests can no longer be cancelled."));
    setOperator(socket);
}

void ProxyCommands::setOperator(const QString &socket)
{
    m_socket = socket;
    if (isRunning())
        m_panel.setOperator([this](const RequestRecord &request) { return canCancel(request); });
    else
        release();
    emit changed();
}

void ProxyCommands::release()
{
    m_socket.clear();
    m_calls.clear();
    m_targets.clear();
    delete m_call;
    m_panel.setOperator({});
}

bool ProxyCommands::sendsError() const
{
    return m_actions.answerWithError->isChecked();
}

void ProxyCommands::chooseError()
{
    auto *dialog = new ErrorDialog(m_error, m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_error = dialog->error();
        m_actions.answerWithError->setChecked(true);
    });
    dialog->open();
}

bool ProxyCommands::canCancel(const RequestRecord &request) const
{
    return isRunning() && (request.isOpen() || (request.isStillAwaited() && sendsError())) &&
           Dialect::mcpLegacy().canCancel(request.method) &&
           !m_targets.contains(Target{request.connection, request.serial, sendsError()});
}

void ProxyCommands::cancel(const RequestRecord &request, const QString &reason)
{
    send({.connection = request.connection, .serial = request.serial}, {.connection = request.connection,
                                                                        .serial = request.serial,
                                                                        .direction = request.direction,
                                                                        .id = request.id,
                                                                        .reason = reason});
}

bool ProxyCommands::canCancelAll() const
{
    if (!isRunning())
        return false;
    const RequestLog &log = m_controller.conversation()->log();
    const QList<qsizetype> open = log.openRows();
    return std::ranges::any_of(open, [&](qsizetype row) {
        const RequestRecord record = log.record(row);
        return record.direction == Direction::ClientToServer && record.method != "subscriptions/listen" &&
               canCancel(record);
    });
}

void ProxyCommands::cancelAll(const QString &reason)
{
    OperatorCancel all;
    all.reason = reason;
    send({}, std::move(all));
}

/// A proxy accepts a limited number of connections, so the calls follow each other.
void ProxyCommands::send(Target target, OperatorCancel wanted)
{
    target.withError = sendsError();
    if (target.withError) {
        wanted.error.emplace();
        wanted.error->code = m_error.code;
        const QString &text = m_error.message.isEmpty() ? wanted.reason : m_error.message;
        if (!text.isNull())
            wanted.error->message = text;
    }
    m_calls.append({target, wanted.toParams()});
    if (target.serial != RequestRecord::NoSerial)
        m_targets.append(target);
    if (!m_call)
        sendNext();
    setOperator(m_socket);
}

void ProxyCommands::sendNext()
{
    if (m_calls.isEmpty())
        return;
    const Call &call = m_calls.constFirst();
    const QByteArray method = call.target.serial == RequestRecord::NoSerial ? "cancelAll"_ba : "cancel"_ba;
    m_call = new ControlCall(m_socket, method, call.params, this);
    connect(m_call, &ControlCall::finished, this, &ProxyCommands::onFinished);
}

void ProxyCommands::onFinished(const Result<QByteArray> &result)
{
    const Call call = m_calls.takeFirst();
    m_call.clear();
    QString why;
    if (result) {
        const JsonValue ids = JsonValue(*result).member("ids");
        if (ids.isArray() && !ids.element(0).isValid())
            why = tr("the proxy refused every request, or they have ended");
    } else {
        const Error &error = result.error();
        switch (error.code) {
        case OperatorCancel::NoSuchRequest:
            why = tr("the proxy does not know this request");
            break;
        case OperatorCancel::HasEnded:
            why = tr("the request has ended, or was cancelled already");
            break;
        case OperatorCancel::NotCancellable:
            why = tr("the protocol forbids it");
            break;
        case OperatorCancel::NoErrorSent:
            m_bar.show(MessageBar::Kind::Warning,
                       tr("The request is cancelled, but its sender gets no error: it has a part of the response "
                          "already, or no stream is open that could carry the error."));
            break;
        case OperatorCancel::NotPossible:
            why = tr("this kind of proxy cannot do it, or it is closing");
            break;
        default:
            why = error.kind == ErrorKind::Transport ? tr("the proxy has ended")
                  : error.kind == ErrorKind::Timeout ? tr("the proxy does not respond")
                                                     : Texts::translated(error.detail);
        }
        m_targets.removeAll(call.target);
        if (error.kind != ErrorKind::Peer) { // the others would fail, too
            m_calls.clear();
            m_targets.clear();
        }
        if (error.kind == ErrorKind::Transport)
            m_proxies->look();
        setOperator(m_socket);
    }
    if (!why.isEmpty())
        m_bar.show(MessageBar::Kind::Warning, tr("Cannot cancel: %1.").arg(why));
    sendNext();
}

} // namespace Pullcord
