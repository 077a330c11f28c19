// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/lineframer.h"

#include <QList>
#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// A line as returned, in a form that compares and prints.
struct Seen
{
    QByteArray bytes;
    LineFramer::Ending ending = LineFramer::Ending::Lf;
    bool oversize = false;
    qsizetype length = 0;

    friend bool operator==(const Seen &, const Seen &) = default;
};

char *toString(const Seen &seen)
{
    const char *const endings[] = {"LF", "CRLF", "none"};
    return qstrdup((seen.bytes.left(80) + " | " + endings[int(seen.ending)] + (seen.oversize ? " oversize " : " ") +
                    QByteArray::number(seen.length))
                       .constData());
}

QList<Seen> framed(const QList<QByteArray> &chunks, qsizetype limit)
{
    QList<Seen> lines;
    LineFramer framer(limit);
    const LineFramer::Sink sink = [&](const LineFramer::Line &line) {
        lines.append({line.bytes.toByteArray(), line.ending, line.oversize, line.length});
    };
    for (const QByteArray &chunk : chunks) {
        framer.feed(chunk, sink);
        if (framer.pending() > limit + 1)
            lines.append({"pending exceeds the limit"_ba});
    }
    framer.finish(sink);
    if (framer.pending() != 0)
        lines.append({"something is left"_ba});
    return lines;
}

} // namespace

class TestLineFramer : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cutsAtAnyChunkSize_data();
    void cutsAtAnyChunkSize();
    void handsOutViewsOfTheChunk();
    void holdsBackIncompleteLines();
    void keepsTheHeadOfALongLine();
    void boundsMemory();
    void continuesAfterFinish();
    void handsOverLongLines();
    void takesTinyChunksInLinearTime();
};

void TestLineFramer::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestLineFramer::cutsAtAnyChunkSize_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<qsizetype>("limit");
    QTest::addColumn<QList<Seen>>("lines");
    using enum LineFramer::Ending;
    const auto add = [](const char *name, const QByteArray &stream, qsizetype limit, const QList<Seen> &lines) {
        QTest::newRow(name) << stream << limit << lines;
    };
    const auto line = [](const QByteArray &bytes, LineFramer::Ending ending = Lf) {
        return Seen{bytes, ending, false, bytes.size()};
    };
    const auto oversize = [](const QByteArray &head, qsizetype length, LineFramer::Ending ending = Lf) {
        return Seen{head, ending, true, length};
    };
    add("nothing", ""_ba, 100, {});
    add("one line", "{\"a\":1}\n"_ba, 100, {line("{\"a\":1}"_ba)});
    add("three lines", "a\nbc\ndef\n"_ba, 100, {line("a"_ba), line("bc"_ba), line("def"_ba)});
    add("empty lines", "\n\na\n\n"_ba, 100, {line(""_ba), line(""_ba), line("a"_ba), line(""_ba)});
    add("CRLF", "a\r\nb\n\r\n"_ba, 100, {line("a"_ba, CrLf), line("b"_ba), line(""_ba, CrLf)});
    add("CR inside", "a\rb\r\r\n\rc\n"_ba, 100, {line("a\rb\r"_ba, CrLf), line("\rc"_ba)});
    add("no newline at the end", "a\nbc"_ba, 100, {line("a"_ba), line("bc"_ba, None)});
    add("CR at the end", "a\r"_ba, 100, {line("a\r"_ba, None)});
    add("UTF-8", "\"\xC3\xA9\xE2\x82\xAC\"\n\xF0\x9F\x98\x80\n"_ba, 100,
        {line("\"\xC3\xA9\xE2\x82\xAC\""_ba), line("\xF0\x9F\x98\x80"_ba)});
    add("any bytes", QByteArray("\0\xFF\n\x80\0\n", 6), 100,
        {line(QByteArray("\0\xFF", 2)), line(QByteArray("\x80\0", 2))});
    add("two messages", "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n"_ba,
        100,
        {line("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}"_ba),
         line("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"_ba, CrLf)});

    add("at the limit", "12345\n"_ba, 5, {line("12345"_ba)});
    add("at the limit with CRLF", "12345\r\n"_ba, 5, {line("12345"_ba, CrLf)});
    add("at the limit at the end", "12345"_ba, 5, {line("12345"_ba, None)});
    add("one over", "123456\nab\n"_ba, 5, {oversize("12345"_ba, 6), line("ab"_ba)});
    add("one over with CRLF", "123456\r\nab\n"_ba, 5, {oversize("12345"_ba, 6, CrLf), line("ab"_ba)});
    add("one over by CR", "12345\rx\n"_ba, 5, {oversize("12345"_ba, 7)});
    add("CR at the limit at the end", "12345\r"_ba, 5, {oversize("12345"_ba, 6, None)});
    add("far over, CR in it", "12345678\r\r90\r\nx\n"_ba, 5, {oversize("12345"_ba, 12, CrLf), line("x"_ba)});
    add("two over in a row", "1234567\n7654321\nok\n"_ba, 5,
        {oversize("12345"_ba, 7), oversize("76543"_ba, 7), line("ok"_ba)});
    add("over at the end", "ok\n1234567890"_ba, 5, {line("ok"_ba), oversize("12345"_ba, 10, None)});
    add("limit 0", "\na\n\r\n"_ba, 0, {line(""_ba), oversize(""_ba, 1), line(""_ba, CrLf)});
}

// The lines are the same whether the stream comes whole, cut in two at every byte, cut in three, or byte by byte.
void TestLineFramer::cutsAtAnyChunkSize()
{
    QFETCH(QByteArray, stream);
    QFETCH(qsizetype, limit);
    QFETCH(QList<Seen>, lines);
    QCOMPARE(framed({stream}, limit), lines);
    for (qsizetype i = 0; i <= stream.size(); ++i) {
        QCOMPARE(framed({stream.first(i), stream.sliced(i)}, limit), lines);
        for (qsizetype j = i; j <= stream.size(); ++j)
            QCOMPARE(framed({stream.first(i), stream.sliced(i, j - i), stream.sliced(j)}, limit), lines);
    }
    QList<QByteArray> bytes;
    for (const char byte : stream)
        bytes.append(QByteArray(1, byte));
    QCOMPARE(framed(bytes, limit), lines);
}

// Without a pending line nothing is copied.
void TestLineFramer::handsOutViewsOfTheChunk()
{
    const QByteArray chunk = "one\ntwo\nthr"_ba;
    int inside = 0;
    int outside = 0;
    const auto sink = [&](const LineFramer::Line &line) {
        const bool view = line.bytes.begin() >= chunk.begin() && line.bytes.end() <= chunk.end();
        ++(view ? inside : outside);
    };
    LineFramer framer;
    framer.feed(chunk, sink);
    QCOMPARE(inside, 2);
    framer.feed("ee\n", sink);
    QCOMPARE(outside, 1);
    framer.feed(chunk, sink);
    QCOMPARE(inside, 4);
}

void TestLineFramer::holdsBackIncompleteLines()
{
    LineFramer framer;
    int lines = 0;
    const auto sink = [&](const LineFramer::Line &) { ++lines; };
    framer.feed("abc", sink);
    QCOMPARE(framer.pending(), 3);
    framer.feed("", sink);
    QCOMPARE(framer.pending(), 3);
    framer.feed("de\nf", sink);
    QCOMPARE(lines, 1);
    QCOMPARE(framer.pending(), 1);
    framer.finish(sink);
    QCOMPARE(lines, 2);
    QCOMPARE(framer.pending(), 0);
    framer.finish(sink);
    QCOMPARE(lines, 2);
}

// The head is the same, however late the framer finds the line too long.
void TestLineFramer::keepsTheHeadOfALongLine()
{
    QByteArray line;
    for (int i = 0; line.size() < 20000; ++i)
        line += QByteArray::number(i) + ' ';
    const QByteArray head = line.first(LineFramer::OversizeHead);
    const QByteArray longest = line.first(10000);
    const QList<Seen> expected{{head, LineFramer::Ending::Lf, true, line.size()},
                               {longest, LineFramer::Ending::CrLf, false, 10000},
                               {head, LineFramer::Ending::CrLf, true, 10001}};
    const QByteArray stream = line + '\n' + longest + "\r\n" + line.first(10001) + "\r\n";
    for (const qsizetype size : {qsizetype(1), qsizetype(7), qsizetype(4095), qsizetype(4096), qsizetype(4097),
                                 qsizetype(9999), qsizetype(10001), qsizetype(10002), stream.size()}) {
        QList<QByteArray> chunks;
        for (qsizetype at = 0; at < stream.size(); at += size)
            chunks.append(stream.mid(at, size));
        QCOMPARE(framed(chunks, 10000), expected);
    }
}

// A gigabyte without a newline: memory stays within the limit, then only the head is kept.
void TestLineFramer::boundsMemory()
{
    constexpr qsizetype Limit = 1 << 20;
    const QByteArray chunk(65536, 'x');
    LineFramer framer(Limit);
    QList<Seen> lines;
    const auto sink = [&](const LineFramer::Line &line) {
        lines.append({line.bytes.toByteArray(), line.ending, line.oversize, line.length});
    };
    qsizetype highest = 0;
    for (int i = 0; i < 16384; ++i) {
        framer.feed(chunk, sink);
        highest = std::max(highest, framer.pending());
    }
    QVERIFY(highest <= Limit + 1);
    QCOMPARE(framer.pending(), LineFramer::OversizeHead);
    QVERIFY(lines.isEmpty());
    framer.feed("y\nok\n", sink);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0].length, (qsizetype(1) << 30) + 1);
    QVERIFY(lines[0].oversize);
    QCOMPARE(lines[0].bytes, chunk.first(LineFramer::OversizeHead));
    QCOMPARE(lines[1].bytes, "ok"_ba);
    QCOMPARE(framer.pending(), 0);
}

void TestLineFramer::continuesAfterFinish()
{
    QList<QByteArray> lines;
    const auto sink = [&](const LineFramer::Line &line) { lines.append(line.bytes.toByteArray()); };
    LineFramer framer;
    framer.feed("a\nhalf\r", sink);
    framer.finish(sink);
    framer.feed("\nb\n", sink);
    QCOMPARE(lines, QList<QByteArray>({"a"_ba, "half\r"_ba, ""_ba, "b"_ba}));
}

// A long line is passed without its ending and without a copy.
void TestLineFramer::handsOverLongLines()
{
    const QByteArray text(100'000, 'x');
    for (const QByteArray &ending : {"\n"_ba, "\r\n"_ba}) {
        LineFramer framer;
        QByteArrayList kept;
        const auto keep = [&](const LineFramer::Line &line) {
            kept.append(line.toByteArray());
            QCOMPARE(kept.last().constData() == line.bytes.data(), kept.last().size() > 1000);
        };
        framer.feed(text.first(60'000), keep);
        framer.feed(text.sliced(60'000) + ending + "next", keep);
        framer.feed(ending, keep);
        QCOMPARE(kept, QByteArrayList({text, "next"_ba}));
        QCOMPARE(framer.pending(), 0);
    }
}

// 16 MiB as one line in pieces of 16 bytes, and as lines of one byte in one piece. Quadratic work would take hours.
void TestLineFramer::takesTinyChunksInLinearTime()
{
    qsizetype length = 0;
    qsizetype count = 0;
    const auto sink = [&](const LineFramer::Line &line) {
        length += line.length;
        ++count;
    };
    LineFramer framer;
    const QByteArray piece(16, 'x');
    for (int i = 0; i < (1 << 20); ++i)
        framer.feed(piece, sink);
    framer.feed("\n", sink);
    QCOMPARE(length, qsizetype(16) << 20);
    framer.feed(QByteArray("x\n").repeated(8 << 20), sink);
    QCOMPARE(count, 1 + (8 << 20));
}

QTEST_GUILESS_MAIN(TestLineFramer)
#include "tst_lineframer.moc"
