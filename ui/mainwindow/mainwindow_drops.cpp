// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/mainwindow.h"

#include "ui/views/drophint.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>

// Files dropped on the window.

namespace Pullcord {

namespace {

QStringList filesIn(const QDropEvent &event)
{
    QStringList files;
    const QList<QUrl> urls = event.mimeData()->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    return files;
}

} // namespace

/// Prevents text fields from inserting the name of a dropped file.
bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    const auto *widget = event->type() == QEvent::DragEnter ? qobject_cast<QWidget *>(watched) : nullptr;
    if (!widget || widget == this || widget->window() != this ||
        filesIn(*static_cast<QDragEnterEvent *>(event)).isEmpty())
        return QMainWindow::eventFilter(watched, event);
    event->ignore(); // passes the event on to the parent
    return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (filesIn(*event).isEmpty())
        return;
    event->acceptProposedAction();
    m_dropHint->offer(tr("Drop captures to open them, or a configuration of another tool to import its servers"));
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *)
{
    m_dropHint->hide();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_dropHint->hide();
    event->acceptProposedAction();
    openCaptures(filesIn(*event));
}

} // namespace Pullcord
