// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Servers run by a wrapper command such as docker: their recognition, and stopping without leaving a container behind.

#include "core/transport/innercommand.h"
#include "core/transport/shellwords.h"
#include "core/transport/stdiotransport.h"
#include "support/eventrecorder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = 20'000;

/// A fake docker that logs its arguments. As `run` it ignores the end of its input and SIGTERM.
const auto FakeDocker = R"(#!/bin/sh
echo "$*" >>"$CALLS"
case $* in
*kill*) exit ;;
*--cidfile*) echo 0123abcd >id ;;
esac
trap '' TERM
case $* in
*silent*) echo silent >&2 ;;
*) echo 1 ;;
esac
while :; do sleep 1000; done
)"_ba;

} // namespace

class TestInnerCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void parsesCommands_data();
    void parsesCommands();
    void containerIsKilled_data();
    void containerIsKilled();
    void containerIsKilledWithTheTransport();
    void containerOfAnotherCommandIsNotKilled();
    void endedContainerIsNotKilled();
    void usageIsThatOfTheRunner();

private:
    [[nodiscard]] QString fake() const { return m_folder.filePath(u"docker"_s); }
    [[nodiscard]] QString callsPath() const { return m_folder.filePath(u"calls"_s); }
    [[nodiscard]] QByteArrayList calls() const
    {
        QFile file(callsPath());
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n') : QByteArrayList();
    }
    /// Returns the fake with these arguments.
    [[nodiscard]] StdioCommand docker(const QString &arguments) const
    {
        return {.program = fake(),
                .arguments = *ShellWords::split(arguments),
                .workingDirectory = m_folder.path(),
                .setVariables = {{u"CALLS"_s, callsPath()}}};
    }

    QTemporaryDir m_folder;
};

void TestInnerCommand::initTestCase()
{
    QFile file(fake());
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(FakeDocker), FakeDocker.size());
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void TestInnerCommand::parsesCommands_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("cidFile");
    QTest::addColumn<QString>("engine");
    QTest::newRow("/usr/bin/docker run -i --name box mcp/time --utc")
        << u"mcp/time"_s << u"--utc"_s << u"box"_s << QString() << u"/usr/bin/docker"_s;
    QTest::newRow("docker -H tcp://far:1 --debug run --cidfile=/tmp/id -itd -p 80:80 mcp/time")
        << u"mcp/time"_s << QString() << QString() << u"/tmp/id"_s << u"docker -H tcp://far:1 --debug"_s;
    QTest::newRow("podman run --rm --init -i -- image a")
        << u"image"_s << u"a"_s << QString() << QString() << u"podman"_s;
    QTest::newRow("docker run --entrypoint sh --name=a image -c b")
        << u"image"_s << u"sh -c b"_s << u"a"_s << QString() << u"docker"_s;
    QTest::newRow("docker exec -i --env A=1 box node a.js")
        << u"box"_s << u"node a.js"_s << QString() << QString() << u"docker"_s;
    QTest::newRow("ssh -i key -p2222 -tt me@host -v node a.js")
        << u"me@host"_s << u"node a.js"_s << QString() << QString() << QString();
    QTest::newRow("wsl --distribution Debian --exec node a.js")
        << u"Debian"_s << u"node a.js"_s << QString() << QString() << QString();
    for (const char *line : {"docker ps", "docker run", "docker run -i --name", "node ssh", "ssh -p", "docker-compose"})
        QTest::newRow(line) << QString() << QString() << QString() << QString() << QString();
}

void TestInnerCommand::parsesCommands()
{
    QFETCH(const QString, place);
    const auto inner = InnerCommand::in(*ShellWords::split(QString::fromUtf8(QTest::currentDataTag())));
    QCOMPARE(inner.has_value(), !place.isEmpty());
    if (!inner)
        return;
    QCOMPARE(inner->place, place);
    QTEST(ShellWords::join(inner->words), "words");
    QTEST(inner->name, "name");
    QTEST(inner->cidFile, "cidFile");
    QTEST(ShellWords::join(inner->engine), "engine");
}

void TestInnerCommand::containerIsKilled_data()
{
    QTest::addColumn<QString>("kill"); ///< last call of docker
    QTest::addColumn<QString>("note");
    QTest::newRow("run -i --rm --name box mcp/time") << u"kill box"_s << u"docker kill box"_s;
    QTest::newRow("--context far run -i --cidfile id mcp/time")
        << u"--context far kill 0123abcd"_s << u"docker --context far kill 0123abcd"_s;
    QTest::newRow("run -i mcp/time") << QString() << u"--rm --init"_s;
    QTest::newRow("exec -i box server") << QString() << u"the processes that it started in box may keep running"_s;
}

void TestInnerCommand::containerIsKilled()
{
    QFETCH(const QString, kill);
    QFETCH(const QString, note);
    QFile::remove(callsPath());
    const QString line = QString::fromUtf8(QTest::currentDataTag());
    StdioTransport transport(docker(line), {.json = {}, .closeWait = 50ms, .terminateWait = 50ms});
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Message), Limit);
    transport.close();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.count(EventKind::Note), 1);
    const QString told = recorder.of(EventKind::Note).details.value("text"_L1).toString();
    QVERIFY2(told.contains(note), qPrintable(told));
    QByteArrayList expected{line.toUtf8()};
    if (!kill.isEmpty())
        expected << kill.toUtf8();
    QTRY_COMPARE_WITH_TIMEOUT(calls(), expected, Limit);
}

void TestInnerCommand::containerIsKilledWithTheTransport()
{
    QFile::remove(callsPath());
    auto transport = std::make_unique<StdioTransport>(docker(u"run -i --name box mcp/time"_s));
    {
        const EventRecorder recorder(*transport);
        transport->open();
        QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Message), Limit);
        transport.reset();
    }
    QTRY_COMPARE_WITH_TIMEOUT(calls(), (QByteArrayList{"run -i --name box mcp/time", "kill box"}), Limit);
}

/// Before the server responds, a container with the name may be older, so that docker rejected the new one.
void TestInnerCommand::containerOfAnotherCommandIsNotKilled()
{
    QFile::remove(callsPath());
    const QString line = u"run -i --name silent mcp/time"_s;
    {
        StdioTransport transport(docker(line), {.json = {}, .closeWait = 50ms, .terminateWait = 50ms});
        const EventRecorder recorder(transport);
        transport.open();
        QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Stderr), Limit);
        transport.close();
        QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
        const QString note = recorder.of(EventKind::Note).details.value("text"_L1).toString();
        QVERIFY2(note.contains(u"the container silent is not, since"_s), qPrintable(note));
    }
    QCOMPARE(calls(), QByteArrayList{line.toUtf8()});
}

void TestInnerCommand::endedContainerIsNotKilled()
{
    QFile::remove(callsPath());
    const QString ends = u"run -i --name kill mcp/time"_s; // the fake exits at once
    {
        StdioTransport transport(docker(ends));
        const EventRecorder recorder(transport);
        transport.open();
        QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
        QVERIFY(!recorder.has(EventKind::Note));
    }
    QCOMPARE(calls(), QByteArrayList{ends.toUtf8()});
}

void TestInnerCommand::usageIsThatOfTheRunner()
{
    StdioTransport transport(docker(u"run -i --rm mcp/time"_s), {.json = {}, .closeWait = 50ms, .terminateWait = 50ms});
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Message), Limit);
    transport.watchUsage();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Process), Limit);
    QCOMPARE(recorder.of(EventKind::Process).details.value("runner"_L1).toString(), u"docker"_s);
    transport.close();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
}

QTEST_GUILESS_MAIN(TestInnerCommand)
#include "tst_innercommand.moc"
