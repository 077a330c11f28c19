// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Resource usage of the processes of a server, from a fake /proc and from real children.

#include "core/transport/processusage.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <unistd.h>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = 20'000;

/// A fake /proc with these processes.
class Proc
{
public:
    struct Process
    {
        qint64 id;
        qint64 parent;
        qint64 ticks = 0; ///< its own CPU time, half of it in the system
        qint64 endedTicks = 0;
        qint64 threads = 1;
        char state = 'S';
    };

    void add(const Process &process, bool hasBytes = true)
    {
        const QString folder = u"%1/%2"_s.arg(path()).arg(process.id);
        QDir().mkpath(folder);
        const QByteArray half = QByteArray::number(process.ticks / 2);
        write(folder + u"/stat"_s, QByteArray::number(process.id) + " (a ) 1 Z (name) " + process.state + ' ' +
                                       QByteArray::number(process.parent) + " 1 1 0 -1 0 0 0 0 0 " + half + ' ' + half +
                                       ' ' + QByteArray::number(process.endedTicks) + " 0 20 0 " +
                                       QByteArray::number(process.threads) + " 0 1 1 1\n");
        if (hasBytes)
            write(folder + u"/io"_s, "rchar: 1000\nwchar: 10\nsyscr: 7\nread_bytes: 5\n");
    }
    /// Writes the list of children, as a kernel with CONFIG_PROC_CHILDREN does.
    void list(qint64 process, qint64 thread, const QByteArray &children)
    {
        const QString folder = u"%1/%2/task/%3"_s.arg(path()).arg(process).arg(thread);
        QDir().mkpath(folder);
        write(folder + u"/children"_s, children);
    }
    [[nodiscard]] QString path() const { return m_folder.path(); }

private:
    static void write(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir m_folder;
};

qint64 msOf(qint64 ticks)
{
    return ticks * 1000 / sysconf(_SC_CLK_TCK);
}

/// A child process with all its descendants, like that of a guard.
class Child
{
public:
    explicit Child(const QString &script)
    {
        m_process.setChildProcessModifier([] { setpgid(0, 0); });
        m_process.start(u"sh"_s, {u"-c"_s, script});
        QVERIFY(m_process.waitForStarted());
    }
    ~Child()
    {
        if (m_process.state() != QProcess::NotRunning)
            ::kill(-pid_t(m_process.processId()), SIGKILL);
        m_process.waitForFinished();
    }
    QProcess *operator->() { return &m_process; }

private:
    QProcess m_process;
};

} // namespace

class TestProcessUsage : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void countsTheTree_data();
    void countsTheTree();
    void reportsNothing();
    void survivesEndingProcesses();
    void isBounded();
    void becomesDetails();
    void seesWork_data();
    void seesWork();
    void samplesForAWhile();
    void samplesSeldomForMany();
    void endsWithTheProcess();
};

void TestProcessUsage::countsTheTree_data()
{
    QTest::addColumn<bool>("lists");
    QTest::newRow("children are listed") << true;
    QTest::newRow("parents are told") << false;
}

// Counts the server and its descendants. The guard counts only for the ended processes that it reaped.
void TestProcessUsage::countsTheTree()
{
    QFETCH(const bool, lists);
    Proc proc;
    proc.add({.id = 10, .parent = 1, .ticks = 1000, .endedTicks = 30});
    proc.add({.id = 11, .parent = 10, .ticks = 200, .threads = 3});
    proc.add({.id = 12, .parent = 11, .ticks = 20, .endedTicks = 2});
    proc.add({.id = 13, .parent = 11, .ticks = 4, .state = 'Z'});
    proc.add({.id = 14, .parent = 10, .ticks = 40000}); // left behind by another server
    proc.add({.id = 20, .parent = 1, .ticks = 5'000'000});
    if (lists) {
        proc.list(10, 10, "11 14 ");
        proc.list(11, 11, "12 ");
        proc.list(11, 111, "13 ");
        proc.list(12, 12, "");
        proc.list(14, 14, "");
    }
    const auto usage = ProcessUsage::below(10, proc.path());
    QVERIFY(usage);
    QCOMPARE(usage->cpu, msOf(30 + 200 + 22 + 4 + 40000));
    QCOMPARE(usage->processes, 3);
    QCOMPARE(usage->threads, 5);
    QCOMPARE(usage->read, 4000); // includes that of the guard, which has the share of ended processes
    QCOMPARE(usage->written, 40);
    QVERIFY(!usage->isPartial);
}

void TestProcessUsage::reportsNothing()
{
    Proc proc;
    proc.add({.id = 10, .parent = 1});
    QVERIFY(!ProcessUsage::below(9, proc.path()));               // no such process
    QVERIFY(!ProcessUsage::below(10, proc.path()));              // no descendants
    QVERIFY(!ProcessUsage::below(10, proc.path() + u"/none"_s)); // no /proc
    proc.add({.id = 11, .parent = 10, .ticks = 2}, false);
    const auto usage = ProcessUsage::below(10, proc.path());
    QVERIFY(usage);
    QCOMPARE(usage->cpu, msOf(2));
    QVERIFY(!usage->read); // a partial value would mislead
    QVERIFY(!usage->written);
}

void TestProcessUsage::survivesEndingProcesses()
{
    Proc proc;
    proc.add({.id = 10, .parent = 1});
    proc.add({.id = 11, .parent = 10, .ticks = 2});
    proc.list(10, 10, "11 12");
    proc.list(11, 11, "13 x");
    const auto usage = ProcessUsage::below(10, proc.path());
    QVERIFY(usage);
    QCOMPARE(usage->processes, 1);
    QCOMPARE(usage->read, 2000);
    QFile stat(proc.path() + u"/11/stat"_s);
    QVERIFY(stat.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QVERIFY(!ProcessUsage::below(10, proc.path())); // the record was truncated
}

void TestProcessUsage::isBounded()
{
    Proc proc;
    proc.add({.id = 10, .parent = 1});
    QByteArray children;
    for (qint64 id = 11; id <= 11 + ProcessUsage::MostProcesses; ++id) {
        proc.add({.id = id, .parent = 10}, false);
        children += QByteArray::number(id) + ' ';
    }
    const auto usage = ProcessUsage::below(10, proc.path());
    QVERIFY(usage);
    QCOMPARE(usage->processes, ProcessUsage::MostProcesses);
    QVERIFY(usage->isPartial);
    proc.list(10, 10, children);
    QVERIFY(ProcessUsage::below(10, proc.path())->isPartial);
}

void TestProcessUsage::becomesDetails()
{
    ProcessUsage usage{.cpu = 1250, .processes = 2, .threads = 7};
    QCOMPARE(usage.toDetails(), (QJsonObject{{u"cpu"_s, 1250}, {u"processes"_s, 2}, {u"threads"_s, 7}}));
    usage.read = 5;
    usage.written = 6;
    usage.isPartial = true;
    QVERIFY(ProcessUsage::fromDetails(usage.toDetails()) == usage);
    QVERIFY(!ProcessUsage::fromDetails({}));
    QVERIFY(!ProcessUsage::fromDetails({{u"cpu"_s, u"many"_s}}));
    QVERIFY(!ProcessUsage::fromDetails({{u"cpu"_s, -1}}));
}

void TestProcessUsage::seesWork_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<qint64>("processes");
    QTest::addColumn<bool>("works");
    QTest::newRow("one that works") << u"echo; while :; do :; done"_s << qint64(1) << true;
    QTest::newRow("one that sleeps") << u"echo; exec sleep 600"_s << qint64(1) << false;
    // The shell waits while its children work.
    QTest::newRow("children that work") << u"sh -c 'while :; do :; done' & sh -c 'while :; do :; done' & echo; wait"_s
                                        << qint64(3) << true;
}

void TestProcessUsage::seesWork()
{
    QFETCH(const QString, script);
    QFETCH(const bool, works);
    Child child(script);
    QVERIFY(child->waitForReadyRead(Limit));
    // Counts all children of this process, which has no others.
    const auto look = [] { return ProcessUsage::below(QCoreApplication::applicationPid()).value_or(ProcessUsage()); };
    QTEST(look().processes, "processes");
    QVERIFY(look().threads >= look().processes);
    QVERIFY(look().read);
    constexpr qint64 Much = 200; // ms
    const qint64 before = look().cpu;
    QElapsedTimer watch;
    watch.start();
    if (works)
        QTRY_VERIFY_WITH_TIMEOUT(look().cpu >= before + Much, Limit);
    while (!works && watch.elapsed() < 2 * Much)
        QVERIFY(look().cpu < before + Much);
}

// Samples at once, several times and at the end, but none before the start and none later.
void TestProcessUsage::samplesForAWhile()
{
    Child child(u"exec sleep 600"_s);
    ProcessSampler sampler;
    QList<qint64> times;
    QElapsedTimer watch;
    connect(&sampler, &ProcessSampler::sampled, this, [&] { times.append(watch.elapsed()); });
    QCoreApplication::processEvents();
    QVERIFY(!sampler.isWatching());
    watch.start();
    sampler.watch(QCoreApplication::applicationPid());
    QVERIFY(times.isEmpty()); // comes through the event loop
    QTRY_VERIFY_WITH_TIMEOUT(!sampler.isWatching(), Limit);
    QVERIFY(times.size() >= 3);
    QVERIFY(times.size() <= ProcessSampler::Duration / ProcessSampler::Interval + 2);
    QVERIFY(times.first() < ProcessSampler::Interval.count());
    QVERIFY(times.last() >= ProcessSampler::Duration.count());
}

void TestProcessUsage::samplesSeldomForMany()
{
    Child child(u"exec sleep 600"_s);
    ProcessSampler sampler;
    QSignalSpy sampled(&sampler, &ProcessSampler::sampled);
    QElapsedTimer watch;
    watch.start();
    while (watch.elapsed() < 4 * ProcessSampler::Closest.count()) {
        sampler.watch(QCoreApplication::applicationPid());
        QCoreApplication::processEvents();
    }
    QVERIFY(!sampled.isEmpty());
    QVERIFY(sampled.count() <= watch.elapsed() / ProcessSampler::Closest.count() + 1);
    sampler.stop();
    QVERIFY(!sampler.isWatching());
}

void TestProcessUsage::endsWithTheProcess()
{
    Child child(u"exec sleep 600"_s);
    ProcessSampler sampler;
    QSignalSpy sampled(&sampler, &ProcessSampler::sampled);
    sampler.watch(QCoreApplication::applicationPid());
    QTRY_COMPARE_WITH_TIMEOUT(sampled.count(), 1, Limit);
    child->kill();
    QVERIFY(child->waitForFinished());
    QTRY_VERIFY_WITH_TIMEOUT(!sampler.isWatching(), Limit);
    QCOMPARE(sampled.count(), 1);
}

QTEST_GUILESS_MAIN(TestProcessUsage)
#include "tst_processusage.moc"
