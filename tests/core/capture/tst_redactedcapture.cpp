// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include <QBuffer>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// A redacted capture opens with the same requests in the same states, and has nothing more to redact.
class TestRedactedCapture : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void theSameRequests_data();
    void theSameRequests();

private:
    static void happenInEachEra(RedactionFixture &fixture);
    /// Returns the records without texts of users and peers, and without their lengths.
    static QList<RequestRecord> requestsOf(const RequestLog &log);
};

void TestRedactedCapture::happenInEachEra(RedactionFixture &fixture)
{
    qint64 time = 2000;
    const auto on = [&](quint32 connection, Event event) {
        event.connection = connection;
        fixture.happen(std::move(event), ++time * RedactionFixture::Ms);
    };
    const auto ask = [&](quint32 connection, const QByteArray &request, const QByteArray &answer) {
        on(connection, message(request));
        on(connection, fromServer(answer));
    };
    on(1, Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-legacy"_s}}));
    ask(1, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}})",
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"complete"}],"isError":true}})");
    ask(1, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a","task":{"ttl":5}}})",
        R"({"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"complete","status":"working"}}})");
    ask(1, R"([{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","id":4,"method":"ping"}])",
        R"([{"jsonrpc":"2.0","id":3,"result":{}},{"jsonrpc":"2.0","id":4,"error":{"code":-5,"message":"m"}}])");
    on(1, message(R"({"jsonrpc":"2.0","id":5,"method":"a","params":{"_meta":{"progressToken":"p"},"x":1}})"));
    on(1, fromServer(R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                     R"("params":{"progressToken":"p","progress":1,"total":2,"message":"half"}})"));
    on(1, message(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"r"}})"));
    on(1, fromServer(R"({"jsonrpc":"2.0","id":5,"error":{"code":0,"message":"complete"}})"));
    on(1, fromServer(R"({"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"m"}})"));
    on(1, message(R"({"jsonrpc":"2.0","id":"q","result":{"action":"decline"}})"));
    on(1, ofKind(EventKind::Closed, {}, {{u"reason"_s, u"no power"_s}}));
    on(2, Event::ofKind(EventKind::Dialect, {{u"name"_s, u"mcp-modern-stdio"_s}}));
    ask(2, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[]}})");
    ask(2, R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a"}})",
        R"({"jsonrpc":"2.0","id":2,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"m"}}}})");
    ask(2, R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}})",
        R"({"jsonrpc":"2.0","id":3,"result":{"resultType":"task","taskId":"t","status":"working"}})");
    ask(2, R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"a"}})",
        R"({"jsonrpc":"2.0","id":4,"result":"bare"})");
}

QList<RequestRecord> TestRedactedCapture::requestsOf(const RequestLog &log)
{
    QList<RequestRecord> records;
    for (qsizetype row = 0; row < log.count(); ++row) {
        RequestRecord record = log.record(row);
        record.target.clear();
        record.errorMessage.clear();
        record.progress.message.clear();
        record.bytesRequest = record.bytesResponse = record.bytesProgress = 0;
        if (record.cancellation)
            record.cancellation->reason.clear();
        records.append(record);
    }
    return records;
}

void TestRedactedCapture::theSameRequests_data()
{
    QTest::addColumn<QByteArray>("gone");
    const auto row = [](const char *rule, const char *gone) { QTest::newRow(rule) << QByteArray(gone); };
    row("known", "--token\",\"abc");
    row("pointer:/params", "half");
    row("pointer:/params/*", "half");
    row("pointer:/params/_meta", "nothing");
    row("pointer:/params/task", "\"ttl\":5");
    row("pointer:/params/reason", "too | slow");
    row("pointer:/result", "bare");
    row("pointer:/result/*", "\"type\":\"text\"");
    row("pointer:/result/task", "nothing");
    row("pointer:/error", "no b");
    row("pointer:/*", "half");
    row("pointer:/*/*", "half");
    row("pattern:.+", "half");
    row("pattern:complete", "\"text\":\"complete");
    row("pattern:[0-9]", "\"ttl\":5");
}

void TestRedactedCapture::theSameRequests()
{
    QFETCH(const QByteArray, gone);
    RedactionFixture fixture;
    happenInEachEra(fixture);
    fixture.log->endRecording(3000 * RedactionFixture::Ms);
    const Redaction rules = RedactionFixture::of({QString::fromLatin1(QTest::currentDataTag())});
    const QByteArray text = fixture.without(rules, ExportFormat::Capture);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"left.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    const auto capture = Capture::open(file.fileName());
    QVERIFY(capture);
    RequestLog log(**capture);
    QVERIFY2(!text.contains(gone), text.constData());
    const QList<RequestRecord> before = requestsOf(*fixture.log);
    const QList<RequestRecord> after = requestsOf(log);
    QCOMPARE(after.size(), before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        QVERIFY2(after.at(i) == before.at(i),
                 (before.at(i).id.toJson() + ' ' + before.at(i).method + text).constData());

    const auto again =
        Exporter::create(ExportFormat::Capture, **capture, log, ExportSelection::everything(**capture), rules);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    for (Result<bool> more = true; more && *more;)
        more = again->step(buffer, 1'000'000);
    QCOMPARE(again->leftOut().byRule(), QString());
    QCOMPARE(buffer.data(), text);
}

QTEST_GUILESS_MAIN(TestRedactedCapture)
#include "tst_redactedcapture.moc"
