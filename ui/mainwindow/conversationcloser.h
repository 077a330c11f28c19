// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"

#include <QEventLoopLocker>
#include <QObject>

#include <memory>

namespace Pullcord {

/// Keeps a closed conversation, and the program, alive until its server has shut down cleanly. Deletes itself
/// afterwards.
class ConversationCloser final : public QObject
{
    Q_OBJECT

public:
    explicit ConversationCloser(std::unique_ptr<Conversation> conversation);
    ~ConversationCloser() override;

private:
    QEventLoopLocker m_locker;
    std::unique_ptr<Conversation> m_conversation;
};

} // namespace Pullcord
