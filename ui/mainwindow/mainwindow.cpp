// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/mainwindow.h"

#include "ui/actions.h"
#include "ui/settings.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

MainWindow::MainWindow(const Services &services, QWidget *parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_page(new ConversationPage(services, this))
{
    setObjectName(u"mainWindow"_s);
    setAcceptDrops(true);
    setCentralWidget(m_page);
    const QList<QMenu *> menus = m_page->menus();
    for (QMenu *menu : menus)
        menuBar()->addMenu(menu);
    connectPage();
    resize(QSize(1440, 860).boundedTo(screen()->availableGeometry().size()));
    restoreGeometry(m_services.settings.layout(objectName()));
    updateTitle();
}

MainWindow::~MainWindow()
{
    delete m_page; // while there is somebody to hear that it lets go of its conversation
}

void MainWindow::connectPage()
{
    const Actions &a = m_page->actions();
    connect(a.newWindow, &QAction::triggered, this, &MainWindow::newWindowRequested);
    connect(a.quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    connect(m_page, &ConversationPage::changed, this, &MainWindow::updateTitle);
    connect(m_page, &ConversationPage::openElsewhere, this, &MainWindow::openElsewhere);
    connect(m_page, &ConversationPage::connectElsewhere, this, &MainWindow::connectElsewhere);
}

void MainWindow::updateTitle()
{
    const QString title = workspace().title();
    setWindowTitle(title.isEmpty() ? u"Pullcord"_s : tr("%1 — Pullcord").arg(title));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_services.settings.setLayout(objectName(), saveGeometry());
    m_page->saveLayout();
    workspace().close();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), [](const QUrl &url) { return url.isLocalFile(); }))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    QStringList files;
    const QList<QUrl> urls = event->mimeData()->urls();
    for (const QUrl &url : urls) {
        if (url.isLocalFile())
            files << url.toLocalFile();
    }
    if (files.isEmpty())
        return;
    openCapture(files.takeFirst());
    for (const QString &file : std::as_const(files))
        emit openElsewhere(file); // none takes the place of another
}

} // namespace Pullcord
