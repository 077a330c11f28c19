// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/workspace.h"
#include "ui/services.h"

#include <QTimer>
#include <QWidget>

class QMenu;
class QStackedWidget;

namespace Pullcord {

class Actions;
class CatalogCommands;
class ExportCommand;
class MessageBar;
class PageMenus;
class ReadingCommand;
class RequestCommands;
class ServerCommands;
class StartPage;
class StatusLine;
class Workbench;

/// One conversation with all that people see of it and do with it: the content of a window. Its dialogs belong to it.
class ConversationPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ConversationPage(const Services &services, QWidget *parent = nullptr);
    ~ConversationPage() override;

    [[nodiscard]] Workspace &workspace() { return m_workspace; }
    [[nodiscard]] Actions &actions() const { return *m_actions; }
    /// For the menu bar of the window, in their order.
    [[nodiscard]] QList<QMenu *> menus() const;

    /// Here if this page may let its conversation go, else elsewhere. A configuration of another tool (.json) is offered
    /// for import.
    void openCapture(const QString &path);
    /// Once nothing is in the way (ServerCommands::wish).
    void connectTo(const ServerTarget &target);
    /// For the pages that come after.
    void saveLayout() const;

signals:
    /// What the conversation is called, or how it is, may have changed.
    void changed();
    void openElsewhere(const QString &path);
    void connectElsewhere(const Pullcord::ServerTarget &target);

private:
    [[nodiscard]] QWidget *createStack();
    void connectFileActions();
    void connectServerActions();
    void connectRequestActions();
    void connectViewActions();
    void connectPanels();
    void connectWorkspace();

    void begin(const ServerTarget &target);
    void letGo();
    void takeConversation();
    void refresh();
    void updateActions();
    void askForTrust(const QString &reason, const QByteArray &certificate);
    void showPreferences();
    void showAbout();
    void askForCapture();

    const Services &m_services;
    Workspace m_workspace;
    Actions *m_actions;
    MessageBar *m_bar = nullptr;
    QStackedWidget *m_stack = nullptr;
    StartPage *m_start = nullptr;
    Workbench *m_bench = nullptr;
    PageMenus *m_menus = nullptr;
    RequestCommands *m_commands = nullptr;
    ServerCommands *m_servers = nullptr;
    CatalogCommands *m_catalog = nullptr;
    ExportCommand *m_export = nullptr;
    ReadingCommand *m_reading = nullptr;
    StatusLine *m_status = nullptr;
    QTimer m_refresh; ///< gathers what arrived in one turn
};

} // namespace Pullcord
