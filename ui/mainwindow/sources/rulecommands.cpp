// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/sources/rulecommands.h"

#include "core/capture/capture.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/conversation.h"
#include "core/mcp/validation/mcpschema.h"
#include "core/mcp/validation/messagecheck.h"
#include "core/proxy/control/controlcall.h"
#include "core/proxy/operatorcancel.h"
#include "core/rpc/envelope.h"
#include "ui/actions.h"
#include "ui/dialogs/helddialog.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/sources/proxycommands.h"
#include "ui/models/texts.h"
#include "ui/views/widgets/messagebar.h"

#include <QAction>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

RuleCommands::RuleCommands(ConversationController &controller, ProxyCommands &proxy, const Actions &actions,
                           MessageBar &banner, QWidget *page)
    : QObject(page)
    , m_controller(controller)
    , m_proxy(proxy)
    , m_actions(actions)
    , m_banner(banner)
    , m_page(page)
{
    constexpr int Soon = 100;   // ms
    constexpr int Often = 1000; // ms
    m_soon.setSingleShot(true);
    m_soon.setInterval(Soon);
    m_poll.setInterval(Often);
    for (QTimer *timer : {&m_soon, &m_poll})
        timer->callOnTimeout(this, &RuleCommands::ask);
    connect(m_actions.heldMessages, &QAction::triggered, this, &RuleCommands::openDialog);
    connect(&controller, &ConversationController::aboutToChange, this, [this] { delete m_dialog; });
    connect(&controller, &ConversationController::changed, this, &RuleCommands::onConversation);
    connect(&proxy, &ProxyCommands::changed, this, &RuleCommands::update);
}

RuleCommands::~RuleCommands() = default;

void RuleCommands::onConversation()
{
    if (const Conversation *conversation = m_controller.conversation())
        connect(&conversation->capture(), &Capture::appended, this, [this] {
            if (m_poll.isActive() && !m_soon.isActive())
                m_soon.start();
        });
    update();
}

/// Another proxy is followed, or none any more.
void RuleCommands::update()
{
    if (m_proxy.socket() == m_socket)
        return;
    m_socket = m_proxy.socket();
    m_asked = 0;
    m_held = 0;
    m_active = 0;
    m_hasRules = false;
    m_soon.stop();
    showBanner();
    if (m_socket.isEmpty()) {
        m_poll.stop();
        if (m_dialog)
            m_dialog->setEnded();
    } else {
        m_poll.start();
        ask();
    }
    emit changed();
}

/// Asks for the state, if it can be seen.
void RuleCommands::ask()
{
    if (!m_poll.isActive() || m_asked > 0 || !m_page->isVisible())
        return;
    m_asked = 2;
    send("rules"_ba, "{}"_ba, [this](const Result<QByteArray> &result) {
        --m_asked;
        if (result)
            takeRules(*result);
        else if (result.error().kind == ErrorKind::Peer)
            m_poll.stop(); // it has no rules
    });
    send("held"_ba, "{}"_ba, [this](const Result<QByteArray> &result) {
        --m_asked;
        if (result)
            takeHeld(*result);
    });
}

/// Calls the proxy. `then` gets the result, unless the page follows another proxy by then.
void RuleCommands::send(const QByteArray &method, const QByteArray &params,
                        const std::function<void(const Result<QByteArray> &result)> &then)
{
    auto *call = new ControlCall(m_socket, method, params, this);
    connect(call, &ControlCall::finished, this, [this, then, socket = m_socket](const Result<QByteArray> &result) {
        if (socket == m_socket)
            then(result);
    });
}

void RuleCommands::takeRules(const QByteArray &result)
{
    m_active = 0;
    const JsonValue json(result);
    for (const JsonMember &rule : json.member("rules")) {
        const JsonValue left = rule.value.member("left");
        if (rule.value.member("enabled").toBool() == true && (!left.isValid() || left.toInteger() != 0))
            ++m_active;
    }
    if (m_dialog)
        m_dialog->setRules(json);
    showBanner();
    if (!std::exchange(m_hasRules, true))
        emit changed();
}

void RuleCommands::takeHeld(const QByteArray &result)
{
    const JsonValue json(result);
    m_held = int(json.member("heldCount").toInteger().value_or(0));
    if (m_dialog)
        m_dialog->setHeld(json);
    showBanner();
}

/// Does what the user wants in the dialog.
void RuleCommands::act(const QByteArray &method, const QByteArray &params)
{
    if (m_socket.isEmpty())
        return;
    send(method, params, [this, method](const Result<QByteArray> &result) {
        if (!m_dialog)
            return;
        if (result && method == "held") {
            m_dialog->setMessage(JsonValue(*result));
            return;
        }
        const bool isGone = !result && result.error().code == OperatorCancel::NoSuchRequest;
        if (!isGone || method != "held") // the selected message went by itself
            m_dialog->showProblem(result   ? QString()
                                  : isGone ? tr("This message is no longer held.")
                                           : Texts::sentence(result.error()));
        ask();
    });
}

void RuleCommands::showBanner()
{
    const QString held = m_held > 0 ? tr("%Ln messages are held", nullptr, m_held) : QString();
    const QString active = m_active > 0 ? tr("%Ln rules are active", nullptr, m_active) : QString();
    if (held.isEmpty() && active.isEmpty())
        return m_banner.clear();
    m_banner.show(held.isEmpty() ? MessageBar::Kind::Info : MessageBar::Kind::Warning,
                  held.isEmpty()     ? active
                  : active.isEmpty() ? held
                                     : tr("%1, %2", "messages held, rules active").arg(held, active),
                  this, {{.text = tr("Show…"), .action = [this] { openDialog(); }, .keepsBar = true}});
}

void RuleCommands::openDialog()
{
    if (!m_dialog) {
        m_dialog =
            new HeldDialog({.call = [this](const QByteArray &method, const QByteArray &params) { act(method, params); },
                            .remarks = [this](const QByteArray &message) { return remarks(message); }},
                           m_controller.title(), m_page);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        ask();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

QStringList RuleCommands::remarks(const QByteArray &message) const
{
    const Conversation *conversation = m_controller.conversation();
    const auto revision =
        conversation ? revisionAt(conversation->capture(), conversation->log(), conversation->capture().count() - 1)
                     : std::nullopt;
    return Texts::translated(revision ? MessageCheck::remarks(message, *revision)
                                      : MessageCheck::remarks(Envelope::of(message).problems));
}

} // namespace Pullcord
