// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/hostlogs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestHostLogs : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_home;

    /// Writes a file, modified `second` seconds after a fixed moment.
    void write(const QString &path, int second)
    {
        const QString whole = m_home.filePath(path);
        QVERIFY(QDir().mkpath(QFileInfo(whole).path()));
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x");
        file.flush();
        const QDateTime time = QDateTime(QDate(2026, 11, 1), QTime(12, 0), Qt::UTC).addSecs(second);
        QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
    }
    /// Returns "tool | server | file" per log.
    static QStringList lines(const QList<HostLog> &logs)
    {
        QStringList all;
        for (const HostLog &log : logs)
            all << QStringList{log.tool, log.server, QFileInfo(log.path).fileName()}.join(u" | "_s);
        return all;
    }

private slots:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".?"_s));
        QVERIFY(QDir(m_home.path()).removeRecursively() && QDir().mkpath(m_home.path()));
    }

    void findsLogs_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        const auto row = [](const QString &path, const QString &says) {
            QTest::newRow(qPrintable(path)) << path << says;
        };
        row(u".config/Claude/logs/mcp-server-my srv.log"_s, u"Claude Desktop | my srv | mcp-server-my srv.log"_s);
        row(u".config/Claude/logs/mcp.log"_s, u"Claude Desktop |  | mcp.log"_s);
        row(u".cache/claude-cli-nodejs/-home-me-x/mcp-logs-github/2026-11-01.jsonl"_s,
            u"Claude Code | github | 2026-11-01.jsonl"_s);
        row(u".config/Cursor/logs/20261101T120000/window1/exthost/anysphere.cursor-mcp/MCP user-github.log"_s,
            u"Cursor | github | MCP user-github.log"_s);
        row(u".config/Code/logs/20261101T120000/mcpServer.mcp.config.usrlocal.github.log"_s,
            u"VS Code | github | mcpServer.mcp.config.usrlocal.github.log"_s);
        row(u".config/Code/logs/20261101T120000/mcpServer.mcp.config.usrlocal.microsoft.docs.mcp.log"_s,
            u"VS Code | microsoft.docs.mcp | mcpServer.mcp.config.usrlocal.microsoft.docs.mcp.log"_s);
        row(u".config/Code - Insiders/logs/20261101T120000/mcpServer.mcp.config.wsf0.a.b.log"_s,
            u"VS Code Insiders | a.b | mcpServer.mcp.config.wsf0.a.b.log"_s);
        row(u".config/Code/logs/20261101T120000/window1/mcpServer.ext.me.my-ext_all.my.srv.log"_s,
            u"VS Code | my.srv | mcpServer.ext.me.my-ext_all.my.srv.log"_s);
        row(u".config/Code/logs/20261101T120000/mcpServer.claude-desktop.null.my.files.log"_s,
            u"VS Code | my.files | mcpServer.claude-desktop.null.my.files.log"_s);
        row(u".config/Code/logs/20261101T120000/window2/mcpServer.github.log"_s,
            u"VS Code | github | mcpServer.github.log"_s);
        row(u".config/Windsurf/logs/20261101T120000/window1/exthost/codeium.windsurf/Windsurf.log"_s,
            u"Windsurf |  | Windsurf.log"_s);
        row(u".codex/log/codex-tui.log"_s, u"Codex |  | codex-tui.log"_s);
        row(u".copilot/logs/process-1.log"_s, u"Copilot CLI |  | process-1.log"_s);
        row(u".local/share/opencode/log/2026.log"_s, u"opencode |  | 2026.log"_s);
        row(u".local/share/zed/logs/Zed.log"_s, u"Zed |  | Zed.log"_s);
        row(u".local/state/goose/logs/cli/1.log"_s, u"goose |  | 1.log"_s);
        row(u".local/state/goose/logs/cli/2026-11-26/x.log"_s, u"goose |  | x.log"_s);
    }
    void findsLogs()
    {
        QFETCH(const QString, path);
        write(path, 0);
        write(u"elsewhere/mcp.log"_s, 0);
        const QList<HostLog> logs = HostLog::existing(HostLog::Folders::in(m_home.path()));
        QTEST(lines(logs).join(u'\n'), "says");
        QCOMPARE(logs.constFirst().path, m_home.filePath(path));
        QCOMPARE(logs.constFirst().size, 1);
    }

    void newestFirst()
    {
        write(u".config/Claude/logs/mcp-server-a.log"_s, 1);
        write(u".codex/log/codex-tui.log"_s, 3);
        for (int i = 0; i < 40; ++i)
            write(u".cache/claude-cli-nodejs/x/mcp-logs-b/%1.jsonl"_s.arg(i), 100 + i);
        const QStringList found = lines(HostLog::existing(HostLog::Folders::in(m_home.path())));
        QCOMPARE(found.size(), HostLog::MostPerTool + 2);
        QCOMPARE(found.constFirst(), u"Claude Code | b | 39.jsonl"_s);
        QCOMPARE(found.mid(HostLog::MostPerTool),
                 QStringList({u"Codex |  | codex-tui.log"_s, u"Claude Desktop | a | mcp-server-a.log"_s}));
        QVERIFY(HostLog::existing(HostLog::Folders::in(m_home.filePath(u"none"_s))).isEmpty());
    }

    /// The program counts only if no log has the name of the server.
    void prefersTheName()
    {
        write(u".config/Claude/logs/mcp-server-my-files.log"_s, 1);
        write(u".config/Claude/logs/mcp-server-other.log"_s, 2);
        ServerTarget target;
        target.name = u"other"_s;
        target.command = *StdioCommand::fromLine(u"python3 /srv/my_files.py"_s);
        const QStringList found = lines(HostLog::of(target, HostLog::Folders::in(m_home.path())));
        QCOMPARE(found, QStringList{u"Claude Desktop | other | mcp-server-other.log"_s});
    }

    void ofAServer_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("line"); // command of the server
        QTest::addColumn<bool>("isFound");
        QTest::newRow("name") << u"My_Files"_s << u"x"_s << true;
        QTest::newRow("package") << QString() << u"npx -y @me/server-my-files"_s << true;
        QTest::newRow("script") << QString() << u"python3 /srv/my_files.py"_s << true;
        QTest::newRow("another") << u"github"_s << u"uvx x"_s << false;
        QTest::newRow("nearly nothing") << u"m"_s << u"y"_s << false;
    }
    void ofAServer()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, line);
        QFETCH(const bool, isFound);
        write(u".config/Claude/logs/mcp-server-my-files.log"_s, 1);
        write(u".config/Claude/logs/mcp-server-other.log"_s, 2);
        write(u".config/Claude/logs/mcp.log"_s, 3);
        ServerTarget target;
        target.name = name;
        target.command = *StdioCommand::fromLine(line);
        const QStringList found = lines(HostLog::of(target, HostLog::Folders::in(m_home.path())));
        const QStringList expected{u"Claude Desktop | my-files | mcp-server-my-files.log"_s};
        QCOMPARE(found, isFound ? expected : QStringList());
    }
};

QTEST_GUILESS_MAIN(TestHostLogs)
#include "tst_hostlogs.moc"
