// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "capturefolder.h"
#include "core/capture/capture.h"
#include "core/capture/file/capturewriter.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

class TestCapture : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void roundTrip_data();
    void roundTrip();
    void verbatimLine_data();
    void verbatimLine();
    void isReadableByItsOwnerOnly();
    void neverOverwrites();
    void temporaryHasNoName();
    void announcesOncePerTurn();
    void largeEvents();
    void writesLongEventsInSlices();
    void manyEvents();
    void timeIsRelative();
    void dropsEventsThatAreInTheFile();

private:
    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] std::unique_ptr<Capture> create() const { return m_folder.create(); }
    [[nodiscard]] std::unique_ptr<Capture> reopen() const { return m_folder.reopen(); }
    [[nodiscard]] QByteArray content() const { return m_folder.content(); }

    CaptureFolder m_folder;
};

namespace {

const QByteArray Request = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

} // namespace

void TestCapture::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    QFile::remove(path());
}

void TestCapture::roundTrip_data()
{
    QTest::addColumn<Event>("event");

    const auto row = [](const QByteArray &name, const Event &event) { QTest::newRow(name.constData()) << event; };
    row("request", message(Request));
    row("answer", fromServer(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})"));
    row("second connection", fromServer(Request, 4'294'967'295));
    row("spaces inside", message(R"( { "jsonrpc" : "2.0" , "id" : 1 , "method" : "m" }  )"));
    row("tabs around", message("\t{}\t"));
    row("numbers", message(R"({"id":18446744073709551616,"x":[1e400,-0,1.10,1E+2]})"));
    row("duplicate keys", message(R"({"b":1,"a":2,"b":3,"m":4,"k":"note"})"));
    row("escapes", message(R"({"a":"\ud800 \u0041 \/ \\ \" \n","d":"s2c"})"));
    row("unicode", message(R"({"a":"äöü 漢字 😀","b":" ﻿"})"));
    row("scalar", message("42"));
    row("string", message(R"("just } text")"));
    row("batch", message(R"([{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"}])"));
    row("newline in white space", message("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"method\": \"m\"\n}"));
    row("carriage return", message("{\"jsonrpc\":\"2.0\",\r\"method\":\"m\"}\r"));
    row("deep", message(QByteArray(1000, '[') + QByteArray(1000, ']')));

    Event typed = message(Request);
    typed.details = {{u"injected"_s, true}, {u"eol"_s, u"\r\n"_s}};
    row("details of a message", typed);

    Event queued = message(Request);
    queued.kind = EventKind::Queued;
    row("queued", queued);
    Event unsent = message("{\n}");
    unsent.kind = EventKind::Unsent;
    row("unsent", unsent);
    row("unsent nonsense", ofKind(EventKind::Unsent, R"(},"m":{"a":1)"));

    const QJsonObject why{{u"offset"_s, 3}, {u"line"_s, 1}, {u"column"_s, 4}, {u"reason"_s, u"no \"value\""_s}};
    row("malformed text", ofKind(EventKind::Malformed, "Server started! }\n", why));
    row("malformed bytes", ofKind(EventKind::Malformed, QByteArray("\xff\x00\xc3(", 4), why));
    row("malformed JSON", ofKind(EventKind::Malformed, R"({"a":})", why));
    QByteArray everyByte;
    for (int byte = 0; byte < 256; ++byte)
        everyByte += char(byte);
    row("every byte", ofKind(EventKind::Malformed, everyByte, why));
    row("every ASCII character", ofKind(EventKind::Stderr, everyByte.first(128)));
    row("byte order mark", ofKind(EventKind::Stderr, "\xef\xbb\xbfhello\xef\xbb\xbf"));
    row("noncharacters", ofKind(EventKind::Stderr, "\xef\xbf\xbe\xef\xbf\xbf \xef\xbf\xbd \xf4\x8f\xbf\xbf"));
    row("encoded surrogate", ofKind(EventKind::Stderr, "\xed\xa0\x80"));
    row("stderr", ofKind(EventKind::Stderr, "\x1b[31mwarning\x1b[0m"));
    row("empty stderr", ofKind(EventKind::Stderr, ""));

    for (int kind = int(EventKind::Opening); kind <= int(EventKind::Process); ++kind) {
        if (EventKind(kind) == EventKind::Mark)
            continue; // has the time of the event before
        const QByteArray name = nameOf(EventKind(kind)).toByteArray();
        row(name, Event::ofKind(EventKind(kind)));
        row(name + " with details",
            Event::ofKind(EventKind(kind), {{u"text"_s, u"\"}\n"_s},
                                            {u"n"_s, Q_INT64_C(9'007'199'254'740'993)},
                                            {u"x"_s, 1.5},
                                            {u"nothing"_s, QJsonValue()},
                                            {u"yes"_s, true},
                                            {u"list"_s, QJsonArray{1, u"m"_s, QJsonObject{{u"t"_s, 1}}}},
                                            {u"mark"_s, u"\ufeffx"_s},
                                            {u"object"_s, QJsonObject{{u"k"_s, u"message"_s}}}}));
    }
    QJsonObject clashes;
    for (const QString &name :
         {u"t"_s, u"c"_s, u"d"_s, u"k"_s, u"m"_s, u"s"_s, u"b"_s, u"_t"_s, u"__m"_s, u"_"_s, u""_s, u"_x"_s, u"ä"_s})
        clashes.insert(name, name + u"!"_s);
    row("details with the format's names", ofKind(EventKind::Note, "bytes", clashes));
    row("such details of a message", [&] {
        Event event = message(Request);
        event.details = clashes;
        return event;
    }());
}

/// Every event can be read back from the buffer, from the file being written, and from the reopened file.
void TestCapture::roundTrip()
{
    QFETCH(Event, event);
    const auto capture = create();
    QVERIFY(capture);
    const qsizetype before = capture->append(message(Request));
    const qsizetype index = capture->append(event);
    capture->append(message(Request));
    QCOMPARE(before, 0);
    QCOMPARE(index, 1);
    const auto check = [&](const Capture &in) {
        QCOMPARE(in.count(), 3);
        QVERIFY(same(in.eventAt(index), event));
        QVERIFY(same(in.eventAt(0), message(Request)));
        QVERIFY(same(in.eventAt(2), message(Request)));
        const CaptureEntry &entry = in.entry(index);
        QCOMPARE(entry.time, capture->relative(event.time));
        QCOMPARE(in.eventAt(index).time, entry.time);
        QCOMPARE(qsizetype(entry.size), event.bytes.size());
        QCOMPARE(entry.connection, event.connection);
        QCOMPARE(entry.kind, event.kind);
        QCOMPARE(entry.direction, event.direction);
        QCOMPARE(entry.message, event.envelope.kind);
        QCOMPARE(entry.row, CaptureEntry::NoRow);
        QCOMPARE(int(entry.flags), 0);
        QCOMPARE(in.line(index), capture->line(index));
    };
    check(*capture);
    capture->flush();
    check(*capture);
    QCOMPARE(content().count('\n'), 4);
    QCOMPARE(capture->fileSize(), qint64(content().size()));
    const auto again = reopen();
    QVERIFY(again);
    check(*again);
}

void TestCapture::verbatimLine_data()
{
    QTest::addColumn<Event>("event");
    QTest::addColumn<QByteArray>("line");
    Event event = message(R"({"id": 1})");
    event.time = 0;
    QTest::newRow("message") << event << QByteArray(R"({"t":0,"c":0,"d":"c2s","k":"message","m":{"id": 1}})");
    event.details = {{u"injected"_s, true}};
    QTest::newRow("details") << event
                             << QByteArray(R"({"t":0,"c":0,"d":"c2s","k":"message","injected":true,"m":{"id": 1}})");
    event = fromServer("{\n}", 7);
    QTest::newRow("two lines") << event << QByteArray(R"({"t":0,"c":7,"d":"s2c","k":"message","s":"{\n}"})");
    QTest::newRow("text") << ofKind(EventKind::Stderr, "hi \"you\"")
                          << QByteArray(R"({"t":0,"c":0,"k":"stderr","s":"hi \"you\""})");
    QTest::newRow("bytes") << ofKind(EventKind::Stderr, "\xff")
                           << QByteArray(R"({"t":0,"c":0,"k":"stderr","b":"/w=="})");
    QTest::newRow("reserved") << ofKind(EventKind::Note, {}, {{u"t"_s, 1}})
                              << QByteArray(R"({"t":0,"c":0,"k":"note","_t":1})");
    const QJsonObject why{{u"reason"_s, u"sh ended with exit code 1. Its last output: x"_s}};
    const QByteArray text = R"("reason":"sh ended with exit code 1. Its last output: x")";
    QTest::newRow("reason of a transport")
        << ofKind(EventKind::Closed, {}, why)
        << R"({"t":0,"c":0,"k":"closed",)" + text + R"(,"reasonId":["lastOutput",["exited","sh","1"],"x"]})";
    QTest::newRow("reason of the system") << ofKind(EventKind::Closed, {}, {{u"reason"_s, u"Broken pipe"_s}})
                                          << QByteArray(R"({"t":0,"c":0,"k":"closed","reason":"Broken pipe"})");
    QTest::newRow("reason of the user") << ofKind(EventKind::Cancel, {}, why)
                                        << R"({"t":0,"c":0,"k":"cancel",)" + text + '}';
}

/// The lines are those that the README documents.
void TestCapture::verbatimLine()
{
    QFETCH(Event, event);
    QFETCH(QByteArray, line);
    const auto capture = create();
    event.time = monotonicNow() - capture->relative(monotonicNow());
    const qint64 start = event.time;
    capture->append(event);
    capture->flush();
    line.replace("\"t\":0", "\"t\":" + QByteArray::number(capture->relative(start)));
    QCOMPARE(capture->line(0).toByteArray(), line);
    QVERIFY(content().endsWith('\n' + line + '\n'));
}

void TestCapture::isReadableByItsOwnerOnly()
{
    const mode_t before = ::umask(0);
    const auto capture = create();
    ::umask(before);
    QVERIFY(capture);
    const auto own = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QCOMPARE(QFile::permissions(path()), own);
}

void TestCapture::neverOverwrites()
{
    m_folder.write("precious");
    const auto capture = Capture::create(path(), {});
    QVERIFY(!capture);
    QCOMPARE(capture.error().kind, ErrorKind::Io);
    QVERIFY2(capture.error().detail.contains(path()), qUtf8Printable(capture.error().detail));
    QCOMPARE(content(), QByteArray("precious"));
    QVERIFY(!Capture::create(m_folder.pathOf(u"no/such/folder"_s), {}));
}

void TestCapture::temporaryHasNoName()
{
    const auto entries = [] { return QDir(QDir::tempPath()).entryList({u"*ullcord*"_s}, QDir::AllEntries); };
    const QStringList before = entries();
    auto result = Capture::createTemporary({.title = u"passing"_s});
    QVERIFY(result);
    Capture &capture = **result;
    QCOMPARE(entries(), before);
    QCOMPARE(capture.path(), QString());
    QVERIFY(capture.isRecording());
    capture.append(message(Request));
    capture.flush();
    QVERIFY(same(capture.eventAt(0), message(Request)));
    QVERIFY(capture.fileSize() > Request.size());
}

void TestCapture::announcesOncePerTurn()
{
    const auto capture = create();
    QSignalSpy spy(capture.get(), &Capture::appended);
    qint64 seen = 0;
    connect(capture.get(), &Capture::appended, this, [&] { seen = content().count('\n') - 1; });
    capture->append(message(Request));
    capture->append(message(Request));
    capture->flush();
    capture->append(message(Request));
    QCOMPARE(spy.count(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 1, 5000);
    QCOMPARE(spy.takeFirst(), (QVariantList{qsizetype(0), qsizetype(3)}));
    QCOMPARE(seen, 3); // an announced event is in the file

    capture->append(message(Request));
    QTRY_COMPARE_WITH_TIMEOUT(spy.count(), 1, 5000);
    QCOMPARE(spy.takeFirst(), (QVariantList{qsizetype(3), qsizetype(1)}));
    QCOMPARE(seen, 4);
}

void TestCapture::largeEvents()
{
    const auto capture = create();
    QList<Event> events;
    for (const qsizetype size : {10, 600'000, 600'000, 1'048'576, 5'000'000, 10, 70'000})
        events += message("{\"x\":\"" + QByteArray(size, 'x') + "\"}");
    events += ofKind(EventKind::Malformed, QByteArray(3'000'000, '\xfe'));
    for (const Event &event : std::as_const(events))
        capture->append(event);
    const auto check = [&](const Capture &in) {
        QCOMPARE(in.count(), events.size());
        for (const qsizetype index : {0, 7, 4, 1, 6, 2, 5, 3})
            QVERIFY(same(in.eventAt(index), events.at(index)));
    };
    check(*capture);
    QVERIFY(content().size() > 5'000'000); // written without a request
    capture->flush();
    check(*capture);
    check(*reopen());
}

/// No turn of the event loop may last as long as a slow disk. Events appended meanwhile wait and stay readable.
void TestCapture::writesLongEventsInSlices()
{
    constexpr qsizetype Slice = CaptureWriter::SliceSize;
    const auto capture = create();
    const Event before = message(Request);
    const Event large = message("{\"x\":\"" + QByteArray(3 * Slice, 'x') + "\"}");
    const Event after = message("{\"id\":2}");
    QList<qint64> sizes;
    QSignalSpy appended(capture.get(), &Capture::appended);
    QTimer turns;
    connect(&turns, &QTimer::timeout, this, [&] { sizes += QFileInfo(capture->path()).size(); });
    for (const Event &event : {before, large, after})
        capture->append(event);
    const qint64 all = capture->fileSize();
    turns.start(0);
    QTRY_COMPARE_WITH_TIMEOUT(appended.count(), 1, 5000);
    QCOMPARE(appended.first(), (QVariantList{qsizetype(0), qsizetype(3)}));
    QVERIFY2(sizes.size() >= 3, qPrintable(QString::number(sizes.size())));
    for (qsizetype i = 1; i < sizes.size(); ++i)
        QVERIFY(sizes.at(i) - sizes.at(i - 1) <= Slice);
    QCOMPARE(QFileInfo(capture->path()).size(), all);
    QVERIFY(content().endsWith(after.bytes + "}\n"));

    for (const Event &event : {large, after})
        capture->append(event);
    QVERIFY(same(capture->eventAt(4), after));
    QVERIFY(QFileInfo(capture->path()).size() < all + Slice);
    QVERIFY(capture->line(3).contains(large.bytes)); // needs the whole line
    QVERIFY(same(capture->eventAt(3), large));
    capture->flush();
    const auto again = reopen();
    const QList<Event> events = {before, large, after, large, after};
    QCOMPARE(again->count(), events.size());
    for (qsizetype i = 0; i < events.size(); ++i)
        QVERIFY(same(again->eventAt(i), events.at(i)));
}

void TestCapture::manyEvents()
{
    constexpr int Count = 10'000;
    const auto capture = create();
    const auto bytes = [](int i) { return "{\"id\":" + QByteArray::number(i) + "}"; };
    for (int i = 0; i < Count; ++i)
        QCOMPARE(capture->append(message(bytes(i))), i);
    capture->annotate(5000, 17, true);
    QCOMPARE(capture->entry(5000).row, 17);
    QVERIFY(capture->entry(5000).flags & CaptureEntry::Late);
    capture->annotate(5000, 18, false);
    QCOMPARE(int(capture->entry(5000).flags), 0);
    capture->flush();
    const auto again = reopen();
    QCOMPARE(again->count(), Count);
    for (int i = Count - 1; i >= 0; i -= 7) { // upwards, as in scrolling
        QCOMPARE(again->eventAt(i).bytes, bytes(i));
        QCOMPARE(capture->eventAt(i).bytes, bytes(i));
        QCOMPARE(again->entry(i).time, capture->entry(i).time);
    }
}

/// Recording continues, and a reader of the file sees every event.
void TestCapture::dropsEventsThatAreInTheFile()
{
    constexpr int Count = 5000;
    const auto capture = create();
    for (int i = 0; i < Count; ++i) {
        QCOMPARE(capture->append(message(Request)), i);
        capture->forgetBefore(i);
    }
    capture->flush();
    QCOMPARE(capture->count(), Count);
    QCOMPARE(capture->eventAt(0).kind, EventKind::Note);
    QVERIFY(same(capture->eventAt(Count - 1), message(Request)));
    const auto again = reopen();
    QCOMPARE(again->count(), Count);
    QVERIFY(same(again->eventAt(0), message(Request)));
}

void TestCapture::timeIsRelative()
{
    const qint64 before = monotonicNow();
    const auto capture = create();
    const qint64 after = monotonicNow();
    QVERIFY(capture->relative(before) <= 0);
    QVERIFY(capture->relative(after) >= 0);
    QCOMPARE(capture->relative(after) - capture->relative(before), after - before);
    QVERIFY(qAbs(capture->header().started.msecsTo(QDateTime::currentDateTimeUtc())) < 60'000);
    Event event = message(Request);
    event.time = before;
    capture->append(event);
    capture->flush();
    const auto again = reopen();
    QCOMPARE(again->eventAt(0).time, capture->relative(before));
    QCOMPARE(again->relative(123), 123);
    QVERIFY(!again->isRecording());
}

QTEST_GUILESS_MAIN(TestCapture)

#include "tst_capture.moc"
