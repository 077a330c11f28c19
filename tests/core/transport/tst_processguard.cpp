// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// No process outlives Pullcord, however it ends, and none outlives its connection.

#include "core/transport/guardedprocess.h"
#include "core/transport/stdiotransport.h"
#include "support/eventrecorder.h"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <memory>

#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = 20'000;

/// Prints the ids of four processes that ignore SIGTERM, SIGINT, SIGHUP and the end of their input: a child, a child in
/// its own session, its child, and an orphan.
constexpr auto DeafTree = R"(
trap "" TERM INT HUP
sleep 1000 & echo $!
setsid sh -c 'sleep 1000 & echo $!; exec sleep 1000' & echo $!
(setsid sleep 1000 & echo $!)
)"_L1;
constexpr qsizetype DeafTreeSize = 4;

bool isGone(qint64 pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return true;
    const QByteArray line = status.readAll();
    return line.sliced(line.lastIndexOf(')') + 1).trimmed().startsWith('Z');
}

bool areGone(const QList<qint64> &pids)
{
    return std::all_of(pids.begin(), pids.end(), isGone);
}

QByteArray aliveOf(const QList<qint64> &pids)
{
    QByteArrayList alive;
    for (const qint64 pid : pids) {
        if (!isGone(pid))
            alive.append(QByteArray::number(pid));
    }
    return alive.join(' ');
}

qint64 parentOf(qint64 pid)
{
    QFile status(u"/proc/%1/stat"_s.arg(pid));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray line = status.readAll();
    return line.sliced(line.lastIndexOf(')') + 2).split(' ').value(1).toLongLong();
}

StdioCommand shell(const QString &script)
{
    return {.program = u"sh"_s, .arguments = {u"-c"_s, script}};
}

} // namespace

class TestProcessGuard : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void guardIsFound();
    void treeDiesWhenPullcordIsKilled_data();
    void treeDiesWhenPullcordIsKilled();
    void treeDiesOnLastRung();
    void treeDiesWithItsServer();
    void treeDiesWithTheTransport();
    void treeDiesWithItsGuard_data();
    void treeDiesWithItsGuard();
    void treeDiesWithPullcordAndAGuard_data();
    void treeDiesWithPullcordAndAGuard();
    void groupDiesWithBothGuards();
    void serverIsApartFromTheTerminal();
    void serverHasDefaultSignals();
    void serverHasBlockingPipes();
    void startsWhereStandardDescriptorsAreClosed_data();
    void startsWhereStandardDescriptorsAreClosed();

private:
    /// Waits for the ids of the tree, and adds them and that of the server.
    void collect(const EventRecorder &recorder);
    /// Starts a program that runs the tree as its server. Collects the ids as collect() does, that of the server first.
    void startVictim(QProcess &victim);

    QList<qint64> m_pids;
};

void TestProcessGuard::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_pids.clear();
}

void TestProcessGuard::cleanup()
{
    for (const qint64 pid : std::as_const(m_pids)) {
        if (!isGone(pid))
            ::kill(pid_t(pid), SIGKILL);
    }
}

void TestProcessGuard::collect(const EventRecorder &recorder)
{
    QTRY_COMPARE_WITH_TIMEOUT(recorder.messages(Direction::ServerToClient).size(), DeafTreeSize, Limit);
    for (const QByteArray &message : recorder.messages(Direction::ServerToClient))
        m_pids.append(message.toLongLong());
    m_pids.append(recorder.serverPid());
    for (const qint64 pid : std::as_const(m_pids))
        QVERIFY2(!isGone(pid), QByteArray::number(pid).constData());
}

void TestProcessGuard::startVictim(QProcess &victim)
{
    victim.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    victim.start(QCoreApplication::applicationDirPath() + "/transportvictim"_L1,
                 {u"sh"_s, u"-c"_s, "echo $$\n"_L1 + DeafTree + "exec sleep 1000"_L1});
    QByteArray said;
    QTRY_COMPARE_WITH_TIMEOUT((said += victim.readAllStandardOutput()).count('\n'), DeafTreeSize + 1, Limit);
    for (const QByteArray &line : said.trimmed().split('\n'))
        m_pids.append(line.toLongLong());
}

void TestProcessGuard::guardIsFound()
{
    QVERIFY(GuardedProcess::guardPath().endsWith("/pullcord-guard"_L1));
}

void TestProcessGuard::treeDiesWhenPullcordIsKilled_data()
{
    QTest::addColumn<int>("signal");
    for (const int signal : {SIGKILL, SIGTERM, SIGHUP})
        QTest::addRow("%s", sigabbrev_np(signal)) << signal;
}

void TestProcessGuard::treeDiesWhenPullcordIsKilled()
{
    QFETCH(int, signal);
    QProcess victim;
    startVictim(victim);
    m_pids.append(parentOf(m_pids.first())); // inner guard
    m_pids.append(parentOf(m_pids.last()));
    QCOMPARE(m_pids.size(), DeafTreeSize + 3);
    QVERIFY(m_pids.last() > 1 && m_pids.last() != victim.processId());
    for (const qint64 pid : std::as_const(m_pids))
        QVERIFY(!isGone(pid));

    ::kill(pid_t(victim.processId()), signal);
    QTRY_COMPARE_WITH_TIMEOUT(victim.state(), QProcess::NotRunning, Limit);
    QTRY_VERIFY2_WITH_TIMEOUT(areGone(m_pids), aliveOf(m_pids).constData(), Limit);
}

void TestProcessGuard::treeDiesOnLastRung()
{
    StdioTransport transport(shell(DeafTree + "exec sleep 1000"_L1),
                             {.json = {}, .closeWait = 50ms, .terminateWait = 50ms});
    const EventRecorder recorder(transport);
    transport.open();
    collect(recorder);

    transport.close();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QVERIFY2(areGone(m_pids), aliveOf(m_pids).constData());
    const QJsonObject exited = recorder.of(EventKind::Exited).details;
    QCOMPARE(exited.value(u"signal"_s), u"SIGKILL"_s);
    QVERIFY(exited.contains(u"afterInput"_s)); // time without input
}

void TestProcessGuard::treeDiesWithItsServer()
{
    StdioTransport transport(shell(DeafTree + "read go; exit 7"_L1));
    const EventRecorder recorder(transport);
    transport.open();
    collect(recorder);

    transport.send("1");
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QVERIFY2(areGone(m_pids), aliveOf(m_pids).constData());
    // Direct children and the orphan count, but not their descendants.
    QCOMPARE(recorder.of(EventKind::Exited).details, (QJsonObject{{u"exitCode"_s, 7}, {u"leftBehind"_s, 3}}));
}

void TestProcessGuard::treeDiesWithTheTransport()
{
    auto transport = std::make_unique<StdioTransport>(shell(DeafTree + "exec sleep 1000"_L1));
    const EventRecorder recorder(*transport);
    transport->open();
    collect(recorder);

    transport.reset();
    QTRY_VERIFY2_WITH_TIMEOUT(areGone(m_pids), aliveOf(m_pids).constData(), Limit);
}

namespace {

/// Selects which of the two guards of a server to kill.
void addGuards()
{
    QTest::addColumn<bool>("outer");
    QTest::newRow("the inner one") << false;
    QTest::newRow("the outer one") << true;
}

qint64 guardOf(qint64 server, bool outer)
{
    const qint64 inner = parentOf(server);
    return outer ? parentOf(inner) : inner;
}

} // namespace

void TestProcessGuard::treeDiesWithItsGuard_data()
{
    addGuards();
}

void TestProcessGuard::treeDiesWithItsGuard()
{
    QFETCH(const bool, outer);
    StdioTransport transport(shell(DeafTree + "exec sleep 1000"_L1));
    const EventRecorder recorder(transport);
    transport.open();
    collect(recorder);
    m_pids.append(guardOf(recorder.serverPid(), !outer));

    ::kill(pid_t(guardOf(recorder.serverPid(), outer)), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QTRY_VERIFY2_WITH_TIMEOUT(areGone(m_pids), aliveOf(m_pids).constData(), Limit);
    QCOMPARE(recorder.of(EventKind::Exited).details, (QJsonObject{{u"signal"_s, u"SIGKILL"_s}}));
}

void TestProcessGuard::treeDiesWithPullcordAndAGuard_data()
{
    addGuards();
}

void TestProcessGuard::treeDiesWithPullcordAndAGuard()
{
    QFETCH(const bool, outer);
    QProcess victim;
    startVictim(victim);
    const qint64 server = m_pids.first();
    QCOMPARE(parentOf(guardOf(server, true)), victim.processId());
    m_pids << guardOf(server, false) << guardOf(server, true);

    ::kill(pid_t(guardOf(server, outer)), SIGKILL);
    ::kill(pid_t(victim.processId()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(victim.state(), QProcess::NotRunning, Limit);
    QTRY_VERIFY2_WITH_TIMEOUT(areGone(m_pids), aliveOf(m_pids).constData(), Limit);
}

// All processes die but those that left the process group.
void TestProcessGuard::groupDiesWithBothGuards()
{
    StdioTransport transport(shell(u"trap '' TERM; sleep 1000 & echo $!; (sleep 1000 & echo $!); exec sleep 1000"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 2, Limit);
    m_pids.append(recorder.serverPid());
    for (const QByteArray &message : recorder.messages(Direction::ServerToClient))
        m_pids.append(message.toLongLong());

    const pid_t outer = pid_t(guardOf(recorder.serverPid(), true));
    const pid_t inner = pid_t(guardOf(recorder.serverPid(), false));
    // Stopped first, so that neither sees the end of the other.
    for (const int signal : {SIGSTOP, SIGKILL}) {
        for (const pid_t guard : {outer, inner})
            ::kill(guard, signal);
    }
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QTRY_VERIFY2_WITH_TIMEOUT(areGone(m_pids), aliveOf(m_pids).constData(), Limit);
    QCOMPARE(recorder.of(EventKind::Exited).details, (QJsonObject{{u"signal"_s, u"SIGKILL"_s}}));
}

// Ctrl+C in a terminal goes to the process group of the command line; the server must not be in it.
void TestProcessGuard::serverIsApartFromTheTerminal()
{
    StdioTransport transport(shell(u"echo 1; exec sleep 1000"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 1, Limit);
    const auto server = pid_t(recorder.serverPid());
    QCOMPARE(getpgid(server), server);
    QVERIFY(getsid(server) != getsid(0));
    QVERIFY(getpgid(pid_t(parentOf(server))) != getpgrp());
}

// Qt ignores SIGPIPE, and a parent may block or ignore other signals. The server must not inherit that.
void TestProcessGuard::serverHasDefaultSignals()
{
    StdioTransport transport({.program = u"cat"_s, .arguments = {u"/proc/self/status"_s}});
    const EventRecorder recorder(transport);
    sigset_t blocked;
    sigset_t before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    const auto handler = std::signal(SIGHUP, SIG_IGN);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    std::signal(SIGHUP, handler);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    QByteArray status;
    for (const Event &event : recorder.events())
        status += event.bytes + '\n';
    QVERIFY(status.contains("SigBlk:\t0000000000000000"));
    QVERIFY(status.contains("SigIgn:\t0000000000000000"));
}

// Our end does not block, but the end of the server may.
void TestProcessGuard::serverHasBlockingPipes()
{
    StdioTransport transport(shell(u"sed -n 's/^flags:.0*/9/p' /proc/$$/fdinfo/[01]"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    // In octal: O_RDONLY, O_WRONLY, and no O_NONBLOCK.
    QCOMPARE(recorder.messages(Direction::ServerToClient), (QByteArrayList{"9"_ba, "91"_ba}));
}

void TestProcessGuard::startsWhereStandardDescriptorsAreClosed_data()
{
    QTest::addColumn<QString>("closed");
    QTest::newRow("stdin") << u"<&-"_s;
    QTest::newRow("stderr") << u"2>&-"_s;
    QTest::newRow("both") << u"<&- 2>&-"_s;
}

void TestProcessGuard::startsWhereStandardDescriptorsAreClosed()
{
    QFETCH(QString, closed);
    QProcess victim;
    victim.start(u"/bin/sh"_s, {u"-c"_s, "exec \"$@\" "_L1 + closed, u"sh"_s,
                                QCoreApplication::applicationDirPath() + "/transportvictim"_L1, u"sh"_s, u"-c"_s,
                                u"[ -p /dev/fd/0 ] && [ -p /dev/fd/1 ] && [ -p /dev/fd/2 ] && echo 1; exec cat"_s});
    QByteArray said;
    QTRY_COMPARE_WITH_TIMEOUT(said += victim.readAllStandardOutput(), "1\n"_ba, Limit);
    victim.kill();
    QTRY_COMPARE_WITH_TIMEOUT(victim.state(), QProcess::NotRunning, Limit);
}

QTEST_GUILESS_MAIN(TestProcessGuard)
#include "tst_processguard.moc"
