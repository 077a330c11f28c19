// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/compareditem.h"

#include <QObject>

#include <optional>

namespace Pullcord {

class Actions;
class MessageBar;
class Workbench;
class Workspace;

/// Compares two requests or messages: two that are selected, or one after the other.
class CompareCommands final : public QObject
{
    Q_OBJECT

public:
    CompareCommands(Workspace &workspace, Actions &actions, Workbench &bench, MessageBar &bar, QWidget *window);
    ~CompareCommands() override;

private:
    void compare();
    void updateActions();
    [[nodiscard]] qsizetype selectedCount() const;
    [[nodiscard]] QList<ComparedItem> selected() const;

    Workspace &m_workspace;
    Actions &m_actions;
    Workbench &m_bench;
    MessageBar &m_bar;
    QWidget *m_window;
    std::optional<ComparedItem> m_first; ///< waits for another; of whatever conversation
};

} // namespace Pullcord
