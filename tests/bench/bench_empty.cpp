// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QMainWindow>

/// What any program with a window costs, whatever it is for: the peer that Pullcord's start and memory are compared with.
int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    QMainWindow window;
    window.resize(1440, 900);
    window.show();
    return QApplication::exec();
}
