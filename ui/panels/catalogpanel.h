// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalogfilter.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QTreeView;

namespace Pullcord {

class Actions;
class Conversation;

/// What the server offers, with a search field over all of it.
class CatalogPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit CatalogPanel(Actions &actions, QWidget *parent = nullptr);
    ~CatalogPanel() override;

    /// Null, or one without a server, empties it.
    void setConversation(Conversation *conversation);
    /// Of the model; invalid for none.
    [[nodiscard]] QModelIndex current() const;
    [[nodiscard]] const CatalogModel &model() const { return m_model; }
    /// How it stands with a list: in full sentences, its cache hints included.
    [[nodiscard]] QString describe(CatalogList::Kind kind) const;
    void focusSearch();
    void focusList();
    /// Makes an item the current one, by its key; a search that hides it is ended. False if there is none, or if it cannot
    /// be used.
    bool select(CatalogList::Kind kind, const QString &key);
    /// Somebody reads the resource, so that its change is no news any more.
    void takeNote(const QString &uri);

signals:
    /// Another one is current, or something about the current one has changed.
    void currentChanged();
    /// An item of that kind, by Enter or a double click.
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
    std::array<QString, std::size(CatalogList::AllKinds)> m_problems; ///< sentences, of the last round
    QSet<QString> m_news;             ///< resources that are watched and have changed since they were read
    QTimer m_expiry;                  ///< until the first of the lists is stale
    QSet<CatalogList::Kind> m_toShow; ///< lists that have come
    QTimer m_showing;                 ///< until those are shown
    CatalogModel m_model;
    CatalogFilter m_found;
    QLineEdit *m_search;
    QTreeView *m_tree;
};

} // namespace Pullcord
