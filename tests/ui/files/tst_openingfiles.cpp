// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/mainwindow/conversationpage.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/models/statisticsmodel.h"
#include "ui/views/timeline/timelineview.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

// Number of exchanges in a large file. Reading it takes longer than the window waits before it shows progress.
#ifdef __SANITIZE_ADDRESS__
constexpr int Large = 25'000;
#else
constexpr int Large = 100'000;
#endif

/// Files too large to read at once, and files still being written.
class TestOpeningFiles : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void windowRespondsWhileALargeFileIsRead();
    void readingCanBeStoppedAndResumed_data();
    void readingCanBeStoppedAndResumed();
    void escapeStopsAnExportToo();
    void readingEndsWithItsTab();
    void serverOfALargeCaptureIsOfferedAfterReading();
    void fileOfAnotherProcessIsFollowed();
    void truncatedLastLineIsNotAFailure();
    void anotherMinorVersionIsRead_data();
    void anotherMinorVersionIsRead();
    void anotherMajorVersionIsRefused();
    void aLogOfAnotherProgramIsOpened();
    void fileWithoutTimesShowsNone();

private:
    static constexpr int Long = 60'000; ///< limit of a wait, in ms

    void write(const QByteArray &content, QIODevice::OpenModeFlag how = QIODevice::Append) const
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly | how));
        QCOMPARE(file.write(content), content.size());
    }
    void openLarge()
    {
        write(headerLine() + exchanges(0, Large));
        m_fixture->window->openCapture(m_path);
    }
    [[nodiscard]] bool isReading() const { return m_fixture->conversation().follower()->isReading(); }
    [[nodiscard]] MessageBar &bar() const { return *m_fixture->find<MessageBar>(u"messageBar"_s); }
    [[nodiscard]] QString recording() const { return m_fixture->find<QLabel>(u"statusRecording"_s)->text(); }

    std::unique_ptr<WindowFixture> m_fixture;
    QString m_path;
};

void TestOpeningFiles::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_path = m_fixture->file(u"file.pullcord"_s);
}

void TestOpeningFiles::windowRespondsWhileALargeFileIsRead()
{
    openLarge();
    QVERIFY(isReading());
    QVERIFY(m_fixture->requests()->rowCount() > 0); // the first rows are there
    QVERIFY(m_fixture->window->actions().stop->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(bar().text(), u"Reading file.pullcord"_s, Long);
    QVERIFY(isReading());
    const auto *progress = m_fixture->find<QProgressBar>(u"messageBarProgress"_s);
    QVERIFY(progress->isVisible());
    const int begun = progress->value();
    QTRY_VERIFY_WITH_TIMEOUT(progress->value() > begun, Long);
    QVERIFY2(recording().startsWith(u"Reading file.pullcord: "_s), qPrintable(recording()));
    // Loaded rows can be used meanwhile, and stay in place.
    auto *table = m_fixture->find<QTableView>(u"requestTable"_s);
    table->selectRow(3);
    QCOMPARE(table->verticalScrollBar()->value(), 0);
    QVERIFY(isReading());

    QTRY_VERIFY_WITH_TIMEOUT(!isReading(), Long);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), Large, Long);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->messages()->rowCount(), 2 * Large, Long);
    QCOMPARE(table->verticalScrollBar()->value(), 0);
    QCOMPARE(table->currentIndex().row(), 3);
    QCOMPARE(bar().text(), QString());
    QCOMPARE(recording(), u"File: file.pullcord"_s);
    QCOMPARE(m_fixture->find<QLabel>(u"statusServer"_s)->text(), u"Recorded by an unnamed program"_s);
    QVERIFY(!m_fixture->window->actions().stop->isEnabled());
}

void TestOpeningFiles::readingCanBeStoppedAndResumed_data()
{
    QTest::addColumn<bool>("byKey");
    QTest::newRow("Escape") << true;
    QTest::newRow("button") << false;
}

void TestOpeningFiles::readingCanBeStoppedAndResumed()
{
    QFETCH(bool, byKey);
    openLarge();
    QTRY_VERIFY_WITH_TIMEOUT(!bar().text().isEmpty(), Long);
    auto *button = m_fixture->find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(button->text(), u"Stop"_s);
    if (byKey) {
        QTest::keyClick(m_fixture->find<QTableView>(u"messageTable"_s), Qt::Key_Escape);
    } else {
        QTest::mousePress(button, Qt::LeftButton); // a user is slower than the next update of the progress
        const int then = m_fixture->find<QProgressBar>(u"messageBarProgress"_s)->value();
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->find<QProgressBar>(u"messageBarProgress"_s)->value() > then, Long);
        QTest::mouseRelease(button, Qt::LeftButton);
    }
    QVERIFY(!isReading());
    QVERIFY2(bar().text().startsWith(u"Reading was stopped at "_s), qPrintable(bar().text()));
    m_fixture->flush();
    const qsizetype had = m_fixture->log().count();
    QVERIFY(had > 0 && had < Large);
    QCOMPARE(m_fixture->requests()->rowCount(), int(had));

    QCOMPARE(button->text(), u"Continue Reading"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), Large, Long);
    QCOMPARE(bar().text(), QString());
}

void TestOpeningFiles::escapeStopsAnExportToo()
{
    write(headerLine() + exchanges(0, Large / 10));
    m_fixture->window->openCapture(m_path);
    QTRY_VERIFY_WITH_TIMEOUT(!isReading(), Long);
    m_fixture->dialogs.path = m_fixture->file(u"export.pullcord"_s);
    m_fixture->window->actions().exportAll->trigger();
    m_fixture->agreeToExport();
    QTRY_VERIFY_WITH_TIMEOUT(bar().text().startsWith(u"Exporting to "_s), Long);
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Escape);
    QCOMPARE(bar().text(), QString());
    QVERIFY(!m_fixture->window->actions().stop->isEnabled());
    QVERIFY(!QFile::exists(m_fixture->dialogs.path));
    // A plain message has nothing to stop; the key still closes it.
    bar().show(MessageBar::Kind::Failure, u"A failure"_s);
    QVERIFY(!m_fixture->window->actions().stop->isEnabled());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_Escape);
    QCOMPARE(bar().text(), QString());
}

void TestOpeningFiles::readingEndsWithItsTab()
{
    openLarge();
    QTRY_VERIFY_WITH_TIMEOUT(!bar().text().isEmpty(), Long);
    m_fixture->window->actions().closeTab->trigger();
    QCOMPARE(bar().text(), QString());
    QVERIFY(!m_fixture->window->actions().stop->isEnabled());
    QVERIFY(m_fixture->find<QWidget>(u"startPage"_s)->isVisible());
    // A new connection replaces a file that is being read.
    m_fixture->window->openCapture(m_path);
    QVERIFY(isReading());
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(recording().startsWith(u"Recording: "_s));
}

void TestOpeningFiles::serverOfALargeCaptureIsOfferedAfterReading()
{
    write(headerLine() + exchanges(0, Large));
    m_fixture->window->reopen({{{.capture = m_path, .title = u"demo"_s, .server = WindowFixture::demoServer()}}, 0});
    QVERIFY(bar().text().startsWith(u"This is the recorded conversation with demo."_s));
    QTRY_COMPARE_WITH_TIMEOUT(bar().text(), u"Reading file.pullcord"_s, Long);
    QTRY_VERIFY_WITH_TIMEOUT(!isReading(), Long);
    QTRY_VERIFY_WITH_TIMEOUT(bar().text().startsWith(u"This is the recorded conversation with demo."_s), Long);
    m_fixture->find<QPushButton>(u"messageBarAction"_s)->click();
    QVERIFY(m_fixture->waitForTools());
}

void TestOpeningFiles::fileOfAnotherProcessIsFollowed()
{
    QVERIFY(m_fixture->connectToDemo());
    MainWindow second(m_fixture->services);
    second.show();
    second.openCapture(m_fixture->conversation().capture().path());
    const auto *here = second.findChild<QTableView *>(u"requestTable"_s)->model();
    const auto *status = second.findChild<QLabel *>(u"statusRecording"_s);
    QVERIFY2(status->text().startsWith(u"Following: "_s), qPrintable(status->text()));
    QTRY_COMPARE_WITH_TIMEOUT(here->rowCount(), int(m_fixture->log().count()), Long);

    const qsizetype row = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QTRY_COMPARE_WITH_TIMEOUT(here->rowCount(), int(row) + 1, Long);
    const auto state = [&] { return here->index(int(row), RequestTable::State).data().toString(); };
    QCOMPARE(state(), u"In flight"_s);
    m_fixture->window->actions().cancel->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(state(), u"Cancelled"_s, Long);
    QCOMPARE(second.findChild<MessageBar *>(u"messageBar"_s)->text(), QString());
    m_fixture->window->actions().closeTab->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(status->text().startsWith(u"File: "_s), Long);
}

void TestOpeningFiles::truncatedLastLineIsNotAFailure()
{
    const QByteArray more = exchanges(1, 1);
    write(headerLine() + exchanges(0, 1) + more.first(25));
    m_fixture->window->openCapture(m_path);
    m_fixture->flush();
    QCOMPARE(m_fixture->messages()->rowCount(), 2);
    write(more.sliced(25) + "garbage \xff\n{");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->messages()->rowCount(), 5, Long);
    QCOMPARE(m_fixture->requests()->rowCount(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->messages()->rowCount(), 6, Long); // includes the incomplete last line
    QCOMPARE(bar().text(), QString());
}

void TestOpeningFiles::anotherMinorVersionIsRead_data()
{
    QTest::addColumn<QByteArray>("version");
    for (const char *version : {"1.0", "1.1", "1.9"})
        QTest::newRow(version) << QByteArray(version);
}

/// A capture of another minor version opens without an error, and its unknown events are shown verbatim.
void TestOpeningFiles::anotherMinorVersionIsRead()
{
    QFETCH(const QByteArray, version);
    const QByteArray unknown = R"({"t":9000,"k":"hologram","shape":[ 1.10 ]})";
    write(R"({"pullcord":")" + version + R"(","weather":"fine"})" + "\n" + exchanges(0, 2) + unknown + '\n');
    m_fixture->window->openCapture(m_path);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 2, Long);
    m_fixture->flush();
    QCOMPARE(bar().text(), QString());
    const QAbstractItemModel &messages = *m_fixture->messages();
    const int last = messages.rowCount() - 1;
    const QString told = messages.index(last, MessageTable::Content).data().toString();
    QCOMPARE(told, u"event of a kind that this version of Pullcord does not support: hologram"_s);
    QCOMPARE(m_fixture->conversation().capture().eventAt(last).bytes, unknown);
}

void TestOpeningFiles::anotherMajorVersionIsRefused()
{
    write(R"({"pullcord":"2.0"})" + "\n"_ba + exchanges(0, 2));
    m_fixture->window->openCapture(m_path);
    QTRY_VERIFY_WITH_TIMEOUT(!bar().text().isEmpty(), Long);
    QVERIFY2(bar().text().endsWith(u"this capture has format 2.0; this version of Pullcord reads formats up to 1.x"_s),
             qPrintable(bar().text()));
    QVERIFY(!m_fixture->window->page().controller().conversation());
}

void TestOpeningFiles::aLogOfAnotherProgramIsOpened()
{
    const QString path = m_fixture->file(u"protocol.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[{\"timestamp\":\"2026-08-01T10:00:00Z\",\"direction\":\"request\",\"origin\":\"client\","
               "\"message\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}}]");
    file.close();
    m_fixture->window->openCapture(path);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), 1, Long);
    QCOMPARE(m_fixture->find<MessageBar>(u"messageBar"_s)->text(), u"Read as MCP Inspector export, messages: 1."_s);
    m_fixture->window->openCapture(path); // the file exists
    QCOMPARE(m_fixture->window->findChildren<ConversationPage *>().size(), 1);
    QVERIFY(!m_fixture->window->controller().isUnkept());
}

/// An imported log without times shows neither durations of zero nor dates of 1970.
void TestOpeningFiles::fileWithoutTimesShowsNone()
{
    QFile file(m_fixture->file(u"log.jsonl"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    file.close();
    m_fixture->window->openCapture(file.fileName());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), 1, 10'000);
    m_fixture->flush();
    m_fixture->select(0);
    QCOMPARE(m_fixture->find<QLabel>(u"statusServer"_s)->text(),
             u"Read as JSON Lines; the file does not give the time of each message"_s);
    const QModelIndex time = m_fixture->requests()->index(0, RequestTable::Time);
    QCOMPARE(time.data().toString(), QString());
    const QString why = time.data(Qt::ToolTipRole).toString();
    QVERIFY2(why.contains(u"the file does not give the time of each message"_s), qPrintable(why));
    QCOMPARE(m_fixture->messages()->index(0, MessageTable::Time).data().toString(), QString());
    const QString facts = m_fixture->find<PeerLabel>(u"detailsFacts"_s)->text();
    QVERIFY2(facts.startsWith(u"Response received · request "_s), qPrintable(facts));
    QVERIFY(m_fixture->find<QLabel>(u"requestMoments"_s)->isHidden());
    QCOMPARE(m_fixture->requests()->index(0, RequestTable::Cancel).data().toString(), u"2nd response"_s);
    QCOMPARE(m_fixture->find<QLabel>(u"lateBanner"_s)->text(), u"A response arrived after the request had ended."_s);
    const auto *timeline = m_fixture->find<TimelineView>(u"timelineView"_s);
    QCOMPARE(timeline->emptyText(), u"No times: the file does not give the time of each message."_s);
    m_fixture->find<QTabWidget>(u"lowerTabs"_s)->setCurrentWidget(m_fixture->find<QWidget>(u"statisticsPanel"_s));
    const auto *statistics = m_fixture->find<QTableView>(u"statisticsTable"_s)->model();
    QTRY_COMPARE_WITH_TIMEOUT(statistics->rowCount(), 1, 10'000);
    QCOMPARE(statistics->index(0, StatisticsModel::Late).data().toString(), u"1"_s);
    QCOMPARE(statistics->index(0, StatisticsModel::Median).data().toString(), QString());
}

QTEST_MAIN(TestOpeningFiles)
#include "tst_openingfiles.moc"
