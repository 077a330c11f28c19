// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/marks.h"
#include "ui/models/messagemodel.h"
#include "ui/views/messagedelegate.h"

#include <QTimer>
#include <QWidget>

namespace Pullcord {

class Actions;
class Conversation;
class FilterBar;
class LogTable;
class PinnedView;

/// Everything that crossed the wire.
class MessagesPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit MessagesPanel(Actions &actions, QWidget *parent = nullptr);
    ~MessagesPanel() override;

    void setConversation(Conversation *conversation);
    /// More has come.
    void refresh();

    [[nodiscard]] MessageModel &model() { return m_model; }
    /// By which rules rows are coloured.
    void setColorRules(const QList<ColorRule> &rules);
    /// Stands beside the panel's tab.
    [[nodiscard]] FilterBar *filterBar() const { return m_filter; }
    [[nodiscard]] LogTable *table() const { return m_table; }
    /// Index in the capture of the current message; -1 if there is none.
    [[nodiscard]] qsizetype currentIndex() const;
    /// Indices in the capture, in order.
    [[nodiscard]] std::vector<qsizetype> selectedIndices() const;
    void select(qsizetype captureIndex);
    /// The same as selectedIndices(), or the pinned row that has the focus.
    [[nodiscard]] std::vector<qsizetype> selectedEvents() const;

signals:
    void selectionChanged();
    /// Of the current message; Enter or a double click.
    void requestWanted();
    /// A pinned row that the table does not show.
    void hiddenWanted(qsizetype captureIndex);
    void unpinRequested(const Pullcord::MarkedPlace &place);

private:
    void fitColumns();
    void makePinned();
    void showPinned();
    void applyFilter();
    void applyColors();
    void sayHidden();

    Conversation *m_conversation = nullptr;
    MessageModel m_model;
    MessageDelegate m_delegate;
    LogTable *m_table;
    PinnedView *m_pinned;
    QTimer m_pinsChanged;
    FilterBar *m_filter;
    QList<ColorRule> m_rules;
};

} // namespace Pullcord
