// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "exportfixture.h"

#include "core/capture/import/captureimport.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

class TestExport : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void captureIsIdentical();
    void captureOfRequests();
    void captureOfEvents();
    void captureKeepsUnknownMembers();
    void secretsAreMasked();
    void secretsInTheTitleAreMasked();
    void jsonLines();
    void markdown();
    void statesTheSource_data();
    void statesTheSource();
    void markdownMarksLateMessages();
    void markdownDescribesStreams();
    void markdownOfNoEvents();
    void withoutTimes_data();
    void withoutTimes();

private:
    [[nodiscard]] std::unique_ptr<Capture> opened(const QByteArray &content) const;

    QTemporaryDir m_folder;
    std::optional<ExportFixture> m_fixture;
};

namespace {

constexpr qint64 Ms = ExportFixture::Ms;

/// Compares everything that must survive the removal of other events: all but serials and indexes.
bool sameRequest(const RequestRecord &a, const RequestRecord &b)
{
    return a.id == b.id && a.direction == b.direction && a.connection == b.connection && a.method == b.method &&
           a.target == b.target && a.state == b.state && a.start == b.start && a.end == b.end &&
           a.bytesRequest == b.bytesRequest && a.bytesResponse == b.bytesResponse && a.errorCode == b.errorCode &&
           a.errorMessage == b.errorMessage && a.toolError == b.toolError && a.progress.count == b.progress.count &&
           a.late.results == b.late.results && a.late.progress == b.late.progress &&
           a.late.responseTime == b.late.responseTime && a.cancellation.has_value() == b.cancellation.has_value() &&
           (!a.cancellation ||
            (a.cancellation->reason == b.cancellation->reason && a.cancellation->local == b.cancellation->local));
}

} // namespace

void TestExport::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_fixture.emplace();
}

std::unique_ptr<Capture> TestExport::opened(const QByteArray &content) const
{
    QFile file(m_folder.filePath(u"exported.pullcord"_s));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        return nullptr;
    file.close();
    auto capture = Capture::open(file.fileName());
    return capture ? *std::move(capture) : nullptr;
}

void TestExport::captureIsIdentical()
{
    const auto capture = opened(m_fixture->exported(ExportFormat::Capture));
    QVERIFY(capture);
    QCOMPARE(capture->count(), m_fixture->capture->count());
    for (qsizetype index = 0; index < capture->count(); ++index) {
        QCOMPARE(capture->line(index).toByteArray(), m_fixture->capture->line(index).toByteArray());
        QVERIFY(same(capture->eventAt(index), m_fixture->capture->eventAt(index)));
    }
    QCOMPARE(capture->header().title, u"demo"_s);
    QCOMPARE(capture->header().started, m_fixture->capture->header().started);
    const RequestLog log(*capture);
    QCOMPARE(log.count(), m_fixture->log->count());
    for (qsizetype row = 0; row < log.count(); ++row)
        QVERIFY(sameRequest(log.record(row), m_fixture->log->record(row)));
}

void TestExport::captureOfRequests()
{
    for (const std::vector<qsizetype> &rows : {std::vector<qsizetype>{1}, {0}, {2, 1}, {4}, {3}, {0, 1, 2, 3, 4}}) {
        const auto selection = ExportSelection::ofRequests(*m_fixture->capture, *m_fixture->log, rows);
        QVERIFY(selection.count() < m_fixture->capture->count());
        const auto capture = opened(m_fixture->exported(ExportFormat::Capture, selection));
        QVERIFY(capture);
        const RequestLog log(*capture);
        for (const qsizetype row : rows) {
            bool found = false;
            for (qsizetype other = 0; other < log.count(); ++other)
                found = found || sameRequest(log.record(other), m_fixture->log->record(row));
            QVERIFY2(found, QByteArray::number(row).constData());
        }
    }
    const auto selection = ExportSelection::ofRequests(*m_fixture->capture, *m_fixture->log, {1});
    const auto capture = opened(m_fixture->exported(ExportFormat::Capture, selection));
    QCOMPARE(RequestLog(*capture).count(), 1);
    QCOMPARE(ExportSelection::ofRequests(*m_fixture->capture, *m_fixture->log, {}).count(), 0);
}

void TestExport::captureOfEvents()
{
    const auto selection = ExportSelection::ofEvents({10, 1, 1, 13});
    QCOMPARE(selection.count(), 3);
    const auto capture = opened(m_fixture->exported(ExportFormat::Capture, selection));
    QVERIFY(capture);
    QVERIFY(capture->header().isExcerpt());
    QCOMPARE(capture->count(), 3);
    QVERIFY(same(capture->eventAt(0), m_fixture->capture->eventAt(1)));
    QVERIFY(same(capture->eventAt(1), m_fixture->capture->eventAt(10)));
    QVERIFY(same(capture->eventAt(2), m_fixture->capture->eventAt(13)));
}

/// Members and kinds of a newer version survive a copy by this version.
void TestExport::captureKeepsUnknownMembers()
{
    const QByteArray content = "{\"pullcord\":\"1.9\",\"program\":\"p\",\"started\":\"2026-07-28T12:34:56.789Z\","
                               "\"title\":\"t\",\"connection\":{},\"host\":\"h\"}\n"
                               "{\"t\":1,\"k\":\"http\",\"status\" : 200, \"m\":{ }}\n"
                               "{\"k\":\"closed\",\"new\":1,\"t\":2}\n"
                               "not JSON\n";
    const auto capture = opened(content);
    QVERIFY(capture);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const RequestLog log(*capture);
    const auto exporter = Exporter::create(ExportFormat::Capture, *capture, log, ExportSelection::everything(*capture));
    QVERIFY(exporter->step(buffer, content.size() * 2));
    QCOMPARE(buffer.data(), content);
}

void TestExport::secretsAreMasked()
{
    Event opening =
        Event::ofKind(EventKind::Opening, {{u"headers"_s, QJsonObject{{u"Authorization"_s, u"Bearer x"_s}}}});
    opening.connection = 1;
    m_fixture->happen(opening, 2000 * Ms);
    const QByteArray content = m_fixture->exported(ExportFormat::Capture);
    QVERIFY(m_fixture->capture->line(m_fixture->capture->count() - 1).contains("Bearer x"));
    QVERIFY(!content.contains("Bearer x"));
    QVERIFY(!content.contains("abc"));
    const auto capture = opened(content);
    QCOMPARE(capture->header().connection.value(u"arguments"_s), (QJsonArray{u"--token"_s, u"***"_s}));
    const Event masked = capture->eventAt(capture->count() - 1);
    QCOMPARE(masked.kind, EventKind::Opening);
    QCOMPARE(masked.time, 2000 * Ms);
    QCOMPARE(masked.connection, 1U);
    QCOMPARE(masked.details.value(u"headers"_s), (QJsonObject{{u"Authorization"_s, u"***"_s}}));
    const QByteArray report = m_fixture->exported(ExportFormat::Markdown);
    QVERIFY(!report.contains("Bearer x"));
    QVERIFY(!report.contains("abc"));
}

void TestExport::secretsInTheTitleAreMasked()
{
    m_fixture.emplace(CaptureHeader{.title = u"server https://me:hunter2@host/"_s});
    for (const ExportFormat format : {ExportFormat::Capture, ExportFormat::Markdown}) {
        const QByteArray content = m_fixture->exported(format);
        QVERIFY(!content.contains("hunter2"));
        QVERIFY(content.contains("https://me:***@host/"));
    }
}

void TestExport::jsonLines()
{
    const QList<QByteArray> lines = m_fixture->exported(ExportFormat::JsonLines).split('\n');
    QCOMPARE(lines.last(), QByteArray());
    QList<QByteArray> expected;
    JsonChecker checker;
    for (qsizetype index = 0; index < m_fixture->capture->count(); ++index) {
        const Event event = m_fixture->capture->eventAt(index);
        if (!event.isMessage())
            continue;
        QByteArray bytes = event.bytes;
        bytes.replace("\n ", "");
        expected += bytes;
        QVERIFY(!checker.check(bytes));
    }
    QCOMPARE(expected.size(), 9);
    QCOMPARE(lines.first(lines.size() - 1), expected);
    QCOMPARE(m_fixture->exported(ExportFormat::JsonLines, ExportSelection::ofEvents({10, 13})), QByteArray());
}

void TestExport::markdown()
{
    const QByteArray report = m_fixture->exported(ExportFormat::Markdown);
    const auto has = [&](const QByteArray &text) {
        if (!report.contains(text))
            qInfo().noquote() << "missing:" << text << "\nin:\n" << report;
        return report.contains(text);
    };
    QVERIFY(report.startsWith("# Conversation with `demo`\n\n|   |   |\n|---|---|\n"));
    QVERIFY(has("| Server | `demo\\|server 1.2` |\n"));
    QVERIFY(has("| Protocol revision | `2025-11-25` |\n"));
    QVERIFY(has("| Connection | `server --token '***'` |\n"));
    QVERIFY(has("| Recorded | 2026-07-28 12:34:56 UTC |\n"));
    QVERIFY(has("| Recorded by | `Pullcord 0.1.0` |\n"));
    QVERIFY(has("| Events | 15 of 15 |\n"));
    QVERIFY(has("| 1 | client → server | `0` | `initialize` | Succeeded | +0.001000 s | 1.00 ms |  |\n"));
    QVERIFY(has("| 2 | client → server | `1` | `tools/call` `slow` | Cancelled | +0.003000 s | 7.00 ms | Cancelled by "
                "the client: "
                "`too \\| slow`; **late result +1.24 s after cancel**; **late progress × 1** |\n"));
    QVERIFY(has("| 3 | server → client | `\"s\"` | `roots/list` | Lost | "));
    QVERIFY(has("| 5 | client → server | `6` | `b` | Failed | +1.252000 s | 1.00 ms | error -32601 `no b` |\n"));
    QVERIFY(has("\n**2** · +0.001000 s · client → server · request `initialize`, id `0`\n\n```json\n{\n  \"jsonrpc\": "
                "\"2.0\",\n  \"id\": 0,\n  \"method\": \"initialize\"\n}\n```\n"));
    QVERIFY(has("\n**7** · +0.010000 s · client → server · cancel `{\"id\":\"1\",\"reason\":\"too | slow\"}`\n"));
    QVERIFY(has("· notification `notifications/cancelled`\n"));
    QVERIFY(has("· batch\n"));
    QVERIFY(has("\n**11** · +1.251000 s · stderr\n\n```text\n\xe2\x90\x9b[31mstopping\xe2\x90\x9b[0m\n```\n"));
    QVERIFY(has("· malformed `{\"reason\":\"expected a value\"}`\n\n```text\ngarbage \xef\xbf\xbd\n```\n"));
    QVERIFY(has("· closed `{\"reason\":\"\"}`\n"));
    QVERIFY(!report.contains('\x1b'));

    const QByteArray part = m_fixture->exported(ExportFormat::Markdown,
                                                ExportSelection::ofRequests(*m_fixture->capture, *m_fixture->log, {1}));
    QVERIFY(part.contains("| Server | `demo"));
    QVERIFY(part.contains("| Events | 8 of 15 |\n"));
    QCOMPARE(part.count("\n| "), 7 + 2); // rows of the summary, and a table head with one row
    QVERIFY(!part.contains("roots/list"));
}

void TestExport::statesTheSource_data()
{
    QTest::addColumn<QByteArray>("connection");
    QTest::addColumn<QByteArray>("lines"); // rows of the Markdown table
    QTest::newRow("nothing is known") << "{}"_ba
                                      << ""_ba;
    QTest::newRow("program, proxied")
        << R"({"transport":"stdio","proxied":true,"program":"/opt/my server","arguments":["-c","it's","--token","abc"]})"_ba
        << "| Connection | `'/opt/my server' -c 'it'\\''s' --token '***'` |\n| Transport | `stdio` |\n"
           "| Proxied | yes: recorded between a client and its server |\n"_ba;
    QTest::newRow("program, and its environment")
        << R"({"transport":"stdio","program":"a","workingDirectory":"/srv","inheritEnvironment":false,"environment":["A=***","B=***"],"unset":["C"]})"_ba
        << "| Connection | `a` |\n| Transport | `stdio` |\n| Working folder | `/srv` |\n"
           "| Environment | not that of the program that started it |\n| Variables set | `A=***, B=***` |\n"
           "| Variables removed | `C` |\n"_ba;
    QTest::newRow("URL")
        << R"({"transport":"http","url":"http://localhost:3000/mcp?token=abc","headers":[{"name":"Authorization","value":"Bearer abc"},{"name":"X-A","value":"b"}]})"_ba
        << "| Connection | `http://localhost:3000/mcp?token=***` |\n| Transport | `http` |\n"
           "| Headers | `Authorization: ***, X-A: b` |\n"_ba;
    QTest::newRow("what has no words")
        << R"({"transport":"local","socket":"/run/a"})"_ba
        << "| Transport | `local` |\n| Further connection details | `{\"socket\":\"/run/a\"}` |\n"_ba;
}

void TestExport::statesTheSource()
{
    QFETCH(const QByteArray, connection);
    QFETCH(const QByteArray, lines);
    const ExportFixture fixture(
        CaptureHeader{.started = QDateTime::fromString(u"2026-07-28T12:00:00.000Z"_s, Qt::ISODateWithMs),
                      .connection = QJsonDocument::fromJson(connection).object()});
    const QByteArray report = fixture.exported(ExportFormat::Markdown);
    QVERIFY2(report.contains("|---|---|\n" + lines + "| Recorded |"), report.constData());
    QVERIFY(!report.contains("abc"));
    const QByteArray page = fixture.exported(ExportFormat::Html);
    QCOMPARE(page.contains("Proxied</td><td>yes: recorded between a client and its server</td>"),
             lines.contains("Proxied"));
    QVERIFY(!page.contains("abc"));
}

void TestExport::markdownMarksLateMessages()
{
    const QByteArray report = m_fixture->exported(ExportFormat::Markdown);
    QVERIFY(report.contains("**9** · +0.012000 s · server → client · notification `notifications/progress` · "
                            "**late: +2.00 ms after cancel**\n"));
    QVERIFY(
        report.contains("**10** · +1.250000 s · server → client · result, id `1` · **late: +1.24 s after cancel**\n"));
    QCOMPARE(report.count("**late: "), 2);
    // The fence is longer than any run of backticks in the message.
    QVERIFY(report.contains("\n`````json\n{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,"));
}

void TestExport::markdownDescribesStreams()
{
    const auto end = [](const QJsonObject &more) {
        QJsonObject details = more;
        details.insert(u"step"_s, u"end"_s);
        details.insert(u"how"_s, u"broken"_s);
        return Event::ofKind(EventKind::Http, details);
    };
    m_fixture->happen(message(R"({"jsonrpc":"2.0","id":7,"method":"m"})"), 2000 * Ms);
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"7"_s}});
    cancel.direction = Direction::ClientToServer;
    m_fixture->happen(cancel, 2010 * Ms);
    m_fixture->happen(end({{u"cancels"_s, u"7"_s}, {u"reason"_s, u"HTTP 500 | no"_s}}), 2015 * Ms);
    m_fixture->happen(end({{u"requests"_s, QJsonArray{u"7"_s}}, {u"ends"_s, u"lost"_s}}), 2030 * Ms);
    const QByteArray report = m_fixture->exported(ExportFormat::Markdown);
    QVERIFY2(report.contains("; its stream broke off +20.0 ms after cancel: "), report.constData());
    QVERIFY2(report.contains("; the cancellation was not accepted: `HTTP 500 \\| no` |"), report.constData());
}

void TestExport::markdownOfNoEvents()
{
    m_fixture.emplace(CaptureHeader{});
    const QByteArray report = m_fixture->exported(ExportFormat::Markdown);
    QVERIFY(report.startsWith("# Conversation\n"));
    QVERIFY(report.contains("## Requests\n\nNone.\n\n## Events\n"));
    QVERIFY(!report.contains("Server"));
    QCOMPARE(m_fixture->exported(ExportFormat::JsonLines), QByteArray());
}

void TestExport::withoutTimes_data()
{
    QTest::addColumn<ExportFormat>("format");
    QTest::addColumn<QByteArrayList>("says");
    QTest::newRow("markdown") << ExportFormat::Markdown
                              << QByteArrayList{"| Times | none: the file does not give the time of each message |",
                                                "Cancelled by the client: `no`; **late result after cancel**",
                                                "\n**2** · client → server · request", "**late: after cancel**"};
    QTest::newRow("html") << ExportFormat::Html
                          << QByteArrayList{
                                 "<td>Times</td><td>none: the file does not give the time of each message</td>",
                                 "<h2>Timeline</h2>\n<p>None: the file does not give the time of each message.</p>",
                                 "<strong>late result after cancel</strong>", "<strong>late: after cancel</strong>"};
    QTest::newRow("csv") << ExportFormat::Csv << QByteArrayList{"cancelled,,,,", ",client,,no,1,,,\r\n"};
}

/// An export of a file without times shows none, not zeros.
void TestExport::withoutTimes()
{
    QFETCH(const ExportFormat, format);
    QFETCH(const QByteArrayList, says);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"a.jsonl"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})"
               "\n"
               R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}})"
               "\n"
               R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no"}})"
               "\n"
               R"({"jsonrpc":"2.0","id":1,"result":{}})"
               "\n");
    file.close();
    const auto capture = CaptureImport::open(file.fileName());
    QVERIFY(capture);
    (*capture)->readMore(100'000);
    const RequestLog log(**capture);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QVERIFY(Exporter::create(format, **capture, log, ExportSelection::everything(**capture))
                ->step(buffer, std::numeric_limits<qint64>::max()));
    const QByteArray text = buffer.data();
    for (const QByteArray &wanted : says)
        QVERIFY2(text.contains(wanted),
                 qPrintable(u"%1 in\n%2"_s.arg(QString::fromUtf8(wanted), QString::fromUtf8(text))));
    for (const char *zero : {"0.000000", "0 s", "0 ms", "0.00", "<svg", "</svg>"})
        QVERIFY2(!text.contains(zero),
                 qPrintable(u"%1 in\n%2"_s.arg(QString::fromUtf8(zero), QString::fromUtf8(text))));
}

QTEST_GUILESS_MAIN(TestExport)

#include "tst_export.moc"
