// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requesttracker.h"

#include <QJsonArray>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

using Kind = Transition::Kind;
using Problem = Transition::CancelProblem;

/// Feeds conversations to the tracker, a message a line: ">" from the client, "<" from the server; other lines are events.
class TestRequestTracker : public QObject
{
    Q_OBJECT

private:
    JsonChecker m_checker;
    qint64 m_time = 0;

    Event eventFrom(const QByteArray &line)
    {
        Event event;
        const Direction direction = line.startsWith('>') ? Direction::ClientToServer : Direction::ServerToClient;
        const QByteArray rest = line.mid(2);
        if (line.startsWith('>') || line.startsWith('<')) {
            event = Event::ofBytes(rest, direction, m_checker);
        } else if (line.startsWith("queued ")) {
            event = Event::ofBytes(line.mid(7), Direction::ClientToServer, m_checker);
            event.kind = EventKind::Queued;
        } else if (line.startsWith("unsent ")) {
            const bool again = line.startsWith("unsent again ");
            event = Event::ofBytes(line.mid(again ? 13 : 7), Direction::ClientToServer, m_checker);
            event.kind = EventKind::Unsent;
            event.details.insert(u"again"_s, again);
        } else if (line.startsWith("cancel ")) {
            event =
                Event::ofKind(EventKind::Cancel, {{u"id"_s, QString::fromUtf8(line.mid(7))}, {u"reason"_s, u"r"_s}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("giveup ")) {
            event =
                Event::ofKind(EventKind::Cancel, {{u"id"_s, QString::fromUtf8(line.mid(7))}, {u"answered"_s, true}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("timeout ")) {
            event = Event::ofKind(EventKind::Timeout, {{u"id"_s, QString::fromUtf8(line.mid(8))}});
            event.direction = Direction::ClientToServer;
        } else if (line.startsWith("dialect ")) {
            event = Event::ofKind(EventKind::Dialect, {{u"name"_s, QString::fromUtf8(line.mid(8))}});
        } else if (line.startsWith("again ")) {
            event = Event::ofBytes(line.mid(6), Direction::ClientToServer, m_checker);
            event.details.insert(u"again"_s, true);
        } else if (line.startsWith("http ")) { // how, and what it ends
            const QList<QByteArray> words = line.split(' ');
            event = Event::ofKind(EventKind::Http, {{u"step"_s, u"end"_s},
                                                    {u"how"_s, QString::fromUtf8(words.at(1))},
                                                    {u"ends"_s, QString::fromUtf8(words.value(2))},
                                                    {u"reason"_s, u"why"_s}});
            if (words.value(2) == "cancels")
                event.details.insert(u"cancels"_s, u"1"_s);
            else
                event.details.insert(u"requests"_s, QJsonArray{u"1"_s});
        } else if (line.startsWith("oversize ")) {
            event = Event::ofKind(EventKind::Malformed, {{u"reason"_s, u"too long"_s}, {u"length"_s, qint64(1) << 40}});
            event.bytes = line.mid(9);
            event.direction = Direction::ServerToClient;
        } else if (line.startsWith("toodeep ")) {
            event = Event::ofKind(EventKind::Malformed, {{u"reason"_s, u"too deep"_s}, {u"limit"_s, true}});
            event.bytes = line.mid(8);
            event.direction = Direction::ServerToClient;
        } else if (line == "closed") {
            event = Event::ofKind(EventKind::Closed);
        }
        event.time = m_time += 1000;
        return event;
    }

    static QByteArray name(const Transition &transition)
    {
        static const QHash<Kind, QByteArray> names{{Kind::Created, "created"},
                                                   {Kind::Left, "left"},
                                                   {Kind::Answered, "answered"},
                                                   {Kind::Progressed, "progressed"},
                                                   {Kind::CancelRequested, "cancel"},
                                                   {Kind::CancelSignalled, "signalled"},
                                                   {Kind::TimedOut, "timedout"},
                                                   {Kind::CancelRefused, "cancelrefused"},
                                                   {Kind::Lost, "lost"},
                                                   {Kind::Refused, "refused"},
                                                   {Kind::Confirmed, "confirmed"},
                                                   {Kind::StreamClosed, "streamclosed"},
                                                   {Kind::StreamEnded, "streamended"},
                                                   {Kind::LateAnswer, "late"},
                                                   {Kind::LateProgress, "lateprogress"},
                                                   {Kind::SecondAnswer, "second"},
                                                   {Kind::UnknownAnswer, "unknown"},
                                                   {Kind::UnknownProgress, "noprogress"},
                                                   {Kind::IgnoredCancel, "ignored"}};
        static const QHash<Problem, QByteArray> problems{{Problem::None, ""},
                                                         {Problem::Unknown, ":unknown"},
                                                         {Problem::OtherType, ":type"},
                                                         {Problem::Finished, ":finished"},
                                                         {Problem::Twice, ":twice"},
                                                         {Problem::NotCancellable, ":never"},
                                                         {Problem::Malformed, ":malformed"},
                                                         {Problem::HasId, ":id"}};
        const QByteArray serial =
            transition.serial == Transition::NoRecord ? "-" : QByteArray::number(transition.serial);
        return names.value(transition.kind) + problems.value(transition.problem) + '@' + serial;
    }

    QByteArrayList feedAll(RequestTracker &tracker, const QByteArrayList &lines)
    {
        QByteArrayList seen;
        qint64 index = 0;
        for (const QByteArray &line : lines) {
            for (const Transition &transition : tracker.feed(eventFrom(line), index))
                seen.append(name(transition));
            ++index;
        }
        return seen;
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void transitions_data()
    {
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<QByteArrayList>("expected");
        QTest::addColumn<RequestState>("state"); // of the first record

        const QByteArray call =
            R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","_meta":{"progressToken":"p"}}})";
        const QByteArray result = R"(< {"jsonrpc":"2.0","id":1,"result":{}})";
        const QByteArray error = R"(< {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}})";
        const QByteArray progress =
            R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}})";
        const auto cancel = [](const QByteArray &id) {
            return R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}";
        };
        const auto row = [](const char *tag, const QByteArrayList &lines, const QByteArrayList &expected,
                            RequestState state) { QTest::newRow(tag) << lines << expected << state; };
        using S = RequestState;

        row("result", {call, result}, {"created@0", "answered@0"}, S::Succeeded);
        row("error", {call, error}, {"created@0", "answered@0"}, S::Failed);
        row("answer from the wrong side", {call, R"(> {"jsonrpc":"2.0","id":1,"result":{}})"},
            {"created@0", "unknown@-"}, S::InFlight);
        row("answer with another type", {call, R"(< {"jsonrpc":"2.0","id":"1","result":{}})"},
            {"created@0", "unknown@-"}, S::InFlight);
        row("answer without id", {call, R"(< {"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}})"},
            {"created@0", "unknown@-"}, S::InFlight);
        row("progress", {call, progress, result}, {"created@0", "progressed@0", "answered@0"}, S::Succeeded);
        row("progress after the end", {call, result, progress}, {"created@0", "answered@0", "lateprogress@0"},
            S::Succeeded);
        row("unknown token",
            {R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})"},
            {"noprogress@-"}, S::InFlight);
        row("second answer", {call, result, error}, {"created@0", "answered@0", "second@0"}, S::Succeeded);

        row("cancel on the wire", {call, cancel("1")}, {"created@0", "cancel@0"}, S::Cancelled);
        row("late result", {call, cancel("1"), result}, {"created@0", "cancel@0", "late@0"}, S::Cancelled);
        row("late error", {call, cancel("1"), error}, {"created@0", "cancel@0", "late@0"}, S::Cancelled);
        row("late twice", {call, cancel("1"), result, result}, {"created@0", "cancel@0", "late@0", "second@0"},
            S::Cancelled);
        const QByteArray asTask =
            R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","task":{},"_meta":{"progressToken":"p"}}})";
        const QByteArray task = R"(< {"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t","status":"working"}}})";
        row("progress of a task", {asTask, task, progress}, {"created@0", "answered@0", "progressed@0"}, S::Succeeded);
        row("progress of no task", {asTask, result, progress}, {"created@0", "answered@0", "lateprogress@0"},
            S::Succeeded);
        row("progress of a task that nobody asked for", {call, task, progress},
            {"created@0", "answered@0", "lateprogress@0"}, S::Succeeded);
        row("late progress", {call, cancel("1"), progress}, {"created@0", "cancel@0", "lateprogress@0"}, S::Cancelled);
        row("cancel by us, then its signal", {call, "cancel 1", cancel("1")}, {"created@0", "cancel@0", "signalled@0"},
            S::Cancelled);
        row("answer between", {call, "cancel 1", result, cancel("1")},
            {"created@0", "cancel@0", "late@0", "signalled@0"}, S::Cancelled);
        row("cancel by us after the answer", {call, result, "cancel 1"}, {"created@0", "answered@0"}, S::Succeeded);

        row("given up at questions", {call, result, "giveup 1", "giveup 1"}, {"created@0", "answered@0", "cancel@0"},
            S::Cancelled);
        row("given up at questions, answered again", {call, result, "giveup 1", result},
            {"created@0", "answered@0", "cancel@0", "second@0"}, S::Cancelled);
        row("no questions: it is open", {call, "giveup 1"}, {"created@0"}, S::InFlight);
        row("no questions: an error", {call, error, "giveup 1"}, {"created@0", "answered@0"}, S::Failed);

        row("cancel twice", {call, cancel("1"), cancel("1")}, {"created@0", "cancel@0", "ignored:twice@0"},
            S::Cancelled);
        row("cancel after the answer", {call, result, cancel("1")}, {"created@0", "answered@0", "ignored:finished@0"},
            S::Succeeded);
        row("cancel of an unknown id", {call, cancel("2")}, {"created@0", "ignored:unknown@-"}, S::InFlight);
        row("cancel as a string", {call, cancel("\"1\"")}, {"created@0", "ignored:type@0"}, S::InFlight);
        row("cancel without id", {call, R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{}})"},
            {"created@0", "ignored:malformed@-"}, S::InFlight);
        row("cancel with null", {call, cancel("null")}, {"created@0", "ignored:malformed@-"}, S::InFlight);
        row("cancel with an object", {call, cancel("{}")}, {"created@0", "ignored:malformed@-"}, S::InFlight);
        row("cancel as a request",
            {call, R"(> {"jsonrpc":"2.0","id":9,"method":"notifications/cancelled","params":{"requestId":1}})"},
            {"created@0", "created@1", "ignored:id@-"}, S::InFlight);
        row("cancel from the wrong side",
            {call, R"(< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})"},
            {"created@0", "ignored:unknown@-"}, S::InFlight);
        row("initialize", {R"(> {"jsonrpc":"2.0","id":1,"method":"initialize"})", cancel("1"), result},
            {"created@0", "ignored:never@0", "answered@0"}, S::Succeeded);

        row("timeout", {call, "timeout 1", cancel("1"), result}, {"created@0", "timedout@0", "signalled@0", "late@0"},
            S::TimedOut);
        const auto cut = [](const QByteArray &message) { return "oversize " + message.first(message.indexOf('|')); };
        const QByteArray tooLong = cut(R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"text":"aaaa|"}]}})");
        row("answer too long to keep", {call, tooLong}, {"created@0", "refused@0"}, S::Failed);
        row("error too long to keep", {call, cut(R"({"id":1,"error":{"message":"|"}})")}, {"created@0", "refused@0"},
            S::Failed);
        row("too long, of another", {call, cut(R"({"jsonrpc":"2.0","id":2,"result":{"a|":1}})")}, {"created@0"},
            S::InFlight);
        row("too long, the id behind the cut", {call, cut(R"({"result":{"a":[|]},"id":1})")}, {"created@0"},
            S::InFlight);
        row("too long, the cut in the id", {call, cut(R"({"result":{},"id":1|23})")}, {"created@0"}, S::InFlight);
        row("too long, a request", {call, cut(R"({"id":1,"result":{},"method":"m","params":{"a|":1}})")}, {"created@0"},
            S::InFlight);
        row("too long, no JSON", {call, cut(R"({"id" 1}{[}],|)")}, {"created@0"}, S::InFlight);
        row("too long, nothing at all", {call, "oversize "}, {"created@0"}, S::InFlight);
        row("too long after a cancel", {call, cancel("1"), tooLong}, {"created@0", "cancel@0"}, S::Cancelled);
        const QByteArray deep = "toodeep " + result.mid(2);
        row("answer beyond a limit", {call, deep, result}, {"created@0", "refused@0", "second@0"}, S::Failed);
        row("beyond a limit, no answer", {call, "toodeep " + call.mid(2)}, {"created@0"}, S::InFlight);
        row("beyond a limit, no id", {call, R"(toodeep {"result":{}})"}, {"created@0"}, S::InFlight);
        row("lost", {call, "closed"}, {"created@0", "lost@0"}, S::Lost);
        row("sent again by another way", {call, "again " + call.mid(2), result}, {"created@0", "answered@0"},
            S::Succeeded);
        row("a closed stream is the cancel", {"dialect mcp-modern-http", call, "http closed"},
            {"created@0", "cancel@0"}, S::Cancelled);
        row("a closed stream after a timeout", {"dialect mcp-modern-http", call, "timeout 1", "http closed"},
            {"created@0", "timedout@0", "signalled@0"}, S::TimedOut);
        row("a broken stream is no cancel", {"dialect mcp-modern-http", call, "http broken lost"},
            {"created@0", "lost@0"}, S::Lost);
        row("a notification is no cancel there", {"dialect mcp-modern-http", call, cancel("1")}, {"created@0"},
            S::InFlight);
        row("refused by HTTP", {call, "http complete refused"}, {"created@0", "refused@0"}, S::Failed);
        row("lost with its stream", {call, "http broken lost"}, {"created@0", "lost@0"}, S::Lost);
        row("its stream is taken up again", {call, "http broken", result}, {"created@0", "answered@0"}, S::Succeeded);
        row("closing is no cancel", {call, "http closed"}, {"created@0"}, S::InFlight);
        row("stream closed after the cancel", {call, "cancel 1", cancel("1"), "http closed"},
            {"created@0", "cancel@0", "signalled@0", "streamclosed@0"}, S::Cancelled);
        row("stream broken after the cancel", {call, "cancel 1", cancel("1"), "http broken lost"},
            {"created@0", "cancel@0", "signalled@0", "streamended@0"}, S::Cancelled);
        row("stream ended after the cancel",
            {call, "cancel 1", cancel("1"), "http complete lost", "http complete lost"},
            {"created@0", "cancel@0", "signalled@0", "streamended@0"}, S::Cancelled);
        row("stream taken up again after the cancel", {call, "cancel 1", cancel("1"), "http broken"},
            {"created@0", "cancel@0", "signalled@0"}, S::Cancelled);
        row("the server does not take the cancel", {call, "cancel 1", cancel("1"), "http complete cancels"},
            {"created@0", "cancel@0", "signalled@0", "cancelrefused@0"}, S::Cancelled);
        row("the server cancels ours", {"dialect mcp-modern-http", call, '<' + cancel("1").mid(1)},
            {"created@0", "ignored:unknown@-"}, S::InFlight);
        row("closing is the cancel", {"dialect mcp-modern-http", call, "cancel 1", "http closed"},
            {"created@0", "cancel@0", "signalled@0"}, S::Cancelled);
        row("queued", {"queued " + call.mid(2)}, {"created@0"}, S::Queued);
        row("queued, then gone", {"queued " + call.mid(2), call, result}, {"created@0", "left@0", "answered@0"},
            S::Succeeded);
        row("queued, cancelled, then gone", {"queued " + call.mid(2), "cancel 1", call, cancel("1")},
            {"created@0", "cancel@0", "left@0", "signalled@0"}, S::Cancelled);
        row("queued, though it has left", {call, "queued " + call.mid(2), result}, {"created@0", "answered@0"},
            S::Succeeded);
        row("sent by another way, where it never left", {call, "unsent again " + call.mid(2)}, {"created@0", "lost@0"},
            S::Lost);
        row("never left", {"unsent " + call.mid(2), "closed"}, {"created@0", "lost@0"}, S::Lost);
        row("queued, never left", {"queued " + call.mid(2), "unsent " + call.mid(2), "closed"}, {"created@0", "lost@0"},
            S::Lost);
        row("queued, cancelled, never left", {"queued " + call.mid(2), "cancel 1", "unsent " + call.mid(2)},
            {"created@0", "cancel@0"}, S::Cancelled);
        const QByteArray nameless = R"(< {"jsonrpc":"2.0","id":null,"method":"m"})";
        const QByteArray refusal = R"(> {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}})";
        row("id null", {nameless, refusal, refusal}, {"created@0", "answered@0", "unknown@-"}, S::Failed);
        row("id true, refused without one",
            {R"(< {"jsonrpc":"2.0","id":true,"method":"m"})",
             R"(> {"jsonrpc":"2.0","error":{"code":-32600,"message":""}})"},
            {"created@0", "answered@0"}, S::Failed);
        row("id null, the oldest is refused first", {nameless, nameless, refusal, refusal},
            {"created@0", "created@1", "answered@0", "answered@1"}, S::Failed);
        row("id null, of the other side",
            {nameless, R"(< {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}})"}, {"created@0", "unknown@-"},
            S::InFlight);
        row("id null has no result", {nameless, R"(> {"jsonrpc":"2.0","id":null,"result":{}})"},
            {"created@0", "unknown@-"}, S::InFlight);
        row("id 1.0",
            {R"(< {"jsonrpc":"2.0","id":1.0,"method":"m"})",
             R"(> {"jsonrpc":"2.0","id":1.0,"error":{"code":-32600,"message":"no"}})"},
            {"created@0", "answered@0"}, S::Failed);
        row("queued, never gone", {"queued " + call.mid(2), "closed"}, {"created@0", "lost@0"}, S::Lost);

        row("id used twice: the refusal is the newer one's",
            {call, call, R"(< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"in use"}})"},
            {"created@0", "created@1", "answered@1"}, S::InFlight);
        row("id used twice: the oldest is answered first", {call, call, result, result},
            {"created@0", "created@1", "answered@0", "answered@1"}, S::Succeeded);
        row("id used again after the end", {call, cancel("1"), call, result},
            {"created@0", "cancel@0", "created@1", "answered@1"}, S::Cancelled);
        row("both directions",
            {call, R"(< {"jsonrpc":"2.0","id":1,"method":"roots/list"})", R"(> {"jsonrpc":"2.0","id":1,"result":{}})"},
            {"created@0", "created@1", "answered@1"}, S::InFlight);
        row("batch",
            {R"(> [{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}])",
             R"(< [{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}])"},
            {"created@0", "created@1", "answered@1", "answered@0"}, S::Succeeded);

        row("acp: an answer is owed",
            {"dialect acp", call, R"(> {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}})"},
            {"created@0", "cancel@0"}, S::Cancelling);
        row("acp: and comes as -32800",
            {"dialect acp", call, "cancel 1", R"(< {"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"c"}})"},
            {"created@0", "cancel@0", "answered@0"}, S::Cancelled);
        row("acp: and comes as a result", {"dialect acp", call, "cancel 1", result},
            {"created@0", "cancel@0", "answered@0"}, S::Succeeded);
        row("lsp", {"dialect lsp", call, R"(> {"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}})"},
            {"created@0", "cancel@0"}, S::Cancelling);
    }

    void transitions()
    {
        QFETCH(const QByteArrayList, lines);
        QFETCH(const QByteArrayList, expected);
        QFETCH(const RequestState, state);
        RequestTracker tracker;
        QCOMPARE(feedAll(tracker, lines), expected);
        if (const RequestRecord *record = tracker.record(0)) {
            QCOMPARE(record->state, state);
            QCOMPARE(tracker.open().contains(0), record->isOpen());
        }
    }

    void recordTellsWhatHappened()
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
        QCOMPARE(record->late.answerTime, 5000);
        QCOMPARE(record->late.answerEvent, 4);
    }

    void whatNeverLeftIsSeen()
    {
        const QByteArray request = R"({"jsonrpc":"2.0","id":1,"method":"m"})";
        RequestTracker tracker;
        feedAll(tracker, {"unsent " + request, "> " + request, "closed"});
        QVERIFY(tracker.record(0)->neverSent);
        QVERIFY(!tracker.record(1)->neverSent);
    }

    void closedStreamIsToldFromACancel()
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

    /// The one cancel that who answers may send: the end of a subscription, with a result before it, behind it, or none.
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

    void toolErrorIsSeen()
    {
        RequestTracker tracker;
        feedAll(tracker, {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call"})",
                          R"(< {"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}})"});
        QVERIFY(tracker.record(0)->toolError);
    }

    /// Memory is bounded: what ended long ago is forgotten, what is open never is.
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
        const RequestRecord::Leg third = make("4", u"1"_s); // also behind the second, whichever it names
        QCOMPARE(third.number, 3);
        QCOMPARE(third.first, 0U);
        QCOMPARE(third.previous, 2U);
        QCOMPARE(make("5", u"4"_s).number, 4);
        QCOMPARE(tracker.record(0)->leg.count, 4);
        QCOMPARE(tracker.record(0)->leg.last, 4U);
        QCOMPARE(tracker.record(1)->leg.number, 0);
        QCOMPARE(make("6", u"\"1\""_s).number, 0); // which nobody has asked
        QCOMPARE(make("7", u"nonsense"_s).number, 0);
        QVERIFY(!tracker.record(0)->byHand);
    }

    void whatTheServerAsksFor()
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
        QCOMPARE(feed(ask).cause, None); // nobody asks for the sake of a list
        const quint64 first = feed(R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call"})", 5).serial;
        QCOMPARE(feed(ask).cause, first);
        QVERIFY(feed(ask).causeIsGuess);
        QCOMPARE(feed(R"(< {"jsonrpc":"2.0","id":1,"method":"roots/list"})").cause, None); // which comes at any time
        const quint64 second = feed(R"(> {"jsonrpc":"2.0","id":3,"method":"tools/call"})", 6).serial;
        QCOMPARE(feed(ask).cause, None); // it may be either
        QCOMPARE(feed(ask, 6).cause, second);
        QVERIFY(!feed(ask, 5).causeIsGuess);
        QCOMPARE(feed(ask, 5).cause, first);
        QCOMPARE(feed(ask, 7).cause, None);
        feed(R"(< {"jsonrpc":"2.0","id":2,"result":{}})");
        QCOMPARE(feed(ask).cause, second);
        QVERIFY(feed(ask, 5).causeIsGuess); // that exchange is over
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

QTEST_GUILESS_MAIN(TestRequestTracker)
#include "tst_requesttracker.moc"
