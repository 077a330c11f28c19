// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trackerscript.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Effect of each kind of event on a request.
class TestRequestTracker : public QObject, private TrackerScript
{
    Q_OBJECT

    static constexpr const char *LogMessage =
        R"(< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}})";

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void transitions_data()
    {
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<QByteArrayList>("expected");
        QTest::addColumn<RequestState>("state"); // state of the first record

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
        const QByteArray mismatched = R"(< {"jsonrpc":"2.0","id":"1","result":{}})";
        row("answer with another type", {call, mismatched}, {"created@0", "unknown@0"}, S::InFlight);
        row("answer with another spelling", {call, R"(< {"jsonrpc":"2.0","id":1.0,"result":{}})"},
            {"created@0", "unknown@0"}, S::InFlight);
        row("answer with another type, and then the right one", {call, mismatched, result},
            {"created@0", "unknown@0", "answered@0"}, S::Succeeded);
        row("id used again after an answer with another type", {call, mismatched, call, result, mismatched},
            {"created@0", "unknown@0", "created@1", "answered@1", "unknown@0"}, S::InFlight);
        row("id used twice, the newer answered with another type, and again",
            {call, call, mismatched, call, call, result, result, result, result},
            {"created@0", "created@1", "unknown@1", "created@2", "created@3", "answered@2", "answered@3", "answered@1",
             "answered@0"},
            S::Succeeded);
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
        row("given up at questions, second response", {call, result, "giveup 1", result},
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
        const QByteArray asked = R"(< {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}})";
        const QByteArray withdrawn = '<' + cancel("1").mid(1);
        row("asked where servers may not", {"dialect mcp-modern-stdio", asked, withdrawn},
            {"created@0", "forbidden@0", "ignored:finished@0"}, S::Failed);
        row("asked where servers may not, and answered all the same",
            {"dialect mcp-modern-http", asked, R"(> {"jsonrpc":"2.0","id":1,"result":{}})"},
            {"created@0", "forbidden@0", "late@0"}, S::Failed);
        row("asked where servers may", {asked, "dialect mcp-modern-stdio"}, {"created@0"}, S::InFlight);
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

        row("the wait after a cancel by the operator ends with the connection", {call, "operator 1", "closed"},
            {"created@0", "cancel@0", "remarked@0"}, S::Cancelled);
        row("it has ended before", {call, "operator 1", result, "closed"},
            {"created@0", "cancel@0", "late@0", "remarked@0"}, S::Cancelled);
        row("it ends with a response in part", {call, "operator 1", "cut 1", "closed"},
            {"created@0", "cancel@0", "remarked@0"}, S::Cancelled);
        row("an own cancel has no such wait", {call, "cancel 1", "cut 1", "closed"}, {"created@0", "cancel@0"},
            S::Cancelled);

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

    void unrequestedLog_data()
    {
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<QByteArrayList>("expected");
        const QByteArray stdio = "dialect mcp-modern-stdio";
        const QByteArray http = "dialect mcp-modern-http";
        const QByteArray log = LogMessage;
        const QByteArray asking =
            R"(> {"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/logLevel":"info"}}})";
        const QByteArray other = R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"_meta":{}}})";
        const QByteArray result = R"(< {"jsonrpc":"2.0","id":1,"result":{}})";
        const QByteArray cancel = R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})";
        const auto row = [](const char *tag, const QByteArrayList &lines, const QByteArrayList &expected) {
            QTest::newRow(tag) << lines << expected;
        };
        row("any may come in the legacy era", {log}, {});
        row("nothing asks", {stdio, log}, {"unasked@-"});
        row("nothing asks, over HTTP", {http, log}, {"unasked@-"});
        row("what is open does not ask", {stdio, other, log}, {"created@0", "unasked@-"});
        row("our own", {stdio, '>' + log.mid(1)}, {});
        row("asked for", {stdio, other, asking, log}, {"created@0", "created@1"});
        row("answered", {stdio, asking, log, result, log}, {"created@0", "answered@0", "unasked@-"});
        row("one of two is answered", {stdio, asking, asking, result, log}, {"created@0", "created@1", "answered@0"});
        row("may have crossed the cancel", {stdio, asking, cancel, log}, {"created@0", "cancel@0"});
        row("may have crossed the closing", {http, asking, "http closed", log}, {"created@0", "cancel@0"});
        row("may have come after our deadline", {stdio, asking, "timeout 1", log}, {"created@0", "timedout@0"});
        row("the server has ended it", {stdio, asking, '<' + cancel.mid(1), log},
            {"created@0", "cancel@0", "unasked@-"});
        row("never sent", {stdio, "unsent " + asking.mid(2), log}, {"created@0", "lost@0", "unasked@-"});
    }
    void unrequestedLog()
    {
        QFETCH(const QByteArrayList, lines);
        RequestTracker tracker;
        QTEST(feedAll(tracker, lines), "expected");
    }

    /// Each message has a constant cost, and there is no file to read from.
    void floodOfUnrequestedLog()
    {
        constexpr int Count = 100'000;
        RequestTracker tracker(Dialect::mcpModernStdio());
        for (int id = 0; id < Count; ++id)
            feedAll(tracker, {"> {\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::number(id) + ",\"method\":\"m\"}"});
        QCOMPARE(tracker.openCount(), Count);
        const Event log = eventFrom(LogMessage);
        int unasked = 0;
        for (int message = 0; message < Count; ++message)
            unasked += tracker.feed(log, message).size() == 1 ? 1 : 0;
        QCOMPARE(unasked, Count);
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
            QCOMPARE(tracker.awaited().contains(0), record->isStillAwaited());
        }
    }
};

QTEST_GUILESS_MAIN(TestRequestTracker)
#include "tst_requesttracker.moc"
