// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/catalogfilter.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QTreeView;

namespace Pullcord {

class Actions;
class Conversation;

/// Catalog of the server: tools, prompts and resources, with a search field.
class CatalogPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit CatalogPanel(Actions &actions, QWidget *parent = nullptr);
    ~CatalogPanel() override;

    /// Null, or a conversation without a server, empties it.
    void setConversation(Conversation *conversation);
    /// Returns the index in model(); invalid if there is none.
    [[nodiscard]] QModelIndex current() const;
    [[nodiscard]] const CatalogModel &model() const { return m_model; }
    /// Describes a list in full sentences, with its cache hints.
    [[nodiscard]] QString describe(CatalogList::Kind kind) const;
    void focusSearch();
    void focusList();
    /// Selects an item by its key; clears a search that hides it. Returns false if the item does not exist or cannot be
    /// used.
    bool select(CatalogList::Kind kind, const QString &key);
    /// Notes that the resource is being read, so that its change is no longer marked.
    void takeNote(const QString &uri);

signals:
    /// Another item is current, or the current one has changed.
    void currentChanged();
    /// Enter or double click on an item of this kind.
    void activated(Pullcord::CatalogList::Kind kind);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void follow(CatalogList &list);
    void showSoon(CatalogList::Kind kind);
    void showItems(CatalogList::Kind kind);
    void showState(CatalogList::Kind kind);
    [[nodiscard]] bool isStale(CatalogList::Kind kind) const;
    void awaitExpiry();
    void selectFirst();
    void showMarks();
    void onUpdated(const QString &uri);
    void search(const QString &text);
    void goToFirstMatch();

    Conversation *m_conversation = nullptr;
    std::array<QString, std::size(CatalogList::AllKinds)> m_problems; ///< errors of the last refresh, as sentences
    QSet<QString> m_news;             ///< subscribed resources that have changed since they were read
    QTimer m_expiry;                  ///< until the first list becomes stale
    QSet<CatalogList::Kind> m_toShow; ///< lists that have arrived
    QTimer m_showing;                 ///< until those are shown
    CatalogModel m_model;
    CatalogFilter m_found;
    QLineEdit *m_search;
    QTreeView *m_tree;
};

} // namespace Pullcord
