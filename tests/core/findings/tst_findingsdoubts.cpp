// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// Events after a cancellation that may have another cause: no finding, or one with a doubt.
class TestFindingsDoubts : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(); }

    /// The last line of a traceback names the cause.
    void quotesTheLastLine()
    {
        const Finding found =
            FindingScript::named("2025-11-25 stdio")
                .run(
                    {"20 > cancel 77", R"(30 stderr {"s":"thread 'main' panicked at src/main.rs:5:1:\nno such id\n"})"})
                ->first(FindingCode::C14);
        QVERIFY2(QString(found.sentence).endsWith(u": no such id"_s), qPrintable(found.sentence));
    }

    /// The sentence and the events include the other open requests.
    void namesWhatElseWasOpen()
    {
        const Finding found = FindingScript::named("2025-11-25 stdio")
                                  .run({"10 > request 1 tools/call", "11 > request 2 tools/call", "200 > cancel 1",
                                        R"(500 exited {"exitCode":1})", "501 closed"})
                                  ->first(FindingCode::C15);
        QVERIFY2(QString(found.sentence).contains(u"the request 2"_s), qPrintable(found.sentence));
        QCOMPARE(found.events, (QList<qint64>{6, 7, 8}));
    }
};

namespace {

void addDeathRows()
{
    const QByteArrayList dies{R"(1900 exited {"exitCode":1})", "1901 closed"};
    const auto row = [&](const QByteArray &name, const QByteArrayList &other, const QByteArrayList &since,
                         const QByteArray &found) {
        QTest::addRow("%s", name.constData())
            << Legacy << Call + other + QByteArrayList{"200 > cancel 1"} + since << found;
    };
    row("C15 alone", {}, dies, "C15:error");
    row("C15 where another call was open", {"20 > request 2 tools/call"}, dies, "C15:info P18:warning");
    row("C15 where that went on", {R"(20 > request 2 tools/call {"_meta":{"progressToken":2}})"},
        QByteArrayList{"300 < progress 2 1"} + dies, "C15:info P18:warning");
    row("C15 where that had been answered", {"20 > request 2 tools/call"}, QByteArrayList{"300 < result 2"} + dies,
        "C15:error");
    row("C15 where only a ping was open", {"20 > request 2 ping"}, dies, "C15:error");
    row("C15 where it says what it broke on, and another call was open", {"20 > request 2 tools/call"},
        QByteArrayList{R"(300 stderr {"s":"asyncio.exceptions.CancelledError"})"} + dies, "C15:error");
    const auto ends = [&](const QByteArray &name, const QByteArray &end, const QByteArray &found) {
        row(name, {}, {end, "1901 closed"}, found);
    };
    ends("C15 at last with 0", R"(1900 exited {"exitCode":0})", "C15:info");
    ends("C15 at once with 0", R"(700 exited {"exitCode":0})", "C15:error");
    ends("C15 after that with 0", R"(701 exited {"exitCode":0})", "C15:info");
    ends("C15 with 143", R"(1900 exited {"exitCode":143})", "C15:info");
    ends("C15 with 134", R"(1900 exited {"exitCode":134})", "C15:error");
    for (const QByteArray signal : {"SIGHUP", "SIGINT", "SIGKILL", "SIGTERM"})
        ends("C15 by " + signal, R"(210 exited {"signal":")" + signal + R"("})", "C15:info");
    for (const QByteArray signal : {"SIGSEGV", "SIGABRT"})
        ends("C15 by " + signal, R"(1900 exited {"signal":")" + signal + R"("})", "C15:error");
}

/// Only the order of the messages relates questions to a request.
void addQuestionRows()
{
    const QByteArray asks = " < request 5 sampling/createMessage";
    const QByteArrayList cancelled = Call + QByteArrayList{"20 > cancel 1"};
    const auto row = [&](const char *name, const QByteArrayList &lines, const QByteArray &found,
                         const QByteArray &kind = Legacy) {
        QTest::newRow(name) << kind << lines + QByteArrayList{"1500 > result 5"} << found;
    };
    row("C08 soon", cancelled + QByteArrayList{"1020" + asks}, "C08:warning");
    row("C08 later", cancelled + QByteArrayList{"1021" + asks}, "C16:info");
    row("C08 later, in its stream",
        QByteArrayList{"10 > exchange=7 request 1 tools/call", "20 > cancel 1",
                       "1021 < exchange=7 request 5 sampling/createMessage"},
        "C08:warning", LegacyHttp);
    row("C08 after another call",
        cancelled + QByteArrayList{"30 > request 2 tools/call", "40 < result 2", "100" + asks}, "C16:info");
    row("C08 after a ping", cancelled + QByteArrayList{"30 > request 2 ping", "31 < result 2", "100" + asks},
        "C08:warning");
    const QByteArrayList task{
        "2 > request 3 tools/call {\"task\":{}}",
        R"(3 < result 3 {"task":{"taskId":"t","status":"working","createdAt":"x","lastUpdatedAt":"x","ttl":null}})"};
    row("C08 while a task is open", task + cancelled + QByteArrayList{"100" + asks}, "C16:info");
    const QByteArray ends = R"(15 < notify notifications/tasks/status {"taskId":"t","status":"completed"})";
    row("C08 when it has ended", task + Call + QByteArrayList{ends, "20 > cancel 1", "100" + asks}, "C08:warning");
    const QByteArray related = asks + R"( {"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"u"}}})";
    row("C08 for a task", cancelled + QByteArrayList{"100" + related}, "C16:info");
}

/// Over HTTP the response of the POST shows whether the server accepted the cancellation.
void addPostRows()
{
    const auto row = [](const char *name, const QByteArrayList &lines, const QByteArray &found) {
        const QByteArrayList call{R"(10 > exchange=7 request 1 tools/call {"_meta":{"progressToken":1}})"};
        QTest::newRow(name) << LegacyHttp << call + lines << found;
    };
    const QByteArrayList cancelled{R"(20 http > {"exchange":8,"step":"request","method":"POST"})",
                                   "21 > exchange=8 cancel 1"};
    const QByteArray end = R"( http {"exchange":8,"step":"end","how":"complete")";
    const QByteArray refused = end + R"(,"notAccepted":"notifications/cancelled","cancels":"1","reason":"HTTP 401"})";
    const QByteArray taken = R"( http < {"exchange":8,"step":"response","status":202})";
    const QByteArray result = " < exchange=7 result 1";
    const QByteArray error = " < exchange=7 error 1 -32603 x";
    const QByteArray progress = " < exchange=7 progress 1 1";
    row("C13 alone, with a result", cancelled + QByteArrayList{"30" + refused, "100" + result}, "C13:warning");
    row("C13 alone, with an error", cancelled + QByteArrayList{"30" + refused, "100" + error}, "C13:warning");
    row("C13 alone, with progress", cancelled + QByteArrayList{"30" + refused, "100" + progress}, "C13:warning");
    row("C13 alone, with a notification",
        cancelled + QByteArrayList{"30" + refused, "100 < exchange=7 notify notifications/acme"}, "C13:warning");
    row("C13 alone, with a question",
        cancelled + QByteArrayList{"30" + refused, "100 < exchange=7 request 5 elicitation/create", "110 > result 5"},
        "C13:warning");
    row("C13 alone, with a ping",
        cancelled + QByteArrayList{"30" + refused, "31 > request 2 ping", "500" + result, "501 < result 2"},
        "C13:warning");
    row("C13 alone, behind a result", cancelled + QByteArrayList{"100" + result, "130" + refused}, "C13:warning");
    row("C13 alone, behind progress",
        cancelled + QByteArrayList{"100" + progress, "110 < exchange=7 progress 1 2", "130" + refused}, "C13:warning");
    row("C13 of another, behind a result",
        cancelled + QByteArrayList{"100" + result, "130" + QByteArray(refused).replace("\"1\"", "\"9\"")},
        "C01:info~ C13:warning");
    row("C01 where it took the cancel", cancelled + QByteArrayList{"30" + taken, "100" + result}, "C01:warning");
    row("C01 before it took the cancel", cancelled + QByteArrayList{"100" + result, "130" + taken}, "C01:info~");
    row("C05 before it took the cancel", cancelled + QByteArrayList{"100" + error, "130" + taken}, "C05:info~");
    row("C06 where it took the cancel", cancelled + QByteArrayList{"30" + taken, "100" + progress}, "C06:warning");
    row("C06 before it took the cancel",
        cancelled + QByteArrayList{"100" + progress, "110 < exchange=7 progress 1 2", "130" + taken}, "C06:info*2~");
    row("C06 before and after",
        cancelled + QByteArrayList{"100" + progress, "130" + taken, "150 < exchange=7 progress 1 2"}, "C06:warning*2");
    row("C01 where no exchange is told", {"20 > cancel 1", "100" + result}, "C01:warning");
}

/// A server that waits for a response itself cannot respond.
void addWaitingRows()
{
    const QByteArrayList lines{"10 > request 1 tools/call", "30 < result 1", "40 > request 2 prompts/get",
                               "50 > request 3 tools/call", "100 > cancel 2"};
    const QByteArrayList end{R"(6000 timeout > {"id":"3"})", "6001 > cancel 3"};
    const QByteArray asks = "200 < request 5 elicitation/create";
    QTest::newRow("C17") << Legacy << lines + end << "C16:info C17:warning"_ba;
    QTest::newRow("C17 not where it waits for the client")
        << Legacy << lines + QByteArrayList{asks} + end << "C16:info"_ba;
    QTest::newRow("C17 where that was answered long ago")
        << Legacy << lines + QByteArrayList{asks, "300 > result 5"} + end << "C16:info C17:warning"_ba;
    QTest::newRow("C17 not where that was answered lately")
        << Legacy << lines + QByteArrayList{asks, "5000 > result 5"} + end << "C16:info"_ba;
    QTest::newRow("C17 where it only asks for roots")
        << Legacy << lines + QByteArrayList{"200 < request 5 roots/list"} + end << "C16:info C17:warning"_ba;
}

} // namespace

void TestFindingsDoubts::finds_data()
{
    addColumns();
    addDeathRows();
    addQuestionRows();
    addPostRows();
    addWaitingRows();
}

QTEST_GUILESS_MAIN(TestFindingsDoubts)
#include "tst_findingsdoubts.moc"
