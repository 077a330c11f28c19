// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// A server as a child process: input, output, their order, and the end.

#include "core/transport/stdiotransport.h"
#include "support/eventrecorder.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QTest>

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

StdioCommand echo()
{
    return {.program = u"cat"_s};
}

} // namespace

class TestStdioTransport : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void reportsEventsInOrder();
    void describesTheCommand();
    void reportsTheServersPid();
    void keepsOrderOfManyMessages();
    void waitsForTheConnection();
    void refusesWithoutAConnection();
    void reportsQueuedMessages();
    void sendsQueuedMessagesBeforeClosing();
    void serverClosedItsInput();
    void framesLines_data();
    void framesLines();
    void boundsLines();
    void readsStderr();
    void drainsBeforeTheEnd();
};

// Opening, Opened, messages both ways, Closing, Exited, Closed; each event before the signal that follows from it.
void TestStdioTransport::reportsEventsInOrder()
{
    StdioTransport transport(echo());
    const EventRecorder recorder(transport);
    QStringList order;
    connect(&transport, &Transport::eventOccurred, this,
            [&](const Event &event) { order.append(QString::fromUtf8(nameOf(event.kind))); });
    connect(&transport, &Transport::stateChanged, this, [&](Transport::State state) {
        order.append(QVariant::fromValue(state).toString());
        QCOMPARE(transport.state(), state);
    });

    transport.open();
    QCOMPARE(recorder.kinds(), "opening");
    QTRY_COMPARE_WITH_TIMEOUT(transport.state(), Transport::State::Open, Limit);
    transport.send(R"({"jsonrpc":"2.0","method":"a"})", {{u"injected"_s, true}});
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 2, Limit);
    transport.close();
    QTRY_COMPARE_WITH_TIMEOUT(transport.state(), Transport::State::Idle, Limit);

    QCOMPARE(recorder.kinds(), "opening opened message:c2s message:s2c closing exited closed");
    QCOMPARE(order.join(u' '), u"opening Opening opened Open message message closing Closing exited closed Idle"_s);
    const Event out = recorder.of(EventKind::Message);
    QCOMPARE(out.bytes, R"({"jsonrpc":"2.0","method":"a"})"_ba);
    QCOMPARE(out.method(), "a"_ba);
    QCOMPARE(out.details, (QJsonObject{{u"injected"_s, true}}));
    const Event in = recorder.of(EventKind::Message, 1);
    QCOMPARE(in.bytes, out.bytes);
    QCOMPARE(in.details, QJsonObject());
    QCOMPARE(recorder.of(EventKind::Exited).details, (QJsonObject{{u"exitCode"_s, 0}}));
    QCOMPARE(recorder.of(EventKind::Closed).details, (QJsonObject{{u"reason"_s, QString()}}));
    qint64 last = 0;
    for (const Event &event : recorder.events()) {
        QVERIFY(event.time >= last);
        last = event.time;
    }
}

void TestStdioTransport::describesTheCommand()
{
    StdioTransport transport({.program = u"sh"_s,
                              .arguments = {u"-c"_s, u"exit 0"_s, u"--token"_s, u"hunter2"_s},
                              .workingDirectory = u"/"_s,
                              .setVariables = {{u"API_KEY"_s, u"hunter2"_s}, {u"A"_s, u"hunter2"_s}},
                              .unsetVariables = {u"LANG"_s}});
    const EventRecorder recorder(transport);
    const QJsonObject expected{
        {u"transport"_s, u"stdio"_s},
        {u"program"_s, u"sh"_s},
        {u"arguments"_s, QJsonArray{u"-c"_s, u"exit 0"_s, u"--token"_s, u"***"_s}},
        {u"workingDirectory"_s, u"/"_s},
        {u"environment"_s, QJsonArray{u"A=***"_s, u"API_KEY=***"_s}},
        {u"unset"_s, QJsonArray{u"LANG"_s}},
    };
    QCOMPARE(transport.description(), expected);
    transport.open();
    QCOMPARE(recorder.of(EventKind::Opening).details, expected);
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
}

// The event reports the process id of the server, not of the guard.
void TestStdioTransport::reportsTheServersPid()
{
    StdioTransport transport(shell(u"echo $$; exec cat"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 1, Limit);
    const qint64 pid = recorder.of(EventKind::Message).bytes.toLongLong();
    QVERIFY(pid > 1);
    QCOMPARE(recorder.of(EventKind::Opened).details, (QJsonObject{{u"pid"_s, pid}}));
    transport.close();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
}

void TestStdioTransport::keepsOrderOfManyMessages()
{
    StdioTransport transport(echo());
    const EventRecorder recorder(transport);
    transport.open();
    QByteArrayList messages;
    for (int i = 0; i < 3000; ++i) {
        // Mostly small ones, and some larger than a pipe holds.
        const qsizetype size = i % 500 == 7 ? 200'000 : i % 90;
        messages.append('"' + QByteArray::number(i) + QByteArray(size, 'x') + '"');
        transport.send(messages.last());
    }
    QTRY_COMPARE_WITH_TIMEOUT(recorder.messages(Direction::ServerToClient).size(), messages.size(), Limit);
    QCOMPARE(recorder.messages(Direction::ClientToServer), messages);
    QCOMPARE(recorder.messages(Direction::ServerToClient), messages);
    QCOMPARE(recorder.count(EventKind::Unsent), 0);
}

void TestStdioTransport::waitsForTheConnection()
{
    StdioTransport transport(echo());
    const EventRecorder recorder(transport);
    transport.open();
    transport.send("1");
    transport.send("2");
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 4, Limit);
    // On a busy machine the start may take so long that messages count as queued.
    const QByteArray kinds = recorder.kinds().replace(" queued:c2s", "");
    QVERIFY2(kinds.startsWith("opening opened message:c2s message:c2s"), kinds.constData());
}

void TestStdioTransport::refusesWithoutAConnection()
{
    StdioTransport transport(echo());
    const EventRecorder recorder(transport);
    transport.send("1");
    transport.send("2");
    QVERIFY(recorder.events().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(recorder.kinds(), "unsent:c2s unsent:c2s"_ba, Limit);
    QCOMPARE(recorder.of(EventKind::Unsent).bytes, "1"_ba);
    QVERIFY(!recorder.of(EventKind::Unsent).details.value(u"reason"_s).toString().isEmpty());
    transport.close();
    QCOMPARE(recorder.events().size(), 2);
}

// If the server does not read, the message is recorded as queued, and as unsent when the connection ends.
void TestStdioTransport::reportsQueuedMessages()
{
    StdioTransport transport(shell(u"echo 1; exec sleep 1000"_s), Hurry);
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 1, Limit);
    const QByteArray big = R"({"jsonrpc":"2.0","id":1,"method":")" + QByteArray(1'000'000, 'x') + "\"}";
    QElapsedTimer elapsed;
    elapsed.start();
    transport.send(big);
    transport.send("2");
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Queued), 2, Limit);
    QVERIFY(elapsed.elapsed() >= Transport::QueuedAfterMs);
    QCOMPARE(recorder.of(EventKind::Queued).bytes, big);
    QCOMPARE(recorder.of(EventKind::Queued).envelope.kind, MessageKind::Request);
    QCOMPARE(recorder.messages(Direction::ClientToServer), QByteArrayList());

    transport.close();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.kinds(),
             "opening opened message:s2c queued:c2s queued:c2s closing unsent:c2s unsent:c2s exited closed");
    QCOMPARE(recorder.of(EventKind::Unsent).bytes, big);
    QCOMPARE(recorder.of(EventKind::Unsent, 1).bytes, "2"_ba);
    QCOMPARE(recorder.messages(Direction::ClientToServer), QByteArrayList());
}

// Messages sent before close() still leave; later ones do not.
void TestStdioTransport::sendsQueuedMessagesBeforeClosing()
{
    StdioTransport transport(echo());
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(transport.state(), Transport::State::Open, Limit);
    const QByteArray big = '"' + QByteArray(500'000, 'x') + '"';
    transport.send(big);
    transport.send("1");
    transport.close();
    transport.send("2");
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.messages(Direction::ClientToServer), (QByteArrayList{big, "1"_ba}));
    QCOMPARE(recorder.messages(Direction::ServerToClient), (QByteArrayList{big, "1"_ba}));
    QCOMPARE(recorder.count(EventKind::Unsent), 1);
    QCOMPARE(recorder.of(EventKind::Unsent).bytes, "2"_ba);
    QCOMPARE(recorder.of(EventKind::Exited).details, (QJsonObject{{u"exitCode"_s, 0}}));
}

// Writing fails without ending the server, which may still write.
void TestStdioTransport::serverClosedItsInput()
{
    StdioTransport transport(shell(u"exec <&-; echo 1; sleep 0.3; echo 2; exec sleep 1000"_s), Hurry);
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 1, Limit);
    transport.send("10");
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Unsent), 1, Limit);
    transport.send("11");
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Unsent), 2, Limit);
    for (const qsizetype index : {0, 1}) {
        QCOMPARE(recorder.of(EventKind::Unsent, index).details.value(u"reason"_s).toString(),
                 u"the server closed its standard input"_s);
    }
    QTRY_COMPARE_WITH_TIMEOUT(recorder.count(EventKind::Message), 2, Limit);
    QCOMPARE(transport.state(), Transport::State::Open);
    transport.close();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
}

void TestStdioTransport::framesLines_data()
{
    QTest::addColumn<QString>("format"); // for printf(1)
    QTest::addColumn<QByteArray>("kinds");
    QTest::addColumn<QByteArray>("bytes"); // bytes of the first event
    QTest::addColumn<QString>("eol");
    QTest::addColumn<QString>("reason"); // a part of it

    const QString none;
    const QString lf = u"\n"_s;
    QTest::newRow("message") << u"{}\\n"_s << "message"_ba
                             << "{}"_ba << lf << none;
    QTest::newRow("two") << u"1\\n2\\n"_s << "message message"_ba
                         << "1"_ba << lf << none;
    QTest::newRow("crlf") << u"{}\\r\\n"_s << "message"_ba
                          << "{}"_ba << u"\r\n"_s << none;
    QTest::newRow("no newline") << u"{}"_s << "message"_ba
                                << "{}"_ba << u""_s << none;
    QTest::newRow("banner") << u"Hello, I am a server\\n{}\\n"_s << "malformed message"_ba
                            << "Hello, I am a server"_ba << lf << u" "_s;
    QTest::newRow("blank") << u"\\n{}\\n"_s << "malformed message"_ba
                           << ""_ba << lf << u"empty"_s;
    QTest::newRow("white space") << u" \\t \\r\\n{}\\n"_s << "malformed message"_ba
                                 << " \t "_ba << u"\r\n"_s << u"empty"_s;
    QTest::newRow("byte order mark") << u"\\357\\273\\277{}\\n"_s << "malformed message"_ba
                                     << "\xef\xbb\xbf"_ba << u""_s << u" "_s;
    QTest::newRow("no UTF-8") << u"\"\\377\"\\n"_s << "malformed"_ba
                              << "\"\xff\""_ba << lf << u"UTF-8"_s;
    QTest::newRow("zero byte") << u"1\\0002\\n"_s << "malformed"_ba << QByteArray("1\0002", 3) << lf << u" "_s;
    QTest::newRow("cut off") << u"{\"a\":"_s << "malformed"_ba
                             << "{\"a\":"_ba << u""_s << u" "_s;
}

void TestStdioTransport::framesLines()
{
    QFETCH(QString, format);
    StdioTransport transport({.program = u"printf"_s, .arguments = {format}});
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);

    QByteArrayList kinds;
    Event first;
    for (const Event &event : recorder.events()) {
        if (event.direction == Direction::None)
            continue;
        QCOMPARE(event.direction, Direction::ServerToClient);
        if (kinds.isEmpty())
            first = event;
        kinds.append(nameOf(event.kind).toByteArray());
    }
    QTEST(kinds.join(' '), "kinds");
    QTEST(first.bytes, "bytes");
    QTEST(first.details.value(u"eol"_s).toString(u"\n"_s), "eol");
    QFETCH(QString, reason);
    QCOMPARE(first.details.contains(u"reason"_s), !reason.isNull());
    QVERIFY2(first.details.value(u"reason"_s).toString().contains(reason),
             qPrintable(first.details.value(u"reason"_s).toString()));
}

// An endless line is rejected at the limit with little memory, and reading continues after the next newline.
void TestStdioTransport::boundsLines()
{
    StdioTransport transport(shell(u"head -c 3000000 /dev/zero | tr '\\0' x; echo; echo 1"_s),
                             {.json = {.maxSize = 1'000'000}});
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.kinds(), "opening opened malformed:s2c message:s2c exited closed");
    const Event malformed = recorder.of(EventKind::Malformed);
    QCOMPARE(malformed.bytes, QByteArray(LineFramer::OversizeHead, 'x'));
    QCOMPARE(malformed.details.value(u"length"_s).toInteger(), 3'000'000);
    QVERIFY(malformed.details.value(u"reason"_s).toString().contains(u"1000000"_s));
}

void TestStdioTransport::readsStderr()
{
    StdioTransport transport(shell(u"printf 'one\\n\\ntwo\\r\\n' >&2; head -c 2000000 /dev/zero >&2; "
                                   "printf '\\nlast' >&2; echo 1"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.count(EventKind::Stderr), 5);
    QCOMPARE(recorder.of(EventKind::Stderr, 0).bytes, "one"_ba);
    QCOMPARE(recorder.of(EventKind::Stderr, 0).details, QJsonObject());
    QCOMPARE(recorder.of(EventKind::Stderr, 1).bytes, ""_ba);
    QCOMPARE(recorder.of(EventKind::Stderr, 2).bytes, "two"_ba);
    QCOMPARE(recorder.of(EventKind::Stderr, 2).details, (QJsonObject{{u"eol"_s, u"\r\n"_s}}));
    QCOMPARE(recorder.of(EventKind::Stderr, 3).details, (QJsonObject{{u"length"_s, 2'000'000}}));
    QCOMPARE(recorder.of(EventKind::Stderr, 4).bytes, "last"_ba);
    QCOMPARE(recorder.of(EventKind::Stderr, 4).direction, Direction::None);
}

// Both channels are read to their end before Exited, however much they hold.
void TestStdioTransport::drainsBeforeTheEnd()
{
    StdioTransport transport(shell(u"seq 1 20000; seq 1 20000 >&2; exit 5"_s));
    const EventRecorder recorder(transport);
    transport.open();
    QTRY_VERIFY_WITH_TIMEOUT(recorder.has(EventKind::Closed), Limit);
    QCOMPARE(recorder.count(EventKind::Message), 20'000);
    QCOMPARE(recorder.count(EventKind::Stderr), 20'000);
    QVERIFY(recorder.kinds().endsWith(" exited closed"));
    QCOMPARE(recorder.kinds().count("exited"), 1);
}

QTEST_GUILESS_MAIN(TestStdioTransport)
#include "tst_stdiotransport.moc"
