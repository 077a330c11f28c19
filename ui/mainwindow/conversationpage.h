// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/mainwindow/conversationcontroller.h"
#include "ui/services.h"
#include "ui/views/tabs/tabstrip.h"

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
class ProxyCommands;
class ReadingCommand;
class RequestCommands;
class RuleCommands;
class TabRestorer;
class ServerCommands;
class StartPage;
class StatusLine;
class ConversationView;

/// Page of a window: one conversation with its views, commands and dialogs.
class ConversationPage final : public QWidget
{
    Q_OBJECT

public:
    explicit ConversationPage(const Services &services, QWidget *parent = nullptr);
    ~ConversationPage() override;

    [[nodiscard]] ConversationController &controller() { return m_controller; }
    [[nodiscard]] Actions &actions() const { return *m_actions; }
    /// Returns the menus for the menu bar of the window, in order.
    [[nodiscard]] QList<QMenu *> menus() const;
    [[nodiscard]] TabAppearance look() const;
    [[nodiscard]] TabRestorer &tabRestorer() const { return *m_tabRestorer; }
    [[nodiscard]] ServerCommands &servers() const { return *m_servers; }
    /// True if the page has no conversation and never had one.
    [[nodiscard]] bool isEmpty() const;

    /// Opens the file in this page if its conversation may be replaced, else emits openElsewhere(). Imports a
    /// configuration (.json) of another tool instead.
    void openCapture(const QString &path);
    /// Connects after the checks of ServerCommands::wish().
    void connectTo(const ServerTarget &target);
    /// Follows the command in this page if its conversation may be replaced, else emits followElsewhere().
    void followCommand(const StdioCommand &command);
    /// Saves changes of the layout, as the initial layout of later pages.
    [[nodiscard]] LayoutKeeper &layoutKeeper() const { return *m_layout; }
    /// True while an export is being written.
    [[nodiscard]] bool isExporting() const;
    /// True if the page shows this file, not a live conversation.
    [[nodiscard]] bool shows(const QString &path) const;

signals:
    /// Title or state may have changed; at most once per tick.
    void changed();
    /// The user wants to open this file: here, elsewhere, or in the page that shows it already.
    void captureWanted(const QString &path);
    /// Emitted instead of opening here, since this page's conversation may not be replaced.
    void openElsewhere(const QString &path);
    void connectElsewhere(const Pullcord::ServerTarget &target);
    void followElsewhere(const Pullcord::StdioCommand &command);

protected:
    void showEvent(QShowEvent *event) override;

private:
    [[nodiscard]] QWidget *createStack();
    [[nodiscard]] QWidget *createBanner();
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
    [[nodiscard]] QList<QAction *> toggles() const; ///< for showing and hiding the panels
    void takeConversation();
    void refresh();
    void refreshPanels();
    void updateActions();
    void updateTabActions();
    void updateStop();
    void showPreferences();
    void askForCapture();

    const Services &m_services;
    ConversationController m_controller;
    Actions *m_actions;
    MessageBar *m_bar = nullptr;
    MessageBar *m_banner = nullptr;
    QShortcut *m_closeBar = nullptr;
    LayoutKeeper *m_layout = nullptr;
    QStackedWidget *m_stack = nullptr;
    StartPage *m_start = nullptr;
    ConversationView *m_bench = nullptr;
    PageMenus *m_menus = nullptr;
    ProxyCommands *m_proxy = nullptr;
    RuleCommands *m_rules = nullptr;
    RequestCommands *m_commands = nullptr;
    ServerCommands *m_servers = nullptr;
    CatalogCommands *m_catalog = nullptr;
    ExportCommand *m_export = nullptr;
    ReadingCommand *m_reading = nullptr;
    TabRestorer *m_tabRestorer = nullptr;
    StatusLine *m_status = nullptr;
    QTimer m_refresh;         ///< collects the changes of one turn of the event loop
    bool m_hasFailed = false; ///< ConversationController::hasFailed() at the last refresh
    bool m_isUnseen = false;  ///< it failed while another page was in view
};

} // namespace Pullcord
