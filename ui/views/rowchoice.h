// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QModelIndex>
#include <QObject>

#include <functional>

class QAbstractItemView;

namespace Pullcord {

/// Tells that a row is meant, by Enter or a double click. Unlike QAbstractItemView::activated it never takes a single click
/// for that, whatever the style does: a click only selects, where choosing may start or send something.
class RowChoice final : public QObject
{
    Q_OBJECT

public:
    /// The view owns it.
    explicit RowChoice(QAbstractItemView *view);
    ~RowChoice() override;

    /// Where a double click is two presses on something else, by the place on the viewport.
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
