// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/toolmodel.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QSplitter;

namespace Pullcord {

class Actions;
class CallPanel;
class Conversation;
class ElidedLabel;

/// The server: who it is, its tools with a search field, and below them the call panel.
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

    [[nodiscard]] CallPanel *callPanel() const { return m_call; }
    [[nodiscard]] QListView *list() const { return m_list; }
    [[nodiscard]] QSplitter *splitter() const { return m_splitter; }

private:
    [[nodiscard]] QWidget *makeHeader(Actions &actions);
    [[nodiscard]] QWidget *makeTools(Actions &actions);
    void showTools();
    void showCount();
    void showCurrent();

    Conversation *m_conversation = nullptr;
    ToolModel m_tools;
    QSortFilterProxyModel m_found;
    ElidedLabel *m_name;
    ElidedLabel *m_state;
    QLabel *m_count;
    QLineEdit *m_search;
    QListView *m_list;
    CallPanel *m_call;
    QSplitter *m_splitter;
};

} // namespace Pullcord
