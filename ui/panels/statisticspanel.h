// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/statisticsmodel.h"
#include "ui/views/tables/rowdelegate.h"
#include "ui/views/tables/tableheader.h"

#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

#include <functional>

class QCheckBox;

namespace Pullcord {

class Conversation;
class GrowingTableView;

/// Paints the histogram of a StatisticsModel as bars, with counts where they fit. Other cells look like those of a log;
/// the total row is bold, with a line below.
class HistogramDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    /// Marks the classes at 1 ms, 10 ms and so on.
    [[nodiscard]] static HeaderScale scale();
    /// Shortens a count to the room in pixels; empty if nothing fits.
    [[nodiscard]] static QString countText(qint64 count, int room, const QFontMetrics &metrics);

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;

private:
    static void makeTotalBold(QStyleOptionViewItem *option, const QModelIndex &index);
    static void paintBars(QPainter *painter, const QStyleOptionViewItem &option, const QList<qint64> &counts);
};

/// Sorts a StatisticsModel; the total stays on top.
class StatisticsOrder final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit StatisticsOrder(QObject *parent = nullptr);
    ~StatisticsOrder() override;

protected:
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;
};

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
