// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/conformance/conformanceclient.h"

#include <QCoreApplication>
#include <QTimer>

/// The client that the official conformance suite judges. The suite passes the URL of the server as the last argument,
/// and the revision and scenario in the environment. With PULLCORD_FIND_OUT the client negotiates the revision itself.
int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const bool findOut = qEnvironmentVariableIsSet("PULLCORD_FIND_OUT");
    const QString version = findOut ? QString() : qEnvironmentVariable("MCP_CONFORMANCE_PROTOCOL_VERSION");
    Pullcord::ConformanceClient client(QUrl(QCoreApplication::arguments().constLast()),
                                       Pullcord::revisionFromName(version), qgetenv("MCP_CONFORMANCE_CONTEXT"));
    QObject::connect(&client, &Pullcord::ConformanceClient::finished, &application,
                     [](int exitCode) { QCoreApplication::exit(exitCode); });
    QTimer::singleShot(0, &client, &Pullcord::ConformanceClient::start);
    return QCoreApplication::exec();
}
