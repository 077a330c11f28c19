// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/pinnedmodel.h"

#include <QTableView>
#include <QTimer>

namespace Pullcord {

class LogTable;

/// The pinned rows of a table, above it and always in sight: under the same columns, as high as they are, up to a few.
/// Without any it is not there.
class PinnedView final : public QTableView
{
    Q_OBJECT

public:
    static constexpr int MostRows = 5; ///< that are in sight at once

    /// `table` has its columns and its delegate already.
    PinnedView(LogTable &table, PinnedModel::Data read, QWidget *parent = nullptr);
    ~PinnedView() override;

    [[nodiscard]] PinnedModel &pinned() { return m_model; }

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
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void mousePressEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void followColumns();
    void fit();

    LogTable &m_table;
    PinnedModel m_model;
    QTimer m_clock; ///< times go on in it too
};

} // namespace Pullcord
