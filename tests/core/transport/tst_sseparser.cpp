// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/sseparser.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The event stream grammar of WHATWG HTML 9.2.6, whole and in pieces.
class TestSseParser : public QObject
{
    Q_OBJECT

private:
    /// Returns one text per event, so that a difference is readable.
    static QStringList read(const QList<QByteArray> &chunks, qsizetype limit = 1000)
    {
        QStringList texts;
        SseParser parser(limit);
        const auto sink = [&](const SseEvent &event) {
            QString text = event.kind == SseEvent::Kind::Comment      ? u"comment"_s
                           : event.kind == SseEvent::Kind::Unfinished ? u"unfinished"_s
                           : event.kind == SseEvent::Kind::NoField    ? u"nofield"_s
                                                                      : u"event"_s;
            if (!event.type.isEmpty())
                text += u" type="_s + QString::fromUtf8(event.type);
            if (event.id)
                text += u" id="_s + QString::fromUtf8(*event.id);
            if (event.retry)
                text += u" retry=%1"_s.arg(*event.retry);
            if (event.hasData || event.kind == SseEvent::Kind::Comment || event.kind == SseEvent::Kind::NoField)
                text += u" data="_s + QString::fromUtf8(event.data);
            if (event.dataSize > event.data.size())
                text += u" of %1"_s.arg(event.dataSize);
            texts += text;
        };
        for (const QByteArray &chunk : chunks)
            parser.feed(chunk, sink);
        parser.finish(sink);
        return texts;
    }

private slots:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const QByteArray &stream, const QStringList &expected) {
            QTest::newRow(name) << stream << expected;
        };
        row("one", "data: {\"a\":1}\n\n", {u"event data={\"a\":1}"_s});
        row("without the space", "data:x\n\n", {u"event data=x"_s});
        row("one space alone is taken away", "data:  x\n\n", {u"event data= x"_s});
        row("lines are joined", "data: a\ndata: b\ndata:\n\n", {u"event data=a\nb\n"_s});
        row("CRLF", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", {u"event data=a\nb"_s, u"event data=c"_s});
        row("CR", "data: a\rdata: b\r\rdata: c\r\r", {u"event data=a\nb"_s, u"event data=c"_s});
        row("mixed ends of lines", "data: a\r\ndata: b\n\rdata: c\r\r", {u"event data=a\nb"_s, u"event data=c"_s});
        row("byte order mark",
            "\xef\xbb\xbf"
            "data: a\n\n",
            {u"event data=a"_s});
        row("a second byte order mark is a name",
            "data: a\n\n\xef\xbb\xbf"
            "data: b\n\n",
            {u"event data=a"_s, u"nofield data=data: b"_s});
        row("type, id, retry", "event: message\nid: 7\nretry: 500\ndata: x\n\n",
            {u"event type=message id=7 retry=500 data=x"_s});
        row("priming", "id: 7\ndata:\n\n", {u"event id=7 data="_s});
        row("retry alone", "retry: 10\n\n", {u"event retry=10"_s});
        row("retry that is no number", "retry: 1x\ndata: a\n\n", {u"nofield data=retry: 1x"_s, u"event data=a"_s});
        row("retry without digits", "retry:\n\n", {u"nofield data=retry:"_s});
        row("an empty id resets it", "id\ndata: a\n\n", {u"event id= data=a"_s});
        row("an id with NUL is none", QByteArray("id: a\0b\ndata: a\n\n", 17),
            {u"nofield data=id: a\0b"_s, u"event data=a"_s});
        row("comments", ":\n: hi\ndata: a\n:x\n\n",
            {u"comment data="_s, u"comment data= hi"_s, u"comment data=x"_s, u"event data=a"_s});
        row("unknown fields", "foo: bar\nDATA: x\n\n", {u"nofield data=foo: bar"_s, u"nofield data=DATA: x"_s});
        row("no stream of events", "{\"a\": 1,\n \"data\": 2}",
            {u"nofield data={\"a\": 1,"_s, u"nofield data= \"data\": 2}"_s});
        row("text", "hello\n\n", {u"nofield data=hello"_s});
        row("a field without a colon", "data\n\n", {u"event data="_s});
        row("blank lines", "\n\n\n", {});
        row("cut off", "data: a\n\ndata: b", {u"event data=a"_s, u"unfinished data=b"_s});
        row("cut off behind the line", "data: a\n", {u"unfinished data=a"_s});
        row("UTF-8", "data: gr\xc3\xbc\xc3\x9f \xf0\x9f\xaa\xa2\n\n", {u"event data=grüß 🪢"_s});
    }

    void reads()
    {
        QFETCH(const QByteArray, stream);
        QFETCH(const QStringList, expected);
        QCOMPARE(read({stream}), expected);
    }

    void splitAnywhere_data() { reads_data(); }

    void splitAnywhere()
    {
        QFETCH(const QByteArray, stream);
        QFETCH(const QStringList, expected);
        for (qsizetype at = 0; at <= stream.size(); ++at)
            QCOMPARE(read({stream.first(at), stream.sliced(at)}), expected);
        QList<QByteArray> bytes;
        for (const char byte : stream)
            bytes.append(QByteArray(1, byte));
        QCOMPARE(read(bytes), expected);
    }

    void largeEventsAreTruncated()
    {
        const QByteArray large(5000, 'x');
        QCOMPARE(read({"data: " + large + "\n\ndata: y\n\n"}),
                 QStringList({u"event data="_s + QString(1000, u'x') + u" of 5000"_s, u"event data=y"_s}));
        QCOMPARE(read({"data: " + large.first(600) + "\ndata: " + large.first(600) + "\n\ndata: y\n\n"}),
                 QStringList({u"event data="_s + QString(600, u'x') + u'\n' + QString(399, u'x') + u" of 1201"_s,
                              u"event data=y"_s}));
        QCOMPARE(read({':' + large + "\ndata: y\n\n"}),
                 QStringList({u"comment data="_s + QString(1000, u'x') + u" of 5000"_s, u"event data=y"_s}));
        const QByteArray larger(SseParser::MostOfOthers * 2, 'x');
        const auto sizes = [](const QByteArray &stream) {
            QList<std::pair<qsizetype, qint64>> found;
            SseParser parser;
            const auto sink = [&](const SseEvent &event) {
                found.append(
                    {event.data.size() + event.type.size() + event.id.value_or(QByteArray()).size(), event.dataSize});
            };
            for (qsizetype at = 0; at < stream.size(); at += 1000)
                parser.feed(stream.sliced(at, std::min(stream.size() - at, qsizetype(1000))), sink);
            return found;
        };
        using Sizes = QList<std::pair<qsizetype, qint64>>;
        constexpr qsizetype Most = SseParser::MostOfOthers;
        QCOMPARE(sizes(':' + larger + "\n"), (Sizes{{Most, 2 * Most}}));
        QCOMPARE(sizes("x: " + larger + "\n"), (Sizes{{Most, 2 * Most + 3}}));
        QCOMPARE(sizes("id: " + larger + "\ndata: y\n\n"), (Sizes{{Most, 2 * Most + 4}, {1, 1}}));
        QVERIFY(sizes("event: " + larger + "\ndata: y\n\n").constLast().first > Most / 2); // no message
        QCOMPARE(sizes("data: " + larger + "\n\n"), (Sizes{{2 * Most, 2 * Most}}));
        QCOMPARE(sizes("\xef\xbb\xbf"
                       "data: " +
                       larger + "\n\n"),
                 (Sizes{{2 * Most, 2 * Most}}));
        QCOMPARE(read({large + "\ndata: y\n\n"}),
                 QStringList({u"nofield data="_s + QString(1000, u'x') + u" of 5000"_s, u"event data=y"_s}));
    }
};

QTEST_GUILESS_MAIN(TestSseParser)
#include "tst_sseparser.moc"
