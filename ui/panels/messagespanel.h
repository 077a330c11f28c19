// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messagemodel.h"
#include "ui/views/messagedelegate.h"

#include <QWidget>

namespace Pullcord {

class Actions;
class Conversation;
class FilterBar;
class LogTable;

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
    /// Stands beside the panel's tab.
    [[nodiscard]] FilterBar *filterBar() const { return m_filter; }
    [[nodiscard]] LogTable *table() const { return m_table; }
    /// Index in the capture of the current message; -1 if there is none.
    [[nodiscard]] qsizetype currentIndex() const;
    /// Indices in the capture, in order.
    [[nodiscard]] std::vector<qsizetype> selectedIndices() const;
    void select(qsizetype captureIndex);

signals:
    void selectionChanged();

private:
    void applyFilter();

    Conversation *m_conversation = nullptr;
    MessageModel m_model;
    MessageDelegate m_delegate;
    LogTable *m_table;
    FilterBar *m_filter;
};

} // namespace Pullcord
