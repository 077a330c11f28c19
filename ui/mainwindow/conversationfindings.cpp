// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/conversationfindings.h"

#include "core/mcp/conversation.h"

#include <chrono>

namespace Pullcord {
using namespace std::chrono_literals;

ConversationFindings::ConversationFindings(Conversation &conversation, QObject *parent)
    : QObject(parent)
    , m_conversation(conversation)
    , m_findings(conversation.capture(), conversation.log())
{
    m_passing.setInterval(500ms);
    connect(&m_passing, &QTimer::timeout, this, &ConversationFindings::onTimePassed);
    if (conversation.isLive()) {
        connect(&conversation.capture(), &Capture::appended, this, [this] {
            if (m_findings.isWaiting() && !m_passing.isActive())
                m_passing.start();
        });
    }
    // After the log has heard of it, which was made first: what is open then is lost.
    if (conversation.follower())
        connect(conversation.follower(), &CaptureFollower::ended, &m_findings, &Findings::finish);
}

ConversationFindings::~ConversationFindings() = default;

void ConversationFindings::onTimePassed()
{
    m_findings.advance(m_conversation.now());
    if (!m_findings.isWaiting())
        m_passing.stop();
}

} // namespace Pullcord
