// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/peers.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace Pullcord::Peers {

namespace {

StdioCommand onNode(const QString &script, const QStringList &arguments = {})
{
    StdioCommand command;
    command.program = qEnvironmentVariable("PULLCORD_NODE");
    command.arguments = QStringList{qEnvironmentVariable("PULLCORD_PEERS_DIR") + u'/' + script} + arguments;
    return command;
}

} // namespace

StdioCommand everything()
{
    return onNode(u"node_modules/.bin/mcp-server-everything"_s, {u"stdio"_s});
}

StdioCommand filesystem(const QString &folder)
{
    return onNode(u"node_modules/.bin/mcp-server-filesystem"_s, {folder});
}

StdioCommand memory(const QString &file)
{
    StdioCommand command = onNode(u"node_modules/.bin/mcp-server-memory"_s);
    command.setVariables.insert(u"MEMORY_FILE_PATH"_s, file);
    return command;
}

StdioCommand sdkV1()
{
    return onNode(u"sdk-v1-server.mjs"_s);
}

StdioCommand sdkV2()
{
    return onNode(u"sdk-v2-server.mjs"_s);
}

StdioCommand sdkV2Changes()
{
    return onNode(u"sdk-v2-changes-server.mjs"_s);
}

StdioCommand everythingHttp()
{
    return onNode(u"node_modules/.bin/mcp-server-everything"_s, {u"streamableHttp"_s});
}

StdioCommand everythingSse()
{
    return onNode(u"node_modules/.bin/mcp-server-everything"_s, {u"sse"_s});
}

StdioCommand sdkV1Http()
{
    return onNode(u"sdk-v1-http-server.mjs"_s);
}

StdioCommand sdkV2Http(const QStringList &switches)
{
    return onNode(u"sdk-v2-http-server.mjs"_s, switches);
}

StdioCommand kubernetes(const QString &kubeconfig)
{
    // The program itself, because the script around it would not stop it.
    const QString cpu = QSysInfo::buildCpuArchitecture() == "arm64"_L1 ? u"arm64"_s : u"amd64"_s;
    const QString name = u"kubernetes-mcp-server-linux-"_s + cpu;
    StdioCommand command;
    command.program = qEnvironmentVariable("PULLCORD_PEERS_DIR") + u"/node_modules/%1/bin/%1"_s.arg(name);
    command.arguments = {u"--bind-address"_s, u"127.0.0.1"_s, u"--port"_s, u"$PORT"_s, u"--kubeconfig"_s, kubeconfig};
    return command;
}

StdioCommand azure(const QUrl &tokens, const QString &home)
{
    const QString cpu = QSysInfo::buildCpuArchitecture() == "arm64"_L1 ? u"arm64"_s : u"x64"_s;
    StdioCommand command;
    const QString path =
        qEnvironmentVariable("PULLCORD_PEERS_DIR") + u"/node_modules/@azure/mcp-linux-%1/dist/azmcp"_s.arg(cpu);
    if (!QFile::exists(path))
        return command;
    command.program = u"/usr/bin/env"_s;
    command.arguments = {u"AZURE_MCP_COLLECT_TELEMETRY=false"_s,
                         u"AZURE_TOKEN_CREDENTIALS=ManagedIdentityCredential"_s,
                         u"IDENTITY_ENDPOINT="_s + tokens.toString(),
                         u"IDENTITY_HEADER=none"_s,
                         u"HOME="_s + home,
                         path,
                         u"server"_s,
                         u"start"_s,
                         u"--mode"_s,
                         u"all"_s,
                         u"--namespace"_s,
                         u"subscription"_s};
    return command;
}

StdioCommand client(const QString &sdk, const QString &scene, const QString &file, const StdioCommand &server)
{
    const StdioCommand record = onNode(u"record.mjs"_s, {file, server.program});
    return onNode(sdk + u"-client.mjs"_s, QStringList{scene, record.program} + record.arguments + server.arguments);
}

StdioCommand httpClient(const QString &sdk, const QString &scene, const QUrl &url, const QString &way)
{
    return onNode(sdk + u"-client.mjs"_s, {scene, url.toString(), way});
}

QString program(const QString &name)
{
    return qEnvironmentVariable("PULLCORD_BIN_DIR") + u'/' + name;
}

StdioCommand demoServer(const QStringList &switches)
{
    StdioCommand command;
    command.program = program(u"pullcord-demo-server"_s);
    command.arguments = switches;
    return command;
}

} // namespace Pullcord::Peers
