// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "ui/models/filter/filtercompletion.h"

#include <QLineEdit>
#include <QPointer>
#include <QStandardItemModel>
#include <QTimer>

class QCompleter;

namespace Pullcord {

class FieldNote;

/// Line edit for a filter, with completion (Ctrl+Space or while typing). A syntax error is marked and explained below.
/// While there is one, the previous filter stays active.
class FilterLine final : public QLineEdit
{
    Q_OBJECT

public:
    explicit FilterLine(QWidget *parent = nullptr);
    ~FilterLine() override;

    [[nodiscard]] const Filter &filter() const { return m_filter; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Returns the syntax error; empty if the text is valid.
    [[nodiscard]] QString problem() const;
    void setKnown(FilterCompletion::Known known) { m_known = std::move(known); }
    /// Parses the text now.
    void apply();

    /// True if its text, or the editing of it, needs more than the usual width.
    [[nodiscard]] bool wantsRoom() const { return m_wantsRoom; }

signals:
    void roomWanted(bool wanted);
    /// filter() has changed; emitted shortly after the last key.
    void filterChanged();
    void problemChanged();
    /// The user has completed a filter.
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
    QAction *m_sign;            ///< icon before the text: a filter, or a warning
    QPointer<FieldNote> m_note; ///< shown below the line; a child of the window, which may delete it first
};

} // namespace Pullcord
