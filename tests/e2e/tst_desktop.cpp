// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/peers.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The desktop program as a process: its command line, and its files.
class TestDesktop : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void commandLine_data();
    void commandLine();
    void demoIsRecorded_data();
    void demoIsRecorded();
    void nothingOutlivesAKill();

private:
    void start(const QStringList &arguments);
    /// Returns the recorded events.
    [[nodiscard]] QByteArray recorded() const;

    QTemporaryDir m_home;
    QString m_platform;
    QProcess m_process;
};

void TestDesktop::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_platform = u"offscreen"_s;
}

void TestDesktop::start(const QStringList &arguments)
{
    QDir(m_home.path()).removeRecursively();
    QDir().mkpath(m_home.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HOME"_s, m_home.path());
    environment.insert(u"XDG_DATA_HOME"_s, m_home.path());
    environment.insert(u"XDG_CONFIG_HOME"_s, m_home.path());
    environment.insert(u"XDG_RUNTIME_DIR"_s, m_home.path());
    environment.insert(u"QT_QPA_PLATFORM"_s, m_platform);
    m_process.setProcessEnvironment(environment);
    m_process.start(Peers::program(u"pullcord"_s), arguments);
}

void TestDesktop::cleanup()
{
    m_process.kill();
    m_process.waitForFinished(5000);
}

QByteArray TestDesktop::recorded() const
{
    QDirIterator files(m_home.path(), {u"*.pullcord"_s}, QDir::Files, QDirIterator::Subdirectories);
    if (!files.hasNext())
        return {};
    QFile file(files.next());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestDesktop::commandLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("version") << QStringList{u"--version"_s} << 0 << QByteArray("pullcord 0.");
    QTest::newRow("help") << QStringList{u"--help"_s} << 0 << QByteArray("--demo");
    QTest::newRow("revision") << QStringList{u"--revision"_s, u"1999-01-01"_s} << 2 << QByteArray("1999-01-01");
    QTest::newRow("language") << QStringList{u"--language"_s, u"tlh"_s} << 2 << QByteArray("tlh");
    QTest::newRow("no command") << QStringList{u"--"_s} << 2 << QByteArray("no command follows");
    QTest::newRow("unknown option") << QStringList{u"--nonsense"_s} << 1 << QByteArray("nonsense");
}

void TestDesktop::commandLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    const bool words = exitCode == 0; // needs no display
    m_platform = words ? u"no-such-platform"_s : u"offscreen"_s;
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    start(arguments);
    QVERIFY(m_process.waitForFinished(10'000));
    QCOMPARE(m_process.exitCode(), exitCode);
    const QByteArray said = m_process.readAll();
    QVERIFY2(said.contains(says), said.constData());
}

void TestDesktop::demoIsRecorded_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("revision");
    const QString server = Peers::program(u"pullcord-demo-server"_s);
    QTest::newRow("demo") << QStringList{u"--demo"_s} << QByteArray("2026-07-28");
    QTest::newRow("demo and revision") << QStringList{u"--demo"_s, u"--revision"_s, u"2025-06-18"_s}
                                       << QByteArray("2025-06-18");
    QTest::newRow("command") << QStringList{u"--"_s, server, u"--legacy-only"_s} << QByteArray("2025-11-25");
    QTest::newRow("command and revision")
        << QStringList{u"--revision"_s, u"2025-03-26"_s, u"--"_s, server} << QByteArray("2025-03-26");
}

void TestDesktop::demoIsRecorded()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, revision);
    start(arguments);
    QTRY_VERIFY_WITH_TIMEOUT(recorded().contains("\"inputSchema\""), 15'000); // a response to tools/list
    QVERIFY(recorded().contains(revision));
    QCOMPARE(m_process.state(), QProcess::Running);
}

void TestDesktop::nothingOutlivesAKill()
{
    start({u"--demo"_s});
    static const QRegularExpression opened(uR"("k":"opened"[^\n]*"pid":(\d+))"_s);
    QRegularExpressionMatch match;
    const auto hasOpened = [&] {
        match = opened.match(QString::fromUtf8(recorded()));
        return match.hasMatch();
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasOpened(), 15'000);
    const auto pid = pid_t(match.captured(1).toInt());
    QCOMPARE(::kill(pid, 0), 0);
    m_process.kill(); // SIGKILL, which the program cannot handle
    QVERIFY(m_process.waitForFinished(5000));
    QTRY_VERIFY_WITH_TIMEOUT(::kill(pid, 0) != 0, 10'000);
}

QTEST_GUILESS_MAIN(TestDesktop)
#include "tst_desktop.moc"
