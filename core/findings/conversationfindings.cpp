// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/conversationfindings.h"

#include "core/mcp/conversation.h"

#include <chrono>
#include <utility>

namespace Pullcord {
using namespace std::chrono_literals;

namespace {

// Takes 2 % of the time during a flood; in quiet times, the window gets its turn between two slices.
constexpr auto Pause = 50ms;
constexpr auto SliceInFlood = 1ms;
constexpr auto Slice = 4ms;

} // namespace

ConversationFindings::ConversationFindings(Conversation &conversation, QObject *parent)
    : QObject(parent)
    , m_conversation(conversation)
    , m_findings(conversation.capture(), conversation.log())
{
    m_passing.setInterval(500ms);
    connect(&m_passing, &QTimer::timeout, this, &ConversationFindings::onTimePassed);
    if (conversation.isLive() || conversation.isProxied()) {
        connect(&conversation.capture(), &Capture::appended, this, [this] {
            if (m_findings.isWaiting() && !m_passing.isActive())
                m_passing.start();
        });
    }
    connect(&m_checking, &QTimer::timeout, &m_work, &SlicedWork::start);
    connect(&conversation.capture(), &Capture::appended, &m_checking, [this] {
        if (!m_checking.isActive() && !m_work.isActive())
            m_checking.start(Pause);
    });
    connect(&m_work, &SlicedWork::slice, this, &ConversationFindings::check);
    if (m_findings.toCheck() > 0)
        m_checking.start(Pause);
    // Connected after RequestLog's own slot, so that open requests are already Lost.
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

void ConversationFindings::check()
{
    const qsizetype count = m_conversation.capture().count();
    const bool isQuiet = std::exchange(m_seen, count) == count;
    const bool isMore = m_findings.continueChecking(isQuiet ? Slice : SliceInFlood);
    if (isMore && isQuiet)
        m_work.start();
    else
        m_work.stop();
    if (!isMore || isQuiet)
        m_checking.stop();
    else if (!m_checking.isActive())
        m_checking.start(Pause);
}

} // namespace Pullcord
