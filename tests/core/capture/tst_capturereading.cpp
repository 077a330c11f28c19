// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "capturefolder.h"
#include "core/capture/capture.h"
#include "core/capture/file/captureindexer.h"

#include <QJsonArray>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using namespace Pullcord::CaptureEvents;

/// Reading of files written by Pullcord or by other programs, and of damaged files.
class TestCaptureReading : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void header();
    void headerOfANewerMinorVersion();
    void notACapture_data();
    void notACapture();
    void lineOfAnotherFormat_data();
    void lineOfAnotherFormat();
    void unknownKind();
    void unreadableLine_data();
    void unreadableLine();
    void truncatedAtAnyPosition();
    void damagedAtAnyPosition();
    void growingFile();
    void fileTruncatedWhileOpen();
    void tooLongLine();

private:
    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] std::unique_ptr<Capture> create(const CaptureHeader &header = {}) const
    {
        return m_folder.create(header);
    }
    [[nodiscard]] std::unique_ptr<Capture> reopen() const { return m_folder.reopen(); }
    [[nodiscard]] std::unique_ptr<Capture> openLines(const QByteArray &lines) const;
    [[nodiscard]] QByteArray content() const { return m_folder.content(); }
    void writeFile(const QByteArray &content) const { m_folder.write(content); }

    CaptureFolder m_folder;
};

namespace {

const QByteArray Request = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";

} // namespace

void TestCaptureReading::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    QFile::remove(path());
}

std::unique_ptr<Capture> TestCaptureReading::openLines(const QByteArray &lines) const
{
    writeFile("{\"pullcord\":\"1.0\",\"program\":\"test\"}\n" + lines);
    return reopen();
}

void TestCaptureReading::header()
{
    const CaptureHeader header{.program = u"Pullcord 0.1.0"_s,
                               .started = QDateTime::fromString(u"2026-07-28T12:34:56.789Z"_s, Qt::ISODateWithMs),
                               .title = u"Ünder \"test\"\n"_s,
                               .connection = {{u"program"_s, u"server"_s}, {u"arguments"_s, QJsonArray{u"-v"_s}}}};
    QVERIFY(create(header));
    QCOMPARE(content(),
             QByteArray("{\"pullcord\":\"1.1\",\"program\":\"Pullcord "
                        "0.1.0\",\"started\":\"2026-07-28T12:34:56.789Z\",\"title\":\"Ünder "
                        "\\\"test\\\"\\n\",\"connection\":{\"arguments\":[\"-v\"],\"program\":\"server\"}}\n"));
    const auto capture = reopen();
    QVERIFY(capture);
    QCOMPARE(capture->header().format, u"1.1"_s);
    QCOMPARE(capture->header().program, header.program);
    QCOMPARE(capture->header().started, header.started);
    QCOMPARE(capture->header().title, header.title);
    QCOMPARE(capture->header().connection, header.connection);
    QCOMPARE(capture->header().others, QJsonObject());
    QCOMPARE(capture->count(), 0);
    QCOMPARE(capture->path(), path());
}

void TestCaptureReading::headerOfANewerMinorVersion()
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

void TestCaptureReading::notACapture_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << u"not a Pullcord capture: the first line is not a JSON object"_s;
    QTest::newRow("text") << QByteArray("hello\n") << u"not a Pullcord capture: the first line is not a JSON object"_s;
    QTest::newRow("array") << QByteArray("[1]\n") << u"not a Pullcord capture: the first line is not a JSON object"_s;
    QTest::newRow("zeros") << QByteArray(2'000'000, '\0')
                           << u"not a Pullcord capture: the first line is not a JSON object"_s;
    QTest::newRow("other JSON") << QByteArray("{\"log\":{}}\n")
                                << u"not a Pullcord capture: the first line does not contain the format version"_s;
    QTest::newRow("number") << QByteArray("{\"pullcord\":1}\n")
                            << u"not a Pullcord capture: the first line does not contain the format version"_s;
    QTest::newRow("no version") << QByteArray("{\"pullcord\":\"new\"}\n")
                                << u"not a Pullcord capture: \"new\" is not a format version"_s;
    QTest::newRow("newer major") << QByteArray("{\"pullcord\":\"2.0\"}\n")
                                 << u"this capture has format 2.0; this version of Pullcord reads formats up to 1.x"_s;
}

void TestCaptureReading::notACapture()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    writeFile(content);
    const auto capture = Capture::open(path());
    QVERIFY(!capture);
    QCOMPARE(capture.error().kind, ErrorKind::Io);
    QCOMPARE(capture.error().detail, path() + u": "_s + reason);

    const auto folder = Capture::open(m_folder.pathOf({}));
    QVERIFY(!folder);
    QVERIFY(folder.error().detail.contains(m_folder.pathOf({})));
    const auto missing = Capture::open(m_folder.pathOf(u"missing"_s));
    QVERIFY(!missing);
    QVERIFY(missing.error().detail.contains(u"missing: No such file"_s));
}

void TestCaptureReading::lineOfAnotherFormat_data()
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
    const auto closed = [](const QString &reason) {
        Event event = Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}});
        event.connection = 3;
        return event;
    };
    QTest::newRow("reason in other words")
        << QByteArray(R"({"t":5,"c":3,"k":"closed","reason":"the end","reasonId":["exited","sh","1"]})")
        << closed(u"sh ended with exit code 1"_s);
    QTest::newRow("reason of a later version")
        << QByteArray(R"({"t":5,"c":3,"k":"closed","reason":"the end","reasonId":["whatever"]})")
        << closed(u"the end"_s);
    QTest::newRow("unknown direction") << QByteArray(R"({"t":5,"c":3,"d":"up","k":"note"})") << [] {
        Event event = Event::ofKind(EventKind::Note);
        event.connection = 3;
        return event;
    }();
}

/// Other writers may order and space the members freely.
void TestCaptureReading::lineOfAnotherFormat()
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

void TestCaptureReading::unknownKind()
{
    const QByteArray line = R"({"t":12,"c":1,"d":"s2c","k":"lightning","status":200,"m":{"id":1}})";
    const auto capture = openLines(line + '\n');
    QVERIFY(capture);
    const Event event = capture->eventAt(0);
    QCOMPARE(event.kind, EventKind::Note);
    QCOMPARE(event.time, 12);
    QCOMPARE(event.connection, 1U);
    QCOMPARE(event.direction, Direction::ServerToClient);
    QCOMPARE(event.bytes, line);
    QCOMPARE(event.details.value(u"unknownKind"_s).toString(), u"lightning"_s);
    QVERIFY(event.details.value(u"text"_s).toString().contains(u"lightning"_s));
    QCOMPARE(event.envelope.kind, MessageKind::None);
    QCOMPARE(capture->entry(0).kind, EventKind::Note);
    QCOMPARE(qsizetype(capture->entry(0).size), line.size());
}

void TestCaptureReading::unreadableLine_data()
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
    QTest::newRow("no kind") << QByteArray(R"({"t":1})") << u"there is no 'k' with the kind of the event"_s;
    QTest::newRow("kind is no string") << QByteArray(R"({"t":1,"k":1})") << u"'k' is not a string"_s;
    QTest::newRow("time is no integer") << QByteArray(R"({"t":1.5,"k":"note"})") << u"'t' is not an integer"_s;
    QTest::newRow("time is huge") << QByteArray(R"({"t":1000000000000000000000,"k":"note"})")
                                  << u"'t' is not an integer"_s;
    QTest::newRow("time is far away") << QByteArray(R"({"t":9223372036854775807,"k":"note"})")
                                      << u"'t' is more than 73 years"_s;
    QTest::newRow("time is far before") << QByteArray(
                                               R"({"t":-9223372036854775808,"c":0,"d":"c2s","k":"message","m":{}})")
                                        << u"'t' is more than 73 years"_s;
    QTest::newRow("text is none") << QByteArray(R"({"t":1,"k":"stderr","s":1})") << u"'s' is not a string"_s;
    QTest::newRow("base64 is none") << QByteArray(R"({"t":1,"k":"stderr","b":{}})") << u"'b' is not Base64"_s;
    QTest::newRow("base64 is text") << QByteArray(R"({"t":1,"k":"stderr","b":"%%"})") << u"'b' is not Base64"_s;
    QTest::newRow("message without bytes") << QByteArray(R"({"t":1,"k":"message"})") << u"a message that is not JSON"_s;
    QTest::newRow("message of text") << QByteArray(R"({"t":1,"k":"message","s":"hello"})")
                                     << u"a message that is not JSON"_s;
}

/// An unreadable line remains visible, with its position in the file.
void TestCaptureReading::unreadableLine()
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

/// A file cut anywhere gives every whole line, and the rest as an incomplete line.
void TestCaptureReading::truncatedAtAnyPosition()
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
            continue; // a line without its newline is complete
        const Event last = capture->eventAt(lines);
        QCOMPARE(last.kind, EventKind::Malformed);
        QCOMPARE(last.bytes, rest);
        QCOMPARE(last.details.value(u"reason"_s).toString(), u"line %1 of the file is cut short"_s.arg(lines + 2));
        QVERIFY(capture->entry(lines).flags & CaptureEntry::Cut);
    }
}

/// Any damaged file opens or is rejected. Every line remains visible, and no read goes out of bounds.
void TestCaptureReading::damagedAtAnyPosition()
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

void TestCaptureReading::growingFile()
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

void TestCaptureReading::fileTruncatedWhileOpen()
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

/// The beginning of the line is kept, and the lines around it are read.
void TestCaptureReading::tooLongLine()
{
    constexpr qsizetype Limit = 10'000;
    const QByteArray event = R"({"t":7,"k":"note","text":"a"})";
    writeFile(event + '\n' + QByteArray(2 * Limit, 'x') + '\n' + event + '\n' + QByteArray(Limit, 'y') + '\n');
    const auto file = CaptureFile::openToRead(path());
    QVERIFY(file);
    CaptureIndex index;
    CaptureIndexer indexer(*file, 0, index, Limit);
    while (indexer.run(1000)) {
    }
    QCOMPARE(index.count(), 4);
    const quint8 flags[] = {0, CaptureEntry::TooLong, 0, 0};
    for (qsizetype i = 0; i < index.count(); ++i)
        QCOMPARE(index.at(i).flags, flags[i]);
    QCOMPARE(index.at(1).kind, EventKind::Malformed);
    QCOMPARE(index.at(1).length, quint32(LineFramer::OversizeHead));
    QCOMPARE(index.at(2).offset, quint64(event.size() + 2 * Limit + 2));
    QCOMPARE(index.at(3).length, quint32(Limit));
}

QTEST_GUILESS_MAIN(TestCaptureReading)

#include "tst_capturereading.moc"
