// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/desktop/windows.h"

#include "ui/mainwindow/mainwindow.h"

namespace Pullcord {

Windows::Windows(const Services &services)
    : m_services(services)
{}

MainWindow *Windows::open()
{
    auto *window = new MainWindow(m_services);
    window->setAttribute(Qt::WA_DeleteOnClose);
    connect(window, &MainWindow::newWindowRequested, this, &Windows::open);
    window->show();
    return window;
}

} // namespace Pullcord
