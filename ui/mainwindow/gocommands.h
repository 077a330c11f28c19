// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QAction;
class QTabWidget;

namespace Pullcord {

class Actions;
class Workbench;
class Workspace;

/// Keyboard navigation: moves the focus to a table, a lower tab, a tab of Details or the timeline. Also zooms the
/// timeline.
class GoCommands final : public QObject
{
    Q_OBJECT

public:
    GoCommands(Workspace &workspace, Actions &actions, Workbench &bench, QObject *parent = nullptr);
    ~GoCommands() override;

private:
    void connectTabs(QTabWidget *tabs, const QList<QAction *> &actions, QAction *shown);
    void connectTimeline();
    void connectSearch();
    void updateActions();
    void goTo(QTabWidget *tabs, int index, QAction *shown) const;

    Workspace &m_workspace;
    Actions &m_actions;
    Workbench &m_bench;
};

} // namespace Pullcord
