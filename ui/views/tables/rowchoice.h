// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QModelIndex>
#include <QObject>

#include <functional>

class QAbstractItemView;

namespace Pullcord {

/// Emits chosen() for Enter or a double click on a row. Some styles emit QAbstractItemView::activated for a single
/// click, which must only select here: choosing may start or send something.
class RowChoice final : public QObject
{
    Q_OBJECT

public:
    /// Owned by the view.
    explicit RowChoice(QAbstractItemView *view);
    ~RowChoice() override;

    /// Excludes positions of the viewport where a double click is two presses, such as buttons.
    void setExcept(std::function<bool(const QPoint &)> isElse) { m_isElse = std::move(isElse); }

signals:
    void chosen(const QModelIndex &index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] bool choose(const QModelIndex &index);

    QAbstractItemView *m_view;
    std::function<bool(const QPoint &)> m_isElse;
};

} // namespace Pullcord
