// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/workspace.h"
#include "ui/services.h"
#include "ui/views/tablook.h"

#include <QTimer>
#include <QWidget>

class QMenu;
class QShortcut;
class QStackedWidget;

namespace Pullcord {

class Actions;
class CatalogCommands;
class ExportCommand;
class LayoutKeeper;
class MessageBar;
class PageMenus;
class ReadingCommand;
class RequestCommands;
class Returning;
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
    [[nodiscard]] TabLook look() const;
    [[nodiscard]] Returning &returning() const { return *m_returning; }
    [[nodiscard]] ServerCommands &servers() const { return *m_servers; }
    /// There is nothing in it, and there was nothing.
    [[nodiscard]] bool isEmpty() const;

    /// Here if this page may let its conversation go, else elsewhere. A configuration of another tool (.json) is offered
    /// for import.
    void openCapture(const QString &path);
    /// Once nothing is in the way (ServerCommands::wish).
    void connectTo(const ServerTarget &target);
    /// Here if this page may let its conversation go, else elsewhere.
    void followCommand(const StdioCommand &command);
    /// What people change in it is how the pages that come after begin.
    [[nodiscard]] LayoutKeeper &layoutKeeper() const { return *m_layout; }
    /// A file is being written.
    [[nodiscard]] bool isExporting() const;
    /// That file, and no live conversation, is what it shows.
    [[nodiscard]] bool shows(const QString &path) const;

signals:
    /// What the conversation is called, or how it is, may have changed; at most once a tick.
    void changed();
    /// Somebody has asked for that file: here, elsewhere, or where it is open already.
    void captureWanted(const QString &path);
    /// This page may not let its conversation go for it.
    void openElsewhere(const QString &path);
    void connectElsewhere(const Pullcord::ServerTarget &target);
    void followElsewhere(const Pullcord::StdioCommand &command);

protected:
    void showEvent(QShowEvent *event) override;

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
    void restoreLayout();
    void keepLayout();
    [[nodiscard]] QList<QAction *> toggles() const; ///< of the panels
    void takeConversation();
    void refresh();
    void refreshPanels();
    void updateActions();
    void updateTabActions();
    void updateStop();
    void showPreferences();
    void askForCapture();

    const Services &m_services;
    Workspace m_workspace;
    Actions *m_actions;
    MessageBar *m_bar = nullptr;
    QShortcut *m_closeBar = nullptr;
    LayoutKeeper *m_layout = nullptr;
    QStackedWidget *m_stack = nullptr;
    StartPage *m_start = nullptr;
    Workbench *m_bench = nullptr;
    PageMenus *m_menus = nullptr;
    RequestCommands *m_commands = nullptr;
    ServerCommands *m_servers = nullptr;
    CatalogCommands *m_catalog = nullptr;
    ExportCommand *m_export = nullptr;
    ReadingCommand *m_reading = nullptr;
    Returning *m_returning = nullptr;
    StatusLine *m_status = nullptr;
    QTimer m_refresh;         ///< gathers what arrived in one turn
    bool m_hasFailed = false; ///< as Workspace said at the last refresh
    bool m_isUnseen = false;  ///< it has failed while another page was shown
};

} // namespace Pullcord
