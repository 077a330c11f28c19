// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/sendcommands.h"

#include "core/json/jsonvalue.h"
#include "core/mcp/validation/messagecheck.h"
#include "ui/actions.h"
#include "ui/dialogs/senddialog.h"
#include "ui/mainwindow/commands/requestcommands.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/models/requests/resending.h"
#include "ui/models/texts.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/catalogpanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/widgets/messagebar.h"

#include <QPlainTextEdit>

namespace Pullcord {

SendCommands::SendCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                           RequestCommands &requests, MessageBar &bar, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_requests(requests)
    , m_bar(bar)
    , m_window(window)
{
    connect(actions.sendMessage, &QAction::triggered, this, &SendCommands::openDialog);
    connect(actions.resend, &QAction::triggered, this, &SendCommands::resend);
    connect(actions.editAndResend, &QAction::triggered, this, &SendCommands::editAndResend);
    connect(&bench, &ConversationView::selectionChanged, this, &SendCommands::updateActions);
    connect(&bench, &ConversationView::contentChanged, this, &SendCommands::updateActions);
    connect(&controller, &ConversationController::stateChanged, this, &SendCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &SendCommands::updateActions);
    // A message typed for one server must not reach another.
    connect(&controller, &ConversationController::aboutToChange, this, [this] { delete m_dialog; });
    updateActions();
}

SendCommands::~SendCommands() = default;

void SendCommands::updateActions()
{
    const Conversation *conversation = m_controller.conversation();
    const qsizetype index = conversation ? m_bench.selectedEntry() : -1;
    const CaptureEntry none;
    const CaptureEntry &entry = index >= 0 ? conversation->capture().entry(index) : none;
    const bool isOurs = entry.direction == Direction::ClientToServer;
    const bool isRequest = entry.kind == EventKind::Message && entry.message == MessageKind::Request;
    m_actions.sendMessage->setEnabled(conversation && conversation->isLive());
    // If nothing can be sent, they stay enabled and show the reason.
    m_actions.resend->setEnabled(isOurs && isRequest);
    m_actions.editAndResend->setEnabled(isOurs &&
                                        (entry.kind == EventKind::Message || entry.kind == EventKind::Malformed));
    if (m_dialog && conversation)
        m_dialog->refresh();
}

Event SendCommands::selected() const
{
    const qsizetype index = m_bench.selectedEntry();
    return index >= 0 ? m_controller.conversation()->capture().eventAt(index) : Event();
}

QString SendCommands::whyNot() const
{
    const Conversation *conversation = m_controller.conversation();
    if (!conversation || !conversation->isLive())
        return tr("This is a recorded conversation, without a server. To send the message, connect to a server.");
    const Transport::State state = conversation->rpc()->state();
    const bool isOpen = state == Transport::State::Open || state == Transport::State::Opening;
    return isOpen ? QString() : tr("Cannot send: there is no connection. Reconnect first.");
}

bool SendCommands::refuses()
{
    const QString why = whyNot();
    if (why.isEmpty())
        return false;
    if (m_controller.conversation()->isLive() && !m_controller.isConnected())
        m_bar.show(MessageBar::Kind::Warning, why, tr("Reconnect"), &m_controller,
                   [this] { m_controller.reconnect(); });
    else
        m_bar.show(MessageBar::Kind::Info, why);
    return true;
}

// ---- by hand

SendDialog &SendCommands::dialog()
{
    if (!m_dialog) {
        m_dialog = new SendDialog({.subject = [this] { return subject(); },
                                   .remarks =
                                       [this](const QByteArray &message) {
                                           const Client &client = *m_controller.conversation()->client();
                                           return Texts::translated(MessageCheck::remarks(message, client.revision()));
                                       },
                                   .whyNot = [this] { return whyNot(); },
                                   .send = [this](const QList<QByteArray> &messages) { send(messages); }},
                                  m_window);
    }
    return *m_dialog;
}

void SendCommands::openDialog()
{
    SendDialog &open = dialog();
    open.show();
    open.raise();
    open.activateWindow();
    open.editor()->setFocus(Qt::OtherFocusReason);
}

void SendCommands::send(const QList<QByteArray> &messages)
{
    for (const QByteArray &message : messages) {
        if (whyNot().isEmpty())
            m_controller.conversation()->rpc()->sendRaw(message);
    }
}

RawTemplates::Subject SendCommands::subject() const
{
    const Conversation *conversation = m_controller.conversation();
    const RequestLog &log = conversation->log();
    RawTemplates::Subject subject{.client = conversation->client(), .ours = {}, .theirs = {}, .theirParams = {}};
    const auto waits = [&](const RequestRecord &record) {
        return record.direction == Direction::ServerToClient && record.isOpen();
    };
    const qsizetype current = m_bench.requests()->currentRow();
    if (current >= 0 && log.record(current).direction == Direction::ClientToServer)
        subject.ours = log.record(current);
    if (current >= 0 && waits(log.record(current)))
        subject.theirs = log.record(current);
    const QList<qsizetype> open = log.openRows();
    for (auto row = open.crbegin(); !subject.theirs && row != open.crend(); ++row) {
        if (waits(log.record(*row)))
            subject.theirs = log.record(*row);
    }
    if (subject.theirs && subject.theirs->requestEvent >= 0) {
        const Event asked = conversation->capture().eventAt(subject.theirs->requestEvent);
        subject.theirParams = asked.part(asked.envelope.params).toByteArray();
    }
    return subject;
}

// ---- once more

void SendCommands::resend()
{
    if (refuses())
        return;
    const auto request = Resending::requestIn(selected().bytes);
    if (!request)
        return;
    if (m_controller.clientState() != Client::State::Ready) {
        m_bar.show(MessageBar::Kind::Info, tr("Cannot send yet: the handshake with the server is not finished."));
        return;
    }
    Conversation *conversation = m_controller.conversation();
    RequestOptions options = m_requests.limitsOf(conversation->capture().entry(m_bench.selectedEntry()).row);
    options.wantProgress = request->wantsProgress;
    m_requests.start(*conversation->call(request->method, request->params, options));
}

void SendCommands::editAndResend()
{
    if (refuses())
        return;
    const QByteArray message = selected().bytes;
    if (message.isEmpty() || fillForm(message))
        return;
    dialog().setText(Resending::editable(message, *m_controller.conversation()->client()));
    openDialog();
}

/// Fills the call panel with a plain call, if the server offers the tool.
bool SendCommands::fillForm(const QByteArray &message)
{
    const auto request = Resending::requestIn(message);
    const auto call = request ? Resending::toolCallIn(*request) : std::nullopt;
    ServerPanel *panel = m_bench.server();
    if (!call || !panel->catalog()->select(CatalogList::Kind::Tools, call->tool) ||
        panel->callPanel()->toolName() != call->tool) // the tool must not be called
        return false;
    m_actions.viewServer->setChecked(true);
    panel->showUse();
    panel->callPanel()->setArguments(call->arguments);
    panel->callPanel()->focusArguments();
    return true;
}

} // namespace Pullcord
