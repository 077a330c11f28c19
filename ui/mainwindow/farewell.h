// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"

#include <QEventLoopLocker>
#include <QObject>

#include <memory>

namespace Pullcord {

/// Keeps a conversation that is no longer shown, and the program, alive until its server has been left in good order.
/// Then deletes itself.
class Farewell final : public QObject
{
    Q_OBJECT

public:
    explicit Farewell(std::unique_ptr<Conversation> conversation);
    ~Farewell() override;

private:
    QEventLoopLocker m_locker;
    std::unique_ptr<Conversation> m_conversation;
};

} // namespace Pullcord
