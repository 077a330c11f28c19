// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/event.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestEvent : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void isAMessageIfItIsJson();
    void isMalformedIfNot_data();
    void isMalformedIfNot();
    void hasNoBytesByDefault();
    void timesAreInOrder();
    void namesEveryKind();
    void namesDirections();
};

void TestEvent::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestEvent::isAMessageIfItIsJson()
{
    JsonChecker checker;
    const QByteArray bytes = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":1}})"_ba;
    const Event event = Event::ofBytes(bytes, Direction::ClientToServer, checker);
    QVERIFY(event.isMessage());
    QCOMPARE(event.direction, Direction::ClientToServer);
    QCOMPARE(event.bytes, bytes);
    QCOMPARE(event.envelope.kind, MessageKind::Request);
    QCOMPARE(event.requestId(), RequestId(1));
    QCOMPARE(event.method(), "tools/call"_ba);
    QCOMPARE(event.part(event.envelope.params), R"({"a":1})");
    QVERIFY(event.details.isEmpty());

    // Invalid JSON-RPC that is valid JSON is a message with a problem.
    const Event bare = Event::ofBytes("\"hello\""_ba, Direction::ServerToClient, checker);
    QVERIFY(bare.isMessage());
    QCOMPARE(bare.envelope.kind, MessageKind::None);
    QCOMPARE(int(bare.envelope.problems), int(NotAnObject));
}

void TestEvent::isMalformedIfNot_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("banner") << "Listening on stdio"_ba << 0 << 1 << 1;
    QTest::newRow("empty") << ""_ba << 0 << 1 << 1;
    QTest::newRow("after an umlaut") << "[\"\xC3\xBC\" 1]"_ba << 6 << 1 << 6;
    QTest::newRow("second line") << "[1,\n2,]"_ba << 6 << 2 << 3;
    QTest::newRow("UTF-8") << "\"\xFF\""_ba << 1 << 1 << 2;
}

void TestEvent::isMalformedIfNot()
{
    QFETCH(QByteArray, bytes);
    JsonChecker checker;
    const Event event = Event::ofBytes(bytes, Direction::ServerToClient, checker);
    QCOMPARE(event.kind, EventKind::Malformed);
    QVERIFY(!event.isMessage());
    QCOMPARE(event.bytes, bytes);
    QCOMPARE(event.direction, Direction::ServerToClient);
    QTEST(event.details.value("offset"_L1).toInt(-1), "offset");
    QTEST(event.details.value("line"_L1).toInt(), "line");
    QTEST(event.details.value("column"_L1).toInt(), "column");
    QVERIFY(!event.details.value("reason"_L1).toString().isEmpty());
    QCOMPARE(event.envelope.kind, MessageKind::None);
    QCOMPARE(event.method(), ""_ba);
    QCOMPARE(event.requestId(), RequestId());
}

void TestEvent::hasNoBytesByDefault()
{
    const Event event = Event::ofKind(EventKind::Exited, {{u"exitCode"_s, 3}});
    QCOMPARE(event.kind, EventKind::Exited);
    QCOMPARE(event.direction, Direction::None);
    QVERIFY(event.bytes.isEmpty());
    QCOMPARE(event.details.value("exitCode"_L1).toInt(), 3);
    QVERIFY(event.time > 0);
}

void TestEvent::timesAreInOrder()
{
    JsonChecker checker;
    qint64 previous = monotonicNow();
    for (int i = 0; i < 100; ++i) {
        const Event event =
            i % 2 == 0 ? Event::ofBytes("{}"_ba, Direction::ClientToServer, checker) : Event::ofKind(EventKind::Note);
        QVERIFY(event.time >= previous);
        previous = event.time;
    }
    QVERIFY(monotonicNow() >= previous);
}

void TestEvent::namesEveryKind()
{
    QSet<QByteArray> names;
    for (int i = 0; i <= int(EventKind::Process); ++i) {
        const QByteArrayView name = nameOf(EventKind(i));
        QVERIFY(!name.isEmpty());
        names.insert(name.toByteArray());
        const std::optional<EventKind> kind = eventKindFromName(name);
        QVERIFY(kind);
        QCOMPARE(int(*kind), i);
    }
    QCOMPARE(names.size(), int(EventKind::Process) + 1);
    // The names belong to the file format.
    QCOMPARE(nameOf(EventKind::Message), "message");
    QCOMPARE(nameOf(EventKind::Malformed), "malformed");
    QCOMPARE(nameOf(EventKind::Queued), "queued");
    QCOMPARE(nameOf(EventKind::Unsent), "unsent");
    QCOMPARE(nameOf(EventKind::Stderr), "stderr");
    QCOMPARE(nameOf(EventKind::Opening), "opening");
    QCOMPARE(nameOf(EventKind::Opened), "opened");
    QCOMPARE(nameOf(EventKind::Closing), "closing");
    QCOMPARE(nameOf(EventKind::Exited), "exited");
    QCOMPARE(nameOf(EventKind::Closed), "closed");
    QCOMPARE(nameOf(EventKind::Failed), "failed");
    QCOMPARE(nameOf(EventKind::Dialect), "dialect");
    QCOMPARE(nameOf(EventKind::Cancel), "cancel");
    QCOMPARE(nameOf(EventKind::Timeout), "timeout");
    QCOMPARE(nameOf(EventKind::Note), "note");
    QCOMPARE(nameOf(EventKind::Process), "process");
    for (const char *unknown : {"", "Message", "messages", "mess"})
        QVERIFY(!eventKindFromName(unknown));
}

void TestEvent::namesDirections()
{
    QCOMPARE(nameOf(Direction::ClientToServer), "c2s");
    QCOMPARE(nameOf(Direction::ServerToClient), "s2c");
    QVERIFY(nameOf(Direction::None).isEmpty());
    QCOMPARE(directionFromName("c2s"), std::optional(Direction::ClientToServer));
    QCOMPARE(directionFromName("s2c"), std::optional(Direction::ServerToClient));
    for (const char *unknown : {"", "C2S", "c2", "c2c"})
        QVERIFY(!directionFromName(unknown));
    QCOMPARE(opposite(Direction::ClientToServer), Direction::ServerToClient);
    QCOMPARE(opposite(Direction::ServerToClient), Direction::ClientToServer);
    QCOMPARE(opposite(Direction::None), Direction::None);
}

QTEST_GUILESS_MAIN(TestEvent)
#include "tst_event.moc"
