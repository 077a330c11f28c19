// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/loglevel.h"
#include "ui/models/messages/serverlogmodel.h"
#include "ui/views/tables/rowdelegate.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;

namespace Pullcord {

class Actions;
class Conversation;
class GrowingTableView;

/// Filter of the server's log: least level and search text. Also the level that the server is asked to send.
class ServerLogBar final : public QWidget
{
    Q_OBJECT

public:
    /// Behavior of a server that was not asked for a level.
    enum class Unasked { Chooses, ChoosesOnceReconnected, IsSilent };

    explicit ServerLogBar(QWidget *parent = nullptr);
    ~ServerLogBar() override;

    [[nodiscard]] LogLevel least() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isFiltering() const;
    void focusText();
    /// Shows the level requested from the server. Emits nothing.
    void setAsked(std::optional<LogLevel> level, Unasked unasked);
    /// Enables the choice of the requested level. `why` explains how the level is requested, or why it cannot be.
    void setCanAsk(bool can, const QString &why);

signals:
    /// Emitted shortly after the last key, or at once for a choice.
    void changed();
    /// The user wants the server to send this level and above.
    void asked(std::optional<Pullcord::LogLevel> level);

private:
    QComboBox *m_asked;
    QComboBox *m_least;
    QLineEdit *m_text;
    QTimer m_typing;
};

/// Paints the server's log: levels with icon and color, data as on the wire.
class ServerLogDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

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
