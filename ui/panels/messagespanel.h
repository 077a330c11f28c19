// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/views/tables/rowdelegate.h"

#include <QTimer>
#include <QWidget>

namespace Pullcord {

class Actions;
class Conversation;
class FilterBar;
class FindingMarks;
class GrowingTableView;
class PinnedView;

/// Paints messages: direction as icon, late ones gray and struck out, other events in colored italics.
class MessageDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
    [[nodiscard]] int markColumn() const override { return MessageTable::Method; }
};

/// Table of messages and connection events.
class MessagesPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit MessagesPanel(Actions &actions, QWidget *parent = nullptr);
    ~MessagesPanel() override;

    void setConversation(Conversation *conversation);
    /// Call when data has arrived.
    void refresh();

    [[nodiscard]] MessageModel &model() { return m_model; }
    /// Marks rows that are evidence of findings, including pinned rows.
    void setFindings(const FindingMarks &findings);
    void setColorRules(const QList<ColorRule> &rules);
    /// Placed beside the panel's tab.
    [[nodiscard]] FilterBar *filterBar() const { return m_filter; }
    [[nodiscard]] GrowingTableView *table() const { return m_table; }
    /// Returns the capture index of the current message; -1 if there is none.
    [[nodiscard]] qsizetype currentIndex() const;
    /// Returns the capture indices of the selection, in order.
    [[nodiscard]] std::vector<qsizetype> selectedIndices() const;
    void select(qsizetype captureIndex);
    /// Same as selectedIndices(), or the focused pinned row.
    [[nodiscard]] std::vector<qsizetype> selectedEvents() const;

signals:
    void selectionChanged();
    /// Enter or a double click on a message: the user wants to see its request.
    void requestWanted();
    /// The user has selected a pinned row that the table does not show.
    void hiddenWanted(qsizetype captureIndex);
    void unpinRequested(const Pullcord::MarkTarget &place);

private:
    void setColumns();
    void makePinned();
    void showPinned();
    void applyFilter();
    void applyColors();
    void sayHidden();

    Conversation *m_conversation = nullptr;
    MessageModel m_model;
    MessageDelegate m_delegate;
    GrowingTableView *m_table;
    PinnedView *m_pinned;
    QTimer m_pinsChanged;
    FilterBar *m_filter;
    QList<ColorRule> m_rules;
};

} // namespace Pullcord
