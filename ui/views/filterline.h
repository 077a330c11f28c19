// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "ui/models/filtercompletion.h"

#include <QLineEdit>
#include <QPointer>
#include <QStandardItemModel>
#include <QTimer>

class QCompleter;

namespace Pullcord {

class FieldNote;

/// A line in which somebody writes a filter: completed word by word (Ctrl+Space or while typing), and what is wrong marked
/// and said below it. While something is, the filter before it stays.
class FilterLine final : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(QWidget *parent = nullptr);
    ~FilterLine() override;

    [[nodiscard]] const Filter &filter() const { return m_filter; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// What is wrong with the text; empty if nothing is.
    [[nodiscard]] QString problem() const;
    void setKnown(FilterCompletion::Known known) { m_known = std::move(known); }
    /// Reads the text now.
    void apply();

    /// What is in it, or is being written, needs more room than the line has at rest.
    [[nodiscard]] bool wantsRoom() const { return m_wantsRoom; }

signals:
    void roomWanted(bool wanted);
    /// filter() is another; shortly after the last key.
    void filterChanged();
    /// problem() is another.
    void problemChanged();
    /// Somebody has finished writing it.
    void used(const Pullcord::Filter &filter);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void onEdited();
    void updateRoom();
    void complete();
    void insert(const QModelIndex &chosen);
    void setProblem(const std::optional<Filter::Problem> &problem);
    void mark(qsizetype position, qsizetype length);
    void placeNote();

    Filter m_filter;
    std::optional<Filter::Problem> m_problem;
    FilterCompletion::Known m_known;
    FilterCompletion m_completion;
    QCompleter *m_completer;
    QStandardItemModel m_offers;
    QTimer m_typing;
    bool m_wantsRoom = false;
    QAction *m_sign;            ///< before the text: a filter, or that something is wrong
    QPointer<FieldNote> m_note; ///< hangs below this; the window's, which may go first
};

} // namespace Pullcord
