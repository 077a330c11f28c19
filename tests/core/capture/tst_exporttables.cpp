// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "exportfixture.h"

#include "core/capture/export/harexporter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Exports for other programs: CSV, HAR and OTLP.
class TestExportTables : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void csvHasOneLinePerRequest();
    void csvNamesTheCancellingSide();
    void csvQuotesWhereNeeded_data();
    void csvQuotesWhereNeeded();
    void csvKeepsNumbers();
    void spansFollowTheConventions();
    void spansContainCancellationsAndLateMessages();
    void spansJoinTheTraceOfTheMessage();
    void spansOfNoRequests();
    void untimedRequestsGetNoTimes();
    void archiveHasOneEntryPerExchange();
    void archiveRebuildsStreams();
    void archiveMarksUnfinishedExchanges();
    void archiveWithoutHttpIsEmpty();

private:
    void happen(Event event, qint64 ms) { m_fixture->happen(std::move(event), ms * ExportFixture::Ms); }
    void http(int exchange, const QString &step, qint64 ms, QJsonObject details = {});
    void overHttp(int exchange, Event event, qint64 ms, QJsonObject details = {});
    [[nodiscard]] QByteArray exported(ExportFormat format) const { return m_fixture->exported(format); }
    [[nodiscard]] QJsonArray spans() const;
    [[nodiscard]] QJsonArray entries() const;

    std::optional<ExportFixture> m_fixture;
};

namespace {

QJsonValue attribute(const QJsonValue &holder, QLatin1StringView key)
{
    const QJsonArray attributes = holder["attributes"_L1].toArray();
    for (const QJsonValue &attribute : attributes) {
        if (attribute["key"_L1].toString() == key)
            return attribute["value"_L1].toObject().constBegin().value();
    }
    return QJsonValue::Undefined;
}

const QByteArray Call = "{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"method\":\"tools/call\",\"params\":{\"name\":\"slow\"}}";
const QByteArray Answer = "{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"result\":{\"content\":[]}}";

} // namespace

void TestExportTables::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_fixture.emplace(CaptureHeader{
        .program = u"Pullcord 0.1.0"_s,
        .started = QDateTime::fromString(u"2026-07-28T12:00:00.000Z"_s, Qt::ISODateWithMs),
        .title = u"demo"_s,
        .connection = {{u"transport"_s, u"http"_s}, {u"url"_s, u"http://localhost:3000/mcp?token=abc"_s}}});
}

void TestExportTables::http(int exchange, const QString &step, qint64 ms, QJsonObject details)
{
    details.insert(u"exchange"_s, exchange);
    details.insert(u"step"_s, step);
    happen(Event::ofKind(EventKind::Http, details), ms);
}

void TestExportTables::overHttp(int exchange, Event event, qint64 ms, QJsonObject details)
{
    details.insert(u"exchange"_s, exchange);
    event.details = details;
    happen(event, ms);
}

QJsonArray TestExportTables::spans() const
{
    const QJsonObject root = QJsonDocument::fromJson(exported(ExportFormat::Otlp)).object();
    return root["resourceSpans"_L1][0]["scopeSpans"_L1][0]["spans"_L1].toArray();
}

QJsonArray TestExportTables::entries() const
{
    return QJsonDocument::fromJson(exported(ExportFormat::Har)).object()["log"_L1]["entries"_L1].toArray();
}

void TestExportTables::csvHasOneLinePerRequest()
{
    happen(message(Call), 1000);
    happen(fromServer(Answer), 1500);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}"), 2000);
    const QByteArrayList lines = exported(ExportFormat::Csv).split('\n');
    QCOMPARE(lines.size(), 4); // names, two requests, and nothing after the last line end
    const QByteArrayList names = lines[0].trimmed().split(',');
    const auto cell = [&](qsizetype line, const char *name) {
        return lines[line].trimmed().split(',').value(names.indexOf(name), "no such column");
    };
    QVERIFY(lines[1].endsWith('\r'));
    QCOMPARE(cell(1, "sender"), "client");
    QCOMPARE(cell(1, "id"), "\"\"\"q1\"\"\"");
    QCOMPARE(cell(1, "name"), "slow");
    QCOMPARE(cell(1, "state"), "succeeded");
    QCOMPARE(cell(1, "duration_s"), "0.500000");
    QCOMPARE(cell(1, "request_bytes"), QByteArray::number(Call.size()));
    QCOMPARE(cell(2, "state"), "in flight");
    QCOMPARE(cell(2, "duration_s"), ""); // not ended yet
    QCOMPARE(lines[2].count(','), lines[0].count(','));
}

/// A server request that ends with our request is not cancelled by the server.
void TestExportTables::csvNamesTheCancellingSide()
{
    happen(fromServer("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}"), 1000);
    happen(fromServer("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\"}"), 1100);
    happen(fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}"),
           1200);
    Event dismissal = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"2"_s}, {u"parent"_s, u"7"_s}});
    dismissal.direction = Direction::ServerToClient;
    happen(dismissal, 1300);
    const QByteArrayList lines = exported(ExportFormat::Csv).split('\n');
    const qsizetype column = lines[0].trimmed().split(',').indexOf("cancelled_by");
    QCOMPARE(lines[1].split(',').value(column), "server");
    QCOMPARE(lines[2].split(',').value(column), "client");
}

void TestExportTables::csvQuotesWhereNeeded_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("cell");
    QTest::newRow("plain") << QByteArray("echo") << QByteArray(",echo,");
    QTest::newRow("comma") << QByteArray("a,b") << QByteArray(",\"a,b\",");
    QTest::newRow("quote") << QByteArray("a\\\"b") << QByteArray(",\"a\"\"b\",");
    QTest::newRow("line") << QByteArray("a\\nb") << QByteArray(",\"a\nb\",");
    QTest::newRow("formula") << QByteArray("=1+1") << QByteArray(",'=1+1,");
    QTest::newRow("at") << QByteArray("@x") << QByteArray(",'@x,");
    QTest::newRow("formula on its second line") << QByteArray("\\n=1+1") << QByteArray(",\"'\n=1+1\",");
}

void TestExportTables::csvQuotesWhereNeeded()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, cell);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name + "\"}}"),
           1);
    const QByteArray text = exported(ExportFormat::Csv);
    QVERIFY2(text.contains(cell), text.constData());
}

/// A numeric id stays a number, also if negative.
void TestExportTables::csvKeepsNumbers()
{
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":-7,\"method\":\"ping\"}"), 1);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":\"-7\",\"method\":\"ping\"}"), 2);
    const QByteArrayList lines = exported(ExportFormat::Csv).split('\n');
    QVERIFY2(lines[1].startsWith("1,0,client,-7,ping,"), lines[1].constData());
    QVERIFY2(lines[2].startsWith("2,0,client,\"\"\"-7\"\"\",ping,"), lines[2].constData());
}

void TestExportTables::spansFollowTheConventions()
{
    happen(message(Call), 1000);
    happen(fromServer(Answer), 1500);
    happen(fromServer("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}"), 1600);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32601,\"message\":\"no\"}}"), 1700);
    const QJsonArray all = spans();
    QCOMPARE(all.size(), 2);
    const QJsonValue call = all[0];
    QCOMPARE(call["name"_L1].toString(), u"tools/call slow"_s);
    QCOMPARE(call["kind"_L1].toInt(), 3);
    QCOMPARE(call["traceId"_L1].toString().size(), 32);
    QCOMPARE(call["spanId"_L1].toString().size(), 16);
    const qint64 begin = call["startTimeUnixNano"_L1].toString().toLongLong();
    const QDateTime began = QDateTime::fromString(u"2026-07-28T12:00:01Z"_s, Qt::ISODate);
    QCOMPARE(begin, began.toMSecsSinceEpoch() * 1'000'000);
    QCOMPARE(call["endTimeUnixNano"_L1].toString().toLongLong() - begin, 500'000'000);
    QCOMPARE(attribute(call, "mcp.method.name"_L1).toString(), u"tools/call"_s);
    QCOMPARE(attribute(call, "gen_ai.tool.name"_L1).toString(), u"slow"_s);
    QCOMPARE(attribute(call, "gen_ai.operation.name"_L1).toString(), u"execute_tool"_s);
    QCOMPARE(attribute(call, "jsonrpc.request.id"_L1).toString(), u"q1"_s);
    QCOMPARE(attribute(call, "network.transport"_L1).toString(), u"tcp"_s);
    QCOMPARE(attribute(call, "server.address"_L1).toString(), u"localhost"_s);
    QCOMPARE(attribute(call, "server.port"_L1).toString(), u"3000"_s);
    QVERIFY(call["status"_L1].isUndefined());
    const QJsonValue asked = all[1];
    QCOMPARE(asked["kind"_L1].toInt(), 2); // SERVER: a request received from the server
    QCOMPARE(asked["status"_L1]["code"_L1].toInt(), 2);
    QCOMPARE(attribute(asked, "error.type"_L1).toString(), u"-32601"_s);
    QVERIFY(asked["spanId"_L1] != call["spanId"_L1]);
}

void TestExportTables::spansContainCancellationsAndLateMessages()
{
    happen(message(Call), 1000);
    happen(message("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                   "cancelled\",\"params\":{\"requestId\":\"q1\",\"reason\":\"enough\"}}"),
           1200);
    happen(fromServer(Answer), 2200);
    const QJsonArray events = spans()[0]["events"_L1].toArray();
    QCOMPARE(events.size(), 2);
    QCOMPARE(events[0]["name"_L1].toString(), u"pullcord.cancelled"_s);
    QCOMPARE(attribute(events[0], "pullcord.reason"_L1).toString(), u"enough"_s);
    QCOMPARE(events[1]["name"_L1].toString(), u"pullcord.late_answer"_s);
    QCOMPARE(events[1]["timeUnixNano"_L1].toString().toLongLong() -
                 events[0]["timeUnixNano"_L1].toString().toLongLong(),
             1'000'000'000);
}

void TestExportTables::spansJoinTheTraceOfTheMessage()
{
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
                   "call\",\"params\":{\"name\":\"a\",\"_meta\":{\"traceparent\":"
                   "\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}}}"),
           1);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/"
                   "call\",\"params\":{\"name\":\"a\",\"_meta\":{\"traceparent\":"
                   "\"nonsense\"}}}"),
           2);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/"
                   "call\",\"params\":{\"name\":\"a\",\"_meta\":{\"traceparent\":"
                   "\"00-00000000000000000000000000000000-b7ad6b7169203331-01\",\"tracestate\":\"a=b\"}}}"),
           3);
    happen(message("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/"
                   "call\",\"params\":{\"name\":\"a\",\"_meta\":{\"traceparent\":"
                   "\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\",\"tracestate\":\"a=b\"}}}"),
           4);
    const QJsonArray all = spans();
    for (const qsizetype invalid : {1, 2}) {
        QVERIFY(all[invalid]["parentSpanId"_L1].isUndefined());
        QVERIFY(all[invalid]["traceState"_L1].isUndefined());
    }
    QVERIFY(all[2]["traceId"_L1].toString().remove(u'0').size() > 0);
    QVERIFY(all[0]["traceState"_L1].isUndefined());
    QCOMPARE(all[3]["traceState"_L1].toString(), u"a=b"_s);
    QCOMPARE(all[0]["traceId"_L1].toString(), u"0af7651916cd43dd8448eb211c80319c"_s);
    QCOMPARE(all[0]["parentSpanId"_L1].toString(), u"b7ad6b7169203331"_s);
    QVERIFY(all[1]["traceId"_L1] != all[0]["traceId"_L1]);
}

void TestExportTables::spansOfNoRequests()
{
    QVERIFY(QJsonDocument::fromJson(exported(ExportFormat::Otlp)).isObject());
    QCOMPARE(spans().size(), 0);
}

/// The capture was imported from a file without times.
void TestExportTables::untimedRequestsGetNoTimes()
{
    const QDateTime before = QDateTime::currentDateTimeUtc();
    m_fixture.emplace(CaptureHeader{
        .others = {{u"imported"_s, QJsonObject{{u"format"_s, u"JSON Lines"_s}, {u"hasTimes"_s, false}}}}});
    happen(message(Call), 1);
    happen(fromServer(Answer), 2);
    const QByteArrayList lines = exported(ExportFormat::Csv).split('\n');
    const qsizetype column = lines[0].split(',').indexOf("start_s");
    QVERIFY(column > 0);
    QCOMPARE(lines[1].split(',').at(column), "");
    const QJsonValue root = QJsonDocument::fromJson(exported(ExportFormat::Otlp)).object();
    const QJsonValue resource = root["resourceSpans"_L1][0]["resource"_L1];
    QVERIFY(attribute(resource, "pullcord.times"_L1).toString().startsWith(u"none: "_s));
    const QJsonValue span = root["resourceSpans"_L1][0]["scopeSpans"_L1][0]["spans"_L1][0];
    QVERIFY(span["startTimeUnixNano"_L1].toString().toLongLong() >= before.toMSecsSinceEpoch() * 1'000'000);
    QVERIFY(attribute(span, "network.transport"_L1).isUndefined());
}

void TestExportTables::archiveHasOneEntryPerExchange()
{
    http(1, u"request"_s, 10,
         {{u"method"_s, u"POST"_s},
          {u"url"_s, u"http://localhost:3000/mcp?page=2"_s},
          {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"Authorization"_s}, {u"value"_s, u"Bearer abc"_s}}}}});
    overHttp(1, message(Call), 10);
    http(1, u"response"_s, 30,
         {{u"status"_s, 200},
          {u"text"_s, u"OK"_s},
          {u"version"_s, u"HTTP/1.1"_s},
          {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"Content-Type"_s}, {u"value"_s, u"application/json"_s}}}},
          {u"connect"_s, 2'000'000},
          {u"sent"_s, 3'000'000},
          {u"firstByte"_s, 20'000'000}});
    overHttp(1, fromServer(Answer), 35);
    http(1, u"end"_s, 36, {{u"how"_s, u"complete"_s}, {u"received"_s, Answer.size()}, {u"total"_s, 26'000'000}});
    http(2, u"request"_s, 40, {{u"method"_s, u"GET"_s}, {u"url"_s, u"http://localhost:3000/mcp"_s}});
    QCOMPARE(ExportSelection::ofRequests(*m_fixture->capture, *m_fixture->log, {0}).count(),
             5); // not that of the other exchange
    http(2, u"end"_s, 41);
    const QJsonArray all = entries();
    QCOMPARE(all.size(), 2);
    const QJsonValue request = all[0]["request"_L1];
    QCOMPARE(request["method"_L1].toString(), u"POST"_s);
    QCOMPARE(request["postData"_L1]["text"_L1].toString().toUtf8(), Call);
    QCOMPARE(request["headers"_L1][0]["value"_L1].toString(), u"***"_s);
    QCOMPARE(request["queryString"_L1][0]["name"_L1].toString(), u"page"_s);
    const QJsonValue response = all[0]["response"_L1];
    QCOMPARE(response["status"_L1].toInt(), 200);
    QCOMPARE(response["content"_L1]["text"_L1].toString().toUtf8(), Answer);
    QCOMPARE(response["content"_L1]["size"_L1].toInt(), int(Answer.size()));
    const QJsonValue timings = all[0]["timings"_L1];
    QCOMPARE(timings["connect"_L1].toDouble(), 2.0);
    QCOMPARE(timings["send"_L1].toDouble(), 1.0);
    QCOMPARE(timings["wait"_L1].toDouble(), 17.0);
    QCOMPARE(timings["receive"_L1].toDouble(), 6.0);
    QCOMPARE(all[0]["time"_L1].toDouble(), 26.0);
    QVERIFY(all[0]["startedDateTime"_L1].toString().startsWith(u"2026-07-28T"_s));
}

void TestExportTables::archiveRebuildsStreams()
{
    http(1, u"request"_s, 10, {{u"method"_s, u"POST"_s}, {u"url"_s, u"http://localhost/"_s}});
    http(1, u"response"_s, 30,
         {{u"status"_s, 200},
          {u"headers"_s,
           QJsonArray{QJsonObject{{u"name"_s, u"content-type"_s}, {u"value"_s, u"text/event-stream"_s}}}}});
    overHttp(1, fromServer("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}"), 31,
             {{u"id"_s, u"7"_s}, {u"type"_s, u"message"_s}});
    const auto inStream = [this](const QByteArray &bytes, const QJsonObject &details) {
        Event event = ofKind(EventKind::Stream, bytes);
        event.direction = Direction::ServerToClient;
        overHttp(1, event, 32, details);
    };
    inStream(" keep-alive", {{u"what"_s, u"comment"_s}});
    inStream({}, {{u"what"_s, u"event"_s}, {u"id"_s, u"8"_s}, {u"retry"_s, 500}});
    overHttp(1, fromServer(Answer), 32);
    inStream("{\"half", {{u"what"_s, u"unfinished"_s}});
    http(1, u"end"_s, 36, {{u"how"_s, u"closed"_s}, {u"reason"_s, u"cancelled"_s}});
    const QJsonValue entry = entries()[0];
    QCOMPARE(entry["response"_L1]["content"_L1]["text"_L1].toString().toUtf8(),
             "id: 7\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n\n: keep-alive\nid: 8\nretry: 500\n"
             "data: \n\ndata: " +
                 Answer + "\n\ndata: {\"half");
    QCOMPARE(entry["comment"_L1].toString(), u"closed: cancelled"_s);
}

void TestExportTables::archiveMarksUnfinishedExchanges()
{
    for (int exchange : {1, 2})
        http(exchange, u"request"_s, 10, {{u"method"_s, u"GET"_s}, {u"url"_s, u"http://localhost/"_s}});
    const QJsonArray all = entries();
    QCOMPARE(all.size(), 2);
    QCOMPARE(all[0]["comment"_L1].toString(), u"The exchange had not ended."_s);
    QCOMPARE(all[0]["response"_L1]["status"_L1].toInt(), 0);
}

void TestExportTables::archiveWithoutHttpIsEmpty()
{
    happen(message(Call), 1);
    const QJsonObject log = QJsonDocument::fromJson(exported(ExportFormat::Har)).object()["log"_L1].toObject();
    QCOMPARE(log["version"_L1].toString(), u"1.2"_s);
    QCOMPARE(log["entries"_L1].toArray().size(), 0);
    const auto all = [this] { return ExportSelection::everything(*m_fixture->capture); };
    QVERIFY(!HarExporter::hasAnyIn(*m_fixture->capture, all()));
    http(1, u"request"_s, 2);
    QVERIFY(HarExporter::hasAnyIn(*m_fixture->capture, all()));
    QVERIFY(!HarExporter::hasAnyIn(*m_fixture->capture, ExportSelection::ofEvents({0})));
}

QTEST_GUILESS_MAIN(TestExportTables)
#include "tst_exporttables.moc"
