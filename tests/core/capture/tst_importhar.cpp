// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exportselection.h"
#include "core/capture/import/captureimport.h"
#include "core/capture/requestlog.h"
#include "core/exportfixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

const QString Url = u"https://example.com/mcp"_s;
const QByteArray Init = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})";
const QByteArray InitializeResponse = R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}})";
const QByteArray Call = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}})";
const QByteArray Answer = R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})";
const QByteArray Progress =
    R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})";
const QByteArray Cancel =
    R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}})";

QByteArray inStream(const QByteArrayList &messages)
{
    QByteArray body;
    for (const QByteArray &message : messages)
        body += "event: message\ndata: " + message + "\n\n";
    return body;
}

/// An entry as browsers write it; `at` and `lasts` in ms.
struct Entry
{
    int at = 0;
    QByteArray posted = {};
    QByteArray body = {};
    QString type = u"application/json"_s;
    int status = 200;
    int lasts = 10;
    QString url = Url;
    QString method = u"POST"_s;
    QString session = {}; ///< session id in both directions
    QString error = {};

    [[nodiscard]] QJsonObject json() const
    {
        const auto headers = [this](const QString &contentType) {
            QJsonArray list{QJsonObject{{u"name"_s, u"content-type"_s}, {u"value"_s, contentType}}};
            if (!session.isEmpty())
                list.append(QJsonObject{{u"name"_s, u"mcp-session-id"_s}, {u"value"_s, session}});
            return list;
        };
        QJsonObject request{{u"method"_s, method}, {u"url"_s, url}, {u"headers"_s, headers(u"application/json"_s)}};
        if (!posted.isEmpty())
            request.insert(u"postData"_s, QJsonObject{{u"text"_s, QString::fromUtf8(posted)}});
        QJsonObject response{
            {u"status"_s, status},
            {u"statusText"_s, u"Text"_s},
            {u"httpVersion"_s, u"http/2.0"_s},
            {u"headers"_s, headers(type)},
            {u"content"_s,
             QJsonObject{{u"size"_s, body.size()}, {u"mimeType"_s, type}, {u"text"_s, QString::fromUtf8(body)}}}};
        if (!error.isEmpty())
            response.insert(u"_error"_s, error);
        const QString start =
            u"2026-08-01T10:00:%1.%2Z"_s.arg(at / 1000, 2, 10, QChar(u'0')).arg(at % 1000, 3, 10, QChar(u'0'));
        return {{u"startedDateTime"_s, start},
                {u"time"_s, lasts},
                {u"request"_s, request},
                {u"response"_s, response},
                {u"timings"_s,
                 QJsonObject{
                     {u"blocked"_s, 1}, {u"dns"_s, -1}, {u"send"_s, 1}, {u"wait"_s, lasts - 3}, {u"receive"_s, 1}}}};
    }
};

QByteArray archive(const QList<Entry> &entries)
{
    QJsonArray list;
    for (const Entry &entry : entries)
        list.append(entry.json());
    const QJsonObject creator{{u"name"_s, u"WebInspector"_s}};
    return QJsonDocument(
               QJsonObject{
                   {u"log"_s, QJsonObject{{u"version"_s, u"1.2"_s}, {u"creator"_s, creator}, {u"entries"_s, list}}}})
        .toJson();
}

} // namespace

/// HTTP archives of browsers and of Pullcord become conversations.
class TestImportHar : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;

    bool open(const QByteArray &text)
    {
        QFile file(m_folder.filePath(u"x.har"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return false;
        file.close();
        auto opened = CaptureImport::open(file.fileName());
        if (!opened)
            return false;
        m_log.reset();
        m_capture = *std::move(opened);
        m_capture->readMore(text.size() * 4 + 100'000);
        m_log = std::make_unique<RequestLog>(*m_capture);
        return true;
    }
    /// Returns direction and kind of each event, with the step of an exchange.
    [[nodiscard]] QStringList story() const
    {
        QStringList words;
        for (qsizetype i = 1; i < m_capture->count(); ++i) {
            const Event event = m_capture->eventAt(i);
            const QString step = event.details.value("step"_L1).toString();
            words << QString::fromLatin1(nameOf(event.direction).toByteArray() + ' ' + nameOf(event.kind).toByteArray())
                             .trimmed() +
                         (step.isEmpty() ? step : u' ' + step);
        }
        return words;
    }
    /// Returns one line per request: its place and its outcome.
    static QStringList requests(const RequestLog &log)
    {
        QStringList lines;
        for (qsizetype row = 0; row < log.count(); ++row) {
            const RequestRecord record = log.record(row);
            lines << u"%1 %2 %3 %4 %5 %6 %7"_s.arg(
                QString::number(record.connection), QString::fromLatin1(nameOf(record.direction).toByteArray()),
                record.id.display(), QString::fromUtf8(record.method), QString::number(int(record.state)),
                QString::number(record.late.results), QString::number(record.progress.count));
        }
        return lines;
    }
    [[nodiscard]] Event find(EventKind kind, const QString &step = {}) const
    {
        for (qsizetype i = 0; i < m_capture->count(); ++i) {
            if (const Event event = m_capture->eventAt(i);
                event.kind == kind && event.details.value("step"_L1).toString() == step)
                return event;
        }
        return {};
    }

private slots:
    void archiveOfABrowser();
    void exchangesKeepHeadersAndTimes();
    void endsOfExchanges_data();
    void endsOfExchanges();
    void connections_data();
    void connections();
    void renewedSession_data();
    void renewedSession();
    void requestSentAgain();
    void responsesInAnotherStream();
    void bodiesInBase64();
    void invalidEventLines();
    void numbersOutOfRange_data();
    void numbersOutOfRange();
    void truncatedArchive();
    void archiveWithoutAConversation();
    void ownExportIsReadBack();
};

void TestImportHar::archiveOfABrowser()
{
    const Entry call{
        .at = 200, .posted = Call, .body = inStream({Progress, Answer}), .type = u"text/event-stream"_s, .lasts = 900};
    const Entry other{
        .at = 300, .body = "GIF", .type = u"image/gif"_s, .url = u"https://example.com/x.gif"_s, .method = u"GET"_s};
    const Entry preflight{.at = 350, .type = {}, .status = 204, .method = u"OPTIONS"_s};
    QVERIFY(
        open(archive({{.at = 0, .posted = Init, .body = inStream({InitializeResponse}), .type = u"text/event-stream"_s},
                      call,
                      other,
                      preflight,
                      {.at = 600, .posted = Cancel, .type = {}, .status = 202}})));
    const QString request = u"c2s http request"_s;
    const QString sent = u"c2s message"_s;
    const QString response = u"s2c http response"_s;
    const QString came = u"s2c message"_s;
    const QString end = u"http end"_s;
    QCOMPARE(story(), QStringList({u"opening"_s, u"opened"_s, request, sent, response, came, end, request, sent,
                                   u"note"_s, u"note"_s, request, sent, response, end, response, came, came, end}));
    QCOMPARE(requests(*m_log), QStringList({u"0 c2s 0 initialize 3 0 0"_s, u"0 c2s 1 tools/call 5 1 0"_s}));
    QVERIFY2(CaptureImport::summaryOf(*m_capture).startsWith(u"Read as HTTP Archive (HAR), messages: 6"_s),
             qPrintable(CaptureImport::summaryOf(*m_capture)));
    QCOMPARE(m_capture->header().started, QDateTime(QDate(2026, 8, 1), QTime(10, 0), Qt::UTC));
}

void TestImportHar::exchangesKeepHeadersAndTimes()
{
    QVERIFY(open(archive({{.at = 0, .posted = Init, .body = InitializeResponse, .lasts = 40, .session = u"abc"_s}})));
    const Event request = find(EventKind::Http, u"request"_s);
    QCOMPARE(request.details.value("url"_L1).toString(), Url);
    QCOMPARE(request.details.value("method"_L1).toString(), u"POST"_s);
    QCOMPARE(request.details.value("headers"_L1)[1]["value"_L1].toString(), u"***"_s); // masked as in a live exchange
    const Event response = find(EventKind::Http, u"response"_s);
    QCOMPARE(response.details.value("status"_L1).toInt(), 200);
    QCOMPARE(response.details.value("version"_L1).toString(), u"http/2.0"_s);
    QCOMPARE(response.time - request.time, 39'000'000);
    const Event end = find(EventKind::Http, u"end"_s);
    QCOMPARE(end.time - request.time, 40'000'000);
    QCOMPARE(end.details.value("how"_L1).toString(), u"complete"_s);
    QCOMPARE(end.details.value("exchange"_L1).toInt(), 1);
}

void TestImportHar::endsOfExchanges_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("error");
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("ends");
    QTest::newRow("refused") << 401 << u"text/plain"_s << "no"_ba << QString() << u"complete"_s << u"refused"_s;
    QTest::newRow("session unknown") << 404 << u"text/plain"_s << ""_ba << QString() << u"complete"_s << u"refused"_s;
    QTest::newRow("no response") << 0 << QString() << ""_ba << u"net::ERR_CONNECTION_RESET"_s << u"broken"_s
                                 << u"lost"_s;
    QTest::newRow("given up by the client")
        << 0 << QString() << ""_ba << u"net::ERR_ABORTED"_s << u"closed"_s << QString();
    QTest::newRow("stream without an answer")
        << 200 << u"text/event-stream"_s << inStream({Progress}) << QString() << u"complete"_s << u"lost"_s;
    QTest::newRow("answered") << 200 << u"application/json"_s << Answer << QString() << u"complete"_s << QString();
}

void TestImportHar::endsOfExchanges()
{
    QFETCH(const int, status);
    QFETCH(const QString, type);
    QFETCH(const QByteArray, body);
    QFETCH(const QString, error);
    QVERIFY(open(archive(
        {{.at = 0, .posted = Call, .body = body, .type = type, .status = status, .session = u"s"_s, .error = error}})));
    const QJsonObject end = find(EventKind::Http, u"end"_s).details;
    QTEST(end.value("how"_L1).toString(), "how");
    QTEST(end.value("ends"_L1).toString(), "ends");
    QCOMPARE(end.value("sessionEnded"_L1).toBool(), status == 404);
    QCOMPARE(m_log->count(), 1);
}

void TestImportHar::connections_data()
{
    QTest::addColumn<QStringList>("urls");
    QTest::addColumn<QStringList>("sessions");
    QTest::addColumn<QList<int>>("expected");
    const QString other = u"https://other.example/mcp"_s;
    QTest::newRow("begun anew") << QStringList{Url, Url} << QStringList{{}, {}} << QList<int>{0, 1};
    QTest::newRow("two servers") << QStringList{Url, other} << QStringList{{}, {}} << QList<int>{0, 1};
    QTest::newRow("query") << QStringList{Url + u"?a=1"_s, Url + u"?a=2"_s} << QStringList{{}, {}} << QList<int>{0, 1};
    QTest::newRow("sessions") << QStringList{Url, Url} << QStringList{u"a"_s, u"b"_s} << QList<int>{0, 1};
}

/// Two connections are initialized. Then a call belongs to the first by its session or URL, else to the latest.
void TestImportHar::connections()
{
    QFETCH(const QStringList, urls);
    QFETCH(const QStringList, sessions);
    QFETCH(const QList<int>, expected);
    QList<Entry> entries;
    for (int i : {0, 1})
        entries << Entry{
            .at = 100 * i, .posted = Init, .body = InitializeResponse, .url = urls.at(i), .session = sessions.at(i)};
    entries << Entry{.at = 300, .posted = Call, .body = Answer, .url = urls.first(), .session = sessions.first()};
    QVERIFY(open(archive(entries)));
    QCOMPARE(m_log->count(), 3);
    QCOMPARE(int(m_log->record(0).connection), expected.at(0));
    QCOMPARE(int(m_log->record(1).connection), expected.at(1));
    const bool isTold =
        urls.first().section(u'?', 0, 0) != urls.last().section(u'?', 0, 0) || !sessions.first().isEmpty();
    QCOMPARE(m_log->record(2).connection, isTold ? 0U : 1U);
}

void TestImportHar::renewedSession_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("last"); // session of the last message
    QTest::addColumn<int>("connection");
    QTest::newRow("lost") << 404 << 0 << 0;
    QTest::newRow("not lost") << 500 << 0 << 1;
    QTest::newRow("used later") << 404 << 200 << 1;
}

/// A client that renews an ended session stays in the same conversation.
void TestImportHar::renewedSession()
{
    QFETCH(const int, status);
    QFETCH(const int, last);
    QFETCH(const int, connection);
    QList<Entry> entries{{.at = 0, .posted = Init, .body = InitializeResponse, .session = u"a"_s},
                         {.at = 100, .posted = Call, .status = status, .session = u"a"_s}};
    if (last != 0)
        entries << Entry{.at = 200, .posted = Call, .body = Answer, .status = last, .session = u"a"_s};
    entries << Entry{.at = 300, .posted = Init, .body = InitializeResponse, .session = u"b"_s}
            << Entry{.at = 400, .posted = Call, .body = Answer, .session = u"b"_s};
    QVERIFY(open(archive(entries)));
    const qsizetype count = m_log->count();
    QCOMPARE(count, entries.size());
    QCOMPARE(m_log->record(1).state, RequestState::Failed);
    QCOMPARE(int(m_log->record(count - 2).connection), connection);
    QCOMPARE(int(m_log->record(count - 1).connection), connection);
    QCOMPARE(m_log->record(count - 1).state, RequestState::Succeeded);
}

/// The same id is sent again after a login. The first request failed, whatever the second got.
void TestImportHar::requestSentAgain()
{
    QVERIFY(open(archive({{.at = 0, .posted = Init, .body = InitializeResponse},
                          {.at = 100, .posted = Call, .type = u"text/plain"_s, .status = 401},
                          {.at = 200, .posted = Call, .body = Answer}})));
    QCOMPARE(m_log->count(), 3);
    QCOMPARE(m_log->record(1).state, RequestState::Failed);
    QCOMPARE(m_log->record(2).state, RequestState::Succeeded);
    QVERIFY(!m_log->record(2).duplicateId);
}

/// In HTTP+SSE no response is earlier than its request.
void TestImportHar::responsesInAnotherStream()
{
    const QByteArray stream =
        "event: endpoint\ndata: /messages?sessionId=7\n\n" + inStream({InitializeResponse, Answer});
    const QString inbox = u"https://example.com/messages?sessionId=7"_s;
    const auto post = [&inbox](int at, const QByteArray &message) {
        return Entry{.at = at, .posted = message, .type = {}, .status = 202, .url = inbox};
    };
    QVERIFY(open(archive({{.at = 0,
                           .body = stream,
                           .type = u"text/event-stream"_s,
                           .lasts = 5000,
                           .url = u"https://example.com/sse"_s,
                           .method = u"GET"_s},
                          post(1000, Init),
                          post(3000, Call)})));
    QCOMPARE(requests(*m_log), QStringList({u"0 c2s 0 initialize 3 0 0"_s, u"0 c2s 1 tools/call 3 0 0"_s}));
    const Event endpoint = find(EventKind::Stream);
    QCOMPARE(endpoint.bytes, "/messages?sessionId=***");
    const Event end = find(EventKind::Http, u"end"_s);
    QVERIFY(end.kind == EventKind::Http && !end.details.contains("ends"_L1));
}

void TestImportHar::bodiesInBase64()
{
    QJsonObject entry = Entry{.at = 0, .posted = Init, .body = InitializeResponse.toBase64()}.json();
    QJsonObject response = entry["response"_L1].toObject();
    QJsonObject content = response["content"_L1].toObject();
    content.insert(u"encoding"_s, u"base64"_s);
    response.insert(u"content"_s, content);
    entry.insert(u"response"_s, response);
    const QJsonObject log{{u"version"_s, u"1.2"_s}, {u"entries"_s, QJsonArray{entry}}};
    QVERIFY(open(QJsonDocument(QJsonObject{{u"log"_s, log}}).toJson(QJsonDocument::Compact)));
    QCOMPARE(find(EventKind::Message).bytes, Init);
    QCOMPARE(requests(*m_log), QStringList({u"0 c2s 0 initialize 3 0 0"_s}));
}

/// As in a live exchange, lines of a stream that are not fields are kept at its end.
void TestImportHar::invalidEventLines()
{
    QVERIFY(
        open(archive({{.posted = Call, .body = "x-foo: bar\n" + inStream({Answer}), .type = u"text/event-stream"_s}})));
    for (qsizetype i = 1; i < m_capture->count(); ++i)
        QVERIFY(m_capture->eventAt(i).kind != EventKind::Stream);
    QCOMPARE(m_log->record(0).state, RequestState::Succeeded);
    QCOMPARE(m_capture->eventAt(m_capture->count() - 1).bytes, "x-foo: bar\n");
}

void TestImportHar::numbersOutOfRange_data()
{
    QTest::addColumn<QByteArray>("own"); // members that only Pullcord exports
    QTest::newRow("largest") << R"("begin": MAX, "postedAt": MAX, "responded": MAX, "ended": MAX, "content": [MAX])"_ba;
    QTest::newRow("smallest")
        << R"("begin": MIN, "postedAt": MIN, "responded": MIN, "ended": MIN, "content": [MIN])"_ba;
    QTest::newRow("times of a browser") << QByteArray();
}

/// Numbers of a file are clamped to the range of times, and the events keep their order.
void TestImportHar::numbersOutOfRange()
{
    QFETCH(QByteArray, own);
    own.replace("MAX", "9223372036854775807").replace("MIN", "-9223372036854775808");
    for (const QString &type : {u"text/event-stream"_s, u"application/json"_s}) {
        Entry entry{.posted = Call, .body = type.startsWith(u"text"_s) ? inStream({Answer}) : Answer, .type = type};
        QByteArray text = archive({entry});
        text.replace("\"time\": 10", "\"time\": 1e300").replace("\"wait\": 7", "\"wait\": 1e300");
        text.replace("2026-08-01T10:00:00.000Z", "2116-01-01T00:00:00.000Z");
        if (!own.isEmpty())
            text.replace("\"startedDateTime\"", "\"_pullcord\": {\"connection\": 0, " + own + "}, \"startedDateTime\"");
        QVERIFY(open(text));
        QCOMPARE(m_log->count(), 1);
        QCOMPARE(m_log->record(0).state, RequestState::Succeeded);
        for (qsizetype i = 1; i < m_capture->count(); ++i)
            QVERIFY(m_capture->eventAt(i).time > 0);
    }
}

void TestImportHar::truncatedArchive()
{
    const QByteArray text =
        archive({{.at = 0, .posted = Init, .body = InitializeResponse}, {.at = 100, .posted = Call, .body = Answer}});
    const qsizetype second = text.lastIndexOf("\"request\"");
    for (qsizetype size = 200; size < text.size(); size += 7) {
        QVERIFY2(open(text.first(size)), qPrintable(QString::number(size)));
        if (size > second && size < second + 200)
            QCOMPARE(m_log->count(), 1);
        QCOMPARE(find(EventKind::Malformed).bytes.isEmpty(), size + 1 >= text.size());
    }
}

void TestImportHar::archiveWithoutAConversation()
{
    QVERIFY(open(archive({{.at = 0, .body = "<p>", .type = u"text/html"_s, .method = u"GET"_s}})));
    QCOMPARE(story(), QStringList{u"note"_s});
    QCOMPARE(m_capture->eventAt(1).details.value("text"_L1).toString(),
             u"GET https://example.com/mcp: HTTP 200 Text"_s);
}

/// Includes the order within a millisecond, the pieces of streams, and open requests.
void TestImportHar::ownExportIsReadBack()
{
    CaptureHeader header;
    header.started = QDateTime(QDate(2026, 7, 28), QTime(12, 0), Qt::UTC);
    ExportFixture fixture(header);
    qint64 time = 1;
    const auto http = [&](quint32 connection, int exchange, const QString &step, QJsonObject details) {
        details.insert(u"exchange"_s, exchange);
        details.insert(u"step"_s, step);
        Event event = Event::ofKind(EventKind::Http, details);
        event.connection = connection;
        fixture.happen(event, time += 1000);
    };
    const auto message = [&](quint32 connection, int exchange, Direction direction, const QByteArray &bytes) {
        JsonChecker checker;
        Event event = Event::ofBytes(bytes, direction, checker);
        event.connection = connection;
        event.details.insert(u"exchange"_s, exchange);
        fixture.happen(event, time += 1000);
    };
    const auto begin = [&](quint32 connection, int exchange, const QByteArray &bytes, const QString &type) {
        http(connection, exchange, u"request"_s, {{u"method"_s, u"POST"_s}, {u"url"_s, Url}});
        message(connection, exchange, Direction::ClientToServer, bytes);
        http(connection, exchange, u"response"_s,
             {{u"status"_s, 200},
              {u"headers"_s, QJsonArray{QJsonObject{{u"name"_s, u"content-type"_s}, {u"value"_s, type}}}}});
    };
    const auto end = [&](quint32 connection, int exchange, const QJsonObject &details) {
        QJsonObject all = details;
        all.insert(u"how"_s, details.value("how"_L1).toString(u"complete"_s));
        http(connection, exchange, u"end"_s, all);
    };
    begin(0, 1, Init, u"application/json"_s);
    message(0, 1, Direction::ServerToClient, InitializeResponse);
    end(0, 1, {});
    begin(0, 2, Call, u"text/event-stream"_s);
    message(0, 2, Direction::ServerToClient, Progress);
    begin(0, 3, Cancel, u"text/plain"_s);
    end(0, 3, {});
    message(0, 2, Direction::ServerToClient, Answer);
    end(0, 2, {});
    begin(0, 4, QByteArray(Call).replace(":1,", ":2,"), u"text/event-stream"_s);
    end(0, 4,
        {{u"how"_s, u"broken"_s},
         {u"reason"_s, u"reset"_s},
         {u"requests"_s, QJsonArray{u"2"_s}},
         {u"ends"_s, u"lost"_s}});
    begin(2, 1, Init, u"application/json"_s);
    begin(2, 2, Call, u"text/event-stream"_s); // both are open
    QVERIFY(open(fixture.exported(ExportFormat::Har)));
    const QStringList expected = requests(*fixture.log);
    QCOMPARE(expected.size(), 5);
    QCOMPARE(requests(*m_log), expected);
    const auto messages = [](const Capture &capture) {
        QStringList all; // with the ns since the first event
        qint64 first = -1;
        for (qsizetype i = 0; i < capture.count(); ++i) {
            const Event event = capture.eventAt(i);
            if (!event.isMessage())
                continue;
            first = first < 0 ? event.time : first;
            all << QString::number(event.time - first) + u' ' + QString::fromUtf8(event.bytes);
        }
        return all;
    };
    QCOMPARE(messages(*m_capture), messages(*fixture.capture));
}

QTEST_GUILESS_MAIN(TestImportHar)
#include "tst_importhar.moc"
