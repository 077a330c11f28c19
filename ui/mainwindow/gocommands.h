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

/// Takes the keyboard to a part of the window: a table, a tab below it, a way to read the message in Details; and to the
/// timeline, to look closer there or from farther away.
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
