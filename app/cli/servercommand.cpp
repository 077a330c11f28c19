// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servercommand.h"

#include "app/cli/output.h"
#include "core/transport/secrets.h"

#include "pullcord_version.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

ServerCommand::ServerCommand(CliOptions options)
    : m_options(std::move(options))
{}

ServerCommand::~ServerCommand() = default;

void ServerCommand::start()
{
    ClientOptions client;
    client.revision = m_options.revision;
    client.requestTimeout = m_options.timeout;
    client.handshakeTimeout = m_options.timeout;
    client.name = u"pullcord-cli"_s;
    client.version = QStringLiteral(PULLCORD_VERSION);
    StdioCommand shown = m_options.server;
    shown.arguments = Secrets::maskedArguments(shown.arguments);
    const Conversation::Recording recording{
        .path = m_options.capturePath, .title = shown.toLine(), .program = u"pullcord-cli " PULLCORD_VERSION ""_s};
    auto made = Conversation::withServer(m_options.server, client, recording);
    if (!made) {
        Output::remark(u"pullcord-cli: %1"_s.arg(made.error().detail));
        emit finished(ExitFile);
        return;
    }
    m_conversation = *std::move(made);
    connect(&m_conversation->capture(), &Capture::failed, this, &ServerCommand::tellOfCapture);
    connect(m_conversation->client(), &Client::ready, this, [this] {
        const ServerInfo &server = m_conversation->client()->server();
        Output::remark(u"Connected to %1 %2 (MCP %3)"_s.arg(Output::printable(server.name),
                                                            Output::printable(server.version),
                                                            nameOf(m_conversation->client()->revision())));
        work();
    });
    connect(m_conversation->client(), &Client::failed, this, [this](const Error &error) {
        Output::remark(u"pullcord-cli: %1"_s.arg(sentenceOf(error)));
        leave(ExitNoConnection);
    });
    connect(m_conversation->session(), &Session::stateChanged, this, [this](Transport::State state) {
        if (state != Transport::State::Idle)
            return;
        onDisconnected();
        emit finished(settled(m_exitCode.value_or(ExitNoConnection)));
    });
    m_conversation->client()->connectToServer();
}

void ServerCommand::interrupt()
{
    leave(ExitInterrupted);
}

/// Says, once, that what was to be kept is not kept whole. A temporary capture is nobody's loss.
void ServerCommand::tellOfCapture()
{
    const QString failure = m_conversation->capture().failure();
    if (failure.isEmpty() || m_options.capturePath.isEmpty() || std::exchange(m_toldOfCapture, true))
        return;
    Output::remark(
        u"pullcord-cli: the capture is incomplete: cannot write %1: %2"_s.arg(m_options.capturePath, failure));
}

int ServerCommand::settled(int exitCode)
{
    m_conversation->capture().flush();
    tellOfCapture();
    return m_toldOfCapture && exitCode != ExitInterrupted ? int(ExitFile) : exitCode;
}

void ServerCommand::leave(int exitCode)
{
    if (!m_exitCode)
        m_exitCode = exitCode;
    m_conversation->client()->disconnectFromServer();
}

int exitCodeOf(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Json:
    case ErrorKind::Usage:
        return ExitUsage;
    case ErrorKind::Protocol:
    case ErrorKind::Peer:
        return ExitPeerError;
    case ErrorKind::Transport:
        return ExitNoConnection;
    case ErrorKind::Timeout:
        return ExitTimeout;
    case ErrorKind::Cancelled:
        return ExitCancelled;
    case ErrorKind::Io:
        return ExitFile;
    }
    return ExitUsage;
}

QString sentenceOf(const Error &error)
{
    const QString detail = Output::printable(error.detail);
    switch (error.kind) {
    case ErrorKind::Peer:
        return u"the server answered with error %1: %2"_s.arg(QString::number(error.code), detail);
    case ErrorKind::Cancelled:
        return detail.isEmpty() ? u"cancelled"_s : u"cancelled: %1"_s.arg(detail);
    default:
        return detail;
    }
}

} // namespace Pullcord
