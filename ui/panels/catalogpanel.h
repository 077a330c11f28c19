// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalogfilter.h"

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

signals:
    /// Another one is current, or something about the current one has changed.
    void currentChanged();
    void toolActivated();

private:
    void follow(CatalogList &list);
    void showItems(CatalogList::Kind kind);
    void showState(CatalogList::Kind kind);
    void selectFirst();
    void search(const QString &text);

    Conversation *m_conversation = nullptr;
    std::array<QString, std::size(CatalogList::AllKinds)> m_problems; ///< sentences, of the last round
    CatalogModel m_model;
    CatalogFilter m_found;
    QLineEdit *m_search;
    QTreeView *m_tree;
};

} // namespace Pullcord
