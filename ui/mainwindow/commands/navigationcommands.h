// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QAction;
class QTabWidget;

namespace Pullcord {

class Actions;
class ConversationView;
class ConversationController;

/// Keyboard navigation: moves the focus to a table, a lower tab, a tab of Details or the timeline. Also zooms the
/// timeline.
class NavigationCommands final : public QObject
{
    Q_OBJECT

public:
    NavigationCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                       QObject *parent = nullptr);
    ~NavigationCommands() override;

private:
    void connectTabs(QTabWidget *tabs, const QList<QAction *> &actions, QAction *shown);
    void connectTimeline();
    void connectSearch();
    void updateActions();
    void goTo(QTabWidget *tabs, int index, QAction *shown) const;

    ConversationController &m_controller;
    Actions &m_actions;
    ConversationView &m_bench;
};

} // namespace Pullcord
