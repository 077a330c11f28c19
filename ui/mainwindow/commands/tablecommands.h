// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

class Actions;
class MessageBar;
class Settings;
class ConversationView;
class ConversationController;

/// Commands for rows of the tables of requests and messages: sort, and mark (MarkCommands).
class TableCommands final : public QObject
{
    Q_OBJECT

public:
    TableCommands(ConversationController &controller, const Actions &actions, ConversationView &bench, MessageBar &bar,
                  Settings &settings, QWidget *window);
    ~TableCommands() override;

private:
    void updateActions();

    const Actions &m_actions;
    ConversationView &m_bench;
};

} // namespace Pullcord
