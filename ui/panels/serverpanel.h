// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/cataloglist.h"

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

/// The server: who it is, what it offers, and below that what can be done with the selected item. Where there is no room for
/// both, what it offers has a tab beside those of the item.
class ServerPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerPanel(Actions &actions, QWidget *parent = nullptr);
    ~ServerPanel() override;

    /// Null, or one without a server, empties it.
    void setConversation(Conversation *conversation);
    /// The name and the state lines, which the window knows.
    void setServer(const QString &name, const QString &state);
    /// Where the selected item is called, got or read, and not what is said about it.
    void showUse();
    /// What the server offers, also where that has a tab.
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
    QTabBar *m_tabs; ///< what can be done with the selected item, and what the server says of it
    QStackedWidget *m_pages;
    CallPanel *m_call;
    ItemPanel *m_item;
    AboutPanel *m_about;
    FactsPanel *m_facts;
    QSplitter *m_splitter;
    bool m_isCompact = false;
    QByteArray m_shares;    ///< of the splitter, while there is no room for both of its parts
    QByteArray m_shownTool; ///< its definition, raw JSON
};

} // namespace Pullcord
