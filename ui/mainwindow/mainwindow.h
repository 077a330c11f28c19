// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/workspace.h"
#include "ui/services.h"

#include <QMainWindow>
#include <QTimer>

class QMenu;
class QStackedWidget;

namespace Pullcord {

class Actions;
class CatalogCommands;
class ExportCommand;
class MessageBar;
class ReadingCommand;
class RequestCommands;
class ServerCommands;
class StartPage;
class StatusLine;
class Workbench;

/// A window on one conversation.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(const Services &services, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Workspace &workspace() { return m_workspace; }
    [[nodiscard]] Actions &actions() const { return *m_actions; }

    /// Here if this window may let its conversation go, else in another. A configuration of another tool (.json) is offered
    /// for import.
    void openCapture(const QString &path);
    /// Once nothing is in the way (ServerCommands::wish).
    void connectTo(const ServerTarget &target);

signals:
    void newWindowRequested();
    void openElsewhere(const QString &path);
    void connectElsewhere(const Pullcord::ServerTarget &target);

protected:
    bool event(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void createPages();
    void createMenus();
    void connectFileActions();
    void connectServerActions();
    void connectRequestActions();
    void connectViewActions();
    void connectPages();
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
    QStackedWidget *m_pages = nullptr;
    StartPage *m_start = nullptr;
    Workbench *m_bench = nullptr;
    RequestCommands *m_commands = nullptr;
    ServerCommands *m_servers = nullptr;
    CatalogCommands *m_catalog = nullptr;
    ExportCommand *m_export = nullptr;
    ReadingCommand *m_reading = nullptr;
    StatusLine *m_status = nullptr;
    QTimer m_refresh; ///< gathers what arrived in one turn
};

} // namespace Pullcord
