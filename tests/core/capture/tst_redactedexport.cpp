// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "redactionfixture.h"

#include "core/capture/export/redaction/redactionpreview.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Redaction in every format, by each rule, and its report.
class TestRedactedExport : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void everyFormat_data();
    void everyFormat();
    void nothingToLeaveOut();
    void aRedactedCaptureStatesIt();
    void unknownMembersOfTheFirstLine();
    void countsOfADamagedFirstLine_data();
    void countsOfADamagedFirstLine();
    void textsOfRequests_data();
    void textsOfRequests();
    void whatIsOpenStaysOpen();
    void onlyWhatIsChosenCounts();
    void previewIsWhatHappens();
};

void TestRedactedExport::everyFormat_data()
{
    QTest::addColumn<ExportFormat>("format");
    for (const ExportFormat format : ExportFormats::all())
        QTest::newRow(ExportFormats::nameOf(format).data()) << format;
}

void TestRedactedExport::everyFormat()
{
    QFETCH(const ExportFormat, format);
    RedactionFixture fixture;
    fixture.addSecrets();
    RedactionCounts leftOut;
    const QByteArray plain = fixture.without({}, format);
    const QByteArray left = fixture.without(RedactionFixture::of({u"known"_s}), format, &leftOut);
    QVERIFY(!plain.isEmpty() && !left.isEmpty());
    QVERIFY2(!left.contains("hunter2") && !left.contains("ghp_"), left.constData());
    if (format == ExportFormat::JsonLines || format == ExportFormat::Capture)
        QVERIFY(plain.contains("hunter2") && plain.contains("ghp_"));
    const int messages = 3; // and a line of stderr
    const int count = format == ExportFormat::JsonLines ? messages : messages + 1;
    QCOMPARE(leftOut.total(), count);
    QCOMPARE(leftOut.byRule(), u"known: %1"_s.arg(count));
    if (format == ExportFormat::Markdown || format == ExportFormat::Html)
        QVERIFY(left.contains("Values redacted, by rule") && !plain.contains("Values redacted"));
}

void TestRedactedExport::nothingToLeaveOut()
{
    const RedactionFixture fixture;
    RedactionCounts leftOut;
    QCOMPARE(fixture.without(RedactionFixture::of({u"known"_s}), ExportFormat::Capture, &leftOut),
             fixture.exported(ExportFormat::Capture));
    QCOMPARE(leftOut.total(), 0);
    QCOMPARE(leftOut.byRule(), QString());
}

void TestRedactedExport::aRedactedCaptureStatesIt()
{
    RedactionFixture fixture;
    fixture.addSecrets();
    QTemporaryDir folder;
    QFile file(folder.filePath(u"left.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.write(fixture.without(RedactionFixture::of({u"known"_s, u"pattern:cord"_s, u"pattern:demo"_s}),
                                       ExportFormat::Capture)) > 0);
    file.close();
    const auto capture = Capture::open(file.fileName());
    QVERIFY(capture);
    QCOMPARE((*capture)->count(), fixture.capture->count());
    QCOMPARE(RedactionCounts::notedIn((*capture)->header()),
             u"known: 4, pattern: 2"_s); // the title and the name of the server
    QCOMPARE((*capture)->header().title, u"***"_s);
    QCOMPARE((*capture)->header().program, fixture.capture->header().program);
}

/// Unknown members of the first line are redacted, but not the counts of earlier rules.
void TestRedactedExport::unknownMembersOfTheFirstLine()
{
    const QJsonObject noted{{u"env:DB_PASSWORD"_s, 3}};
    CaptureHeader header;
    header.others = {
        {u"apiKey"_s, u"x"_s}, {u"to"_s, QJsonObject{{u"by"_s, u"acme, inc"_s}}}, {RedactionCounts::Member, noted}};
    QList<Redaction::Hit> hits;
    const CaptureHeader left = RedactionFixture::of({u"known"_s, u"pattern:acme"_s}).redacted(header, hits);
    QCOMPARE(left.others, QJsonObject({{u"apiKey"_s, u"***"_s},
                                       {u"to"_s, QJsonObject{{u"by"_s, u"***, inc"_s}}},
                                       {RedactionCounts::Member, noted}}));
    QCOMPARE(hits.size(), 2);
}

void TestRedactedExport::countsOfADamagedFirstLine_data()
{
    QTest::addColumn<QJsonValue>("before");
    QTest::addColumn<qint64>("after");
    constexpr qint64 Most = std::numeric_limits<qint64>::max();
    QTest::newRow("usual") << QJsonValue(3) << qint64(4);
    QTest::newRow("none") << QJsonValue() << qint64(1);
    QTest::newRow("largest") << QJsonValue(Most) << Most;
    QTest::newRow("negative") << QJsonValue(-5) << qint64(1);
}

/// The counts of an earlier redaction come from the file and may be invalid.
void TestRedactedExport::countsOfADamagedFirstLine()
{
    QFETCH(const QJsonValue, before);
    QFETCH(const qint64, after);
    CaptureHeader header;
    header.others = {{RedactionCounts::Member, QJsonObject{{u"known"_s, before}}}};
    RedactionCounts leftOut(RedactionFixture::of({u"known"_s}));
    leftOut.add({Redaction::Hit{}});
    leftOut.noteIn(header);
    QCOMPARE(header.others.value(RedactionCounts::Member).toObject().value("known"_L1).toInteger(), after);
}

void TestRedactedExport::textsOfRequests_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QByteArray>("gone");
    QTest::addColumn<QByteArray>("stays"); // text at other places
    QTest::newRow("reason") << u"pointer:/params/reason"_s << QByteArray("why-it-went") << QByteArray("the-tool");
    QTest::newRow("tool") << u"pointer:/params/name"_s << QByteArray("the-tool") << QByteArray("file:///the-uri");
    QTest::newRow("uri") << u"pointer:/params/uri"_s << QByteArray("file:///the-uri") << QByteArray("the-tool");
    QTest::newRow("uri of a batch") << u"pointer:/0/params/uri"_s << QByteArray("file:///in-batch")
                                    << QByteArray("file:///the-uri");
    QTest::newRow("uri in every batch") << u"pointer:/params/uri"_s << QByteArray("file:///in-batch")
                                        << QByteArray("the-tool");
    QTest::newRow("reason before it was sent")
        << u"pointer:/params/reason"_s << QByteArray("said-first") << QByteArray("the-tool");
    QTest::newRow("reference") << u"pointer:/params/ref"_s << QByteArray("the-prompt") << QByteArray("the-tool");
    QTest::newRow("error") << u"pointer:/error/message"_s << QByteArray("what-went-wrong") << QByteArray("why-it-went");
    QTest::newRow("never left") << u"pattern:the-[a-z]*"_s << QByteArray("the-queued") << QByteArray("why-it-went");
    QTest::newRow("lost") << u"pattern:no pow[e]r"_s << QByteArray("no power") << QByteArray("the-tool");
}

/// A table of requests has no messages, but contains texts from them.
void TestRedactedExport::textsOfRequests()
{
    QFETCH(const QString, rule);
    QFETCH(const QByteArray, gone);
    QFETCH(const QByteArray, stays);
    constexpr qint64 Ms = RedactionFixture::Ms;
    RedactionFixture fixture;
    const auto onNext = [&fixture](Event event, qint64 time) {
        event.connection = 1;
        fixture.happen(std::move(event), time * Ms);
    };
    onNext(message(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"the-tool"}})"), 3000);
    onNext(
        message(
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"why-it-went"}})"),
        3010);
    onNext(message(R"({"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///the-uri"}})"), 3020);
    onNext(fromServer(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"what-went-wrong"}})"), 3030);
    onNext(message(R"([{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"file:///in-batch"}}])"),
           3040);
    onNext(message(R"({"jsonrpc":"2.0","id":4,"method":"completion/complete",)"
                   R"("params":{"ref":{"type":"ref/prompt","name":"the-prompt"}}})"),
           3050);
    Event queued = message(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"the-queued"}})");
    queued.kind = EventKind::Queued;
    onNext(queued, 3060);
    onNext(message(R"({"jsonrpc":"2.0","id":6,"method":"tools/list"})"), 3062);
    Event cancel = Event::ofKind(EventKind::Cancel, {{u"id"_s, u"6"_s}, {u"reason"_s, u"said-first"_s}});
    cancel.direction = Direction::ClientToServer;
    onNext(cancel, 3064);
    onNext(ofKind(EventKind::Closed, {}, {{u"reason"_s, u"no power"_s}}), 3070);

    for (const ExportFormat format :
         {ExportFormat::Csv, ExportFormat::Html, ExportFormat::Markdown, ExportFormat::Otlp}) {
        const QByteArray plain = fixture.without({}, format);
        const QByteArray left = fixture.without(RedactionFixture::of({rule}), format);
        const QByteArray name = ExportFormats::nameOf(format).data();
        QVERIFY2(plain.contains(gone) && plain.contains(stays), (name + plain).constData());
        QVERIFY2(!left.contains(gone), (name + left.mid(left.indexOf(gone) - 200, 400)).constData());
        QVERIFY2(left.contains(stays), (name + left).constData());
    }
}

void TestRedactedExport::whatIsOpenStaysOpen()
{
    RedactionFixture fixture;
    fixture.happen(message(R"({"jsonrpc":"2.0","id":9,"method":"tools/list"})", Direction::ClientToServer, 1),
                   3000 * RedactionFixture::Ms);
    QCOMPARE(fixture.log->openCount(), 1);
    QVERIFY(fixture.without(RedactionFixture::of({u"known"_s}), ExportFormat::Csv).contains("in flight"));
    fixture.log->endRecording(3001 * RedactionFixture::Ms);
    QVERIFY(!fixture.without(RedactionFixture::of({u"known"_s}), ExportFormat::Csv).contains("in flight"));
}

void TestRedactedExport::onlyWhatIsChosenCounts()
{
    RedactionFixture fixture;
    fixture.addSecrets();
    const auto chosen = ExportSelection::ofEvents({fixture.capture->count() - 1});
    RedactionCounts leftOut;
    const QByteArray left =
        fixture.without(RedactionFixture::of({u"known"_s}), ExportFormat::Capture, chosen, &leftOut);
    QCOMPARE(leftOut.total(), 1);
    QCOMPARE(left.count('\n'), 2);
    QVERIFY(left.contains("a API_TOKEN=*** set"));
}

void TestRedactedExport::previewIsWhatHappens()
{
    RedactionFixture fixture;
    fixture.addSecrets();
    const Redaction redaction = RedactionFixture::of({u"known"_s, u"pattern:demo"_s});
    RedactionPreview preview(*fixture.capture, redaction, ExportSelection::everything(*fixture.capture));
    QStringList found;
    while (!preview.isDone()) {
        for (const auto &[event, time, what, hit] : preview.next(3))
            found << u"%1 %2 %3 %4 %5"_s.arg(what, hit.place, hit.value, hit.left, redaction.rules().at(hit.rule));
    }
    QCOMPARE(found, QStringList({u" title demo *** pattern:demo"_s,
                                 u"result /result/serverInfo/name demo|server ***|server pattern:demo"_s,
                                 u"tools/call /params/arguments/apiKey hunter2 *** known"_s,
                                 u"tools/call /params/arguments/to ghp_abcdefgh1234 *** known"_s,
                                 u"result /result/content/0/text/password hunter2 *** known"_s,
                                 u"stderr stderr a API_TOKEN=hunter2 set a API_TOKEN=*** set known"_s}));
    RedactionCounts leftOut;
    QVERIFY(!fixture.without(redaction, ExportFormat::Capture, &leftOut).isEmpty());
    QCOMPARE(preview.leftOut().byRule(), leftOut.byRule());
    QCOMPARE(preview.done(), preview.total());
}

QTEST_GUILESS_MAIN(TestRedactedExport)
#include "tst_redactedexport.moc"
