// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// The server: who it is, what it offers, and below that what can be done with the selected item.
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

    [[nodiscard]] CallPanel *callPanel() const { return m_call; }
    [[nodiscard]] ItemPanel *itemPanel() const { return m_item; }
    [[nodiscard]] CatalogPanel *catalog() const { return m_catalog; }
    [[nodiscard]] QSplitter *splitter() const { return m_splitter; }

private:
    enum Tab { UseTab, AboutTab };

    [[nodiscard]] QWidget *makeHeader(Actions &actions);
    [[nodiscard]] QWidget *makeLower();
    void showCurrent();
    void showPage();
    void showTool(const QModelIndex &index);

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
    QByteArray m_shownTool; ///< its definition, raw JSON
};

} // namespace Pullcord
