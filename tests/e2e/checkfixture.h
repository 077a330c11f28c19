// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QTemporaryDir>

namespace Pullcord {

/// Runs `pullcord-cli check` in a temporary folder.
class CheckFixture
{
public:
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }
    /// Runs `check` on the demo server.
    CliRun check(const QStringList &arguments, const QStringList &switches = {})
    {
        using namespace Qt::StringLiterals;
        const StdioCommand demo = Peers::demoServer();
        return run(QStringList{u"check"_s} + arguments + QStringList{u"--"_s, demo.program} + demo.arguments +
                   switches);
    }
    /// Returns the methods of the messages that the client sent.
    QByteArrayList sent(const QString &file)
    {
        using namespace Qt::StringLiterals;
        QByteArrayList methods;
        for (const QByteArray &line : CliRun::lines(run({u"filter"_s, file, u"--messages"_s, u"--json"_s}).out)) {
            const JsonValue event(line);
            const JsonValue message = event.member("m");
            if (event.member("d").toUtf8() == "c2s" && message.member("method").isValid())
                methods << message.member("method").toUtf8();
        }
        return methods;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace Pullcord
