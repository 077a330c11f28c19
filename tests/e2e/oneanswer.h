// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e2e/clirun.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace Pullcord {

/// Runs pullcord-cli against a server of both eras with one tool, `x`, whose response the test provides.
class OneAnswer
{
public:
    OneAnswer()
    {
        QFile script(m_folder.filePath(QStringLiteral("server.sh")));
        if (script.open(QIODevice::WriteOnly))
            script.write(Script);
    }
    /// An @ in `answer` is replaced by the id of the call.
    [[nodiscard]] CliRun call(const QByteArray &answer, const QString &revision, const QStringList &more = {},
                              const std::function<void()> &prepare = {}) const
    {
        return run({QStringLiteral("call"), QStringLiteral("x")}, answer, revision, more, prepare);
    }
    /// Like call(), for `call`, `read`, `prompt` and `complete`.
    [[nodiscard]] CliRun run(const QStringList &command, const QByteArray &answer, const QString &revision,
                             const QStringList &more = {}, const std::function<void()> &prepare = {}) const
    {
        return CliRun::of(command + QStringList{QStringLiteral("--revision"), revision} + more +
                              QStringList{QStringLiteral("--"), QStringLiteral("sh"),
                                          m_folder.filePath(QStringLiteral("server.sh")), QString::fromUtf8(answer)},
                          m_folder.path(), prepare);
    }
    [[nodiscard]] qint64 calls() const
    {
        return QFileInfo(m_folder.filePath(QStringLiteral("server.sh.calls"))).size();
    }

private:
    static constexpr const char *Script =
        "while read -r line; do\n"
        "id=$(printf %s \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
        "case $line in\n"
        "*'\"initialize\"'*) r='{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
        "\"serverInfo\":{\"name\":\"one\xe2\x80\xae\",\"version\":\"1\"}}';;\n"
        "*server/discover*) r='{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
        "\"capabilities\":{\"tools\":{}},\"ttlMs\":0,\"cacheScope\":\"public\"}';;\n"
        "*tools/list*) r='{\"tools\":[{\"name\":\"x\",\"inputSchema\":{\"type\":\"object\"}}],"
        "\"ttlMs\":0,\"cacheScope\":\"public\"}';;\n"
        "*tools/call*|*prompts/get*|*resources/read*|*completion/complete*) echo >>\"$0.calls\"; printf '%s\\n' \"$1\" "
        "| sed \"s/@/$id/g\"; continue;;\n"
        "*) continue;;\nesac\n"
        "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$r\"\ndone\n";

    QTemporaryDir m_folder;
};

} // namespace Pullcord
