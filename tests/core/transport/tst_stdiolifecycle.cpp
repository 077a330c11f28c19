// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Start and stop of a server, reasons of failures, and receivers that destroy or close the transport meanwhile.

#include "core/transport/stdiotransport.h"
#include "support/elfprogram.h"
#include "support/eventrecorder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int Limit = 20'000;
constexpr StdioTransport::Options Hurry{.json = {}, .closeWait = 100ms, .terminateWait = 100ms};

StdioCommand shell(const QString &script)
{
    return {.program = u"sh"_s, .arguments = {u"-c"_s, script}};
}

} // namespace

class TestStdioLifecycle : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void reportsAFailedStart_data();
    void reportsAFailedStart();
    void reportsAnEarlyEnd_data();
    void reportsAnEarlyEnd();
    void namesTheRunnerOfAContainer();
    void reportsALateEnd();
    void reportsAClosedOutput_data();
    void reportsAClosedOutput();
    void stopLadder_data();
    void stopLadder();
    void closesWhileOpening_data();
    void closesWhileOpening();
    void opensAgain();
    void givesTheEnvironment_data();
    void givesTheEnvironment();
    void usesTheWorkingDirectory();
    void usesThePathOfTheServer();
    void receiverDestroysIt_data();
    void receiverDestroysIt();
    void receiverClosesIt_data();
    void receiverClosesIt();
};

void TestStdioLifecycle::reportsAFailedStart_data()
{
    QTest::addColumn<StdioCommand>("command");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, const StdioCommand &command, const QString &reason) {
        QTest::newRow(name) << command << reason;
    };
    row("empty", {.program = {}}, u"no program was given"_s);
    row("not in PATH", {.program = u"no-such-program"_s}, u"the program \"no-such-program\" was not found in PATH"_s);
    row("no such file", {.program = u"/no/such/program"_s},
        u"the program \"/no/such/program\" could not be started: the file does not exist"_s);
    row("no directory", {.program = u"cat"_s, .workingDirectory = u"/no/such/place"_s},
        u"the working folder \"/no/such/place\" does not exist"_s);
    row("not executable", {.program = u"/etc/passwd"_s},
        u"the program \"/etc/passwd\" could not be started: permission denied"_s);
    row("a directory", {.program = u"/etc/"_s},
        u"the program \"/etc/\" could not be started: it is a folder, not a program"_s);
    const auto hinted = [&row](const char *name, const QString &program, const QString &hint) {
        const QString reason = program.contains(u'/')
                                   ? u"the program \"%1\" could not be started: the file does not exist (%2)"_s
                                   : u"the program \"%1\" was not found in PATH (%2)"_s;
        row(name, {.program = program}, reason.arg(program, hint));
    };
    hinted("a line", u"no-such-program -y x"_s, u"command and arguments are one word: give the arguments separately"_s);
    hinted("a line with a path", u"/no/such/program x"_s,
           u"command and arguments are one word: give the arguments separately"_s);
    hinted("home", u"~/bin/x"_s, u"no shell expands ~ here: write the full path"_s);
    hinted("variable", u"$HOME/bin/x"_s, u"no shell expands variables here: write the value"_s);
    hinted("braces", u"${X}"_s, u"no shell expands variables here: write the value"_s);
    hinted("assignment", u"NAME=x"_s, u"it sets a variable: set it separately, or start with env"_s);
    hinted("of Windows", u"cmd"_s, u"it exists only on Windows: use the command after it"_s);
    hinted("a drive", u"C:\\x"_s, u"it is written as on Windows: use the name or the path on this system"_s);
    hinted("a script of Windows", u"no-such.cmd"_s,
           u"it is written as on Windows: use the name or the path on this system"_s);
    hinted("quotes", u"\"no-such\""_s, u"the quotes are part of the name here: leave them out"_s);
    hinted("a word of the shell", u"source"_s, u"only a shell knows it: start sh with -c and the whole line"_s);
    row("of another machine", {.program = u"./elf"_s, .workingDirectory = u"@"_s},
        u"the program \"./elf\" could not be started: it is a program for another processor or system"_s);
    row("no interpreter", {.program = u"./orphan"_s, .workingDirectory = u"@"_s},
        u"the program \"./orphan\" could not be started: its interpreter /no/such/shell does not exist, although the "
        "program itself does"_s);
    row("no interpreter of its interpreter", {.program = u"./nested"_s, .workingDirectory = u"@"_s},
        u"the program \"./nested\" could not be started: its interpreter /no/such/shell does not exist, although the "
        "program itself does"_s);
    row("line ends of Windows", {.program = u"./windows"_s, .workingDirectory = u"@"_s},
        u"the program \"./windows\" could not be started: its lines end with CR LF, as on Windows, so its interpreter "
        u"is "
        "not found"_s);
    row("no loader", {.program = u"./loaderless"_s, .workingDirectory = u"@"_s},
        u"the program \"./loaderless\" could not be started: its loader /no/such/ld.so does not exist, although the "
        "program itself does: it is built for another architecture or C library"_s);
    row("no program", {.program = u"./text"_s, .workingDirectory = u"@"_s},
        u"the program \"./text\" could not be started: it is neither a program nor a script with a #! line"_s);
}

void TestStdioLifecycle::reportsAFailedStart()
{
    QFETCH(StdioCommand, command);
    const QTemporaryDir scripts;
    for (const auto &[name, text] : {std::pair{u"orphan"_s, "#!/no/such/shell\n"_ba},
                                     {u"nested"_s, "#!" + scripts.filePath(u"orphan"_s).toUtf8() + " -x\n"},
                                     {u"windows"_s, "#!/bin/sh\r\necho\r\n"_ba},
                                     {u"loaderless"_s, elfProgram("/no/such/ld.so")},
                                     {u"text"_s, "hello\n"_ba},
                                     {u"elf"_s, "\x7f"
                                                "ELF\x01\x01\x01"_ba}}) {
        QFile file(scripts.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    if (command.workingDirectory == u"@"_s)
        command.workingDirectory = scripts.path();

    StdioTransport transport(command);
    const EventRecorder recorder(transport);
    transport.open();
    transport.send("1");
    QCOMPARE(recorder.kinds(), "opening");
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    // On a busy machine the start may take so long that the message counts as queued.
    QCOMPARE(recorder.kinds().replace(" queued:c2s", ""), "opening failed unsent:c2s closed");
    QTEST(recorder.of(EventKind::Failed).details.value(u"reason"_s).toString(), "reason");
    QTEST(recorder.of(EventKind::Closed).details.value(u"reason"_s).toString(), "reason");
    QCOMPARE(transport.state(), Transport::State::Idle);
}

void TestStdioLifecycle::reportsAnEarlyEnd_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("reason");
    QTest::newRow("code") << u"exit 3"_s << u"sh ended with exit code 3 before sending a message"_s;
    QTest::newRow("words") << u"echo no >&2; echo such key >&2; exit 3"_s
                           << u"sh ended with exit code 3 before sending a message. Its last output: no\nsuch key"_s;
    const QString help = u"    an option that somebody may give, and what it is good for in the end"_s;
    QTest::newRow("first words")
        << u"echo; echo no such key >&2; for i in $(seq 100); do echo '%1' >&2; done; exit 3"_s.arg(help)
        << u"sh ended with exit code 3 before sending a message. Its first output: no such key. Its last output: "_s +
               (help + u'\n').repeated(27).trimmed();
    QTest::newRow("banner") << u"echo Hello; exit 0"_s << u"sh ended with exit code 0 before sending a message"_s;
    QTest::newRow("signal") << u"kill -SEGV $$"_s << u"sh was terminated by SIGSEGV before sending a message"_s;
}

void TestStdioLifecycle::reportsAnEarlyEnd()
{
    QFETCH(QString, script);
    StdioTransport transport(shell(script));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QVERIFY(recorder.kinds().endsWith("exited failed closed"));
    QTEST(recorder.of(EventKind::Failed).details.value(u"reason"_s).toString(), "reason");
    QTEST(recorder.of(EventKind::Closed).details.value(u"reason"_s).toString(), "reason");
}

/// A command that runs its server elsewhere is named with it.
void TestStdioLifecycle::namesTheRunnerOfAContainer()
{
    const QTemporaryDir folder;
    QVERIFY(QFile::link(u"/bin/false"_s, folder.filePath(u"docker"_s)));
    StdioCommand command;
    command.program = folder.filePath(u"docker"_s);
    command.arguments = {u"run"_s, u"-i"_s, u"--rm"_s, u"mcp/time"_s};
    StdioTransport transport(command);
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.of(EventKind::Failed).details.value(u"reason"_s).toString(),
             u"\"time\" (docker) ended with exit code 1 before sending a message"_s);
}

void TestStdioLifecycle::reportsALateEnd()
{
    StdioTransport transport(shell(u"echo 1; seq 1 5000 >&2; kill -ABRT $$"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QVERIFY(!recorder.has(EventKind::Failed));
    QCOMPARE(recorder.of(EventKind::Exited).details, (QJsonObject{{u"signal"_s, u"SIGABRT"_s}}));
    const QString reason = recorder.of(EventKind::Closed).details.value(u"reason"_s).toString();
    QVERIFY(reason.startsWith(u"sh was terminated by SIGABRT. Its last output: "_s));
    QVERIFY(reason.endsWith(u"\n5000"_s));
    QVERIFY(reason.size() < 2500);
}

void TestStdioLifecycle::reportsAClosedOutput_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QJsonObject>("exit");
    QTest::newRow("that reads on") << u"echo 1; printf 2; exec cat >&2"_s << QJsonObject{{u"exitCode"_s, 0}};
    QTest::newRow("that sleeps") << u"echo 1; printf 2; exec sleep 1000 >&-"_s
                                 << QJsonObject{{u"signal"_s, u"SIGTERM"_s}};
}

// A server that runs without an output: this is reported, and the server is stopped.
void TestStdioLifecycle::reportsAClosedOutput()
{
    QFETCH(QString, script);
    StdioTransport transport(shell(script), Hurry);
    const EventRecorder recorder(transport);
    connect(&transport, &Transport::eventOccurred, this, [&](const Event &event) {
        if (event.kind == EventKind::Closing)
            transport.send("3");
    });
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.kinds(), "opening opened message:s2c message:s2c failed closing unsent:c2s exited closed");
    const QString reason = u"the server closed its standard output"_s;
    for (const EventKind kind : {EventKind::Failed, EventKind::Closing, EventKind::Unsent, EventKind::Closed})
        QCOMPARE(recorder.of(kind).details.value(u"reason"_s).toString(), reason);
    QJsonObject exit = recorder.of(EventKind::Exited).details;
    exit.remove(u"afterInput"_s);
    QTEST(exit, "exit");
}

void TestStdioLifecycle::stopLadder_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QJsonObject>("exit");
    QTest::addColumn<int>("atLeast");
    QTest::newRow("end of input") << u"echo 1; cat >/dev/null; exit 4"_s << QJsonObject{{u"exitCode"_s, 4}} << 0;
    QTest::newRow("SIGTERM") << u"echo 1; exec sleep 1000"_s << QJsonObject{{u"signal"_s, u"SIGTERM"_s}} << 100;
    QTest::newRow("SIGTERM, in good order")
        << u"trap 'exit 6' TERM; echo 1; sleep 1000 & wait"_s << QJsonObject{{u"exitCode"_s, 6}} << 100;
    QTest::newRow("SIGKILL") << u"trap '' TERM; echo 1; while :; do sleep 1000; done"_s
                             << QJsonObject{{u"signal"_s, u"SIGKILL"_s}} << 200;
    QTest::newRow("stopped") << u"echo 1; kill -STOP $$"_s << QJsonObject{{u"signal"_s, u"SIGKILL"_s}} << 200;
}

void TestStdioLifecycle::stopLadder()
{
    QFETCH(QString, script);
    StdioTransport transport(shell(script), Hurry);
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 1, Limit);
    QElapsedTimer elapsed;
    elapsed.start();
    transport.close();
    transport.close();
    QVERIFY(elapsed.elapsed() < 1000);
    QCOMPARE(transport.state(), Transport::State::Closing);
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QJsonObject exit = recorder.of(EventKind::Exited).details;
    const qint64 afterInput = exit.take(u"afterInput"_s).toInteger() / 1'000'000;
    QTEST(exit, "exit");
    QFETCH(int, atLeast);
    QVERIFY(elapsed.elapsed() >= atLeast);
    // The details name no times for a server that exits by itself.
    QVERIFY2(atLeast == 0 ? afterInput == 0 : afterInput >= atLeast && afterInput <= elapsed.elapsed(),
             qPrintable(QString::number(afterInput)));
    QVERIFY(recorder.kinds().endsWith("closing exited closed"));
    QCOMPARE(recorder.of(EventKind::Closed).details, (QJsonObject{{u"reason"_s, QString()}}));
}

void TestStdioLifecycle::closesWhileOpening_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("that would run") << u"cat"_s;
    QTest::newRow("that is missing") << u"no-such-program"_s;
    QTest::newRow("that cannot run") << u"/etc/passwd"_s;
}

void TestStdioLifecycle::closesWhileOpening()
{
    QFETCH(QString, program);
    StdioTransport transport({.program = program}, Hurry);
    const EventRecorder recorder(transport);
    transport.open();
    transport.send("1");
    transport.close();
    QCOMPARE(recorder.kinds(), "opening closing");
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.kinds(), "opening closing unsent:c2s closed");
    QCOMPARE(transport.state(), Transport::State::Idle);
}

void TestStdioLifecycle::opensAgain()
{
    StdioTransport transport(shell(u"echo $$; cat"_s));
    EventRecorder recorder(transport);
    QSet<QByteArray> pids;
    for (int round = 0; round < 3; ++round) {
        recorder.clear();
        transport.open();
        transport.open(); // no effect
        transport.send("\"round\"");
        QTRY_COMPARE_WITH_TIMEOUT(recorder.messages(Direction::ServerToClient).size(), 2, Limit);
        pids.insert(recorder.messages(Direction::ServerToClient).first());
        transport.close();
        QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
        QCOMPARE(recorder.count(EventKind::Opening), 1);
        QCOMPARE(recorder.count(EventKind::Closed), 1);
    }
    QCOMPARE(pids.size(), 3);
}

void TestStdioLifecycle::givesTheEnvironment_data()
{
    QTest::addColumn<bool>("inherit");
    QTest::addColumn<QStringList>("inherited");
    QTest::addColumn<QByteArray>("said");
    const QStringList none;
    QTest::newRow("inherited") << true << none << R"("kept set replaced -")"_ba;
    QTest::newRow("bare") << false << none << R"("- set replaced -")"_ba;
    QTest::newRow("these") << false << QStringList{u"PULLCORD_KEPT"_s, u"PULLCORD_UNSET"_s, u"PULLCORD_MISSING"_s}
                           << R"("kept set replaced -")"_ba;
    QTest::newRow("others") << false << QStringList{u"PULLCORD_REPLACED"_s} << R"("- set replaced -")"_ba;
    QTest::newRow("all, whatever is listed") << true << QStringList{u"PATH"_s} << R"("kept set replaced -")"_ba;
}

void TestStdioLifecycle::givesTheEnvironment()
{
    qputenv("PULLCORD_KEPT", "kept");
    qputenv("PULLCORD_REPLACED", "original");
    qputenv("PULLCORD_UNSET", "unset");
    QFETCH(bool, inherit);
    StdioCommand command = shell(u"printf '\"%s %s %s %s\"\\n' \"${PULLCORD_KEPT:--}\" \"${PULLCORD_SET:--}\" "
                                 "\"${PULLCORD_REPLACED:--}\" \"${PULLCORD_UNSET:--}\""_s);
    QFETCH(const QStringList, inherited);
    command.inheritEnvironment = inherit;
    command.inheritedVariables = inherited;
    command.setVariables = {{u"PULLCORD_SET"_s, u"set"_s}, {u"PULLCORD_REPLACED"_s, u"replaced"_s}};
    command.unsetVariables = {u"PULLCORD_UNSET"_s};
    StdioTransport transport(command);
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QTEST(recorder.of(EventKind::Message).bytes, "said");

    StdioTransport empty({.program = u"env"_s, .inheritEnvironment = false});
    const EventRecorder nothing(empty);
    empty.open();
    QTRY_VERIFY_WITH_TIMEOUT(nothing.has(EventKind::Closed), Limit);
    QCOMPARE(nothing.kinds(), "opening opened exited failed closed");
}

void TestStdioLifecycle::usesTheWorkingDirectory()
{
    StdioCommand command = shell(u"echo \"\\\"$PWD\\\"\""_s);
    const QTemporaryDir directory;
    command.workingDirectory = directory.path();
    StdioTransport transport(command);
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.of(EventKind::Message).bytes, '"' + directory.path().toUtf8() + '"');
}

void TestStdioLifecycle::usesThePathOfTheServer()
{
    const QTemporaryDir directory;
    QFile file(directory.filePath(u"pullcord-test-server"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\necho 1\n");
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    file.close();
    StdioTransport transport({.program = u"pullcord-test-server"_s, .setVariables = {{u"PATH"_s, directory.path()}}});
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.of(EventKind::Message).bytes, "1"_ba);
}

namespace {

/// Every kind of event, several in one slice of input.
constexpr auto Busy = "echo 1; echo 2; echo x; echo e >&2; echo f >&2; echo 3; read line; echo $line; exit 3"_L1;
constexpr int BusyEvents = 14;

} // namespace

void TestStdioLifecycle::receiverDestroysIt_data()
{
    QTest::addColumn<int>("at");
    for (int at = 1; at <= BusyEvents; ++at)
        QTest::addRow("event %d", at) << at;
}

// A receiver may destroy the transport in any event; nothing is emitted after that.
void TestStdioLifecycle::receiverDestroysIt()
{
    QFETCH(int, at);
    auto transport = std::make_unique<StdioTransport>(shell(Busy));
    int told = 0;
    connect(transport.get(), &Transport::eventOccurred, this, [&](const Event &event) {
        ++told;
        if (event.kind == EventKind::Opened)
            transport->send("7");
        if (told == at)
            transport.reset();
    });
    QPointer<Transport> alive(transport.get());
    transport->open();
    QTRY_VERIFY_WITH_TIMEOUT(!alive || alive->state() == Transport::State::Idle, Limit);
    if (!alive)
        QCOMPARE(told, at);
    else
        QVERIFY(told < at);
}

void TestStdioLifecycle::receiverClosesIt_data()
{
    receiverDestroysIt_data();
}

// The same with close() and send(): the connection still ends in good order.
void TestStdioLifecycle::receiverClosesIt()
{
    QFETCH(int, at);
    StdioTransport transport(shell(Busy), Hurry);
    const EventRecorder recorder(transport);
    int told = 0;
    connect(&transport, &Transport::eventOccurred, this, [&](const Event &event) {
        if (event.kind == EventKind::Opened)
            transport.send("7");
        if (++told == at) {
            transport.close();
            transport.send("8");
        }
    });
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(transport.state(), Transport::State::Idle);
    QCOMPARE(recorder.count(EventKind::Closed), 1);
    QVERIFY(recorder.count(EventKind::Exited) <= 1);
    QVERIFY(recorder.count(EventKind::Closing) <= 1);
}

QTEST_GUILESS_MAIN(TestStdioLifecycle)
#include "tst_stdiolifecycle.moc"
