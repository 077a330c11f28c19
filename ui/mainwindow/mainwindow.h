// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/workspace.h"
#include "ui/services.h"

#include <QMainWindow>
#include <QTimer>

class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace Pullcord {

class Actions;
class DetailsPanel;
class ExportCommand;
class MessageBar;
class MessagesPanel;
class RequestCommands;
class RequestsPanel;
class ServerPanel;
class StartPage;
class StatusLine;
class StderrPanel;

/// A window on one conversation.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Services &services, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workspace &workspace() { return m_workspace; }
    [[nodiscard]] Actions &actions() const { return *m_actions; }

    /// Here if this window may let its conversation go, else in another.
    void openCapture(const QString &path);
    void connectTo(const ServerTarget &target);

signals:
    void newWindowRequested();
    void openElsewhere(const QString &path);
    void connectElsewhere(const Pullcord::ServerTarget &target);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void createPanels();
    void createMenus();
    void createRecentMenus(QMenu &menu);
    void connectActions();
    void connectViewActions();
    void connectPanels();
    void connectWorkspace();
    void restoreLayout();
    void saveLayout();

    void letGo();
    void takeConversation();
    void refresh();
    void updateActions();
    void showDetailsOf(const QObject *panel);
    void showConnectDialog();
    void showPreferences();
    void showAbout();
    void askForCapture();

    const Services &m_services;
    Workspace m_workspace;
    Actions *m_actions;
    MessageBar *m_bar = nullptr;
    QStackedWidget *m_pages = nullptr;
    StartPage *m_start = nullptr;
    QSplitter *m_columns = nullptr;
    QSplitter *m_middle = nullptr;
    QTabWidget *m_lower = nullptr;
    ServerPanel *m_server = nullptr;
    RequestsPanel *m_requests = nullptr;
    MessagesPanel *m_messages = nullptr;
    StderrPanel *m_stderr = nullptr;
    DetailsPanel *m_details = nullptr;
    RequestCommands *m_commands = nullptr;
    ExportCommand *m_export = nullptr;
    StatusLine *m_status = nullptr;
    QTimer m_refresh; ///< gathers what arrived in one turn
};

} // namespace Pullcord
