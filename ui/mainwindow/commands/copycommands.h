// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace Pullcord {

class Actions;
class ConversationView;
class ConversationController;

/// Copies the current request as a shell command.
class CopyCommands final : public QObject
{
    Q_OBJECT

public:
    CopyCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                 QObject *parent = nullptr);
    ~CopyCommands() override;

private:
    void updateActions();
    [[nodiscard]] QString cli() const;
    [[nodiscard]] QString curl() const;
    /// Returns the row in the log; -1 if there is none.
    [[nodiscard]] qsizetype currentRow() const;

    ConversationController &m_controller;
    Actions &m_actions;
    ConversationView &m_bench;
};

} // namespace Pullcord
