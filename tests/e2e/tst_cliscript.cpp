// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/demohttp.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli export --format script`: what it writes is run.
class TestCliScript : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// Run for real, the script brings the same answers.
    void scriptRepeatsWhatWasSent_data()
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
    void scriptRepeatsWhatWasSent()
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
};

QTEST_GUILESS_MAIN(TestCliScript)
#include "tst_cliscript.moc"
