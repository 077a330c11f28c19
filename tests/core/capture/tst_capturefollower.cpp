// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "capturefolder.h"

#include "core/capture/file/capturefollower.h"
#include "core/mcp/conversation.h"
#include "support/exchanges.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// A file that is read in slices, one per turn, and followed while it grows.
class TestCaptureFollower : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void smallFileIsReadAtOnce();
    void largeFileIsReadInSlices();
    void fileOfAnotherProcessIsFollowed();
    void incompleteLineIsReadLater();
    void invalidLinesAreShownAndSkipped();
    void truncatedLineEndsAnIdleFile();
    void readingIsStoppedAndResumed();
    void shrinkingFileKeepsItsEvents();
    void openRequestsAreLostWhenTheWriterEnds();

private:
    static constexpr int Long = 20'000; ///< limit of a wait, in ms

    void append(const QByteArray &bytes) const
    {
        QFile file(m_folder->path());
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    void follow()
    {
        auto opened = Conversation::followFile(m_folder->path());
        QVERIFY2(opened, opened ? "" : qPrintable(opened.error().detail));
        m_conversation = *std::move(opened);
    }
    /// Waits until another follower, which starts now, takes its own file as complete. The follower under test has then
    /// had at least as many turns.
    void letAnotherLook() const
    {
        const CaptureFolder folder;
        folder.write(m_header);
        const auto other = Conversation::followFile(folder.path());
        QVERIFY(other);
        const QSignalSpy ended((*other)->follower(), &CaptureFollower::ended);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, Long);
    }
    [[nodiscard]] qsizetype events() const { return m_conversation->capture().count(); }
    [[nodiscard]] qsizetype malformed() const
    {
        qsizetype count = 0;
        for (qsizetype index = 0; index < events(); ++index)
            count += m_conversation->capture().eventAt(index).kind == EventKind::Malformed ? 1 : 0;
        return count;
    }

    const QByteArray m_header = headerLine();
    std::unique_ptr<CaptureFolder> m_folder;
    std::unique_ptr<Conversation> m_conversation;
};

void TestCaptureFollower::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_conversation.reset();
    m_folder = std::make_unique<CaptureFolder>();
}

void TestCaptureFollower::smallFileIsReadAtOnce()
{
    m_folder->write(m_header + exchanges(0, 10));
    follow();
    QCOMPARE(events(), 20);
    QCOMPARE(m_conversation->log().count(), 10);
    QCOMPARE(m_conversation->log().record(9).state, RequestState::Succeeded);
    QVERIFY(!m_conversation->follower()->isReading());
    QCOMPARE(m_conversation->capture().bytesRead(), m_conversation->capture().fileSize());
}

void TestCaptureFollower::largeFileIsReadInSlices()
{
    constexpr int Count = 30'000;
    m_folder->write(m_header + exchanges(0, Count));
    follow();
    const CaptureFollower *follower = m_conversation->follower();
    QVERIFY(follower->isReading()); // the call returned before the end
    QVERIFY(events() > 0 && events() < 2 * Count);
    QVERIFY(m_conversation->capture().bytesRead() < m_conversation->capture().fileSize());
    QSignalSpy slices(follower, &CaptureFollower::progressed);
    QTRY_VERIFY_WITH_TIMEOUT(!follower->isReading(), Long);
    QVERIFY2(slices.count() > 2, qPrintable(QString::number(slices.count())));
    QCOMPARE(events(), 2 * Count);
    QCOMPARE(m_conversation->log().count(), Count);
    QCOMPARE(m_conversation->log().openCount(), 0);
}

void TestCaptureFollower::fileOfAnotherProcessIsFollowed()
{
    auto writer = m_folder->create();
    writer->append(Event::ofKind(EventKind::Opened));
    writer->flush();
    follow();
    QVERIFY(m_conversation->capture().isGrowing());
    QCOMPARE(events(), 1);
    QSignalSpy appended(&m_conversation->capture(), &Capture::appended);
    JsonChecker checker;
    writer->append(Event::ofBytes(R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Direction::ClientToServer, checker));
    writer->flush();
    QTRY_COMPARE_WITH_TIMEOUT(events(), 2, Long);
    QCOMPARE(appended.count(), 1);
    QCOMPARE(m_conversation->log().openCount(), 1);
    const auto lastEvent = [this] { return m_conversation->capture().entry(events() - 1).time; };
    QTRY_VERIFY_WITH_TIMEOUT(m_conversation->now() > lastEvent(), Long); // open requests take longer than that
    writer->append(Event::ofBytes(R"({"jsonrpc":"2.0","id":1,"result":{}})", Direction::ServerToClient, checker));
    writer.reset();
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->log().openCount(), 0, Long);
    QTRY_VERIFY_WITH_TIMEOUT(!m_conversation->capture().isGrowing(), Long);
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->now(), lastEvent(), Long);
}

void TestCaptureFollower::incompleteLineIsReadLater()
{
    const QByteArray lines = exchanges(0, 2);
    m_folder->write(m_header);
    follow();
    for (const qsizetype cut : {qsizetype(1), qsizetype(40), lines.indexOf('\n'), lines.indexOf('\n') + 2}) {
        append(lines.first(cut));
        QTRY_COMPARE_WITH_TIMEOUT(m_conversation->capture().bytesRead(), m_conversation->capture().fileSize(), Long);
        const qsizetype before = events();
        append(lines.sliced(cut));
        QTRY_VERIFY_WITH_TIMEOUT(events() > before, Long);
        QCOMPARE(events() % 4, 0);
        QCOMPARE(malformed(), 0);
    }
}

void TestCaptureFollower::invalidLinesAreShownAndSkipped()
{
    m_folder->write(m_header + exchanges(0, 1));
    follow();
    append(QByteArray("\xff\x00 no line of ours\n{\"t\":\n\n", 26) + exchanges(1, 1));
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->log().count(), 2, Long);
    QCOMPARE(events(), 7);
    QCOMPARE(malformed(), 3);
    QVERIFY(!m_conversation->follower()->isStopped());
}

void TestCaptureFollower::truncatedLineEndsAnIdleFile()
{
    const QByteArray line = exchanges(1, 1);
    m_folder->write(m_header + exchanges(0, 1) + line.first(30));
    follow();
    QCOMPARE(events(), 2); // the rest may still come
    QTRY_COMPARE_WITH_TIMEOUT(events(), 3, Long);
    QVERIFY(m_conversation->capture().entry(2).flags & CaptureEntry::Cut);
    QCOMPARE(m_conversation->capture().eventAt(2).bytes, line.first(30));
    append(line.sliced(30)); // the rest came: the line is complete, and the next one is read
    QTRY_COMPARE_WITH_TIMEOUT(events(), 5, Long);
    QCOMPARE(m_conversation->capture().line(3), QByteArrayView(line).sliced(30, line.indexOf('\n') - 30));
    QCOMPARE(m_conversation->capture().eventAt(4).kind, EventKind::Message);
}

void TestCaptureFollower::readingIsStoppedAndResumed()
{
    constexpr int Count = 30'000;
    m_folder->write(m_header + exchanges(0, Count));
    follow();
    CaptureFollower *follower = m_conversation->follower();
    QSignalSpy slices(follower, &CaptureFollower::progressed);
    follower->stop();
    QCOMPARE(slices.count(), 1);
    QVERIFY(follower->isStopped() && !follower->isReading());
    const qsizetype had = events();
    letAnotherLook();
    QCOMPARE(events(), had);
    QCOMPARE(slices.count(), 1);
    follower->start();
    QTRY_VERIFY_WITH_TIMEOUT(!follower->isReading(), Long);
    QCOMPARE(events(), 2 * Count);
}

void TestCaptureFollower::shrinkingFileKeepsItsEvents()
{
    m_folder->write(m_header + exchanges(0, 100));
    follow();
    QCOMPARE(events(), 200);
    QFile file(m_folder->path());
    QVERIFY(file.resize(m_header.size()));
    letAnotherLook();
    QCOMPARE(events(), 200);
    QCOMPARE(m_conversation->log().count(), 100);
    QVERIFY(!m_conversation->follower()->isReading());
}

void TestCaptureFollower::openRequestsAreLostWhenTheWriterEnds()
{
    auto writer = m_folder->create();
    JsonChecker checker;
    for (const quint32 connection : {0u, 1u}) { // neither ends
        Event request =
            Event::ofBytes(R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Direction::ClientToServer, checker);
        request.connection = connection;
        writer->append(request);
    }
    writer->flush();
    follow();
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->log().openCount(), 2, Long);
    const QSignalSpy ended(m_conversation->follower(), &CaptureFollower::ended);
    letAnotherLook();
    QCOMPARE(ended.size(), 0); // quiet, but another process has the file open
    QCOMPARE(m_conversation->log().openCount(), 2);
    writer.reset(); // like a killed process
    QTRY_COMPARE_WITH_TIMEOUT(m_conversation->log().openCount(), 0, Long);
    for (const qsizetype row : {0, 1}) {
        QCOMPARE(m_conversation->log().record(row).state, RequestState::Lost);
        QVERIFY(m_conversation->log().record(row).endUnknown);
    }
    QCOMPARE(events(), 2); // no event is added to the record itself
    QCOMPARE(ended.size(), 1);
    auto whole = Conversation::fromFile(m_folder->path());
    QVERIFY(whole);
    QCOMPARE((*whole)->log().openCount(), 0);
    QCOMPARE((*whole)->log().record(1).state, RequestState::Lost);
}

QTEST_GUILESS_MAIN(TestCaptureFollower)
#include "tst_capturefollower.moc"
