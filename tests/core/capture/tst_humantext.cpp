// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/describe.h"
#include "core/capture/formatting.h"

#include <QSet>
#include <QTest>

#include <limits>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestHumanText : public QObject
{
    Q_OBJECT

private slots:
    void duration_data();
    void duration();
    void byteCount_data();
    void byteCount();
    void visible();
    void lateness();
    void streamEnd();
    void operatorWait();
    void everyStateHasAName();
    void refusedProbes_data();
    void refusedProbes();
};

void TestHumanText::refusedProbes_data()
{
    QTest::addColumn<std::optional<qint64>>("code");
    QTest::addColumn<qint64>("status");
    QTest::addColumn<bool>("isRefusal");
    QTest::newRow("error") << std::optional<qint64>(-32601) << qint64(401) << true;
    QTest::newRow("no such path") << std::optional<qint64>() << qint64(404) << true;
    QTest::newRow("method") << std::optional<qint64>() << qint64(405) << true;
    QTest::newRow("no token") << std::optional<qint64>() << qint64(401) << false;
    QTest::newRow("forbidden") << std::optional<qint64>() << qint64(403) << false;
    QTest::newRow("broken") << std::optional<qint64>() << qint64(502) << false;
}

/// An HTTP error may have another reason than an unknown server/discover.
void TestHumanText::refusedProbes()
{
    QFETCH(const std::optional<qint64>, code);
    QFETCH(const qint64, status);
    RequestRecord record;
    record.method = "server/discover";
    record.state = RequestState::Failed;
    record.direction = Direction::ClientToServer;
    if (code)
        record.errorCode = *code;
    record.errorMessage = u"HTTP 401, says the server"_s; // no text decides
    record.httpStatus = status;
    QTEST(Formatting::isRefusedProbe(record), "isRefusal");
}

void TestHumanText::duration_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    const auto row = [](qint64 ns, const QString &text) { QTest::newRow(qUtf8Printable(text)) << ns << text; };
    row(0, u"0 ns"_s);
    row(1, u"1 ns"_s);
    row(999, u"999 ns"_s);
    row(1000, u"1.00 µs"_s);
    row(9994, u"9.99 µs"_s);
    row(9996, u"10.0 µs"_s);
    row(99'960, u"100 µs"_s);
    row(350'000, u"350 µs"_s);
    row(999'400, u"999 µs"_s);
    row(999'500, u"1.00 ms"_s);
    row(12'340'000, u"12.3 ms"_s);
    row(999'999'999, u"1.00 s"_s);
    row(1'240'000'000, u"1.24 s"_s);
    row(59'940'000'000, u"59.9 s"_s);
    row(59'960'000'000, u"1 min 00 s"_s);
    row(125'400'000'000, u"2 min 05 s"_s);
    row(3'599'400'000'000, u"59 min 59 s"_s);
    row(3'599'600'000'000, u"1 h 00 min"_s);
    row(3'725'000'000'000, u"1 h 02 min"_s);
    row(360'000'000'000'000, u"100 h 00 min"_s);
    row(-1'240'000'000, u"-1.24 s"_s);
    row(std::numeric_limits<qint64>::max(), u"2562047 h 47 min"_s);
    row(std::numeric_limits<qint64>::min(), u"-2562047 h 47 min"_s);
}

void TestHumanText::duration()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(Formatting::duration(ns), text);
}

void TestHumanText::byteCount_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    const auto row = [](qint64 bytes, const QString &text) { QTest::newRow(qUtf8Printable(text)) << bytes << text; };
    row(0, u"0 B"_s);
    row(235, u"235 B"_s);
    row(999, u"999 B"_s);
    row(1200, u"1.20 kB"_s);
    row(999'600, u"1.00 MB"_s);
    row(50'000'000, u"50.0 MB"_s);
    row(1'000'000'000, u"1.00 GB"_s);
    row(2'000'000'000'000, u"2000 GB"_s);
}

void TestHumanText::byteCount()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(Formatting::byteCount(bytes), text);
}

void TestHumanText::visible()
{
    QCOMPARE(Formatting::visible(u"a b é 中 🦀"_s), u"a b é 中 🦀"_s);
    QCOMPARE(Formatting::visible(u"a\nb\u202ec\u2028"_s), u"a⟨U+000A⟩b⟨U+202E⟩c⟨U+2028⟩"_s);
    QCOMPARE(Formatting::visible(u"ec\u200dho\u200c"_s), u"ec⟨U+200D⟩ho⟨U+200C⟩"_s);
    QCOMPARE(Formatting::visible(u"👩\u200d💻 می\u200cخواهم"_s), u"👩\u200d💻 می\u200cخواهم"_s);
    QCOMPARE(Formatting::visibleLines(u"a\r\n\tb\u2029c\r\u0085"_s), u"a\r\n\tb⟨U+2029⟩c⟨U+000D⟩⟨U+0085⟩"_s);
    QCOMPARE(Formatting::visible(QString(QChar(0xd800))).isEmpty(), false);
}

void TestHumanText::lateness()
{
    RequestRecord record;
    record.end = 1'000'000'000;
    record.state = RequestState::Cancelled;
    QCOMPARE(Describe::latenessAt(record, 2'240'000'000, true), u"+1.24 s after cancel"_s);
    QCOMPARE(Describe::latenessAt(record, 2'240'000'000, false), u"after cancel"_s);
    record.state = RequestState::TimedOut;
    QCOMPARE(Describe::latenessAt(record, 1'000'350'000, true), u"+350 µs after timeout"_s);
    record.state = RequestState::Succeeded;
    QCOMPARE(Describe::latenessAt(record, 1'000'000'000, true), u"+0 ns after the response"_s);
}

void TestHumanText::streamEnd()
{
    RequestRecord record;
    record.state = RequestState::Cancelled;
    record.end = 1'000'000'000;
    record.cancellation.emplace().time = record.end;
    record.cancellation->signalTime = 1'000'000'001;
    QVERIFY(Describe::streamEnd(record, true).isEmpty());
    record.streamClosed = 6'000'000'000;
    QVERIFY(Describe::streamEnd(record, true).startsWith(u"the client closed its stream +5.00 s after cancel"_s));
    record.cancellation->signalTime = record.streamClosed;
    QVERIFY(Describe::streamEnd(record, true).contains(u"no reason was sent"_s));
    record.streamClosed = 0;
    record.streamEnded = 1'020'000'000;
    QVERIFY(Describe::streamEnd(record, true).startsWith(u"the server ended its stream +20.0 ms after cancel"_s));
    record.streamBroke = true;
    QVERIFY(Describe::streamEnd(record, true).startsWith(u"its stream broke off +20.0 ms after cancel"_s));
}

/// A side that waits after a cancel by the operator of a proxy waits no longer than the capture grows.
void TestHumanText::operatorWait()
{
    RequestRecord record;
    QVERIFY(Describe::operatorWait(record, 0).isEmpty());
    record.direction = Direction::ClientToServer;
    record.cancellation = {.time = 1'000'000'000, .signalTime = 1'000'000'000, .byOperator = true};
    QCOMPARE(Describe::operatorWait(record, 3'000'000'000), u"the client still waits (2.00 s)"_s);
    QCOMPARE(Describe::operatorWait(record, {}), u"the client still waits"_s);
    QCOMPARE(Describe::operatorWait(record, 3'000'000'000, true), u"the client waited until the end"_s);
    QCOMPARE(Describe::operatorCancel(record, {}, true),
             u"the operator cancelled; nothing came from the server since; the client waited until the end"_s);
    record.direction = Direction::ServerToClient;
    QCOMPARE(Describe::operatorWait(record, {}, true), u"the server waited until the end"_s);
    record.cancellation->waitEnd = RequestRecord::Cancellation::WaitEnd::Closed;
    QCOMPARE(Describe::operatorWait(record, 3'000'000'000), u"the connection closed while the server waited"_s);
    record.cancellation->waitEnd = RequestRecord::Cancellation::WaitEnd::Error;
    QCOMPARE(Describe::operatorWait(record, {}, true), u"the server got an error from the operator"_s);
}

void TestHumanText::everyStateHasAName()
{
    QSet<QString> names;
    for (int state = 0; state <= int(RequestState::Lost); ++state)
        names.insert(Formatting::stateName(RequestState(state)));
    QCOMPARE(names.size(), int(RequestState::Lost) + 1);
    QVERIFY(!names.contains(QString()));
    RequestRecord record;
    record.neverSent = true;
    record.state = RequestState::Cancelled;
    QCOMPARE(Formatting::stateName(record), u"cancelled"_s);
    record.state = RequestState::Lost;
    QCOMPARE(Formatting::stateName(record), u"never sent"_s);
    QCOMPARE(Formatting::lasted(record, u"2 s"_s), u"2 s"_s);
    record.endUnknown = true;
    QCOMPARE(Formatting::lasted(record, u"0 ns"_s), u"≥ 0 s"_s);
    record.end = record.start + 1;
    QCOMPARE(Formatting::lasted(record, u"2 s"_s), u"≥ 2 s"_s);
    RequestRecord probe;
    probe.state = RequestState::Failed;
    probe.direction = Direction::ClientToServer;
    probe.method = "server/discover";
    probe.errorCode = -32601;
    QCOMPARE(Formatting::stateName(probe), u"not supported"_s); // as shown in the window
    probe.errorCode = -32022;
    QCOMPARE(Formatting::stateName(probe), u"failed"_s);
    QCOMPARE(Formatting::arrow(Direction::ClientToServer), u"client → server"_s);
    QCOMPARE(Formatting::arrow(Direction::ServerToClient), u"server → client"_s);
    QVERIFY(Formatting::arrow(Direction::None).isEmpty());
}

QTEST_GUILESS_MAIN(TestHumanText)

#include "tst_humantext.moc"
