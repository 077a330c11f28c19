// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Starts a server and echoes its output until it is killed. For tst_processguard.

#include "core/transport/stdiotransport.h"

#include <QCoreApplication>

#include <cstdio>

using namespace Pullcord;

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    StdioCommand command;
    command.arguments = QCoreApplication::arguments().sliced(1);
    command.program = command.arguments.takeFirst();
    StdioTransport transport(command);
    QObject::connect(&transport, &Transport::eventOccurred, &application, [](const Event &event) {
        if (event.isMessage()) {
            std::fprintf(stdout, "%s\n", event.bytes.constData());
            std::fflush(stdout);
        }
    });
    transport.open();
    return QCoreApplication::exec();
}
