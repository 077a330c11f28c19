// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/connectionmessages.h"

#include "core/config/hostlogs.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/sources/servercommands.h"
#include "ui/models/servertexts.h"
#include "ui/models/texts.h"

#include <QAction>

#include <algorithm>
#include <chrono>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr std::chrono::seconds Patience{10}; ///< before a missing response to the handshake is worth a message
} // namespace

ConnectionMessages::ConnectionMessages(ConversationController &controller, ServerCommands &servers,
                                       QAction &checkConnection, MessageBar &bar, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_servers(servers)
    , m_checkConnection(checkConnection)
    , m_bar(bar)
{
    m_patience.setObjectName(u"handshakePatience"_s);
    m_patience.setSingleShot(true);
    m_patience.callOnTimeout(this, &ConnectionMessages::saySilent);
    connect(&controller, &ConversationController::changed, this, &ConnectionMessages::onState);
    connect(&controller, &ConversationController::connectionFailed, this, &ConnectionMessages::sayFailed);
    connect(&controller, &ConversationController::failed, this, [this](const QString &sentence) {
        m_bar.show(MessageBar::Kind::Failure, sentence);
        m_saidOfLast = m_bar.text();
    });
    connect(&controller, &ConversationController::lost, this, &ConnectionMessages::sayLost);
    connect(&controller, &ConversationController::distrusted, this, &ConnectionMessages::askForTrust);
    connect(&controller, &ConversationController::unsubscribed, this, [this](const QString &sentence) {
        m_bar.show(MessageBar::Kind::Info, sentence, tr("Listen Again"), &m_controller,
                   [this] { m_controller.listenAgain(); });
        m_saidOfEnd = m_bar.text();
    });
    connect(&controller, &ConversationController::stateChanged, this, &ConnectionMessages::onState);
    connect(&controller, &ConversationController::noted, this,
            [this](const QString &sentence) { m_bar.show(MessageBar::Kind::Info, sentence); });
}

ConnectionMessages::~ConnectionMessages() = default;

/// Returns the known cause of a handshake without a response; empty if there is none.
QString ConnectionMessages::cause() const
{
    const Conversation *conversation = m_controller.conversation();
    const Client *client = conversation ? conversation->client() : nullptr;
    return client ? Texts::translated(client->handshakeCause()) : QString();
}

void ConnectionMessages::sayFailed(const QString &sentence)
{
    const std::optional<ServerTarget> &target = m_controller.target();
    const Conversation *conversation = m_controller.conversation();
    const RequestLog *log = conversation && conversation->isLive() ? &conversation->log() : nullptr;
    const bool isUnheard = log && (log->count() == 0 || log->record(0).neverSent);
    const QString cause = this->cause();
    QString reason = cause.isEmpty() ? sentence : tr("%1. %2.", "two sentences").arg(sentence, cause);
    constexpr int Unauthorized = 401;
    constexpr int ProxyAuthenticationRequired = 407;
    if (!target) {
        offer(m_saidOfLast, MessageBar::Kind::Failure, reason, {});
    } else if (!target->isHttp()) {
        offer(m_saidOfLast, MessageBar::Kind::Failure, reason,
              isUnheard || m_controller.clientState() == Client::State::Failed ? QList{change()}
                                                                               : QList<MessageBar::Choice>());
    } else {
        const HttpNetwork &network = target->http.network;
        const bool isProxyLocked =
            !network.proxyUser().isEmpty() && (isUnheard || m_controller.lastStatus() == ProxyAuthenticationRequired);
        const bool asks = isProxyLocked || (isUnheard && network.isKeyLocked());
        const MessageBar::Choice password{tr("Enter Password…"),
                                          [this] { m_servers.askForPasswords(*m_controller.target()); }};
        const bool isUnauthorized = !asks && m_controller.lastStatus() == Unauthorized;
        const MessageBar::Choice headers{tr("Change Headers…"), [this] { m_servers.showHeaders(); }};
        QList<MessageBar::Choice> choices{asks ? password : isUnauthorized ? headers : change()};
        if (!m_controller.refusedOrigin().isEmpty())
            choices << follow();
        if (isUnauthorized)
            reason = (target->http.headers.contains("Authorization")
                          ? tr("%1. The server did not accept the token in the header “Authorization”.")
                          : tr("%1. The server requires authorization: enter its token as a header, such as "
                               "“Authorization: Bearer TOKEN”."))
                         .arg(sentence);
        offer(m_saidOfLast, MessageBar::Kind::Failure, reason, choices);
    }
    if (target)
        m_bar.focusFirst();
}

/// Offers to change the address: the server that refuses may not be the intended one.
MessageBar::Choice ConnectionMessages::change()
{
    return {m_controller.target()->isHttp() ? tr("Change URL…") : tr("Change Command…"),
            [this] { m_servers.showPresent(); }};
}

/// Offers to connect again with HttpOptions::followRedirects.
MessageBar::Choice ConnectionMessages::follow()
{
    return {.text = tr("Follow Redirects"),
            .action =
                [this] {
                    ServerTarget target = *m_controller.target();
                    target.http.followRedirects = true;
                    m_servers.wish(target);
                },
            .toolTip = tr("Connect again, and follow the server to %1. Requests and the arguments of tools are sent "
                          "there, headers and credentials are not.")
                           .arg(m_controller.refusedOrigin())};
}

void ConnectionMessages::offer(QString &said, MessageBar::Kind kind, const QString &sentence,
                               QList<MessageBar::Choice> choices)
{
    const auto &target = m_controller.target();
    if (target) {
        choices << MessageBar::Choice{
            .text = tr("Check Connection…"), .action = [this] { m_checkConnection.trigger(); }, .keepsBar = true};
    }
    const bool hasRoom = target && choices.size() < MessageBar::MostChoices;
    if (const auto log = hasRoom ? HostLog::newestOf(target->filled()) : std::nullopt) {
        choices << MessageBar::Choice{.text = tr("Open Host Log"),
                                      .action = [this, path = log->path] { emit logChosen(path); },
                                      .keepsBar = true,
                                      .toolTip = ServerTexts::openLog(*log, *target)};
    }
    m_bar.show(kind, sentence, this, choices);
    said = m_bar.text();
}

/// Nothing ends by itself, since some servers take long to start.
void ConnectionMessages::saySilent()
{
    const QList<OutgoingRequest *> open = m_controller.conversation()->rpc()->outgoing();
    const auto asked = std::find_if(open.crbegin(), open.crend(), [](const OutgoingRequest *request) {
        return request->method() == "initialize" || request->method() == "server/discover";
    });
    const QString seconds = QString::number(Patience.count());
    const QString cause = this->cause();
    offer(m_saidOfWait, MessageBar::Kind::Warning,
          !cause.isEmpty() ? tr("No valid response to the handshake has arrived for %1 s. %2.").arg(seconds, cause)
          : asked == open.crend()
              ? tr("The server has not responded for %1 s. It may still be starting, or not be an MCP server.")
                    .arg(seconds)
              : tr("The server has not responded to %1 for %2 s. It may still be starting, or not be an MCP server.")
                    .arg(QString::fromUtf8((*asked)->method()), seconds),
          {{tr("Stop"), [this] { m_controller.disconnectFromServer(); }}});
}

/// Removes the text about a connection when the next connection is made, in whatever way.
void ConnectionMessages::onState()
{
    if (m_controller.isConnected() && !std::exchange(m_wasConnected, true))
        takeBack(m_saidOfLast);
    m_wasConnected = m_controller.isConnected();
    if (m_controller.isSubscribed() || !m_wasConnected)
        takeBack(m_saidOfEnd);
    if (!m_controller.isHandshaking()) {
        m_patience.stop();
        takeBack(m_saidOfWait);
    } else if (!m_patience.isActive() && m_saidOfWait.isEmpty()) {
        m_patience.start(Patience);
    }
    followAbsence();
}

void ConnectionMessages::followAbsence()
{
    const auto &absence = m_controller.absence();
    if (!absence) {
        takeBack(m_saidOfAway);
        return;
    }
    if (!m_saidOfAway.isEmpty()) // only once, since the user may have closed it
        return;
    const QString sentence = tr("The server has been unreachable since %1: %2.").arg(absence->since, absence->reason);
    offer(m_saidOfAway, MessageBar::Kind::Failure,
          m_controller.triesAgain() ? tr("%1 Pullcord retries automatically.", "after a sentence").arg(sentence)
                                    : sentence,
          {{tr("Reconnect"), [this] { m_controller.restart(); }}});
}

void ConnectionMessages::takeBack(QString &said)
{
    const QString gone = std::exchange(said, {});
    if (!gone.isEmpty() && m_bar.text() == gone)
        m_bar.clear();
}

void ConnectionMessages::sayLost(const QString &sentence)
{
    offer(m_saidOfLast, MessageBar::Kind::Failure, sentence, {{tr("Reconnect"), [this] { m_controller.reconnect(); }}});
}

void ConnectionMessages::askForTrust(const QString &reason, const QByteArray &certificate)
{
    offer(m_saidOfLast, MessageBar::Kind::Failure,
          tr("Cannot connect: %1. Another computer may be impersonating the server.").arg(reason),
          {{tr("Stop"), [this, reason] { sayStopped(reason); }},
           {tr("Trust This Server for This Session"), [this, certificate] { m_controller.trust(certificate); }}});
    m_bar.focusFirst();
    m_bar.setDetail(
        tr("SHA-256 fingerprint of the certificate: %1").arg(QString::fromLatin1(certificate.toHex(':')).toUpper()));
}

/// The user does not trust the certificate. The ways to find out more stay.
void ConnectionMessages::sayStopped(const QString &reason)
{
    m_controller.disconnectFromServer();
    sayFailed(tr("Not connected: %1.").arg(reason));
}

} // namespace Pullcord
