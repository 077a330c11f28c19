// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/pinnedmodel.h"

#include <QTableView>
#include <QTimer>

#include <optional>

namespace Pullcord {

class LogTable;

/// The pinned rows of a table, below its titles and always in sight: under the same columns, as high as they are, up to a few.
/// Without any it is not there.
class PinnedView final : public QTableView
{
    Q_OBJECT

public:
    static constexpr int MostRows = 5; ///< that are in sight at once

    /// `table` has its columns and its delegate already; `openRole` says that times in a row go on.
    PinnedView(LogTable &table, PinnedModel::Data read, std::optional<int> openRole);
    ~PinnedView() override;

    /// What is pinned, in its order.
    void setSources(const QList<qsizetype> &sources) { m_model.setSources(sources); }
    /// What is told of it may have changed.
    void refresh();

    /// The source of the row that has the focus; -1 without it.
    [[nodiscard]] qsizetype focused() const;
    /// The same row is the current one elsewhere; -1: none of these.
    void showCurrent(qsizetype source);

signals:
    void unpinRequested(qsizetype source);
    /// Somebody goes to a pinned row.
    void chosen(qsizetype source);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void followColumns();
    void fit();
    void startClock();

    LogTable &m_table;
    PinnedModel m_model;
    std::optional<int> m_openRole;
    QTimer m_clock; ///< runs while times go on in what is in sight
};

} // namespace Pullcord
