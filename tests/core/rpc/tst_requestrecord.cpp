// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trackerscript.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The record of a request, and its links to others.
class TestRequestRecord : public QObject, private TrackerScript
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void recordDescribesTheRequest()
    {
        RequestTracker tracker;
        m_time = 0;
        feedAll(
            tracker,
            {R"(> {"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"slow","_meta":{"progressToken":7}}})",
             R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":2,"total":5,"message":"two"}})",
             R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"bored"}})",
             R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3}})",
             R"(< {"jsonrpc":"2.0","id":"a","result":{"content":[]}})"});
        const RequestRecord *record = tracker.find(Direction::ClientToServer, RequestId::fromString(u"a"_s));
        QVERIFY(record);
        QCOMPARE(record->target, u"slow"_s);
        QCOMPARE(record->start, 1000);
        QCOMPARE(record->end, 3000);
        QCOMPARE(record->requestEvent, 0);
        QCOMPARE(record->responseEvent, RequestRecord::NoEvent);
        QCOMPARE(record->progress.count, 1);
        QCOMPARE(record->progress.value, 2.0);
        QCOMPARE(record->progress.total.value_or(0), 5.0);
        QCOMPARE(record->progress.message, u"two"_s);
        QCOMPARE(record->cancellation->reason, u"bored"_s);
        QCOMPARE(record->cancellation->time, 3000);
        QCOMPARE(record->cancellation->event, 2);
        QVERIFY(!record->cancellation->local);
        QCOMPARE(record->late.progress, 1);
        QCOMPARE(record->late.results, 1);
        QCOMPARE(record->late.firstTime, 4000);
        QCOMPARE(record->late.responseTime, 5000);
        QCOMPARE(record->late.responseEvent, 4);
    }

    void durationEndsAtTheCancelledQuestions()
    {
        RequestTracker tracker;
        m_time = 0;
        feedAll(tracker,
                {"dialect " + Dialect::mcpModernStdio().name, R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call"})",
                 R"(< {"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s"}})"});
        QCOMPARE(tracker.record(0)->duration(0), 1000);
        feedAll(tracker, {"dialect " + Dialect::mcpModernStdio().name, "giveup 1"});
        QCOMPARE(tracker.record(0)->state, RequestState::Cancelled);
        QCOMPARE(tracker.record(0)->duration(0), 3000);
    }

    void neverSentRequestIsRecorded()
    {
        const QByteArray request = R"({"jsonrpc":"2.0","id":1,"method":"m"})";
        RequestTracker tracker;
        feedAll(tracker, {"unsent " + request, "> " + request, "closed"});
        QVERIFY(tracker.record(0)->neverSent);
        QCOMPARE(tracker.record(0)->errorMessage, u"why"_s);
        QVERIFY(!tracker.record(1)->neverSent);
    }

    void resultWithQuestions_data()
    {
        QTest::addColumn<QByteArray>("dialect");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<bool>("asks");
        QTest::newRow("modern") << Dialect::mcpModernStdio().name << "input_required"_ba << true;
        QTest::newRow("modern, complete") << Dialect::mcpModernHttp().name << "complete"_ba << false;
        QTest::newRow("legacy has no such thing") << Dialect::mcpLegacy().name << "input_required"_ba << false;
    }
    void resultWithQuestions()
    {
        QFETCH(const QByteArray, dialect);
        QFETCH(const QByteArray, type);
        RequestTracker tracker;
        feedAll(tracker,
                {"dialect " + dialect, R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call"})",
                 R"(< {"jsonrpc":"2.0","id":1,"result":{"requestState":"s","resultType":")" + type + R"("}})"});
        QCOMPARE(tracker.record(0)->state, RequestState::Succeeded);
        QTEST(tracker.record(0)->asksFirst, "asks");
    }

    void invalidResponse_data()
    {
        QTest::addColumn<QByteArray>("dialect");
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<RequestState>("state");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *tag, const Dialect &dialect, const char *answer, const QString &says) {
            QTest::newRow(tag) << dialect.name << QByteArray(answer)
                               << (says.isEmpty() ? RequestState::Succeeded : RequestState::Failed) << says;
        };
        const Dialect &legacy = Dialect::mcpLegacy();
        const Dialect &modern = Dialect::mcpModernStdio();
        row("null", legacy, "\"result\":null", u"invalid response: the result is not an object, but null"_s);
        row("a list", modern, "\"result\":[1]", u"invalid response: the result is not an object, but [1]"_s);
        row("null elsewhere", Dialect::lsp(), "\"result\":null", {});
        row("unknown type", modern, "\"result\":{\"resultType\":\"weird\"}",
            u"invalid response: the resultType \"weird\" is unknown"_s);
        row("type of another type", modern, "\"result\":{\"resultType\":7}",
            u"invalid response: the resultType 7 is unknown"_s);
        row("no type", modern, "\"result\":{}", {});
        row("a task", modern, "\"result\":{\"resultType\":\"task\"}", {});
        row("type in the legacy era", legacy, "\"result\":{\"resultType\":\"weird\"}", {});
        row("wants to be asked again", modern, "\"result\":{\"resultType\":\"input_required\",\"requestState\":\"\"}",
            {});
        row("asks something", modern, "\"result\":{\"inputRequests\":{\"a\":{}},\"resultType\":\"input_required\"}",
            {});
        for (const char *asked : {"", ",\"inputRequests\":{}"})
            row(*asked ? "asks no question" : "asks nothing", modern,
                ("\"result\":{\"resultType\":\"input_required\"" + QByteArray(asked) + '}').constData(),
                u"invalid response: the server asks for input, but there is neither a question nor a state to "
                "continue with"_s);
        row("error that is a text", legacy, "\"error\":\"boo\"", u"malformed error, not an object: \"boo\""_s);
        row("error without a code", legacy, "\"error\":{\"code\":\"x\",\"message\":5}",
            u"malformed error, without an integer code: {\"code\":\"x\",\"message\":5}"_s);
        row("error without a message", legacy, "\"error\":{\"code\":7}",
            u"malformed error, without a message: {\"code\":7}"_s);
        row("error", legacy, "\"error\":{\"code\":7,\"message\":\"no\"}", u"no"_s);
    }
    void invalidResponse()
    {
        QFETCH(const QByteArray, dialect);
        QFETCH(const QByteArray, answer);
        RequestTracker tracker;
        feedAll(tracker, {"dialect " + dialect, "> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}",
                          "< {\"jsonrpc\":\"2.0\",\"id\":1," + answer + '}'});
        QTEST(tracker.record(0)->state, "state");
        QTEST(tracker.record(0)->errorMessage, "says");
    }

    void declinedQuestion_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<RequestRecord::Said>("said");
        using Said = RequestRecord::Said;
        QTest::newRow("yes") << "elicitation/create"_ba
                             << "accept"_ba << Said::Accept;
        QTest::newRow("no") << "elicitation/create"_ba
                            << "decline"_ba << Said::Decline;
        QTest::newRow("dismissed") << "elicitation/create"_ba
                                   << "cancel"_ba << Said::Cancel;
        QTest::newRow("nonsense") << "elicitation/create"_ba
                                  << "foo"_ba << Said::Nothing;
        QTest::newRow("of another method") << "roots/list"_ba
                                           << "cancel"_ba << Said::Nothing;
    }
    void declinedQuestion()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, action);
        RequestTracker tracker;
        feedAll(tracker, {R"(< {"jsonrpc":"2.0","id":1,"method":")" + method + R"("})",
                          R"(> {"jsonrpc":"2.0","id":1,"result":{"action":")" + action + R"("}})"});
        QTEST(tracker.record(0)->said, "said");
    }

    void questionRefusedWithAnError_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<bool>("dismissed");
        QTest::addColumn<RequestRecord::Said>("said");
        using Said = RequestRecord::Said;
        QTest::newRow("no") << "sampling/createMessage"_ba
                            << "-1"_ba << false << Said::Decline;
        QTest::newRow("of our own accord") << "sampling/createMessage"_ba
                                           << "-1"_ba << true << Said::Cancel;
        QTest::newRow("another error") << "sampling/createMessage"_ba
                                       << "-32602"_ba << false << Said::Nothing;
        QTest::newRow("of another method") << "roots/list"_ba
                                           << "-1"_ba << false << Said::Nothing;
    }
    void questionRefusedWithAnError()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, code);
        QFETCH(const bool, dismissed);
        RequestTracker tracker;
        feedAll(tracker, {R"(< {"jsonrpc":"2.0","id":1,"method":")" + method + R"("})"});
        if (dismissed) {
            Event note = Event::ofKind(EventKind::Note, {{u"id"_s, u"1"_s}, {u"became"_s, u"dismissed"_s}});
            note.direction = Direction::ServerToClient;
            QCOMPARE(tracker.feed(note, 1).size(), 1);
        }
        feedAll(tracker, {R"(> {"jsonrpc":"2.0","id":1,"error":{"code":)" + code + R"(,"message":"m"}})"});
        QTEST(tracker.record(0)->said, "said");
        QCOMPARE(tracker.record(0)->state, RequestState::Failed);
        QCOMPARE(tracker.record(0)->dismissal.has_value(), dismissed);
    }

    void closedStreamDiffersFromACancellation()
    {
        const QByteArray call = R"(> {"jsonrpc":"2.0","id":1,"method":"m"})";
        RequestTracker legacy;
        feedAll(legacy, {call, "cancel 1",
                         R"(> {"jsonrpc":"2.0","method":"notifications/cancelled",)"
                         R"("params":{"requestId":1}})",
                         "http closed"});
        QVERIFY(legacy.record(0)->streamClosed > legacy.record(0)->cancellation->signalTime);
        QVERIFY(!legacy.record(0)->cancelledByClosing());
        RequestTracker broken;
        feedAll(broken, {call, "cancel 1", "http broken lost"});
        QVERIFY(broken.record(0)->streamBroke);
        QVERIFY(broken.record(0)->streamEnded > broken.record(0)->cancellation->time);
        QCOMPARE(broken.record(0)->streamClosed, 0);
        RequestTracker modern(Dialect::mcpModernHttp());
        feedAll(modern, {call, "cancel 1", "http closed"});
        QVERIFY(modern.record(0)->streamClosed > modern.record(0)->cancellation->time);
        QVERIFY(modern.record(0)->cancelledByClosing());
        QCOMPARE(modern.record(0)->cancellation->reason, u"r"_s);
    }

    /// A responder may send one kind of cancellation: the end of a subscription, before, after or without a result.
    void subscriptionEndedByTheServer_data()
    {
        QTest::addColumn<QByteArray>("dialect");
        QTest::addColumn<QByteArrayList>("events");
        QTest::addColumn<QByteArrayList>("transitions");
        const QByteArray listen = R"(> {"jsonrpc":"2.0","id":"L","method":"subscriptions/listen"})";
        const QByteArray cancel =
            R"(< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"L"}})";
        const QByteArray result = R"(< {"jsonrpc":"2.0","id":"L","result":{}})";
        const QByteArray call = R"(> {"jsonrpc":"2.0","id":"L","method":"tools/call"})";
        const QByteArray stdio = Dialect::mcpModernStdio().name;
        const QByteArray http = Dialect::mcpModernHttp().name;
        QTest::newRow("cancel") << stdio << QByteArrayList{listen, cancel} << QByteArrayList{"created@0", "cancel@0"};
        QTest::newRow("cancel, HTTP") << http << QByteArrayList{listen, cancel}
                                      << QByteArrayList{"created@0", "cancel@0"};
        QTest::newRow("result behind it") << stdio << QByteArrayList{listen, cancel, result}
                                          << QByteArrayList{"created@0", "cancel@0", "confirmed@0"};
        QTest::newRow("result before it")
            << stdio << QByteArrayList{listen, result, cancel} << QByteArrayList{"created@0", "answered@0"};
        QTest::newRow("two results") << stdio << QByteArrayList{listen, cancel, result, result}
                                     << QByteArrayList{"created@0", "cancel@0", "confirmed@0", "second@0"};
        QTest::newRow("twice") << stdio << QByteArrayList{listen, cancel, cancel}
                               << QByteArrayList{"created@0", "cancel@0", "ignored:twice@0"};
        QTest::newRow("crossed with ours")
            << stdio << QByteArrayList{listen, "cancel \"L\"", cancel} << QByteArrayList{"created@0", "cancel@0"};
        QTest::newRow("of a call") << stdio << QByteArrayList{call, cancel}
                                   << QByteArrayList{"created@0", "ignored:unknown@-"};
        QTest::newRow("legacy") << Dialect::mcpLegacy().name << QByteArrayList{listen, cancel}
                                << QByteArrayList{"created@0", "ignored:unknown@-"};
    }
    void subscriptionEndedByTheServer()
    {
        QFETCH(const QByteArray, dialect);
        QFETCH(const QByteArrayList, events);
        RequestTracker tracker(*Dialect::named(dialect));
        QTEST(feedAll(tracker, events), "transitions");
        const auto &cancellation = tracker.record(0)->cancellation;
        QCOMPARE(cancellation && cancellation->byPeer, !cancellation ? false : !cancellation->local);
    }

    void toolErrorIsRecorded()
    {
        RequestTracker tracker;
        feedAll(tracker, {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call"})",
                          R"(< {"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}})"});
        QVERIFY(tracker.record(0)->toolError);
    }

    /// Links the requests of one call by `follows`.
    void legsOfOneCall()
    {
        RequestTracker tracker;
        const auto make = [&](const QByteArray &id, const QString &follows) {
            Event event = eventFrom(R"(> {"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call"})");
            event.time = ++m_time;
            if (!follows.isEmpty())
                event.details.insert(u"follows"_s, follows);
            tracker.feed(event, RequestRecord::NoEvent);
            return tracker.record(tracker.nextSerial() - 1)->leg;
        };
        QCOMPARE(make("1", {}).number, 0);
        QCOMPARE(make(R"("a")", {}).number, 0);
        const RequestRecord::Leg second = make("3", u"1"_s);
        QCOMPARE(second.number, 2);
        QCOMPARE(second.first, 0U);
        QCOMPARE(second.previous, 0U);
        const RequestRecord::Leg third = make("4", u"1"_s); // also after the second, whichever it names
        QCOMPARE(third.number, 3);
        QCOMPARE(third.first, 0U);
        QCOMPARE(third.previous, 2U);
        QCOMPARE(make("5", u"4"_s).number, 4);
        QCOMPARE(tracker.record(0)->leg.count, 4);
        QCOMPARE(tracker.record(0)->leg.last, 4U);
        QCOMPARE(tracker.record(1)->leg.number, 0);
        QCOMPARE(make("6", u"\"1\""_s).number, 0); // names a request that does not exist
        QCOMPARE(make("7", u"nonsense"_s).number, 0);
        QVERIFY(!tracker.record(0)->byHand);
    }

    void requestsOfTheServer()
    {
        RequestTracker tracker;
        const auto feed = [&](const QByteArray &line, qint64 exchange = 0) {
            Event event = eventFrom(line);
            if (exchange > 0)
                event.details.insert(u"exchange"_s, exchange);
            tracker.feed(event, RequestRecord::NoEvent);
            return *tracker.record(tracker.nextSerial() - 1);
        };
        constexpr quint64 None = RequestRecord::NoSerial;
        const QByteArray ask = R"(< {"jsonrpc":"2.0","id":1,"method":"elicitation/create"})";
        QCOMPARE(feed(ask).cause, None);
        feed(R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", 4);
        QCOMPARE(feed(ask).cause, None); // a list causes no questions
        const quint64 first = feed(R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call"})", 5).serial;
        QCOMPARE(feed(ask).cause, first);
        QVERIFY(feed(ask).causeIsGuess);
        QCOMPARE(feed(R"(< {"jsonrpc":"2.0","id":1,"method":"roots/list"})").cause, None); // may come at any time
        const quint64 second = feed(R"(> {"jsonrpc":"2.0","id":3,"method":"tools/call"})", 6).serial;
        QCOMPARE(feed(ask).cause, None); // may belong to either
        QCOMPARE(feed(ask, 6).cause, second);
        QVERIFY(!feed(ask, 5).causeIsGuess);
        QCOMPARE(feed(ask, 5).cause, first);
        QCOMPARE(feed(ask, 7).cause, None);
        feed(R"(< {"jsonrpc":"2.0","id":2,"result":{}})");
        QCOMPARE(feed(ask).cause, second);
        QVERIFY(feed(ask, 5).causeIsGuess); // that exchange has ended
        feed(R"(< {"jsonrpc":"2.0","id":3,"result":{}})");
        QCOMPARE(feed(ask).cause, None);
    }

    void forgetsTheOldest()
    {
        RequestTracker tracker(Dialect::mcpLegacy(), 3);
        feedAll(tracker, {R"(> {"jsonrpc":"2.0","id":"open","method":"m"})"});
        for (int i = 0; i < 10; ++i) {
            const QByteArray id = QByteArray::number(i);
            feedAll(tracker,
                    {R"(> {"jsonrpc":"2.0","id":)" + id + R"(,"method":"m","params":{"_meta":{"progressToken":)" + id +
                         "}}}",
                     R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}"});
        }
        QCOMPARE(
            feedAll(
                tracker,
                {R"(< {"jsonrpc":"2.0","id":0,"result":{}})",
                 R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":0,"progress":1}})",
                 R"(< {"jsonrpc":"2.0","id":9,"result":{}})"}),
            (QByteArrayList{"unknown@-", "noprogress@-", "late@10"}));
        QCOMPARE(tracker.record(1), nullptr);
        QVERIFY(tracker.record(0)->isOpen());
        QCOMPARE(tracker.open(), QList<quint64>{0});
    }
};

QTEST_GUILESS_MAIN(TestRequestRecord)
#include "tst_requestrecord.moc"
