// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"
#include "core/capture/export/exportfile.h"
#include "core/capture/requestlog.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
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
    void captureIsTheSame();
    void captureOfRequests();
    void captureOfEvents();
    void captureKeepsTheUnknown();
    void secretsAreMasked();
    void secretsInTheTitleAreMasked();
    void jsonLines();
    void markdown();
    void markdownMarksLateOnes();
    void markdownTellsOfStreams();
    void markdownOfNothing();
    void sliceBySlice();
    void failingDevice();
    void toFile();
    void givenUpItLeavesNothing();
    void refusesAPlaceForAFile_data();
    void refusesAPlaceForAFile();
    void refusesTheCaptureItself();

private:
    void happen(Event event, qint64 time);
    [[nodiscard]] QByteArray exported(ExportFormat format, const ExportSelection &selection) const;
    [[nodiscard]] QByteArray exported(ExportFormat format) const
    {
        return exported(format, ExportSelection::everything(*m_capture));
    }
    [[nodiscard]] std::unique_ptr<Exporter> report() const
    {
        return Exporter::create(ExportFormat::Markdown, *m_capture, *m_log, ExportSelection::everything(*m_capture));
    }
    [[nodiscard]] std::unique_ptr<Capture> opened(const QByteArray &content) const;

    QTemporaryDir m_folder;
    std::unique_ptr<Capture> m_capture;
    std::unique_ptr<RequestLog> m_log;
};

namespace {

constexpr qint64 Ms = 1'000'000;
constexpr qint64 Everything = std::numeric_limits<qint64>::max();

/// What has to be equal when the events before and between have gone: all but serials and indexes.
bool sameRequest(const RequestRecord &a, const RequestRecord &b)
{
    return a.id == b.id && a.direction == b.direction && a.connection == b.connection && a.method == b.method &&
           a.target == b.target && a.state == b.state && a.start == b.start && a.end == b.end &&
           a.bytesRequest == b.bytesRequest && a.bytesResponse == b.bytesResponse && a.errorCode == b.errorCode &&
           a.errorMessage == b.errorMessage && a.toolError == b.toolError && a.progress.count == b.progress.count &&
           a.late.results == b.late.results && a.late.progress == b.late.progress &&
           a.late.answerTime == b.late.answerTime && a.cancellation.has_value() == b.cancellation.has_value() &&
           (!a.cancellation ||
            (a.cancellation->reason == b.cancellation->reason && a.cancellation->local == b.cancellation->local));
}

} // namespace

void TestExport::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_log.reset();
    const CaptureHeader header{
        .program = u"Pullcord 0.1.0"_s,
        .started = QDateTime::fromString(u"2026-07-28T12:34:56.789Z"_s, Qt::ISODateWithMs),
        .title = u"demo"_s,
        .connection = {{u"program"_s, u"server"_s}, {u"arguments"_s, QJsonArray{u"--token"_s, u"abc"_s}}}};
    m_capture = *Capture::createTemporary(header);
    m_log = std::make_unique<RequestLog>(*m_capture);

    happen(Event::ofKind(EventKind::Opening, {{u"program"_s, u"server"_s}}), 0);
    happen(message(R"({"jsonrpc":"2.0","id":0,"method":"initialize"})"), 1 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",)"
                      R"("serverInfo":{"name":"demo|server","version":"1.2"}}})"),
           2 * Ms);
    happen(Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-legacy"_s}}), 2 * Ms);
    happen(
        message(
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","_meta":{"progressToken":1}}})"),
        3 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":"s","method":"roots/list"})"), 4 * Ms);
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"1"_s}, {u"reason"_s, u"too | slow"_s}});
    cancel.direction = Direction::ClientToServer;
    happen(cancel, 10 * Ms);
    happen(
        message(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"too | slow"}})"),
        11 * Ms);
    happen(
        fromServer(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}})"),
        12 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"text":"````"}})"), 1250 * Ms);
    happen(ofKind(EventKind::Stderr, "\x1b[31mstopping\x1b[0m"), 1251 * Ms);
    happen(
        message("[{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\"},\n {\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"b\"}]"),
        1252 * Ms);
    happen(fromServer(R"({"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"no b"}})"), 1253 * Ms);
    happen(ofKind(EventKind::Malformed, "garbage \xff", {{u"reason"_s, u"expected a value"_s}}), 1254 * Ms);
    happen(Event::ofKind(EventKind::Closed, {{u"reason"_s, u""_s}}), 1255 * Ms);
}

void TestExport::happen(Event event, qint64 time)
{
    event.time = time - m_capture->relative(0);
    const qsizetype index = m_capture->append(event);
    event.time = time;
    m_log->feed(event, index);
}

QByteArray TestExport::exported(ExportFormat format, const ExportSelection &selection) const
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const auto exporter = Exporter::create(format, *m_capture, *m_log, selection);
    return exporter->step(buffer, Everything) ? buffer.data() : QByteArray();
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

void TestExport::captureIsTheSame()
{
    const auto capture = opened(exported(ExportFormat::Capture));
    QVERIFY(capture);
    QCOMPARE(capture->count(), m_capture->count());
    for (qsizetype index = 0; index < capture->count(); ++index) {
        QCOMPARE(capture->line(index).toByteArray(), m_capture->line(index).toByteArray());
        QVERIFY(same(capture->eventAt(index), m_capture->eventAt(index)));
    }
    QCOMPARE(capture->header().title, u"demo"_s);
    QCOMPARE(capture->header().started, m_capture->header().started);
    const RequestLog log(*capture);
    QCOMPARE(log.count(), m_log->count());
    for (qsizetype row = 0; row < log.count(); ++row)
        QVERIFY(sameRequest(log.record(row), m_log->record(row)));
}

void TestExport::captureOfRequests()
{
    for (const std::vector<qsizetype> &rows : {std::vector<qsizetype>{1}, {0}, {2, 1}, {4}, {3}, {0, 1, 2, 3, 4}}) {
        const auto selection = ExportSelection::ofRequests(*m_capture, *m_log, rows);
        QVERIFY(selection.count() < m_capture->count());
        const auto capture = opened(exported(ExportFormat::Capture, selection));
        QVERIFY(capture);
        const RequestLog log(*capture);
        for (const qsizetype row : rows) {
            bool found = false;
            for (qsizetype other = 0; other < log.count(); ++other)
                found = found || sameRequest(log.record(other), m_log->record(row));
            QVERIFY2(found, QByteArray::number(row).constData());
        }
    }
    const auto selection = ExportSelection::ofRequests(*m_capture, *m_log, {1});
    const auto capture = opened(exported(ExportFormat::Capture, selection));
    QCOMPARE(RequestLog(*capture).count(), 1);
    QCOMPARE(ExportSelection::ofRequests(*m_capture, *m_log, {}).count(), 0);
}

void TestExport::captureOfEvents()
{
    const auto selection = ExportSelection::ofEvents({10, 1, 1, 13});
    QCOMPARE(selection.count(), 3);
    const auto capture = opened(exported(ExportFormat::Capture, selection));
    QVERIFY(capture);
    QCOMPARE(capture->count(), 3);
    QVERIFY(same(capture->eventAt(0), m_capture->eventAt(1)));
    QVERIFY(same(capture->eventAt(1), m_capture->eventAt(10)));
    QVERIFY(same(capture->eventAt(2), m_capture->eventAt(13)));
}

/// What a newer version wrote survives a copy by this one.
void TestExport::captureKeepsTheUnknown()
{
    const QByteArray content = "{\"pullcord\":\"1.9\",\"program\":\"p\",\"started\":\"2026-07-28T12:34:56.789Z\","
                               "\"title\":\"t\",\"connection\":{},\"host\":\"h\"}\n"
                               "{\"t\":1,\"k\":\"http\",\"status\" : 200, \"m\":{ }}\n"
                               "{\"k\":\"closed\",\"new\":1,\"t\":2}\n"
                               "not JSON\n";
    m_log.reset();
    m_capture = opened(content);
    QVERIFY(m_capture);
    m_log = std::make_unique<RequestLog>(*m_capture);
    QCOMPARE(exported(ExportFormat::Capture), content);
}

void TestExport::secretsAreMasked()
{
    Event opening =
        Event::ofKind(EventKind::Opening, {{u"headers"_s, QJsonObject{{u"Authorization"_s, u"Bearer x"_s}}}});
    opening.connection = 1;
    happen(opening, 2000 * Ms);
    const QByteArray content = exported(ExportFormat::Capture);
    QVERIFY(m_capture->line(m_capture->count() - 1).contains("Bearer x"));
    QVERIFY(!content.contains("Bearer x"));
    QVERIFY(!content.contains("abc"));
    const auto capture = opened(content);
    QCOMPARE(capture->header().connection.value(u"arguments"_s), (QJsonArray{u"--token"_s, u"***"_s}));
    const Event masked = capture->eventAt(capture->count() - 1);
    QCOMPARE(masked.kind, EventKind::Opening);
    QCOMPARE(masked.time, 2000 * Ms);
    QCOMPARE(masked.connection, 1U);
    QCOMPARE(masked.details.value(u"headers"_s), (QJsonObject{{u"Authorization"_s, u"***"_s}}));
    const QByteArray report = exported(ExportFormat::Markdown);
    QVERIFY(!report.contains("Bearer x"));
    QVERIFY(!report.contains("abc"));
}

void TestExport::secretsInTheTitleAreMasked()
{
    m_log.reset();
    m_capture = *Capture::createTemporary({.title = u"server https://me:hunter2@host/"_s});
    m_log = std::make_unique<RequestLog>(*m_capture);
    for (const ExportFormat format : {ExportFormat::Capture, ExportFormat::Markdown}) {
        const QByteArray content = exported(format);
        QVERIFY(!content.contains("hunter2"));
        QVERIFY(content.contains("https://me:***@host/"));
    }
}

void TestExport::jsonLines()
{
    const QList<QByteArray> lines = exported(ExportFormat::JsonLines).split('\n');
    QCOMPARE(lines.last(), QByteArray());
    QList<QByteArray> expected;
    JsonChecker checker;
    for (qsizetype index = 0; index < m_capture->count(); ++index) {
        const Event event = m_capture->eventAt(index);
        if (!event.isMessage())
            continue;
        QByteArray bytes = event.bytes;
        bytes.replace("\n ", "");
        expected += bytes;
        QVERIFY(!checker.check(bytes));
    }
    QCOMPARE(expected.size(), 9);
    QCOMPARE(lines.first(lines.size() - 1), expected);
    QCOMPARE(exported(ExportFormat::JsonLines, ExportSelection::ofEvents({10, 13})), QByteArray());
}

void TestExport::markdown()
{
    const QByteArray report = exported(ExportFormat::Markdown);
    const auto has = [&](const QByteArray &text) {
        if (!report.contains(text))
            qInfo().noquote() << "missing:" << text << "\nin:\n" << report;
        return report.contains(text);
    };
    QVERIFY(report.startsWith("# Conversation with `demo`\n\n|   |   |\n|---|---|\n"));
    QVERIFY(has("| Server | `demo\\|server 1.2` |\n"));
    QVERIFY(has("| Protocol revision | `2025-11-25` |\n"));
    QVERIFY(has("| Connection | `{\"arguments\":[\"--token\",\"***\"],\"program\":\"server\"}` |\n"));
    QVERIFY(has("| Recorded | 2026-07-28 12:34:56 UTC |\n"));
    QVERIFY(has("| Recorded by | `Pullcord 0.1.0` |\n"));
    QVERIFY(has("| Events | 15 of 15 |\n"));
    QVERIFY(has("| 1 | client → server | `0` | `initialize` | succeeded | +0.001000 s | 1.00 ms |  |\n"));
    QVERIFY(has("| 2 | client → server | `1` | `tools/call` `slow` | cancelled | +0.003000 s | 7.00 ms | cancelled: "
                "`too \\| slow`; **late result +1.24 s after cancel**; **late progress × 1** |\n"));
    QVERIFY(has("| 3 | server → client | `\"s\"` | `roots/list` | lost | "));
    QVERIFY(has("| 5 | client → server | `6` | `b` | failed | +1.252000 s | 1.00 ms | error -32601 `no b` |\n"));
    QVERIFY(has("\n**2** · +0.001000 s · client → server · request `initialize`, id `0`\n\n```json\n{\n  \"jsonrpc\": "
                "\"2.0\",\n  \"id\": 0,\n  \"method\": \"initialize\"\n}\n```\n"));
    QVERIFY(has("\n**7** · +0.010000 s · client → server · cancel `{\"id\":\"1\",\"reason\":\"too | slow\"}`\n"));
    QVERIFY(has("· notification `notifications/cancelled`\n"));
    QVERIFY(has("· batch\n"));
    QVERIFY(has("\n**11** · +1.251000 s · stderr\n\n```text\n\xe2\x90\x9b[31mstopping\xe2\x90\x9b[0m\n```\n"));
    QVERIFY(has("· malformed `{\"reason\":\"expected a value\"}`\n\n```text\ngarbage \xef\xbf\xbd\n```\n"));
    QVERIFY(has("· closed `{\"reason\":\"\"}`\n"));
    QVERIFY(!report.contains('\x1b'));

    const QByteArray part = exported(ExportFormat::Markdown, ExportSelection::ofRequests(*m_capture, *m_log, {1}));
    QVERIFY(part.contains("| Server | `demo"));
    QVERIFY(part.contains("| Events | 8 of 15 |\n"));
    QCOMPARE(part.count("\n| "), 7 + 2); // of the summary, and a head with one row
    QVERIFY(!part.contains("roots/list"));
}

void TestExport::markdownMarksLateOnes()
{
    const QByteArray report = exported(ExportFormat::Markdown);
    QVERIFY(report.contains("**9** · +0.012000 s · server → client · notification `notifications/progress` · "
                            "**late: +2.00 ms after cancel**\n"));
    QVERIFY(
        report.contains("**10** · +1.250000 s · server → client · result, id `1` · **late: +1.24 s after cancel**\n"));
    QCOMPARE(report.count("**late: "), 2);
    // The fence is longer than what the message contains.
    QVERIFY(report.contains("\n`````json\n{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,"));
}

void TestExport::markdownTellsOfStreams()
{
    const auto end = [](const QJsonObject &more) {
        QJsonObject details = more;
        details.insert(u"step"_s, u"end"_s);
        details.insert(u"how"_s, u"broken"_s);
        return Event::ofKind(EventKind::Http, details);
    };
    happen(message(R"({"jsonrpc":"2.0","id":7,"method":"m"})"), 2000 * Ms);
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"7"_s}});
    cancel.direction = Direction::ClientToServer;
    happen(cancel, 2010 * Ms);
    happen(end({{u"cancels"_s, u"7"_s}, {u"reason"_s, u"HTTP 500 | no"_s}}), 2015 * Ms);
    happen(end({{u"requests"_s, QJsonArray{u"7"_s}}, {u"ends"_s, u"lost"_s}}), 2030 * Ms);
    const QByteArray report = exported(ExportFormat::Markdown);
    QVERIFY2(report.contains("; its stream broke off +20.0 ms after cancel: "), report.constData());
    QVERIFY2(report.contains("; the cancel was not accepted: `HTTP 500 \\| no` |"), report.constData());
}

void TestExport::markdownOfNothing()
{
    m_log.reset();
    m_capture = *Capture::createTemporary({});
    m_log = std::make_unique<RequestLog>(*m_capture);
    const QByteArray report = exported(ExportFormat::Markdown);
    QVERIFY(report.startsWith("# Conversation\n"));
    QVERIFY(report.contains("## Requests\n\nNone.\n\n## Events\n"));
    QVERIFY(!report.contains("Server"));
    QCOMPARE(exported(ExportFormat::JsonLines), QByteArray());
}

void TestExport::sliceBySlice()
{
    for (const ExportFormat format : {ExportFormat::Capture, ExportFormat::JsonLines, ExportFormat::Markdown}) {
        const auto exporter = Exporter::create(format, *m_capture, *m_log, ExportSelection::everything(*m_capture));
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        int slices = 0;
        for (bool more = true; more; ++slices) {
            const Result<bool> step = exporter->step(buffer, 100);
            QVERIFY(step);
            more = *step;
            QCOMPARE(more, exporter->done() < exporter->total());
        }
        QVERIFY(slices > 5);
        QCOMPARE(buffer.data(), exported(format));
    }
}

/// Takes so many bytes and no more.
class FullDevice : public QIODevice
{
public:
    explicit FullDevice(qint64 room)
        : m_room(room)
    {
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *, qint64 size) override
    {
        const qint64 taken = std::min(size, m_room);
        m_room -= taken;
        setErrorString(u"it is full"_s);
        return taken > 0 ? taken : -1;
    }

private:
    qint64 m_room;
};

void TestExport::failingDevice()
{
    for (const ExportFormat format : {ExportFormat::Capture, ExportFormat::JsonLines, ExportFormat::Markdown}) {
        for (const qint64 room : {0, 10, 600}) {
            FullDevice device(room);
            const auto exporter = Exporter::create(format, *m_capture, *m_log, ExportSelection::everything(*m_capture));
            const Result<bool> outcome = exporter->step(device, Everything);
            QVERIFY(!outcome);
            QCOMPARE(outcome.error().kind, ErrorKind::Io);
            QCOMPARE(outcome.error().detail, u"it is full"_s);
        }
    }
    QFile full(u"/dev/full"_s);
    if (!full.open(QIODevice::WriteOnly))
        QSKIP("there is no /dev/full here");
    const auto selection = ExportSelection::everything(*m_capture);
    const Result<bool> outcome =
        Exporter::create(ExportFormat::Capture, *m_capture, *m_log, selection)->step(full, Everything);
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().detail.contains(u"space"_s), qUtf8Printable(outcome.error().detail));
}

void TestExport::toFile()
{
    const QString path = m_folder.filePath(u"report.md"_s);
    constexpr QFileDevice::Permissions OwnerOnly =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadUser | QFileDevice::WriteUser;
    QFile before(path);
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write("before") == 6);
    before.close();
    QVERIFY(before.setPermissions(OwnerOnly | QFileDevice::ReadOther));

    auto file = ExportFile::create(path, report());
    QVERIFY(file);
    for (Result<bool> more = true; *more;) {
        QCOMPARE(before.size(), 6); // until all is written
        more = (*file)->step(100);
        QVERIFY(more);
    }
    QCOMPARE(QFileInfo(path).permissions(), OwnerOnly);
    QFile after(path);
    QVERIFY(after.open(QIODevice::ReadOnly));
    QCOMPARE(after.readAll(), exported(ExportFormat::Markdown));
}

void TestExport::givenUpItLeavesNothing()
{
    const QDir folder(m_folder.filePath(u"given-up"_s));
    QVERIFY(folder.mkpath(u"."_s));
    auto file = ExportFile::create(folder.filePath(u"report.md"_s), report());
    QVERIFY(file && (*file)->step(100));
    *file = nullptr;
    QCOMPARE(folder.entryList(QDir::Files | QDir::Hidden), QStringList());
}

void TestExport::refusesAPlaceForAFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("says");
    QTest::newRow("no folder") << m_folder.filePath(u"no/such/folder.md"_s) << u"No such file"_s;
    QTest::newRow("a folder") << m_folder.path() << u"directory"_s;
    QTest::newRow("a device") << u"/dev/null"_s << u"not a regular file"_s;
}

void TestExport::refusesAPlaceForAFile()
{
    QFETCH(const QString, path);
    QFETCH(const QString, says);
    const auto file = ExportFile::create(path, report());
    QVERIFY(!file);
    QCOMPARE(file.error().kind, ErrorKind::Io);
    QVERIFY2(file.error().detail.contains(says), qUtf8Printable(file.error().detail));
}

void TestExport::refusesTheCaptureItself()
{
    const QString path = m_folder.filePath(u"own.pullcord"_s);
    const auto capture = Capture::create(path, CaptureHeader());
    QVERIFY(capture);
    const auto file = ExportFile::create(
        path, Exporter::create(ExportFormat::Capture, **capture, *m_log, ExportSelection::everything(**capture)));
    QVERIFY(!file);
    QVERIFY2(file.error().detail.contains(u"is read from"_s), qUtf8Printable(file.error().detail));
}

QTEST_GUILESS_MAIN(TestExport)

#include "tst_export.moc"
