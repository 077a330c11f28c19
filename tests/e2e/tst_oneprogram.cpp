// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/peers.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// A second start of the desktop program while it runs, as processes.
class TestOneProgram : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void secondStartOpensInTheFirst();
    void simultaneousStartsShareOneProcess();
    void startsAfterACrash();
    void doesNotWaitForAHungProcess();
    void signalEndsGracefully();
    void separateProcesses_data();
    void separateProcesses();
    void separateProcessIsFound_data();
    void separateProcessIsFound();
    void unsavedServer();

private:
    struct End
    {
        void operator()(QProcess *process) const
        {
            process->kill();
            process->waitForFinished(Limit);
            delete process;
        }
    };
    using Process = std::unique_ptr<QProcess, End>;
    static constexpr int Limit = 20'000;

    [[nodiscard]] Process start(const QStringList &arguments, const QString &folder = {}) const;
    [[nodiscard]] static bool endsWell(QProcess &process)
    {
        return process.waitForFinished(Limit) && process.exitStatus() == QProcess::NormalExit &&
               process.exitCode() == 0;
    }
    [[nodiscard]] QString capture(const QString &name) const;
    /// Returns the session files of running and crashed programs, one text each.
    [[nodiscard]] QByteArrayList open() const;
    [[nodiscard]] bool waitForOpen(const QByteArray &file) const
    {
        const auto isOpen = [&] { return open().join().contains(file); };
        return QTest::qWaitFor(isOpen, Limit);
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestOneProgram::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_home = std::make_unique<QTemporaryDir>();
}

void TestOneProgram::cleanup()
{
    m_home.reset();
}

TestOneProgram::Process TestOneProgram::start(const QStringList &arguments, const QString &folder) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : {u"HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_RUNTIME_DIR"_s})
        environment.insert(name, m_home->path());
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    Process process(new QProcess);
    process->setProcessEnvironment(environment);
    if (!folder.isEmpty())
        process->setWorkingDirectory(folder);
    process->start(Peers::program(u"pullcord"_s), arguments);
    return process->waitForStarted(Limit) ? std::move(process) : Process();
}

QString TestOneProgram::capture(const QString &name) const
{
    QFile file(m_home->filePath(name));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("{\"pullcord\":\"1.0\",\"started\":\"2026-07-28T12:34:56.789Z\",\"title\":\"x\"}\n");
    return file.fileName();
}

QByteArrayList TestOneProgram::open() const
{
    QByteArrayList texts;
    const QDir folder(m_home->filePath(u"pullcord/open"_s));
    const QStringList names = folder.entryList({u"*.json"_s}, QDir::Files);
    for (const QString &name : names) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            texts << file.readAll();
    }
    return texts;
}

void TestOneProgram::secondStartOpensInTheFirst()
{
    static_cast<void>(capture(u"b.pullcord"_s));
    const Process first = start({capture(u"a.pullcord"_s)});
    QVERIFY(waitForOpen("/a.pullcord"));
    const Process second = start({u"b.pullcord"_s}, m_home->path()); // a relative path, for the second program only
    QVERIFY(endsWell(*second));
    QVERIFY(second->readAllStandardOutput().contains("already running"));
    QVERIFY(waitForOpen(QFile::encodeName(m_home->filePath(u"b.pullcord"_s))));
    QCOMPARE(open().size(), 1);
    const Process third = start({});
    QVERIFY(endsWell(*third)); // only raises the window
    const Process fourth = start({u"nosuch.pullcord"_s});
    QVERIFY(fourth->waitForFinished(Limit));
    QCOMPARE(fourth->exitCode(), 1);
    QVERIFY(fourth->readAllStandardError().contains("nosuch.pullcord: "));
    QVERIFY(!fourth->readAllStandardOutput().contains("already running"));
    QCOMPARE(first->state(), QProcess::Running);
    const Process server = start({u"--demo"_s});
    QVERIFY(endsWell(*server));
    QVERIFY(waitForOpen("pullcord-demo-server"));
    QVERIFY(open().constFirst().contains("/a.pullcord")); // still open
}

void TestOneProgram::simultaneousStartsShareOneProcess()
{
    for (int round = 0; round < 3; ++round) {
        const QByteArray name = "c" + QByteArray::number(round) + ".pullcord";
        const QString file = capture(QString::fromLatin1(name));
        const Process one = start({file});
        const Process other = start({file});
        const auto isOneLeft = [&] {
            return (one->state() == QProcess::NotRunning) != (other->state() == QProcess::NotRunning);
        };
        QVERIFY(QTest::qWaitFor(isOneLeft, Limit));
        QVERIFY(waitForOpen(name));
        QVERIFY(isOneLeft());
        for (QProcess *process : {one.get(), other.get()}) {
            process->terminate();
            process->waitForFinished(Limit);
        }
    }
}

void TestOneProgram::startsAfterACrash()
{
    const Process first = start({capture(u"a.pullcord"_s)});
    QVERIFY(waitForOpen("/a.pullcord"));
    first->kill();
    QVERIFY(first->waitForFinished(Limit));
    const Process second = start({capture(u"b.pullcord"_s)});
    QVERIFY(waitForOpen("/b.pullcord"));
    QCOMPARE(second->state(), QProcess::Running);
    QCOMPARE(open().size(), 2); // the files of the first program are not forgotten
    const Process third = start({capture(u"c.pullcord"_s)});
    QVERIFY(endsWell(*third)); // the second program listens now
    QVERIFY(waitForOpen("/c.pullcord"));
}

void TestOneProgram::doesNotWaitForAHungProcess()
{
    const Process first = start({capture(u"a.pullcord"_s)});
    QVERIFY(waitForOpen("/a.pullcord"));
    QCOMPARE(::kill(pid_t(first->processId()), SIGSTOP), 0);
    const Process second = start({capture(u"b.pullcord"_s)});
    const bool opened = waitForOpen("/b.pullcord");
    ::kill(pid_t(first->processId()), SIGCONT);
    QVERIFY(opened);
    QCOMPARE(second->state(), QProcess::Running);
    const Process third = start({capture(u"c.pullcord"_s)}); // it runs again
    QVERIFY(endsWell(*third));
    QVERIFY(waitForOpen("/c.pullcord"));
    for (const QByteArray &text : open())
        QVERIFY(text.contains("/a.pullcord") != text.contains("/b.pullcord")); // in one of them only
}

void TestOneProgram::signalEndsGracefully()
{
    const Process first = start({u"--demo"_s});
    QVERIFY(waitForOpen("pullcord-demo-server"));
    first->terminate(); // like Ctrl+C, or the end of a desktop session
    QVERIFY(first->waitForFinished(Limit));
    QCOMPARE(first->exitStatus(), QProcess::NormalExit);
    QCOMPARE(first->exitCode(), 130);
    QCOMPARE(open().size(), 1);
    QVERIFY(open().constFirst().contains("\"ended\":true"));
    QVERIFY(open().constFirst().contains("pullcord-demo-server"));
}

void TestOneProgram::separateProcesses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("asked for") << QStringList{u"--new-instance"_s};
    QTest::newRow("language") << QStringList{u"--language"_s, u"zh_CN"_s};
    QTest::newRow("settings") << QStringList{u"--settings"_s, u"other.ini"_s};
    QTest::newRow("command") << QStringList{u"--"_s, Peers::program(u"pullcord-demo-server"_s)};
}

void TestOneProgram::separateProcesses()
{
    QFETCH(QStringList, arguments);
    const Process first = start({capture(u"a.pullcord"_s)});
    QVERIFY(waitForOpen("/a.pullcord"));
    const Process second = start(QStringList{capture(u"b.pullcord"_s)} + arguments, m_home->path());
    QVERIFY(waitForOpen("/b.pullcord"));
    QCOMPARE(second->state(), QProcess::Running);
    QCOMPARE(open().size(), 2);
}

void TestOneProgram::separateProcessIsFound_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("asked for") << QStringList{u"--new-instance"_s};
    QTest::newRow("language") << QStringList{u"--language"_s, u"zh_CN"_s};
    QTest::newRow("command") << QStringList{u"--"_s, Peers::program(u"pullcord-demo-server"_s)};
}

/// The first program is found, however it was started.
void TestOneProgram::separateProcessIsFound()
{
    QFETCH(QStringList, arguments);
    const Process first = start(QStringList{capture(u"a.pullcord"_s)} + arguments, m_home->path());
    QVERIFY(waitForOpen("/a.pullcord"));
    const Process second = start({capture(u"b.pullcord"_s)});
    QVERIFY(endsWell(*second));
    QVERIFY(waitForOpen("/b.pullcord"));
    QCOMPARE(open().size(), 1);
    QCOMPARE(first->state(), QProcess::Running);
}

void TestOneProgram::unsavedServer()
{
    const Process process = start({u"--server"_s, u"nobody"_s});
    QVERIFY(process->waitForFinished(Limit));
    QCOMPARE(process->exitCode(), 2);
    QVERIFY(process->readAllStandardError().contains("nobody"));
}

QTEST_GUILESS_MAIN(TestOneProgram)
#include "tst_oneprogram.moc"
