// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/capture/capture.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>

#include <sys/resource.h>
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
    void header();
    void headerOfNewerMinor();
    void notACapture_data();
    void notACapture();
    void foreignLine_data();
    void foreignLine();
    void unknownKind();
    void unreadableLine_data();
    void unreadableLine();
    void cutAnywhere();
    void damagedAnywhere();
    void growingFile();
    void fileCutShortWhileOpen();
    void ownersEyesOnly();
    void neverOverwrites();
    void temporaryHasNoName();
    void announcesOncePerTurn();
    void largeEvents();
    void manyEvents();
    void timeIsRelative();
    void survivesKill();
    void diskFull();

private:
    [[nodiscard]] QString path() const { return m_folder.filePath(u"test.pullcord"_s); }
    [[nodiscard]] std::unique_ptr<Capture> create(const CaptureHeader &header = {}) const;
    [[nodiscard]] std::unique_ptr<Capture> reopen() const;
    [[nodiscard]] std::unique_ptr<Capture> openLines(const QByteArray &lines) const;
    [[nodiscard]] QByteArray content() const;
    void writeFile(const QByteArray &content) const;

    QTemporaryDir m_folder;
};

namespace {

const QByteArray HeaderLine = R"({"pullcord":"1.0","program":"test"})"
                              "\n";

const QByteArray Request = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

} // namespace

void TestCapture::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    QFile::remove(path());
}

std::unique_ptr<Capture> TestCapture::create(const CaptureHeader &header) const
{
    auto capture = Capture::create(path(), header);
    return capture ? *std::move(capture) : nullptr;
}

std::unique_ptr<Capture> TestCapture::reopen() const
{
    auto capture = Capture::open(path());
    if (!capture)
        qInfo() << capture.error().detail;
    return capture ? *std::move(capture) : nullptr;
}

std::unique_ptr<Capture> TestCapture::openLines(const QByteArray &lines) const
{
    writeFile(HeaderLine + lines);
    return reopen();
}

QByteArray TestCapture::content() const
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestCapture::writeFile(const QByteArray &content) const
{
    QFile::remove(path()); // a file that is emptied and closed again is written to the disk by some systems
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
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

    for (int kind = int(EventKind::Opening); kind <= int(EventKind::Note); ++kind) {
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

/// Every event can be read back, from the buffer, from the file that is being written and from the reopened one.
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
}

/// What the README says of the file is what stands in it.
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

void TestCapture::header()
{
    const CaptureHeader header{.program = u"Pullcord 0.1.0"_s,
                               .started = QDateTime::fromString(u"2026-07-28T12:34:56.789Z"_s, Qt::ISODateWithMs),
                               .title = u"Ünder \"test\"\n"_s,
                               .connection = {{u"program"_s, u"server"_s}, {u"arguments"_s, QJsonArray{u"-v"_s}}}};
    QVERIFY(create(header));
    QCOMPARE(content(),
             QByteArray("{\"pullcord\":\"1.0\",\"program\":\"Pullcord "
                        "0.1.0\",\"started\":\"2026-07-28T12:34:56.789Z\",\"title\":\"Ünder "
                        "\\\"test\\\"\\n\",\"connection\":{\"arguments\":[\"-v\"],\"program\":\"server\"}}\n"));
    const auto capture = reopen();
    QVERIFY(capture);
    QCOMPARE(capture->header().format, u"1.0"_s);
    QCOMPARE(capture->header().program, header.program);
    QCOMPARE(capture->header().started, header.started);
    QCOMPARE(capture->header().title, header.title);
    QCOMPARE(capture->header().connection, header.connection);
    QCOMPARE(capture->header().others, QJsonObject());
    QCOMPARE(capture->count(), 0);
    QCOMPARE(capture->path(), path());
}

void TestCapture::headerOfNewerMinor()
{
    writeFile(R"( {"host": "h", "pullcord":"1.7", "started":"2026-07-28T12:34:56Z"} )"
              "\n");
    const auto capture = reopen();
    QVERIFY(capture);
    QCOMPARE(capture->header().format, u"1.7"_s);
    QCOMPARE(capture->header().others, (QJsonObject{{u"host"_s, u"h"_s}}));
    const auto again = CaptureHeader::fromLine(capture->header().toLine());
    QVERIFY(again);
    QCOMPARE(again->format, u"1.7"_s);
    QCOMPARE(again->others, capture->header().others);
}

void TestCapture::notACapture_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << u"not a Pullcord capture: the first line is no JSON object"_s;
    QTest::newRow("text") << QByteArray("hello\n") << u"not a Pullcord capture: the first line is no JSON object"_s;
    QTest::newRow("array") << QByteArray("[1]\n") << u"not a Pullcord capture: the first line is no JSON object"_s;
    QTest::newRow("zeros") << QByteArray(2'000'000, '\0')
                           << u"not a Pullcord capture: the first line is no JSON object"_s;
    QTest::newRow("other JSON") << QByteArray("{\"log\":{}}\n")
                                << u"not a Pullcord capture: the first line does not name the format version"_s;
    QTest::newRow("number") << QByteArray("{\"pullcord\":1}\n")
                            << u"not a Pullcord capture: the first line does not name the format version"_s;
    QTest::newRow("no version") << QByteArray("{\"pullcord\":\"new\"}\n")
                                << u"not a Pullcord capture: \"new\" is no format version"_s;
    QTest::newRow("newer major") << QByteArray("{\"pullcord\":\"2.0\"}\n")
                                 << u"this capture has format 2.0; this version of Pullcord reads formats up to 1.x"_s;
}

void TestCapture::notACapture()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    writeFile(content);
    const auto capture = Capture::open(path());
    QVERIFY(!capture);
    QCOMPARE(capture.error().kind, ErrorKind::Io);
    QCOMPARE(capture.error().detail, path() + u": "_s + reason);

    const auto folder = Capture::open(m_folder.path());
    QVERIFY(!folder);
    QVERIFY(folder.error().detail.contains(m_folder.path()));
    const auto missing = Capture::open(m_folder.filePath(u"missing"_s));
    QVERIFY(!missing);
    QVERIFY(missing.error().detail.contains(u"missing: No such file"_s));
}

void TestCapture::foreignLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<Event>("event");
    Event plain = fromServer(R"({"id":1})");
    plain.connection = 3;
    QTest::newRow("other order") << QByteArray(R"({"m":{"id":1},"k":"message","c":3,"t":5,"d":"s2c"})") << plain;
    QTest::newRow("spaces") << QByteArray(R"( { "t" : 5 , "c":3,"d":"s2c" , "k":"message", "m": {"id":1}, "x":1 } )")
                            << [&] {
                                   Event event = plain;
                                   event.details = {{u"x"_s, 1}};
                                   return event;
                               }();
    QTest::newRow("spaces belong to the last m")
        << QByteArray(R"({"t":5,"c":3,"d":"s2c","k":"message","m": {"id":1} } )")
        << [] { return fromServer(R"( {"id":1} )", 3); }();
    QTest::newRow("escaped names") << QByteArray(
                                          R"({"\u0074":5,"c":3,"d":"s2c","k":"\u006dessage","\u006d":{"id":1},"c":3})")
                                   << plain;
    QTest::newRow("message as text") << QByteArray(R"({"t":5,"c":3,"d":"s2c","k":"message","s":"{\"id\":1}"})")
                                     << plain;
    QTest::newRow("message as base64") << QByteArray(R"({"t":5,"c":3,"d":"s2c","k":"message","b":"eyJpZCI6MX0="})")
                                       << plain;
    QTest::newRow("unknown details") << QByteArray(
                                            R"({"t":5,"c":3,"k":"closed","new":{"deep":[1]},"big":1e400,"reason":"r"})")
                                     <<
        [] {
            Event event = Event::ofKind(
                EventKind::Closed,
                {{u"new"_s, QJsonObject{{u"deep"_s, QJsonArray{1}}}}, {u"big"_s, u"1e400"_s}, {u"reason"_s, u"r"_s}});
            event.connection = 3;
            return event;
        }();
    QTest::newRow("unknown direction") << QByteArray(R"({"t":5,"c":3,"d":"up","k":"note"})") << [] {
        Event event = Event::ofKind(EventKind::Note);
        event.connection = 3;
        return event;
    }();
}

/// Other writers may order and space the members as they like.
void TestCapture::foreignLine()
{
    QFETCH(QByteArray, line);
    QFETCH(Event, event);
    for (const char *end : {"\n", "\r\n", ""}) {
        const auto capture = openLines(line + end);
        QVERIFY(capture);
        QCOMPARE(capture->count(), 1);
        QVERIFY(same(capture->eventAt(0), event));
        QCOMPARE(capture->eventAt(0).time, 5);
        QCOMPARE(capture->entry(0).message, event.envelope.kind);
        QCOMPARE(int(capture->entry(0).flags), 0);
    }
}

void TestCapture::unknownKind()
{
    const QByteArray line = R"({"t":12,"c":1,"d":"s2c","k":"http","status":200,"m":{"id":1}})";
    const auto capture = openLines(line + '\n');
    QVERIFY(capture);
    const Event event = capture->eventAt(0);
    QCOMPARE(event.kind, EventKind::Note);
    QCOMPARE(event.time, 12);
    QCOMPARE(event.connection, 1U);
    QCOMPARE(event.direction, Direction::ServerToClient);
    QCOMPARE(event.bytes, line);
    QCOMPARE(event.details.value(u"unknownKind"_s).toString(), u"http"_s);
    QVERIFY(event.details.value(u"text"_s).toString().contains(u"http"_s));
    QCOMPARE(event.envelope.kind, MessageKind::None);
    QCOMPARE(capture->entry(0).kind, EventKind::Note);
    QCOMPARE(qsizetype(capture->entry(0).size), line.size());
}

void TestCapture::unreadableLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("reason");
    QTest::newRow("text") << QByteArray("hello") << QString();
    QTest::newRow("empty") << QByteArray("") << QString();
    QTest::newRow("cut") << QByteArray(R"({"t":7,"c":0,"d":"c2s","k":"message","m":{"a":1})") << QString();
    QTest::newRow("bad message") << QByteArray(R"({"t":7,"c":0,"d":"c2s","k":"message","m":{"a":}})") << QString();
    QTest::newRow("two values") << QByteArray(R"({"t":7,"c":0,"d":"c2s","k":"message","m":1 2})") << QString();
    QTest::newRow("not UTF-8") << QByteArray("{\"t\":1,\"k\":\"note\",\"text\":\"\xff\"}") << QString();
    QTest::newRow("NUL") << QByteArray("\0\0", 2) << QString();
    QTest::newRow("array") << QByteArray("[1]") << u"not an object"_s;
    QTest::newRow("no kind") << QByteArray(R"({"t":1})") << u"there is no 'k' that says what happened"_s;
    QTest::newRow("kind is no string") << QByteArray(R"({"t":1,"k":1})") << u"'k' is not a string"_s;
    QTest::newRow("time is no integer") << QByteArray(R"({"t":1.5,"k":"note"})") << u"'t' is not an integer"_s;
    QTest::newRow("time is huge") << QByteArray(R"({"t":1000000000000000000000,"k":"note"})")
                                  << u"'t' is not an integer"_s;
    QTest::newRow("text is none") << QByteArray(R"({"t":1,"k":"stderr","s":1})") << u"'s' is not a string"_s;
    QTest::newRow("base64 is none") << QByteArray(R"({"t":1,"k":"stderr","b":{}})") << u"'b' is not a string"_s;
    QTest::newRow("message without bytes") << QByteArray(R"({"t":1,"k":"message"})") << u"a message that is not JSON"_s;
    QTest::newRow("message of text") << QByteArray(R"({"t":1,"k":"message","s":"hello"})")
                                     << u"a message that is not JSON"_s;
}

/// A line that cannot be read stays in sight, with its place in the file.
void TestCapture::unreadableLine()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, reason);
    const auto capture = openLines("{\"t\":7,\"k\":\"note\"}\n" + line + "\n{\"t\":9,\"k\":\"note\"}\n");
    QVERIFY(capture);
    QCOMPARE(capture->count(), 3);
    const Event event = capture->eventAt(1);
    QCOMPARE(event.kind, EventKind::Malformed);
    QCOMPARE(event.bytes, line);
    QCOMPARE(event.time, 7);
    QCOMPARE(event.direction, Direction::None);
    const QString told = event.details.value(u"reason"_s).toString();
    QVERIFY2(told.startsWith(u"line 3 of the file: "_s), qUtf8Printable(told));
    if (!reason.isNull())
        QCOMPARE(told, u"line 3 of the file: "_s + reason);
    QVERIFY(told.size() > 22);
    QCOMPARE(capture->entry(1).kind, EventKind::Malformed);
    QCOMPARE(qsizetype(capture->entry(1).size), line.size());
    QCOMPARE(capture->eventAt(2).time, 9);
}

/// A file that ends anywhere gives every whole line, and the rest as what it is.
void TestCapture::cutAnywhere()
{
    {
        const auto capture = create();
        capture->append(message(Request));
        capture->append(ofKind(EventKind::Stderr, "} ü"));
        capture->append(ofKind(EventKind::Malformed, "\xff"));
        capture->append(fromServer(R"({"jsonrpc":"2.0","id":1,"result":{}})"));
    }
    const QByteArray whole = content();
    const qsizetype headerEnd = whole.indexOf('\n');
    for (qsizetype length = headerEnd; length <= whole.size(); ++length) {
        const QByteArray part = whole.first(length);
        writeFile(part);
        const auto capture = reopen();
        QVERIFY(capture);
        const qsizetype lines = std::max<qsizetype>(part.count('\n') - 1, 0);
        const QByteArray rest = part.sliced(part.lastIndexOf('\n') + 1);
        const bool more = length > headerEnd && !rest.isEmpty();
        QCOMPARE(capture->count(), lines + (more ? 1 : 0));
        for (qsizetype index = 0; index < lines; ++index)
            QVERIFY(capture->eventAt(index).kind != EventKind::Malformed || index == 2);
        if (!more || whole.at(length) == '\n')
            continue; // without its newline a line is whole nevertheless
        const Event last = capture->eventAt(lines);
        QCOMPARE(last.kind, EventKind::Malformed);
        QCOMPARE(last.bytes, rest);
        QCOMPARE(last.details.value(u"reason"_s).toString(), u"line %1 of the file is cut short"_s.arg(lines + 2));
        QVERIFY(capture->entry(lines).flags & CaptureEntry::Cut);
    }
}

/// Whatever the file holds, it opens or is refused, every line stays in sight, and nothing reads where it must not.
void TestCapture::damagedAnywhere()
{
    {
        const auto capture = create();
        capture->append(message(Request));
        capture->append(ofKind(EventKind::Stderr, "} ü\xff"));
        capture->append(ofKind(EventKind::Cancel, {}, {{u"id"_s, u"1"_s}, {u"t"_s, 1}}));
        capture->append(fromServer("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}"));
        capture->append(fromServer(R"([{"jsonrpc":"2.0","id":1,"result":{}},{}])"));
    }
    const QByteArray whole = content();
    const qsizetype headerEnd = whole.indexOf('\n') + 1;
    const QByteArray pieces = "\"\\{}[]:,0-e\n\r \xff\x80tcdkmsbnu";
    QRandomGenerator random(20260728);
    for (int round = 0; round < 3000; ++round) {
        QByteArray damaged = whole;
        for (int i = 0; i < 1 + round % 4; ++i)
            damaged[random.bounded(headerEnd, whole.size())] = pieces[random.bounded(pieces.size())];
        writeFile(damaged);
        const auto capture = reopen();
        QVERIFY(capture);
        QCOMPARE(capture->count(), damaged.count('\n') - 1 + (damaged.endsWith('\n') ? 0 : 1));
        for (qsizetype index = 0; index < capture->count(); ++index) {
            const Event event = capture->eventAt(index);
            QCOMPARE(event.kind, capture->entry(index).kind);
            QCOMPARE(event.envelope.kind, capture->entry(index).message);
        }
    }
}

void TestCapture::growingFile()
{
    auto writer = create();
    writer->append(message(Request));
    QCOMPARE(reopen()->count(), 0);
    writer->flush();
    QCOMPARE(reopen()->count(), 1);
    QFile file(path());
    QVERIFY(file.open(QIODevice::Append));
    file.write(R"({"t":1,"k":"no)");
    file.flush();
    QCOMPARE(reopen()->count(), 1); // the rest may still come
    file.write("te\"}\n");
    file.flush();
    QCOMPARE(reopen()->count(), 2);
    file.write("{");
    file.close();
    writer.reset();
    const auto final = reopen();
    QCOMPARE(final->count(), 3);
    QCOMPARE(final->eventAt(2).kind, EventKind::Malformed);
}

void TestCapture::fileCutShortWhileOpen()
{
    {
        const auto capture = create();
        for (int i = 0; i < 1000; ++i)
            capture->append(message(Request));
    }
    const auto capture = reopen();
    QCOMPARE(capture->count(), 1000);
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.resize(qint64(capture->entry(900).offset) + 10));
    QVERIFY(same(capture->eventAt(0), message(Request)));
    QCOMPARE(capture->eventAt(900).kind, EventKind::Malformed);
    QCOMPARE(capture->eventAt(900).bytes.size(), 10);
    QCOMPARE(capture->eventAt(999).kind, EventKind::Malformed);
    QVERIFY(capture->eventAt(999).bytes.isEmpty());
}

void TestCapture::ownersEyesOnly()
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
    writeFile("precious");
    const auto capture = Capture::create(path(), {});
    QVERIFY(!capture);
    QCOMPARE(capture.error().kind, ErrorKind::Io);
    QVERIFY2(capture.error().detail.contains(path()), qUtf8Printable(capture.error().detail));
    QCOMPARE(content(), QByteArray("precious"));
    QVERIFY(!Capture::create(m_folder.filePath(u"no/such/folder"_s), {}));
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
    QCOMPARE(seen, 3); // what is announced is in the file

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
    QVERIFY(content().size() > 9'000'000); // written without being asked
    capture->flush();
    check(*capture);
    check(*reopen());
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
    for (int i = Count - 1; i >= 0; i -= 7) { // upwards, as one scrolls
        QCOMPARE(again->eventAt(i).bytes, bytes(i));
        QCOMPARE(capture->eventAt(i).bytes, bytes(i));
        QCOMPARE(again->entry(i).time, capture->entry(i).time);
    }
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

/// The writer of survivesKill(): records events, and tells how many after each flush.
static int writeForEver(const QString &path)
{
    auto capture = Capture::create(path, {});
    if (!capture)
        return 1;
    for (int count = 1;; ++count) {
        (*capture)->append(message("{\"id\":" + QByteArray::number(count) + "}"));
        if (count % 3 == 0) {
            (*capture)->flush();
            std::printf("%d\n", count);
            std::fflush(stdout);
        }
    }
}

/// What a program has shown is in the file, even when it is killed.
void TestCapture::survivesKill()
{
    QProcess writer;
    writer.start(QCoreApplication::applicationFilePath(), {u"--write-for-ever"_s, path()});
    QByteArray told;
    QTRY_VERIFY_WITH_TIMEOUT((told += writer.readAllStandardOutput()).count('\n') > 1000, 30'000);
    QCOMPARE(::kill(pid_t(writer.processId()), SIGKILL), 0);
    QVERIFY(writer.waitForFinished(10'000));
    told += writer.readAllStandardOutput();
    const QList<QByteArray> lines = told.first(told.lastIndexOf('\n')).split('\n');
    const qsizetype shown = lines.last().toInt();
    QVERIFY(shown >= 3000);
    const auto capture = reopen();
    QVERIFY(capture);
    QVERIFY2(capture->count() >= shown, qPrintable(u"%1 of %2"_s.arg(capture->count()).arg(shown)));
    for (qsizetype index = 0; index < shown; ++index)
        QCOMPARE(capture->eventAt(index).bytes, "{\"id\":" + QByteArray::number(index + 1) + "}");
}

/// A limit on the size of files, for a disk that is full; lifted at the end of its scope.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limited = m_before;
        limited.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limited);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before = {};
};

void TestCapture::diskFull()
{
    constexpr int Limit = 100'000;
    const auto capture = create();
    QSignalSpy failed(capture.get(), &Capture::failed);
    QSignalSpy appended(capture.get(), &Capture::appended);
    const auto bytes = [](int i) { return "{\"id\":" + QByteArray::number(i) + "}"; };
    int count = 0;
    {
        const FileSizeLimit limit(Limit);
        for (; count < 5000; ++count)
            QCOMPARE(capture->append(message(bytes(count))), count);
        capture->flush();
        QVERIFY(!capture->isRecording());
        QCOMPARE(capture->append(message(Request)), Capture::NotRecorded);
        QCOMPARE(capture->append(message("\"" + QByteArray(2'000'000, 'x') + "\"")), Capture::NotRecorded);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 5000);
    }
    QVERIFY2(failed.first().first().toString().contains(u"arge"_s), qPrintable(failed.first().first().toString()));
    QCOMPARE(appended.count(), 1);
    QCOMPARE(appended.first(), (QVariantList{qsizetype(0), qsizetype(count)}));

    // What was taken stays readable; what is in the file is whole.
    QCOMPARE(capture->count(), count);
    for (int i = 0; i < count; ++i)
        QCOMPARE(capture->eventAt(i).bytes, bytes(i));
    QVERIFY(content().size() > Limit - 100);
    QVERIFY(content().size() <= Limit);
    QVERIFY(content().endsWith('\n'));
    const auto again = reopen();
    QVERIFY(again->count() > 1000);
    for (qsizetype i = 0; i < again->count(); ++i)
        QCOMPARE(again->eventAt(i).bytes, bytes(int(i)));

    QCOMPARE(capture->append(message(Request)), Capture::NotRecorded); // there is room again: too late
    capture->flush();
    QCoreApplication::processEvents();
    QCOMPARE(failed.count(), 1);

    // One large event that does not fit leaves nothing of itself.
    const FileSizeLimit limit(Limit);
    QFile::remove(path());
    const auto large = create();
    QCOMPARE(large->append(message(Request)), 0);
    QCOMPARE(large->append(message("\"" + QByteArray(2'000'000, 'x') + "\"")), Capture::NotRecorded);
    QCOMPARE(large->count(), 1);
    QVERIFY(same(large->eventAt(0), message(Request)));
    QCOMPARE(reopen()->count(), 1);

    // A file that cannot even begin is not left behind.
    const FileSizeLimit tight(10);
    QFile::remove(path());
    const auto none = Capture::create(path(), {});
    QVERIFY(!none);
    QVERIFY2(none.error().detail.startsWith(u"cannot write "_s + path()), qUtf8Printable(none.error().detail));
    QVERIFY(!QFile::exists(path()));
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--write-for-ever") == 0)
        return writeForEver(QString::fromLocal8Bit(argv[2]));
    TestCapture test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_capture.moc"
