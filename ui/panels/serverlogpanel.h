// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/serverlogmodel.h"
#include "ui/views/messages/serverlogdelegate.h"

#include <QWidget>

namespace Pullcord {

class Actions;
class Conversation;
class ServerLogBar;
class GrowingTableView;

/// Log messages of the server, with the level requested from it.
class ServerLogPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerLogPanel(Actions &actions, QWidget *parent = nullptr);
    ~ServerLogPanel() override;

    void setConversation(Conversation *conversation);
    /// Call when the state of the connection may have changed.
    void refresh();

    [[nodiscard]] ServerLogModel &model() { return m_model; }
    /// Placed beside the panel's tab.
    [[nodiscard]] ServerLogBar *bar() const { return m_bar; }
    [[nodiscard]] GrowingTableView *table() const { return m_table; }
    /// Returns the capture index of the current message; -1 if there is none.
    [[nodiscard]] qsizetype currentEvent() const;
    /// Returns the row of the request that the current message belongs to; -1 if unknown.
    [[nodiscard]] qsizetype currentRequest() const;
    /// Returns the capture indices of the selection, in order, without repeats.
    [[nodiscard]] std::vector<qsizetype> selectedEvents() const;

signals:
    void selectionChanged();
    /// The user wants to select the current message in the message table.
    void messageWanted();

private:
    void applyFilter();
    void ask(std::optional<LogLevel> level);
    [[nodiscard]] bool declaresLogging() const;
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] QString askingText() const;

    Conversation *m_conversation = nullptr;
    QMetaObject::Connection m_settled; ///< to its client
    ServerLogModel m_model;
    ServerLogDelegate m_delegate;
    GrowingTableView *m_table;
    ServerLogBar *m_bar;
};

} // namespace Pullcord
