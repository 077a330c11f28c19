// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QMainWindow>

/// The cost of any program with a window: the baseline for Pullcord's start and memory.
int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    QMainWindow window;
    window.resize(1440, 900);
    window.show();
    return QApplication::exec();
}
