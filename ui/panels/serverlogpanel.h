// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/serverlogmodel.h"
#include "ui/views/serverlogdelegate.h"

#include <QWidget>

namespace Pullcord {

class Actions;
class Conversation;
class LogBar;
class LogTable;

/// What the server says while it works: its log messages, and the level that it is asked for.
class ServerLogPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ServerLogPanel(Actions &actions, QWidget *parent = nullptr);
    ~ServerLogPanel() override;

    void setConversation(Conversation *conversation);
    /// The connection may be in another state.
    void refresh();

    [[nodiscard]] ServerLogModel &model() { return m_model; }
    /// Stands beside the panel's tab.
    [[nodiscard]] LogBar *bar() const { return m_bar; }
    [[nodiscard]] LogTable *table() const { return m_table; }
    /// Index in the capture of the current message; -1 if there is none.
    [[nodiscard]] qsizetype currentEvent() const;
    /// Row of the request that the current message belongs to; -1 if that is not known.
    [[nodiscard]] qsizetype currentRequest() const;
    /// Indices in the capture, in order, each once.
    [[nodiscard]] std::vector<qsizetype> selectedEvents() const;

signals:
    void selectionChanged();
    /// Somebody wants to see the current one among the messages.
    void messageWanted();

private:
    void applyFilter();
    void ask(std::optional<LogLevel> level);
    [[nodiscard]] bool declaresLogging() const;
    [[nodiscard]] QString emptyText() const;
    [[nodiscard]] QString askingText() const;

    Conversation *m_conversation = nullptr;
    QMetaObject::Connection m_settled; ///< of its client
    ServerLogModel m_model;
    ServerLogDelegate m_delegate;
    LogTable *m_table;
    LogBar *m_bar;
};

} // namespace Pullcord
