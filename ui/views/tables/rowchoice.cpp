// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/tables/rowchoice.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QMouseEvent>

namespace Pullcord {

RowChoice::RowChoice(QAbstractItemView *view)
    : QObject(view)
    , m_view(view)
{
    view->installEventFilter(this);
    view->viewport()->installEventFilter(this);
}

RowChoice::~RowChoice() = default;

bool RowChoice::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && watched == m_view) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        const bool hasNoModifier = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
        return isEnter && hasNoModifier && choose(m_view->currentIndex());
    }
    if (event->type() == QEvent::MouseButtonDblClick && watched != m_view) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const QPoint place = mouse->position().toPoint();
        const bool isElsewhere = m_isElse && m_isElse(place);
        return mouse->button() == Qt::LeftButton && !isElsewhere && choose(m_view->indexAt(place));
    }
    return false;
}

/// Returns false if there is nothing to choose, so that the event is passed on.
bool RowChoice::choose(const QModelIndex &index)
{
    if (!index.isValid() || !(index.flags() & Qt::ItemIsEnabled))
        return false;
    emit chosen(index);
    return true;
}

} // namespace Pullcord
