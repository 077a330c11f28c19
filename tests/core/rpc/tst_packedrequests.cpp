// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/packedrequests.h"
#include "core/trackerscript.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>
#include <tuple>
#include <utility>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A new member of RequestRecord must be added here, or this does not compile.
auto membersOf(const RequestRecord &record)
{
    const auto &[serial, connection, direction, id, method, target, progressToken, state, endUnknown, neverSent,
                 reachedCap, duplicateId, byHand, start, end, bytesRequest, bytesResponse, bytesProgress, requestEvent,
                 responseEvent, errorCode, httpStatus, errorMessage, asksForTask, becameTask, toolError, mayBeTask,
                 asksFirst, said, dismissal, leftOpen, lostAtQuestions, forbidden, progress, cancellation, leg, cause,
                 causeIsGuess, late, mismatched, rule, streamClosed, streamEnded, streamBroke] = record;
    return std::tie(serial, connection, direction, id, method, target, progressToken, state, endUnknown, neverSent,
                    reachedCap, duplicateId, byHand, start, end, bytesRequest, bytesResponse, bytesProgress,
                    requestEvent, responseEvent, errorCode, httpStatus, errorMessage, asksForTask, becameTask,
                    toolError, mayBeTask, asksFirst, said, dismissal, leftOpen, lostAtQuestions, forbidden, progress,
                    cancellation, leg, cause, causeIsGuess, late, mismatched, rule, streamClosed, streamEnded,
                    streamBroke);
}

template<typename Members, size_t... Index>
QList<bool> differences(const Members &a, const Members &b, std::index_sequence<Index...>)
{
    return {(std::get<Index>(a) != std::get<Index>(b))...};
}

} // namespace

/// Requests that ended long ago are packed into little memory without a change of behavior.
class TestPackedRequests : public QObject, private TrackerScript
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void nothingIsLost_data()
    {
        constexpr qint64 Least = std::numeric_limits<qint64>::min();
        constexpr qint64 Most = std::numeric_limits<qint64>::max();
        QTest::addColumn<RequestRecord>("record");
        QTest::newRow("nothing") << RequestRecord();
        const RequestRecord plain = this->plain();
        QTest::newRow("plain") << plain;
        RequestRecord wide = plain;
        wide.target = u"\U0001F600 "_s + QChar(0xd800); // and half of a surrogate pair
        wide.errorMessage = u"ä"_s;
        wide.method = "odd \xff\0method"_ba;
        wide.id = RequestId::fromJson(R"("\u0061")");
        QTest::newRow("texts") << wide;
        RequestRecord large = plain;
        large.target = QString(200'000, u'x');
        QTest::newRow("larger than a chunk") << large;
        RequestRecord far = plain;
        far.start = Least;
        far.end = Most;
        far.bytesRequest = Most;
        far.errorCode = Least;
        far.cause = 0;
        far.causeIsGuess = true;
        far.streamClosed = Most;
        far.streamEnded = Least;
        far.streamBroke = true;
        far.said = RequestRecord::Said::Cancel;
        QTest::newRow("far numbers") << far;
        QTest::newRow("all of it") << whole();
    }
    void nothingIsLost()
    {
        QFETCH(const RequestRecord, record);
        PackedRequests packed;
        const PackedRequests::Place before = packed.add(RequestRecord());
        const PackedRequests::Place place = packed.add(record);
        packed.add(RequestRecord());
        const RequestRecord back = packed.at(place, record.serial);
        QVERIFY(back == record);
        QCOMPARE(back.id.toJson(), record.id.toJson());
        QVERIFY(packed.at(before, 0) == RequestRecord());
    }

    /// Every member of the full record differs from its default, so the test shows a member that is not packed.
    void everyMemberIsKept()
    {
        const RequestRecord everything = whole();
        const RequestRecord nothing;
        const auto members = membersOf(everything);
        constexpr auto Count = std::tuple_size_v<std::remove_const_t<decltype(members)>>;
        const QList<bool> differ = differences(members, membersOf(nothing), std::make_index_sequence<Count>());
        QCOMPARE(differ.indexOf(false), -1);
    }

    void missingReasonStaysMissing()
    {
        RequestRecord record;
        PackedRequests packed;
        for (const QString &reason : {QString(), u""_s}) {
            record.cancellation = {.reason = reason};
            const QString back = packed.at(packed.add(record), 0).cancellation->reason;
            QCOMPARE(back.isNull(), reason.isNull());
            QVERIFY(back.isEmpty());
        }
    }

    /// Compared with a tracker that does not pack.
    void muchLaterEventsAreApplied_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("second answer") << R"(< {"jsonrpc":"2.0","id":"a","result":{}})"_ba;
        QTest::newRow("late answer") << R"(< {"jsonrpc":"2.0","id":"b","error":{"code":1,"message":"m"}})"_ba;
        QTest::newRow("late progress")
            << R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3}})"_ba;
        QTest::newRow("cancel of what was answered")
            << R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}})"_ba;
        QTest::newRow("cancelled twice")
            << R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"b"}})"_ba;
        QTest::newRow("cancel of another type")
            << R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"5"}})"_ba;
        QTest::newRow("answer of another type") << R"(< {"jsonrpc":"2.0","id":"5","result":{}})"_ba;
        QTest::newRow("its id once more") << R"(> {"jsonrpc":"2.0","id":"a","method":"ping"})"_ba;
        QTest::newRow("another leg") << R"(follows "a" {"jsonrpc":"2.0","id":"c","method":"tools/call"})"_ba;
    }
    void muchLaterEventsAreApplied()
    {
        QFETCH(const QByteArray, line);
        RequestTracker packing;
        RequestTracker other(Dialect::mcpLegacy(), 1'000'000);
        QCOMPARE(feedLong(packing, line), feedLong(other, line));
        QVERIFY(!packing.record(10));
        QVERIFY(other.record(10));
        QCOMPARE(packing.nextSerial(), other.nextSerial());
        for (quint64 serial = 0; serial < other.nextSerial(); ++serial)
            QVERIFY2(packing.recordOf(serial) == *other.record(serial), qPrintable(QString::number(serial)));
    }

    void eventsForPackedRequestsAreApplied_data() { muchLaterEventsAreApplied_data(); }
    /// Trackers that share a store of packed requests, while others of them are used.
    void eventsForPackedRequestsAreApplied()
    {
        QFETCH(const QByteArray, line);
        const auto shared = std::make_shared<PackedRequests>();
        RequestTracker packing(Dialect::mcpLegacy(), RequestTracker::KeepAll, shared);
        RequestTracker another(Dialect::mcpLegacy(), RequestTracker::KeepAll, shared);
        RequestTracker other;
        for (RequestTracker *tracker : {&packing, &another, &other}) {
            m_time = 0;
            feedAll(*tracker, begin() + QByteArrayList{R"(> {"jsonrpc":"2.0","id":9,"method":"tools/call"})"});
        }
        packing.rest();
        another.rest();
        QVERIFY(!packing.record(0));
        QVERIFY(packing.record(3)); // it is open
        QVERIFY(other.record(0));
        const qint64 time = m_time;
        const QByteArrayList effects = feedAll(packing, {line});
        m_time = time;
        QCOMPARE(effects, feedAll(other, {line}));
        for (quint64 serial = 0; serial < other.nextSerial(); ++serial)
            QVERIFY2(packing.recordOf(serial) == *other.record(serial), qPrintable(QString::number(serial)));
        QVERIFY(!another.record(0));
        QVERIFY(another.recordOf(1)->cancellation);
    }

    [[nodiscard]] static QByteArrayList begin()
    {
        return {R"(> {"jsonrpc":"2.0","id":"a","method":"tools/call"})",
                R"(< {"jsonrpc":"2.0","id":"a","result":{}})",
                R"(> {"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"_meta":{"progressToken":7}}})",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"b"}})",
                R"(> {"jsonrpc":"2.0","id":5,"method":"tools/call"})",
                R"(< {"jsonrpc":"2.0","id":5,"result":{}})"};
    }

private:
    [[nodiscard]] static RequestRecord plain()
    {
        RequestRecord plain;
        plain.direction = Direction::ClientToServer;
        plain.connection = 3;
        plain.id = RequestId(17);
        plain.method = "tools/call"_ba;
        plain.target = u"echo"_s;
        plain.state = RequestState::Succeeded;
        plain.start = 4'000'000'000'000;
        plain.end = plain.start + 1'500'000;
        plain.requestEvent = 1'000'000;
        plain.responseEvent = 1'000'007;
        return plain;
    }
    /// Returns a record with every member set.
    [[nodiscard]] static RequestRecord whole()
    {
        RequestRecord whole = plain();
        whole.serial = 11;
        whole.bytesRequest = 40;
        whole.bytesResponse = 41;
        whole.errorCode = -32603;
        whole.httpStatus = 401;
        whole.errorMessage = u"why"_s;
        whole.said = RequestRecord::Said::Decline;
        whole.cause = 2;
        whole.causeIsGuess = true;
        whole.streamClosed = 78;
        whole.streamEnded = 79;
        whole.streamBroke = true;
        whole.rule = u"slow"_s;
        whole.progressToken = RequestId::fromString(u"t"_s);
        whole.bytesProgress = 99;
        whole.progress = {.value = 0.1, .total = 3.0, .message = u"one"_s, .count = 7, .lastTime = whole.start + 1};
        whole.cancellation = {.time = whole.end,
                              .reason = u"bored"_s,
                              .local = true,
                              .detached = true,
                              .answered = true,
                              .byPeer = true,
                              .signalTime = whole.end + 1,
                              .event = 12,
                              .parent = RequestId(4),
                              .refusal = u"no"_s};
        whole.leg = {.first = 5, .previous = 6, .number = 3, .count = 8, .last = 9};
        whole.late = {.results = 1,
                      .errors = 2,
                      .progress = 3,
                      .firstTime = 4,
                      .lastTime = 5,
                      .responseTime = 6,
                      .responseEvent = 7};
        whole.mismatched = {.count = 3, .time = 8, .event = 9};
        whole.dismissal = {.reason = u"gone"_s, .task = u"t1"_s, .all = true};
        whole.lostAtQuestions = 77;
        whole.leftOpen = whole.mayBeTask = whole.endUnknown = true;
        whole.neverSent = whole.reachedCap = whole.duplicateId = whole.byHand = whole.asksForTask = true;
        whole.becameTask = whole.toolError = whole.asksFirst = whole.forbidden = true;
        return whole;
    }
    /// Returns the transitions of the line, fed long after its request ended.
    QByteArrayList feedLong(RequestTracker &tracker, const QByteArray &line)
    {
        m_time = 0;
        feedAll(tracker, begin());
        for (int id = 100; id < 3100; ++id) {
            const QByteArray number = QByteArray::number(id);
            feedAll(tracker, {"> {\"jsonrpc\":\"2.0\",\"id\":" + number + ",\"method\":\"ping\"}",
                              "< {\"jsonrpc\":\"2.0\",\"id\":" + number + ",\"result\":{}}"});
        }
        return feedAll(tracker, {line});
    }
};

QTEST_GUILESS_MAIN(TestPackedRequests)
#include "tst_packedrequests.moc"
