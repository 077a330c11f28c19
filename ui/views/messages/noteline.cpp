// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/noteline.h"

#include "core/capture/marks.h"
#include "ui/views/style/icons.h"

#include <QAction>
#include <QKeyEvent>

namespace Pullcord {

NoteLine::NoteLine(QWidget *parent)
    : QLineEdit(parent)
{
    setMaxLength(int(Marks::LongestNote));
    setPlaceholderText(tr("Add a note"));
    setAccessibleName(tr("Note"));
    setToolTip(tr("Your note, saved with the capture, never sent. Enter saves, Esc reverts."));
    addAction(Icons::icon("sticky-note"), LeadingPosition);
}

NoteLine::~NoteLine() = default;

void NoteLine::setNote(const QString &note)
{
    const bool isBeingWritten = hasFocus() && text() != m_kept;
    m_kept = note;
    if (isBeingWritten || text() == note)
        return;
    setText(note);
    setCursorPosition(0);
}

void NoteLine::setNoteOfAnother(const QString &note)
{
    m_kept = note;
    setText(note);
    setCursorPosition(0);
}

void NoteLine::keep()
{
    const QString note = text().trimmed();
    if (note == m_kept)
        return;
    m_kept = note;
    emit noteChanged(note);
}

bool NoteLine::event(QEvent *event)
{
    // Otherwise Escape would be a shortcut of the window.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QLineEdit::event(event);
}

void NoteLine::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isEnter && event->key() != Qt::Key_Escape)
        return QLineEdit::keyPressEvent(event);
    if (isEnter)
        keep();
    else
        setText(m_kept);
    emit left();
}

void NoteLine::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) // the popup is its own context menu
        keep();
}

} // namespace Pullcord
