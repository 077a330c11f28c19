// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/pagedialogs.h"

#include <QEvent>

#include <utility>

namespace Pullcord {

PageDialogs::PageDialogs(QWidget *page)
    : QObject(page)
    , m_page(page)
{
    page->installEventFilter(this);
}

PageDialogs::~PageDialogs() = default;

bool PageDialogs::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Hide && m_page->isHidden()) // the page itself, not its window
        hideAll();
    else if (event->type() == QEvent::Show)
        showAll();
    return QObject::eventFilter(watched, event);
}

void PageDialogs::hideAll()
{
    const QList<QDialog *> dialogs = m_page->findChildren<QDialog *>();
    for (QDialog *dialog : dialogs) {
        if (!dialog->isVisible() || dialog->isModal())
            continue;
        dialog->hide();
        m_hidden << dialog;
    }
}

void PageDialogs::showAll()
{
    const QList<QPointer<QDialog>> hidden = std::exchange(m_hidden, {});
    for (const QPointer<QDialog> &dialog : hidden) {
        if (!dialog)
            continue;
        dialog->setAttribute(Qt::WA_ShowWithoutActivating); // the user has activated the tab, not the dialog
        dialog->show();
        dialog->setAttribute(Qt::WA_ShowWithoutActivating, false);
    }
}

} // namespace Pullcord
