// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"
#include "core/capture/export/exporter.h"
#include "core/capture/filter/filterpredicate.h"
#include "core/mcp/conversation.h"

#include <QBuffer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Marks of the user on requests and messages: kept with the capture, but not part of the wire.
class TestMarks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void markIsRestoredFromTheFile();
    void manyAreWrittenAtOnce();
    void requestAndMessageHaveSeparateMarks();
    void requestsOfABatchHaveSeparateMarks();
    void lastMarkCounts();
    void markOfNothingIsIgnored_data();
    void markOfNothingIsIgnored();
    void unwrittenMarksStayInMemory();
    void exportsContainMarks();
    void messagesAndReportsOmitMarks();
    void filtersMatchMarks_data();
    void filtersMatchMarks();

private:
    /// Writes two requests, the second at the time of the first response, and a batch of two.
    [[nodiscard]] QString write(const QByteArray &more = {})
    {
        const QString path = m_folder->filePath(u"marks.pullcord"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(R"({"pullcord":"1.0","program":"test","started":"2026-07-28T12:34:56.789Z"})"
                   "\n"
                   R"({"t":1000,"c":0,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"a"}})"
                   "\n"
                   R"({"t":2000,"c":0,"d":"s2c","k":"message","m":{"jsonrpc":"2.0","id":1,"result":{}}})"
                   "\n"
                   R"({"t":2000,"c":0,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":"x","method":"b"}})"
                   "\n"
                   R"({"t":3000,"c":0,"d":"c2s","k":"message","m":[{"jsonrpc":"2.0","id":3,"method":"c"},)"
                   R"({"jsonrpc":"2.0","id":4,"method":"d"}]})"
                   "\n");
        file.write(more);
        return path;
    }
    [[nodiscard]] static std::unique_ptr<Conversation> open(const QString &path)
    {
        return *Conversation::followFile(path);
    }
    [[nodiscard]] static const Mark &ofRow(const Conversation &conversation, qsizetype row)
    {
        return conversation.log().marks().ofRequest(conversation.log().record(row));
    }
    [[nodiscard]] static MarkTarget placeOf(const Conversation &conversation, qsizetype row)
    {
        return conversation.log().marks().placeOf(conversation.log().record(row));
    }
    [[nodiscard]] static QByteArray exported(const Conversation &conversation, ExportFormat format,
                                             const ExportSelection &selection)
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        const auto exporter = Exporter::create(format, conversation.capture(), conversation.log(), selection);
        while (*exporter->step(buffer, 1 << 20)) {
        }
        return buffer.data();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestMarks::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestMarks::markIsRestoredFromTheFile()
{
    const QString path = write();
    const Mark mark{.pinned = true, .color = MarkColor::Green, .note = u"why “b”?\nsee #2"_s};
    {
        const auto conversation = open(path);
        QSignalSpy changed(&conversation->log().marks(), &Marks::changed);
        QVERIFY(!conversation->mark(placeOf(*conversation, 1), mark));
        QCOMPARE(changed.count(), 1);
        QVERIFY(ofRow(*conversation, 1) == mark);
        QVERIFY(ofRow(*conversation, 0).isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(conversation->capture().count(), 5, 10000); // the follower has read that line
        QVERIFY(ofRow(*conversation, 1) == mark);
        QVERIFY(!conversation->mark(placeOf(*conversation, 1), mark)); // nothing is written
    }
    const auto again = open(path);
    QCOMPARE(again->capture().count(), 5);
    QCOMPARE(again->log().count(), 4);
    QVERIFY(ofRow(*again, 1) == mark);
    QCOMPARE(again->log().marks().pinned().size(), 1);
    QCOMPARE(again->log().rowAt(again->log().marks().pinned().constFirst()), 1);
    QCOMPARE(again->capture().entry(4).time, 3000); // not after the end of the recording
}

void TestMarks::manyAreWrittenAtOnce()
{
    const QString path = write();
    {
        const auto conversation = open(path);
        QSignalSpy pins(&conversation->log().marks(), &Marks::pinsChanged);
        QVERIFY(!conversation->mark({{placeOf(*conversation, 0), {.pinned = true}},
                                     {{}, {.pinned = true}},
                                     {placeOf(*conversation, 1), {.color = MarkColor::Red}}}));
        QCOMPARE(pins.count(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(conversation->capture().count(), 6, 10000);
        QCOMPARE(pins.count(), 1);
    }
    const auto again = open(path);
    QVERIFY(ofRow(*again, 0).pinned);
    QVERIFY(ofRow(*again, 1).color == MarkColor::Red);
}

void TestMarks::requestAndMessageHaveSeparateMarks()
{
    const auto conversation = open(write());
    QVERIFY(!conversation->mark({0, {}}, {.note = u"the message"_s}));
    QVERIFY(!conversation->mark(placeOf(*conversation, 0), {.note = u"the request"_s}));
    QCOMPARE(conversation->log().marks().ofEvent(0).note, u"the message"_s);
    QCOMPARE(ofRow(*conversation, 0).note, u"the request"_s);
    QCOMPARE(conversation->log().rowAt({0, {}}), -1);
}

void TestMarks::requestsOfABatchHaveSeparateMarks()
{
    const QString path = write();
    QVERIFY(!open(path)->mark({3, "4"}, {.color = MarkColor::Red}));
    const auto again = open(path);
    QVERIFY(ofRow(*again, 2).isEmpty());
    QVERIFY(ofRow(*again, 3).color == MarkColor::Red);
    QCOMPARE(again->log().rowAt({3, "4"}), 3);
    QCOMPARE(again->log().rowAt({3, "5"}), -1);
}

void TestMarks::lastMarkCounts()
{
    const QString path = write();
    {
        const auto conversation = open(path);
        QVERIFY(!conversation->mark({1, {}}, {.pinned = true}));
        QVERIFY(!conversation->mark({1, {}}, {.color = MarkColor::Blue}));
        QVERIFY(!conversation->mark({2, {}}, {.pinned = true}));
        QVERIFY(!conversation->mark({2, {}}, {}));
    }
    const auto again = open(path);
    QVERIFY(again->log().marks().ofEvent(1) == Mark{.color = MarkColor::Blue});
    QVERIFY(again->log().marks().ofEvent(2).isEmpty());
    QVERIFY(again->log().marks().pinned().isEmpty());
}

void TestMarks::markOfNothingIsIgnored_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::newRow("no place") << R"("pinned":true)"_ba;
    QTest::newRow("a time without an event") << R"("of":1500,"pinned":true)"_ba;
    QTest::newRow("too many at once") << R"("of":2000,"nth":2,"pinned":true)"_ba;
    QTest::newRow("a wrong time") << R"("of":"1000","pinned":true)"_ba;
    QTest::newRow("nothing on it") << R"("of":1000)"_ba;
    QTest::newRow("wrong values") << R"("of":1000,"pinned":1,"color":"mauve","note":7)"_ba;
}

void TestMarks::markOfNothingIsIgnored()
{
    QFETCH(const QByteArray, members);
    const auto conversation = open(write(R"({"t":3000,"c":0,"k":"mark",)" + members + "}\n"));
    QCOMPARE(conversation->capture().count(), 5);
    QVERIFY(conversation->capture().entry(4).kind == EventKind::Mark);
    QVERIFY(conversation->log().marks().isEmpty());
}

void TestMarks::unwrittenMarksStayInMemory()
{
    const QString path = write(R"({"t":4000,"c":0,"k":"no)"); // without a newline
    const auto conversation = open(path);
    const auto error = conversation->mark({1, {}}, {.pinned = true});
    QVERIFY(error);
    QVERIFY2(error->detail.contains(u"incomplete"_s), qPrintable(error->detail));
    QVERIFY(conversation->log().marks().ofEvent(1).pinned);
    QVERIFY(open(path)->log().marks().isEmpty());
    // A file that another process records is not written to.
    const QString growing = m_folder->filePath(u"growing.pullcord"_s);
    const auto recording = *Capture::create(growing, {});
    recording->append(Event::ofKind(EventKind::Note, {{u"text"_s, u"x"_s}}));
    recording->flush();
    const auto looking = open(growing);
    QCOMPARE(looking->capture().count(), 1);
    QVERIFY(looking->mark({0, {}}, {.pinned = true}));
    QVERIFY(looking->log().marks().ofEvent(0).pinned);
}

void TestMarks::exportsContainMarks()
{
    const auto conversation = open(write());
    QVERIFY(!conversation->mark(placeOf(*conversation, 1), {.note = u"kept"_s}));
    QVERIFY(!conversation->mark(placeOf(*conversation, 0), {.note = u"left"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(conversation->capture().count(), 6, 10000);
    const auto selection = ExportSelection::ofRequests(conversation->capture(), conversation->log(), {1})
                               .withMarks(conversation->log().marks());
    QFile file(m_folder->filePath(u"export.pullcord"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(exported(*conversation, ExportFormat::Capture, selection));
    file.close();
    const auto again = open(file.fileName());
    QCOMPARE(again->log().count(), 1);
    QCOMPARE(ofRow(*again, 0).note, u"kept"_s);
    QVERIFY(exported(*conversation, ExportFormat::Capture, ExportSelection::everything(conversation->capture()))
                .contains("left"));
}

void TestMarks::messagesAndReportsOmitMarks()
{
    const auto conversation = open(write());
    QVERIFY(!conversation->mark({1, {}}, {.note = u"for me"_s}));
    QTRY_COMPARE_WITH_TIMEOUT(conversation->capture().count(), 5, 10000);
    for (const ExportFormat format : {ExportFormat::JsonLines, ExportFormat::Markdown, ExportFormat::Html}) {
        const QByteArray text = exported(*conversation, format, ExportSelection::everything(conversation->capture()));
        QVERIFY(text.contains("result"));
        QVERIFY(!text.contains("for me"));
    }
}

void TestMarks::filtersMatchMarks_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QList<int>>("requests");
    QTest::addColumn<QList<int>>("events");
    QTest::newRow("pinned") << u"pinned"_s << QList<int>{0} << QList<int>{0, 1};
    QTest::newRow("a colour") << u"color:red"_s << QList<int>{0} << QList<int>{0, 1};
    QTest::newRow("any colour") << u"color:any"_s << QList<int>{0} << QList<int>{0, 1, 2};
    QTest::newRow("none") << u"color:none"_s << QList<int>{1, 2, 3} << QList<int>{0, 1, 2, 3};
    QTest::newRow("a note") << u"note~\"b.g\""_s << QList<int>{1} << QList<int>{2};
    QTest::newRow("none at all") << u"not (pinned or color:any or note:*)"_s << QList<int>{2, 3} << QList<int>{3};
}

void TestMarks::filtersMatchMarks()
{
    QFETCH(const QString, filter);
    QFETCH(const QList<int>, requests);
    QFETCH(const QList<int>, events);
    const auto conversation = open(write());
    QVERIFY(!conversation->mark(placeOf(*conversation, 0), {.pinned = true, .color = MarkColor::Red}));
    QVERIFY(!conversation->mark(placeOf(*conversation, 1), {.note = u"a bug"_s}));
    QVERIFY(!conversation->mark({2, {}}, {.color = MarkColor::Blue}));
    QTRY_COMPARE_WITH_TIMEOUT(conversation->capture().count(), 7, 10000);
    const FilterPredicate test(std::get<Filter>(Filter::parse(filter)), conversation->capture(), conversation->log());
    QList<int> rows;
    for (int row = 0; row < conversation->log().count(); ++row) {
        if (test.passesRequest(row))
            rows << row;
    }
    QCOMPARE(rows, requests);
    rows.clear();
    for (int index = 0; index < conversation->capture().count(); ++index) {
        if (test.passesEvent(index))
            rows << index;
    }
    QCOMPARE(rows, events);
}

QTEST_GUILESS_MAIN(TestMarks)
#include "tst_marks.moc"
