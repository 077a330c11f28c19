// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"
#include "core/capture/import/captureimport.h"
#include "core/capture/import/importformat.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

const QByteArray Init = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
const QByteArray InitializeResponse = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"n\":1.10}}";
const QByteArray Question = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"roots/list\"}";
const QByteArray QuestionAnswer = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"roots\":[]}}";

} // namespace

/// Import of the logs of other programs: they become captures without loss.
class TestImport : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Capture> m_capture;

    /// Imports `content` and returns one line per event: direction and kind, or the bytes of a message.
    QStringList story(const QByteArray &content, const QString &name = u"x.log"_s)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            return {u"not written"_s};
        file.close();
        auto opened = CaptureImport::open(file.fileName());
        if (!opened)
            return {opened.error().detail};
        m_capture = *std::move(opened);
        m_capture->readMore(content.size() * 4 + 100'000);
        QStringList words;
        for (qsizetype i = 0; i < m_capture->count(); ++i) {
            const Event event = m_capture->eventAt(i);
            const QByteArray what = event.isMessage() ? event.bytes : nameOf(event.kind).toByteArray();
            words << QString::fromUtf8(
                event.direction == Direction::None ? what : nameOf(event.direction).toByteArray() + ' ' + what);
        }
        return words;
    }
    [[nodiscard]] QString summary() const { return CaptureImport::summaryOf(*m_capture); }
    [[nodiscard]] Event last() const { return m_capture->eventAt(m_capture->count() - 1); }
    static QString sent(const QByteArray &message) { return QString::fromUtf8("c2s " + message); }
    static QString came(const QByteArray &message) { return QString::fromUtf8("s2c " + message); }

private slots:
    void linesWithoutDirections();
    void someLinesWithoutTimes();
    void timesInAllUnits_data();
    void timesInAllUnits();
    void timesOutOfRange_data();
    void timesOutOfRange();
    void simultaneousEvents();
    void eventsWithoutAHeader();
    void arrayOfBothSides();
    void linesWithDirections_data();
    void linesWithDirections();
    void invalidLines();
    void revisionsAreRecognized_data();
    void revisionsAreRecognized();
    void timesOfOtherForms_data();
    void timesOfOtherForms();
    void messageOverSeveralLinesWithTimesInIt();
    void logOfClaude_data();
    void logOfClaude();
    void logOfClaudeWithOtherLines();
    void logOfClaudeWithErrorsOverSeveralLines_data();
    void logOfClaudeWithErrorsOverSeveralLines();
    void logOfClaudeCode_data();
    void logOfClaudeCode();
    void logWithMessages_data();
    void logWithMessages();
    void logOfVsCode();
    void sideFollowsFromTheMessages_data();
    void sideFollowsFromTheMessages();
    void logWithTimesOfDay();
    void logWithAMessageOverSeveralLines();
    void linesWithOtherMemberNames_data();
    void linesWithOtherMemberNames();
    void strayOutputIsQuoted();
    void linesOfSeveralSessions();
    void exportOfTheInspector();
    void afterAByteOrderMark_data();
    void afterAByteOrderMark();
    void filesOfOtherKinds_data();
    void filesOfOtherKinds();
    void messagesInText();
    void truncatedExportOfTheInspector();
    void originalIsUnchanged();
};

void TestImport::linesWithoutDirections()
{
    const QByteArray cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}";
    const QByteArray mine = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"x/y\"}";
    QCOMPARE(story(Init + "\n\n" + InitializeResponse + "\r\n" + Question + '\n' + QuestionAnswer + '\n' + cancel +
                   '\n' + mine),
             QStringList({u"note"_s, sent(Init), came(InitializeResponse), came(Question), sent(QuestionAnswer),
                          sent(cancel), sent(mine)}));
    QCOMPARE(summary(),
             u"Read as JSON Lines, messages: 6; messages whose direction was inferred, not given by the file: 4; "
             "messages whose direction was guessed: 2; the file contains no times"_s);
    QCOMPARE(last().details.value("way"_L1).toString(), u"unknown"_s);
    QCOMPARE(last().details.value("line"_L1).toInt(), 7);
    QVERIFY(!m_capture->hasTimes());
    QVERIFY(!m_capture->header().started.isValid());
}

/// A line without a time must not borrow one from its neighbor: that would state a duration that is unknown.
void TestImport::someLinesWithoutTimes()
{
    const auto line = [](const QByteArray &time, const QByteArray &message) {
        return '{' + time + "\"message\":" + message + "}\n";
    };
    const QByteArray first = line("\"timestamp\":\"2026-11-23T10:00:00.000Z\",", Init);
    const QByteArray second = "\"timestamp\":\"2026-11-23T10:00:05.000Z\",";
    static_cast<void>(story(first + line(second, InitializeResponse)));
    QVERIFY(m_capture->hasTimes());
    QCOMPARE(last().time, 5'000'000'001); // 0 would mean never
    QVERIFY(!summary().contains(u"without a time"_s));
    static_cast<void>(story(first + line({}, InitializeResponse)));
    QVERIFY(!m_capture->hasTimes());
    QVERIFY(last().time < 1000); // these times only keep the order
    QVERIFY2(summary().endsWith(u"messages without a time: 1; all messages are in file order"_s),
             qPrintable(summary()));
    QVERIFY(m_capture->header().started.isValid());
}

void TestImport::timesInAllUnits_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<qint64>("apart"); // ns
    QTest::addColumn<qint64>("tick");
    constexpr qint64 Ms = 1'000'000;
    QTest::newRow("s") << "1700000001"_ba
                       << "1700000003"_ba << 2000 * Ms << 1000 * Ms;
    QTest::newRow("s with a fraction") << "1700000001.25"_ba
                                       << "1700000003.000125"_ba << 1'750'125'000LL << 1000LL;
    QTest::newRow("ms") << "1700000001001"_ba
                        << "1700000003002"_ba << 2001 * Ms << Ms;
    QTest::newRow("µs") << "1700000001001001"_ba
                        << "1700000003002002"_ba << 2001 * Ms + 1000 << 1000LL;
    QTest::newRow("ns") << "1700000001001001001"_ba
                        << "1700000003002002002"_ba << 2001 * Ms + 1001 << 1LL;
    QTest::newRow("text, minutes") << "\"2026-11-23T10:01Z\""_ba
                                   << "\"2026-11-23T10:03Z\""_ba << 120'000 * Ms << 60'000 * Ms;
    QTest::newRow("text, s") << "\"2026-11-23T10:00:01Z\""_ba
                             << "\"2026-11-23T10:00:03+00:00\""_ba << 2000 * Ms << 1000 * Ms;
    QTest::newRow("text, ms") << "\"2026-11-23 10:00:01,250\""_ba
                              << "\"2026-11-23 10:00:03.125\""_ba << 1875 * Ms << Ms;
    QTest::newRow("text, µs") << "\"2026-11-23T10:00:01.250001Z\""_ba
                              << "\"2026-11-23T10:00:03.125002Z\""_ba << 1875 * Ms + 1000 << 1000LL;
}

/// Times keep the resolution of the file, and the resolution is known.
void TestImport::timesInAllUnits()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    QCOMPARE(story("{\"time\":" + first + ",\"message\":" + Init + "}\n{\"time\":" + second +
                   ",\"message\":" + InitializeResponse + "}\n"),
             QStringList({u"note"_s, sent(Init), came(InitializeResponse)}));
    QVERIFY(m_capture->hasTimes());
    QFETCH(const qint64, tick);
    QTEST(last().time - m_capture->eventAt(1).time, "apart");
    QCOMPARE(m_capture->resolution(), tick);
    QCOMPARE(summary().contains(u"resolution of"_s), tick >= 1'000'000'000);
}

void TestImport::timesOutOfRange_data()
{
    QTest::addColumn<QByteArray>("time");
    QTest::newRow("s that overflow in ns") << "50000000000"_ba;
    QTest::newRow("ns") << "9223372036854775807"_ba;
    QTest::newRow("no integer") << "1e300"_ba;
    QTest::newRow("negative") << "-1"_ba;
    QTest::newRow("text") << "\"9999-12-31T23:59:59Z\""_ba;
}

/// Times out of range count as absent.
void TestImport::timesOutOfRange()
{
    QFETCH(const QByteArray, time);
    QVERIFY(!ImportFormats::timeIn(JsonValue(time)));
    QCOMPARE(story("{\"time\":" + time + ",\"message\":" + Init + "}\n{\"time\":1,\"message\":" + InitializeResponse +
                   "}\n"),
             QStringList({u"note"_s, sent(Init), came(InitializeResponse)}));
    QVERIFY(!m_capture->hasTimes());
}

void TestImport::simultaneousEvents()
{
    const QByteArray time = "{\"time\":\"2026-11-23T10:00:01Z\",\"message\":";
    static_cast<void>(story(time + Init + "}\n" + time + InitializeResponse + "}\n"));
    QVERIFY(last().time > 0);
    QCOMPARE(last().time, m_capture->eventAt(1).time);
    QCOMPARE(last().bytes, InitializeResponse);
}

/// Single lines of a capture open again with each event unchanged, marked as an excerpt.
void TestImport::eventsWithoutAHeader()
{
    const QByteArray opened = R"({"t":1000,"c":3,"k":"opened","pid":7})";
    const QByteArray line = R"({"t":2000,"c":3,"d":"c2s","k":"message","m":)" + Question + "}\n";
    QCOMPARE(story(opened + '\n' + line + line), QStringList({u"opened"_s, sent(Question), sent(Question)}));
    QCOMPARE(last().time, 2000);
    QCOMPARE(last().connection, 3U);
    QVERIFY(m_capture->hasTimes());
    QCOMPARE(summary(), u"Read as a capture without its first line, messages: 2"_s);
    QCOMPARE(m_capture->header().others.value("excerpt"_L1).toBool(), true);
    QCOMPARE(story(line.trimmed()), QStringList{sent(Question)});
    QVERIFY(CaptureImport::knows(m_folder.filePath(u"x.log"_s)));
}

void TestImport::linesWithDirections_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("says");
    QTest::newRow("beside") << "{\"direction\":\"s2c\",\"time\":2,\"message\":" + Init + '}' << came(Init);
    QTest::newRow("outgoing") << "{\"dir\":\"Outgoing\",\"payload\":" + Question + '}' << sent(Question);
    QTest::newRow("from") << "{\"from\":\"server\",\"data\":" + Init + '}' << came(Init);
    const QByteArray inside = QByteArray(Init).replace("{\"jsonrpc", "{\"direction\":\"received\",\"jsonrpc");
    QTest::newRow("inside") << inside << came(inside);
    QTest::newRow("batch") << '[' + Init + ']' << sent('[' + Init + ']');
    QTest::newRow("unknown word") << "{\"direction\":\"up\",\"message\":" + Init + '}' << sent(Init);
}

/// A logger may write the messages of both sides as one array. A batch cannot contain initialize and its response.
void TestImport::arrayOfBothSides()
{
    const QByteArray call = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
    const QByteArray other = R"({"jsonrpc":"2.0","id":5,"result":{}})";
    QCOMPARE(story('[' + Init + ", " + InitializeResponse + ',' + call + "]\n").mid(1),
             QStringList({sent(Init), came(InitializeResponse), sent(call)}));
    const QByteArray batch = '[' + Init + ',' + other + ',' + call + ']';
    QCOMPARE(story(batch).mid(1), QStringList(sent(batch)));
}

void TestImport::linesWithDirections()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QString, says);
    QCOMPARE(story(line).mid(1), QStringList(says));
}

void TestImport::invalidLines()
{
    QCOMPARE(story(Init + "\n{\"broken\n{\"a\":1}\n" + InitializeResponse),
             QStringList({u"note"_s, sent(Init), u"malformed"_s, u"malformed"_s, came(InitializeResponse)}));
    QVERIFY2(summary().contains(u"unreadable lines, kept unchanged: 2"_s), qPrintable(summary()));
    const Event broken = m_capture->eventAt(2);
    QCOMPARE(broken.bytes, "{\"broken");
    QVERIFY2(broken.details.value("reason"_L1).toString().startsWith(u"line 2 of the file: "_s), "");
    QCOMPARE(m_capture->eventAt(3).details.value("reason"_L1).toString(),
             u"line 3 of the file: it contains no JSON-RPC message"_s);
}

/// A server of 2026-07-28 cannot cancel a request of the client; a legacy server could.
void TestImport::revisionsAreRecognized_data()
{
    QTest::addColumn<QByteArrayList>("before"); // lines before the call
    QTest::addColumn<bool>("isModern");         // era of the call
    QTest::addColumn<QStringList>("told");      // dialects, with the index of the event
    const QByteArray discover = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"server/discover\"}";
    const QByteArray log = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}";
    QTest::newRow("modern") << QByteArrayList() << true << QStringList(u"1 mcp-modern-stdio"_s);
    QTest::newRow("from the begin") << QByteArrayList{log} << true << QStringList(u"1 mcp-modern-stdio"_s);
    QTest::newRow("discovered") << QByteArrayList{discover} << false << QStringList(u"1 mcp-modern-stdio"_s);
    QTest::newRow("gone back") << QByteArrayList{discover, Init} << false
                               << QStringList({u"1 mcp-modern-stdio"_s, u"3 mcp-legacy"_s});
    QTest::newRow("legacy") << QByteArrayList{Init} << false << QStringList();
    QTest::newRow("nothing tells") << QByteArrayList() << false << QStringList();
}

void TestImport::revisionsAreRecognized()
{
    QFETCH(const QByteArrayList, before);
    QFETCH(const bool, isModern);
    QFETCH(const QStringList, told);
    const QByteArray meta = isModern ? "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}" : "";
    const QByteArray call = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{" + meta + "}}";
    const QByteArray question = "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"roots/list\"}";
    const QByteArray cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}";
    const QStringList words = story((before + QByteArrayList{call, question, cancel}).join('\n'));
    QStringList dialects;
    for (qsizetype i = 0; i < m_capture->count(); ++i) {
        if (m_capture->eventAt(i).kind == EventKind::Dialect)
            dialects << QString::number(i) + u' ' + m_capture->eventAt(i).details.value("name"_L1).toString();
    }
    QCOMPARE(dialects, told);
    const RequestLog requests(*m_capture);
    const bool isOver = told.isEmpty() || told.constLast().endsWith("legacy"_L1);
    for (qsizetype row = 0; row < requests.count(); ++row) {
        const RequestRecord record = requests.record(row);
        if (record.method == "tools/call")
            QCOMPARE(record.state, RequestState::Cancelled); // by the client, in either era
        if (record.method == "roots/list")                   // not allowed from a server in 2026-07-28
            QCOMPARE(record.forbidden, !isOver);
    }
}

void TestImport::logOfClaude_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("end");
    QTest::newRow("2024") << "[my server] [info] "_ba
                          << ""_ba;
    QTest::newRow("2026") << "[my server] [info] "_ba
                          << " { metadata: undefined }"_ba;
    QTest::newRow("of all servers") << "[info] [my server] "_ba
                                    << ""_ba;
}

void TestImport::logOfClaude()
{
    QFETCH(const QByteArray, begin);
    QFETCH(const QByteArray, end);
    const auto line = [&](const QByteArray &second, const QByteArray &text) {
        return "2026-03-10T15:18:" + second + "Z " + begin + text + end + '\n';
    };
    const QByteArray log = line("27.000", "Initializing server...") +
                           line("27.100", "Server started and connected successfully") +
                           line("27.200", "Message from client: " + Init) + "Usage: x\n" +
                           line("28.200", "Message from server: " + InitializeResponse) +
                           line("29.000", "Server transport closed") + line("29.001", "Client transport closed") +
                           line("30.000", "Initializing server...") + line("30.100", "Message from client: " + Init);
    QCOMPARE(story(log), QStringList({u"note"_s, u"note"_s, u"opening"_s, u"note"_s, u"opened"_s, sent(Init),
                                      u"stderr"_s, came(InitializeResponse), u"note"_s, u"closed"_s, u"note"_s,
                                      u"note"_s, u"opening"_s, sent(Init)}));
    const RequestLog requests(*m_capture);
    QCOMPARE(requests.count(), 2);
    QCOMPARE(requests.record(0).end - requests.record(0).start, qint64(1'000'000'000));
    QCOMPARE(requests.record(1).connection, 1U);
    QVERIFY(m_capture->hasTimes());
    QCOMPARE(m_capture->header().started, QDateTime(QDate(2026, 3, 10), QTime(15, 18, 27), Qt::UTC));
}

void TestImport::logOfClaudeWithOtherLines()
{
    const QByteArray log =
        "2026-02-11T11:07:12.826Z [kite] [info] Using MCP server command: npx with args and path: {\n"
        "  metadata: {\n    paths: [ '/usr/bin' ]\n  }\n} %o\n"
        "Traceback\n"
        "2026-02-11T11:07:13.000Z [kite] [info] Message from server: {\"jsonrpc\":\"2.0\",\"re...\n"
        "2026-02-11T11:07:14.000Z [other] [error] Server disconnected { metadata: { stack: 'x' } }\n";
    QCOMPARE(story(log), QStringList({u"note"_s, u"note"_s, u"note"_s, u"note"_s, u"note"_s, u"note"_s, u"stderr"_s,
                                      u"malformed"_s, u"note"_s}));
    QVERIFY(m_capture->eventAt(7).bytes.startsWith("2026-02-11T11:07:13.000Z"));
    QVERIFY(summary().contains(u"unreadable lines, kept unchanged: 1"_s));
    QCOMPARE(last().connection, 1U);
    QCOMPARE(last().details.value("text"_L1).toString(), u"other: Server disconnected { metadata: { stack: 'x' } }"_s);
}

void TestImport::logOfClaudeWithErrorsOverSeveralLines_data()
{
    QTest::addColumn<QByteArrayList>("lines"); // lines after an [error] entry, and before an entry of the server
    QTest::newRow("JSON") << QByteArrayList{"[", "  {", "    \"code\": \"invalid_union\"", "  }",
                                            "] { context: 'connection' }"};
    QTest::newRow("an object that goes on") << QByteArrayList{"[", "  {", "  }", "] {", "  context: 'x'", "}"};
    QTest::newRow("a stack") << QByteArrayList{"Error: spawn x ENOENT", "    at Process.onexit (node:internal:1:2)",
                                               "    at node:x"};
    QTest::newRow("a call") << QByteArrayList{"failed(", "  1,", ")"};
}

void TestImport::logOfClaudeWithErrorsOverSeveralLines()
{
    QFETCH(const QByteArrayList, lines);
    const QByteArray log = "2026-02-11T11:07:12.826Z [kite] [info] Message from client: " + Init +
                           "\n2026-02-11T11:07:13.001Z [kite] [error] " + lines.join('\n') + "\n[2026] INFO: ready\n";
    const QStringList words = story(log);
    QCOMPARE(words.mid(2, lines.size()), QStringList(lines.size(), u"note"_s));
    QCOMPARE(words.mid(2 + lines.size()), QStringList{u"stderr"_s});
    QCOMPARE(last().bytes, "[2026] INFO: ready");
}

void TestImport::logOfClaudeCode_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<QByteArray>("joint");
    QTest::addColumn<QByteArray>("end");
    QTest::newRow("lines") << ""_ba
                           << "\n"_ba
                           << "\n"_ba;
    QTest::newRow("list") << "[\n  "_ba
                          << ",\n  "_ba
                          << "\n]\n"_ba;
}

void TestImport::logOfClaudeCode()
{
    QFETCH(const QByteArray, begin);
    QFETCH(const QByteArray, joint);
    QFETCH(const QByteArray, end);
    const auto entry = [](const QByteArray &name, const QByteArray &text, int second) {
        return "{\"" + name + "\":\"" + text + "\",\"timestamp\":\"2026-08-11T06:19:" + QByteArray::number(second) +
               ".000Z\",\"sessionId\":\"x\"}";
    };
    const QByteArrayList entries{entry("debug", "Starting connection with timeout of 30000ms", 10),
                                 entry("error", "Server stderr: a\\nb", 11),
                                 entry("debug", "Successfully connected (transport: stdio) in 12ms", 12),
                                 entry("debug", "UNKNOWN connection closed after 19s (cleanly)", 31),
                                 entry("debug", "Starting connection with timeout of 30000ms", 40)};
    QCOMPARE(story(begin + entries.join(joint) + end),
             QStringList({u"note"_s, u"note"_s, u"opening"_s, u"stderr"_s, u"stderr"_s, u"note"_s, u"opened"_s,
                          u"note"_s, u"closed"_s, u"note"_s, u"opening"_s}));
    QCOMPARE(m_capture->eventAt(4).bytes, "b");
    QCOMPARE(last().connection, 1U);
    QVERIFY2(summary().startsWith(u"Read as Claude Code log, messages: 0"_s), qPrintable(summary()));
}

void TestImport::logWithMessages_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QStringList>("says");
    const QByteArray time = "2026-07-24 02:03:14.031 ";
    const auto row = [](const char *name, const QByteArray &line, const QString &says) {
        QTest::newRow(name) << line << QStringList{says};
    };
    row("editor", time + "[debug] [editor -> server] " + Init, sent(Init));
    row("to the editor", time + "[debug] [server -> editor] " + Init, came(Init));
    row("client says", time + "[info] [Client Says] " + Question, sent(Question));
    row("server says", time + "[info] [Server Says] " + Init, came(Init));
    row("arrow", "--> " + Init, sent(Init));
    row("arrow back", "<-- " + InitializeResponse, came(InitializeResponse));
    row("two arrows", ">> " + Init, sent(Init));
    row("an arrow of its own", time + "client → server: " + Init, sent(Init));
    row("arrow from the right", "client <- server " + Question, came(Question));
    row("python", "2026-07-24 02:03:14,031 - mcp.client - DEBUG - Sending message: " + Init, sent(Init));
    row("received", time + "DEBUG Received: " + Question, came(Question));
    row("stdin", "[stdin] " + Question, sent(Question));
    row("stdout", "[stdout] " + Init, came(Init));
    row("from the client", time + "Got request from client: " + Question, sent(Question));
    row("guessed", time + "something " + Init, sent(Init));
    row("brackets before it", "[1] [x{y}] (a [b]) --> " + Init, sent(Init));
    row("as a text",
        "level=debug msg=\"sent\" data=\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":7,\\\"method\\\":\\\"ping\\\"}\"",
        sent("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}"));
    row("batch", "--> [" + Init + ']', sent('[' + Init + ']'));
    row("in quotes", "DEBUG sending '" + Init + "'", sent(Init));
    QTest::newRow("more behind it") << "--> " + Init + " (63 bytes)" << QStringList{sent(Init), u"note"_s};
    QTest::newRow("cut") << "--> " + Init + '\n' + time + "[editor -> server] {\"jsonrpc\":\"2.0\",\"re..."
                         << QStringList{sent(Init), u"malformed"_s};
    QTest::newRow("stderr") << time + "[warning] [server stderr] " + InitializeResponse + '\n' + time +
                                   "[editor -> server] " + Init
                            << QStringList{u"stderr"_s, sent(Init)};
}

void TestImport::logWithMessages()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QStringList, says);
    QCOMPARE(story(line + '\n').mid(1), says);
    QVERIFY2(summary().startsWith(u"Read as log with messages"_s), qPrintable(summary()));
}

void TestImport::timesOfOtherForms_data()
{
    QTest::addColumn<QByteArray>("log");        // INIT stands for a message
    QTest::addColumn<QList<qint64>>("seconds"); // seconds of each line since the first time
    QTest::addColumn<QString>("first");         // time in the header; empty: unknown
    QTest::addColumn<QString>("text");          // text of the last note
    QTest::newRow("clock and number in a log with dates")
        << "2026-07-24 02:00:00 [info] [editor -> server] INIT\n12:00:00 INFO starting up\n"
           "2026-07-24 02:00:05 [info] [editor -> server] INIT\n1234567890 rows loaded\n"_ba
        << QList<qint64>{0, 0, 5, 5} << u"2026-07-24T02:00:00.000Z"_s << u"1234567890 rows loaded"_s;
    QTest::newRow("number in a log with clocks") << "02:00:00 --> INIT\n1234567890 rows loaded\n02:00:07 --> INIT\n"_ba
                                                 << QList<qint64>{0, 0, 7} << QString() << u"1234567890 rows loaded"_s;
    QTest::newRow("clock in a log with numbers")
        << "1700000000 --> INIT\n12:00:00 starting up\n1700000003 --> INIT\n"_ba << QList<qint64>{0, 0, 3}
        << u"2023-11-14T22:13:20.000Z"_s << u"12:00:00 starting up"_s;
    QTest::newRow("clocks on the day of a date before them")
        << "2026-07-24 23:59:58 log opened\n23:59:59 --> INIT\n00:00:01 --> INIT\n"_ba << QList<qint64>{0, 1, 3}
        << u"2026-07-24T23:59:58.000Z"_s << u"log opened"_s;
    QTest::newRow("clock before the first date")
        << "23:00:00 log opened\n2026-07-24 23:30:00 x\n23:59:59 --> INIT\n23:59:59 --> INIT\n"_ba
        << QList<qint64>{0, 0, 1799, 1799} << u"2026-07-24T23:30:00.000Z"_s << u"x"_s;
    QTest::newRow("number too large for a time")
        << "9999999999 --> INIT\n"_ba << QList<qint64>() << QString() << QString();
}

/// A time inside the output of a program does not count.
void TestImport::timesOfOtherForms()
{
    QFETCH(QByteArray, log);
    QFETCH(const QList<qint64>, seconds);
    QFETCH(const QString, first);
    QFETCH(const QString, text);
    static_cast<void>(story(log.replace("INIT", Init)));
    QList<qint64> found;
    QString note;
    for (qsizetype i = 1; i < m_capture->count() && m_capture->hasTimes(); ++i) {
        const Event event = m_capture->eventAt(i);
        found << event.time / 1'000'000'000;
        if (event.kind == EventKind::Note)
            note = event.details.value("text"_L1).toString();
    }
    QCOMPARE(found, seconds);
    QCOMPARE(note, text);
    QCOMPARE(m_capture->header().started.toUTC().toString(Qt::ISODateWithMs), first);
}

/// Members of a message that look like times do not start a line of the log.
void TestImport::messageOverSeveralLinesWithTimesInIt()
{
    const QByteArray message =
        "{\n  \"jsonrpc\": \"2.0\",\n  \"method\": \"x/y\",\n  \"params\": {\n"
        "    \"at\": \"2026-07-24T02:03:14Z\",\n    \"list\": [\n      1700000000\n    ]\n  }\n}";
    QCOMPARE(story("2026-07-24 02:03:14.089 [editor -> server] " + message + "\n2026-07-24 02:03:15.089 done\n"),
             QStringList({u"note"_s,
                          sent("{\"jsonrpc\":\"2.0\",\"method\":\"x/y\",\"params\":{\"at\":\"2026-07-24T02:03:14Z\","
                               "\"list\":[1700000000]}}"),
                          u"note"_s}));
}

void TestImport::logOfVsCode()
{
    const QByteArray cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}";
    const QByteArray call = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}";
    const QByteArray late = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}";
    const QByteArray log = "2026-07-24 02:03:14.031 [info] Starting server srv\n"
                           "2026-07-24 02:03:14.031 [info] Connection state: Starting\n"
                           "2026-07-24 02:03:14.089 [info] Connection state: Running\n"
                           "2026-07-24 02:03:14.089 [debug] [editor -> server] " +
                           Init +
                           "\n"
                           "2026-07-24 02:03:14.151 [debug] [server -> editor] " +
                           InitializeResponse +
                           "\n"
                           "2026-07-24 02:03:14.160 [warning] [server stderr] starting up\n"
                           "2026-07-24 02:03:14.161 [warning] Failed to parse message: \"hello\"\n"
                           "2026-07-24 02:03:14.170 [debug] [editor -> server] " +
                           call +
                           "\n"
                           "2026-07-24 02:03:20.170 [debug] [editor -> server] " +
                           cancel +
                           "\n"
                           "2026-07-24 02:03:21.170 [debug] [server -> editor] " +
                           late +
                           "\n"
                           "2026-07-24 02:03:22.000 [info] Connection state: Stopped\n"
                           "2026-07-24 02:04:00.000 [info] Connection state: Starting\n"
                           "2026-07-24 02:04:00.100 [debug] [editor -> server] " +
                           Init + '\n';
    QCOMPARE(story(log), QStringList({u"note"_s, u"note"_s, u"note"_s, u"opening"_s, u"note"_s, u"opened"_s, sent(Init),
                                      came(InitializeResponse), u"stderr"_s, u"note"_s, sent(call), sent(cancel),
                                      came(late), u"note"_s, u"closed"_s, u"note"_s, u"opening"_s, sent(Init)}));
    QCOMPARE(m_capture->eventAt(8).bytes, "starting up");
    const RequestLog requests(*m_capture);
    QCOMPARE(requests.count(), 3);
    QCOMPARE(requests.record(1).state, RequestState::Cancelled);
    QCOMPARE(requests.record(1).late.results, 1U);
    QCOMPARE(requests.record(2).connection, 1U);
    QVERIFY(m_capture->hasTimes());
    QVERIFY(summary().contains(u"messages: 6"_s));
    QVERIFY(!summary().contains(u"direction"_s));
}

void TestImport::sideFollowsFromTheMessages_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::newRow("a client's") << "Sending: "_ba
                                << "Received: "_ba;
    QTest::newRow("a server's") << "Received: "_ba
                                << "Sending: "_ba;
    QTest::newRow("a server's, arrows") << "<-- "_ba
                                        << "--> "_ba;
    QTest::newRow("a client's, words of its own") << "outgoing "_ba
                                                  << "incoming "_ba;
}

/// "Sent" is meant from the side of the program that wrote the log.
void TestImport::sideFollowsFromTheMessages()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    const QByteArray mine = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"x/y\"}";
    QCOMPARE(story(first + Init + '\n' + second + InitializeResponse + '\n' + second + mine + '\n').mid(1),
             QStringList({sent(Init), came(InitializeResponse), came(mine)}));
}

void TestImport::logWithTimesOfDay()
{
    static_cast<void>(story("[23:59:59.500] --> " + Init + "\n[00:00:01.000] <-- " + InitializeResponse + '\n'));
    QCOMPARE(last().time - m_capture->eventAt(1).time, 1'500'000'000);
    QVERIFY(m_capture->hasTimes());
    QVERIFY(!m_capture->header().started.isValid());
}

void TestImport::logWithAMessageOverSeveralLines()
{
    const QByteArray log =
        "2026-07-24T02:03:14Z Sending: {\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"method\": \"ping\"\n}\n"
        "2026-07-24T02:03:15Z state: {\n  \"a\": {\n    \"b\": 1\n  }\n}\n"
        "2026-07-24T02:03:16Z Received: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n";
    const QStringList words = story(log);
    QCOMPARE(words.at(1), sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"));
    QCOMPARE(words.mid(2), QStringList(5, u"note"_s) << came(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    QCOMPARE(last().details.value("line"_L1).toInt(), 11);
}

void TestImport::linesWithOtherMemberNames_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QStringList>("says");
    for (const char *name : {"raw", "frame", "body", "json", "request", "response", "log", "line", "anything"}) {
        QTest::newRow(name) << "{\"direction\":\"c2s\",\"" + QByteArray(name) + "\":" + Question + '}'
                            << QStringList{sent(Question)};
    }
    const auto row = [](const char *name, const QByteArray &line, const QStringList &says) {
        QTest::newRow(name) << line << says;
    };
    row("a method beside it", "{\"method\":\"initialize\",\"raw\":" + Init + '}', {sent(Init)});
    row("both", "{\"request\":" + Init + ",\"response\":" + InitializeResponse + '}',
        {sent(Init), came(InitializeResponse)});
    row("two of no known name", "{\"a\":" + Init + ",\"b\":" + Init + "}\n" + Init, {u"malformed"_s, sent(Init)});
    row("stderr", "{\"direction\":\"stderr\",\"text\":\"ready\"}\n" + Init, {u"stderr"_s, sent(Init)});
    row("docker",
        R"({"log":"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n","stream":"stdout","time":"2026-08-01T10:00:00.1Z"})"
        "\n"
        R"({"log":"ready\n","stream":"stderr","time":"2026-08-01T10:00:00.2Z"})",
        {came(R"({"jsonrpc":"2.0","id":7,"result":{}})"), u"stderr"_s});
    row("a text with a mark",
        R"({"level":"debug","msg":"[server -> editor] {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}"})",
        {came(R"({"jsonrpc":"2.0","id":7,"method":"roots/list"})")});
    row("no JSON", "{\"direction\":\"s2c\",\"text\":\"not json\"}\n" + Init, {u"s2c malformed"_s, sent(Init)});
    row("of no side", "{\"direction\":\"meta\",\"raw\":{\"command\":[\"node\"]}}\n" + Init, {u"note"_s, sent(Init)});
}

void TestImport::linesWithOtherMemberNames()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QStringList, says);
    QCOMPARE(story(line).mid(1), says);
    QVERIFY2(summary().startsWith(u"Read as JSON Lines"_s), qPrintable(summary()));
}

/// Output that is not meant to be JSON is quoted, without the words of the parser.
void TestImport::strayOutputIsQuoted()
{
    static_cast<void>(story(Init + "\n{\"direction\":\"s2c\",\"text\":\"not json\"}\n"));
    QCOMPARE(last().details.value("reason"_L1).toString(), u"line 2 of the file is \"not json\""_s);
    static_cast<void>(story(Init + "\n{\"direction\":\"s2c\",\"text\":\"{\\\"a\\\":\"}\n"));
    QVERIFY2(last().details.value("reason"_L1).toString().startsWith(u"line 2 of the file: "_s),
             qPrintable(last().details.value("reason"_L1).toString()));
}

void TestImport::linesOfSeveralSessions()
{
    static_cast<void>(story("{\"session_id\":\"a\",\"raw\":" + Init + "}\n{\"session_id\":\"b\",\"raw\":" + Init +
                            "}\n{\"session_id\":\"a\",\"raw\":" + InitializeResponse + "}\n"));
    QCOMPARE(m_capture->eventAt(2).connection, 1U);
    QCOMPARE(last().connection, 0U);
}

void TestImport::exportOfTheInspector()
{
    const QByteArray log =
        "[\n  {\n    \"id\": \"a\",\n    \"timestamp\": \"2026-08-01T10:00:00.000Z\",\n"
        "    \"direction\": \"request\",\n    \"origin\": \"client\",\n    \"message\": " +
        Init + ",\n    \"response\": " + InitializeResponse +
        ",\n    \"duration\": 500,\n    \"clientError\": \"bad\"\n  },\n"
        "  {\"id\":\"b\",\"timestamp\":\"2026-08-01T10:00:00.100Z\",\"direction\":\"request\",\"message\":" +
        Question +
        "},\n  "
        "{\"id\":\"c\",\"timestamp\":\"2026-08-01T10:00:01.000Z\",\"url\":\"http://x\",\"requestHeaders\":{}}\n]\n";
    QCOMPARE(story(log, u"protocol.json"_s), QStringList({u"note"_s, u"note"_s, sent(Init), came(Question),
                                                          came(InitializeResponse), u"note"_s, u"malformed"_s}));
    QCOMPARE(m_capture->eventAt(4).time - m_capture->eventAt(2).time, qint64(500'000'000));
    QCOMPARE(m_capture->eventAt(3).details.value("way"_L1).toString(), u"guessed"_s);
    QVERIFY2(last().details.value("reason"_L1).toString().startsWith(u"line 13 of the file: an entry of the Network"_s),
             qPrintable(last().details.value("reason"_L1).toString()));
}

void TestImport::afterAByteOrderMark_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("JSON Lines") << Init + '\n' + InitializeResponse + '\n';
    QTest::newRow("a log of Claude") << "2026-03-10T15:18:27.200Z [x] [info] Message from client: " + Init + '\n';
    QTest::newRow("an export of the Inspector")
        << "[{\"id\":\"a\",\"timestamp\":\"2026-08-01T10:00:00.000Z\",\"direction\":\"request\",\"message\":" + Init +
               "}]";
}

void TestImport::afterAByteOrderMark()
{
    QFETCH(const QByteArray, content);
    const QStringList without = story(content);
    QVERIFY2(without.contains(sent(Init)), qPrintable(without.join(u'\n')));
    QCOMPARE(story("\xef\xbb\xbf" + content), without);
}

void TestImport::filesOfOtherKinds_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("why");
    const QString stranger =
        u"it is neither a Pullcord capture nor a file that can be opened (Claude Desktop log, Claude Code log, "
        "MCP Inspector export, HTTP Archive (HAR), log with messages, JSON Lines); for a server configuration "
        "use Server > Import Servers or --config"_s;
    QTest::newRow("empty") << ""_ba << u": the file is empty"_s;
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0\"\0", 6) << u": it is a text in UTF-16; save it as UTF-8"_s;
    QTest::newRow("no text") << QByteArray("\x7f"
                                           "ELF\0\1",
                                           6)
                             << u": it is not text"_s;
    QTest::newRow("text") << "Once upon a time\nthere was {\n"_ba << stranger;
    QTest::newRow("configuration") << "{\"mcpServers\":{\"a\":{\"command\":\"b\"}}}"_ba << stranger;
    QTest::newRow("a later capture") << "{\"pullcord\":\"2.0\"}\n" + Init << u": this capture has format 2.0"_s;
}

void TestImport::filesOfOtherKinds()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, why);
    const QStringList says = story(content);
    QCOMPARE(says.size(), 1);
    QVERIFY2(says.first().contains(why) && says.first().contains(u"x.log"_s), qPrintable(says.first()));
}

/// Some loggers write the message as a JSON string.
void TestImport::messagesInText()
{
    const QByteArray line =
        R"({"time":1700000000000,"dir":"out","msg":"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"})";
    QCOMPARE(story(line + '\n' + R"({"time":1700000000001,"msg":"started {\"id\":1}"})" + '\n'),
             QStringList({u"note"_s, sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"), u"malformed"_s}));
}

/// Everything before the cut is read, and the rest is kept.
void TestImport::truncatedExportOfTheInspector()
{
    const auto entry = [](const QByteArray &message) {
        return R"({"timestamp":"2026-08-01T10:00:00.000Z","direction":"request","origin":"client",)"
               R"("nested":{"a":{}},"message":)" +
               message + "}";
    };
    const QByteArray first = "[\n" + entry(Init) + ",\n";
    const QByteArray second = entry(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    for (qsizetype size = 1; size < second.size(); ++size) {
        QCOMPARE(story(first + second.first(size)), QStringList({u"note"_s, u"note"_s, sent(Init), u"malformed"_s}));
        QVERIFY2(last().details.value("reason"_L1).toString().startsWith(u"line 3 of the file: "_s),
                 qPrintable(last().details.value("reason"_L1).toString()));
        QVERIFY(last().bytes.endsWith(second.first(size)));
    }
    QCOMPARE(story(first + second).size(), 5);
}

void TestImport::originalIsUnchanged()
{
    static_cast<void>(story(Init, u"mine.jsonl"_s));
    QCOMPARE(m_capture->path(), m_folder.filePath(u"mine.jsonl"_s));
    QVERIFY(m_capture->addToFile({Event::ofKind(EventKind::Mark)}));
    QFile file(m_capture->path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), Init);
}

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
