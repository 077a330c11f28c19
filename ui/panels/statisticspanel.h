// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/statisticsmodel.h"
#include "ui/models/statisticsorder.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QCheckBox;

namespace Pullcord {

class Conversation;
class GrowingTableView;

/// Statistics of requests. Updated while visible and after changes, using a small part of the time at most.
class StatisticsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit StatisticsPanel(QWidget *parent = nullptr);
    ~StatisticsPanel() override;

    void setConversation(Conversation *conversation);
    /// Sets the test for the filter of the request table, called for every count.
    void setFilter(std::function<bool(qsizetype row)> passes);
    /// Call when data has arrived or changed.
    void refresh();
    [[nodiscard]] GrowingTableView *table() const { return m_table; }

signals:
    /// The user wants to see the requests of a group.
    void filterRequested(const QString &filter);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void count();
    /// Shows a button for columns that are hidden for lack of room.
    void setColumns();

    Conversation *m_conversation = nullptr;
    std::function<bool(qsizetype row)> m_passes;
    StatisticsModel m_model;
    StatisticsOrder m_sorted;
    GrowingTableView *m_table;
    QCheckBox *m_onlyFiltered;
    bool m_hasNews = true; ///< changes since the last count
    QTimer m_wait;         ///< until the next count may start
};

} // namespace Pullcord
