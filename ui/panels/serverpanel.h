// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cataloglist.h"

#include <QWidget>

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace Pullcord {

class AboutPanel;
class Actions;
class CallPanel;
class CatalogPanel;
class Conversation;
class ElidedLabel;
class FactsPanel;
class ItemPanel;

/// The server: name and state, catalog, and commands for the selected item. Without room for both, the catalog becomes
/// a tab beside those of the item.
class ServerPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerPanel(Actions &actions, QWidget *parent = nullptr);
    ~ServerPanel() override;

    /// Null, or a conversation without a server, empties it.
    void setConversation(Conversation *conversation);
    /// Sets the displayed name and state of the server.
    void setServer(const QString &name, const QString &state);
    /// Shows the tab with the commands of the selected item.
    void showUse();
    /// Shows the catalog, also where it is a tab.
    void showList();

    [[nodiscard]] CallPanel *callPanel() const { return m_call; }
    [[nodiscard]] ItemPanel *itemPanel() const { return m_item; }
    [[nodiscard]] CatalogPanel *catalog() const { return m_catalog; }
    [[nodiscard]] QSplitter *splitter() const { return m_splitter; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum Tab { ListTab, UseTab, AboutTab };

    void setCompact(bool isCompact);
    void onActivated(CatalogList::Kind kind);
    void showTabs(CatalogList::Kind kind, const CatalogItem *item);
    [[nodiscard]] QWidget *makeHeader(Actions &actions);
    [[nodiscard]] QWidget *makeLower();
    void showCurrent();
    void showPage();
    void showTool(const QModelIndex &index);

    Actions &m_actions;
    ElidedLabel *m_name;
    ElidedLabel *m_state;
    CatalogPanel *m_catalog;
    QTabBar *m_tabs; ///< commands for the selected item, and its metadata
    QStackedWidget *m_pages;
    CallPanel *m_call;
    ItemPanel *m_item;
    AboutPanel *m_about;
    FactsPanel *m_facts;
    QSplitter *m_splitter;
    bool m_isCompact = false;
    QByteArray m_shares;    ///< splitter state, while there is no room for both parts
    QByteArray m_shownTool; ///< definition of the shown tool, raw JSON
};

} // namespace Pullcord
