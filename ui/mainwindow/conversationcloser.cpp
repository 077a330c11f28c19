// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationcloser.h"

#include <QCoreApplication>

namespace Pullcord {

ConversationCloser::ConversationCloser(std::unique_ptr<Conversation> conversation)
    : QObject(QCoreApplication::instance())
    , m_conversation(std::move(conversation))
{
    connect(m_conversation->rpc(), &RpcConnection::stateChanged, this, [this](Transport::State state) {
        if (state == Transport::State::Idle)
            deleteLater();
    });
    m_conversation->client()->disconnectFromServer();
}

ConversationCloser::~ConversationCloser() = default;

} // namespace Pullcord
