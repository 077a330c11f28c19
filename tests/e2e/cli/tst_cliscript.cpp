// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli export --format script`: its output is run.
class TestCliScript : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// Run for real, the script gets the same responses.
    void scriptRepeatsTheMessages_data()
    {
        QTest::addColumn<QStringList>("server");
        QTest::addColumn<QStringList>("call");
        QTest::addColumn<QByteArray>("says");
        const StdioCommand demo = Peers::demoServer();
        const StdioCommand everything = Peers::everything();
        const QStringList cancelled{u"call"_s,     u"late"_s, uR"({"ms":300})"_s, u"--cancel-after"_s, u"100"_s,
                                    u"--linger"_s, u"500"_s};
        const QStringList echo{u"call"_s, u"echo"_s, uR"({"message":"it's 'me'","text":"it's 'me'"})"_s,
                               u"--no-check"_s};
        for (const QString &revision : {u"2025-11-25"_s, u"2026-07-28"_s}) {
            QTest::addRow("demo, %s", qPrintable(revision))
                << (QStringList{u"--revision"_s, revision, u"--"_s, demo.program} + demo.arguments) << cancelled
                << "\"content\""_ba;
            QTest::addRow("HTTP, %s", qPrintable(revision))
                << QStringList{u"--revision"_s, revision, u"--url"_s, u"URL"_s} << echo << "it's 'me'"_ba;
        }
        QTest::newRow("everything") << (QStringList{u"--"_s, everything.program} + everything.arguments) << echo
                                    << "it's 'me'"_ba;
    }
    void scriptRepeatsTheMessages()
    {
        QFETCH(QStringList, server);
        QFETCH(const QStringList, call);
        QFETCH(const QByteArray, says);
        DemoHttp http;
        server.replaceInStrings(u"URL"_s, http.url().toString());
        const QString capture = path(u"%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag()).remove(u' ')));
        const QString script = capture + u".sh"_s;
        const CliRun once = run(call + QStringList{u"--capture"_s, capture} + server);
        QVERIFY2(once.exitCode == 0 || once.exitCode == 4, once.err.constData());
        QCOMPARE(run({u"export"_s, capture, u"--format"_s, u"script"_s, u"--filter"_s, u"method:tools/call"_s, u"-o"_s,
                      script})
                     .exitCode,
                 0);
        QProcess shell;
        shell.start(u"sh"_s, {script});
        const CliRun repeated = CliRun::finish(shell);
        QVERIFY2(repeated.out.contains(says), (repeated.out + repeated.err).constData());
        QVERIFY2(repeated.out.contains("\"serverInfo\"") || repeated.out.contains("supportedVersions"),
                 repeated.out.constData());
    }

    /// A script that cannot repeat a message reports that, and fails.
    void scriptThatFails_data()
    {
        QTest::addColumn<QByteArray>("transport");
        QTest::addColumn<QByteArray>("message"); // further members
        QTest::addColumn<QByteArray>("says");
        const QByteArray cannot = "HTTP+SSE (2024-11-05) cannot be repeated";
        QTest::newRow("a secret header") << "streamable-http"_ba
                                         << ""_ba
                                         << "HEADER_X_API_KEY: is a secret"_ba;
        QTest::newRow("HTTP+SSE") << "http+sse"_ba
                                  << ""_ba << cannot;
        QTest::newRow("HTTP+SSE in the end") << "http"_ba
                                             << R"("again":true,)"_ba << cannot;
    }
    void scriptThatFails()
    {
        QFETCH(const QByteArray, transport);
        QFETCH(const QByteArray, message);
        QFETCH(const QByteArray, says);
        const QString name = u"%1.pullcord"_s.arg(QString::fromUtf8(QTest::currentDataTag()).remove(u' '));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"pullcord":"1.1","program":"t","title":"t"})"
                   "\n"
                   R"({"t":1,"c":0,"k":"opening","url":"http://127.0.0.1:9/","transport":")" +
                   transport +
                   "\"}\n"
                   R"({"t":2,"c":0,"d":"c2s","k":"http","exchange":1,"step":"request","url":"http://127.0.0.1:9/",)"
                   R"("headers":[{"name":"Mcp-Session-Id","value":"***"},{"name":"X-Api-Key","value":"***"}]})"
                   "\n"
                   R"({"t":3,"c":0,"d":"c2s","k":"message","exchange":1,)" +
                   message +
                   R"("m":{"jsonrpc":"2.0","id":1,"method":"ping"}})"
                   "\n");
        file.close();
        QCOMPARE(run({u"export"_s, name, u"--format"_s, u"script"_s, u"-o"_s, u"cannot.sh"_s}).exitCode, 0);
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.start(u"sh"_s, {u"cannot.sh"_s});
        const CliRun repeated = CliRun::finish(shell);
        QCOMPARE(repeated.exitCode, 2);
        QVERIFY2(repeated.err.contains(says) && !repeated.err.contains("curl"), repeated.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliScript)
#include "tst_cliscript.moc"
