// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"

#include <QObject>

#include <functional>

namespace Pullcord {

class Actions;
class MessageBar;
class Settings;
class ConversationView;
class ConversationController;

/// Commands for marks of rows: pin, color, note. The conversation stores them.
class MarkCommands final : public QObject
{
    Q_OBJECT

public:
    MarkCommands(ConversationController &controller, const Actions &actions, ConversationView &bench, MessageBar &bar,
                 Settings &settings, QWidget *window);
    ~MarkCommands() override;

private:
    void connectNotes();
    void connectRules(Settings &settings, QWidget *window);
    void togglePin();
    void change(const QList<MarkTarget> &places, const std::function<void(Mark &)> &change);
    void updateActions();

    ConversationController &m_controller;
    const Actions &m_actions;
    ConversationView &m_bench;
    MessageBar &m_bar;
    bool m_reportedNotKept = false; ///< for this conversation
};

} // namespace Pullcord
