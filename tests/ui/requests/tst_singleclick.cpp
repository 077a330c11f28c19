// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/singleclickstyle.h"
#include "ui/windowfixture.h"

#include "support/exchanges.h"
#include "ui/actions.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/filter/filterbar.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// On a desktop where a single click activates, it still only selects in views whose activation starts something.
class TestSingleClick : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setStyle(new SingleClickStyle); }
    void init();
    void cleanup() { m_fixture.reset(); }
    void recentServersAndCaptures();
    void recentServersOfTheDialog();
    void statistics();
    void requestsAndMessages();

private:
    static constexpr int Limit = 10'000;

    static QPoint placeOf(const QAbstractItemView &view, int row)
    {
        return view.visualRect(view.model()->index(row, 0)).center();
    }
    static void click(const QAbstractItemView &view, int row)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, placeOf(view, row));
        QApplication::processEvents();
    }
    static void doubleClick(const QAbstractItemView &view, int row)
    {
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, placeOf(view, row));
    }
    [[nodiscard]] bool hasConversation() const { return m_fixture->window->controller().conversation() != nullptr; }
    [[nodiscard]] QString filter() const { return m_fixture->find<QLineEdit>(u"requestFilter"_s)->text(); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestSingleClick::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestSingleClick::recentServersAndCaptures()
{
    const QString path = m_fixture->file(u"one.pullcord"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(headerLine() + exchanges(0, 3));
    file.close();
    m_fixture->settings.addRecentCapture(path);
    m_fixture->settings.addRecentServer(WindowFixture::demoServer());
    const auto *servers = m_fixture->find<QListWidget>(u"recentServers"_s);
    const auto *captures = m_fixture->find<QListWidget>(u"recentCaptures"_s);
    QTRY_COMPARE_WITH_TIMEOUT(servers->count(), 1, Limit);
    QVERIFY(servers->isVisible() && captures->isVisible());
    QVERIFY(!m_fixture->find<QWidget>(u"savedServers"_s)->isVisible()); // there are none
    click(*servers, 0);
    click(*captures, 0);
    QVERIFY(!hasConversation());
    QCOMPARE(captures->currentRow(), 0);
    doubleClick(*captures, 0);
    QTRY_VERIFY_WITH_TIMEOUT(hasConversation(), Limit);
}

void TestSingleClick::recentServersOfTheDialog()
{
    m_fixture->settings.addRecentServer(WindowFixture::demoServer({u"--legacy-only"_s}));
    m_fixture->window->actions().connectServer->trigger();
    auto *dialog = m_fixture->find<ConnectDialog>(u"connectDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    const auto *recent = dialog->findChild<QListWidget *>(u"connectRecent"_s);
    QVERIFY(recent->count() > 1);
    click(*recent, 1);
    QVERIFY(dialog->isVisible());
    QVERIFY(!hasConversation());
    doubleClick(*recent, 1);
    QTRY_VERIFY_WITH_TIMEOUT(hasConversation(), Limit);
}

void TestSingleClick::statistics()
{
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    auto *lower = m_fixture->find<QTabWidget>(u"lowerTabs"_s);
    const auto *table = m_fixture->find<QTableView>(u"statisticsTable"_s);
    lower->setCurrentWidget(m_fixture->find<QWidget>(u"statisticsPanel"_s));
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 1, Limit);
    click(*table, 1); // below the total
    QCOMPARE(filter(), QString());
    doubleClick(*table, 1);
    QVERIFY(!filter().isEmpty());
}

void TestSingleClick::requestsAndMessages()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    m_fixture->flush();
    const qsizetype before = m_fixture->log().count();
    const auto *requests = m_fixture->find<QTableView>(u"requestTable"_s);
    const auto *messages = m_fixture->find<QTableView>(u"messageTable"_s);
    click(*requests, 1);
    QCOMPARE(m_fixture->find<RequestsPanel>(u"requestsPanel"_s)->currentRow(), 1);
    click(*messages, 0);
    QCOMPARE(messages->currentIndex().row(), 0);
    QCOMPARE(m_fixture->find<RequestsPanel>(u"requestsPanel"_s)->currentRow(), 1);
    QCOMPARE(m_fixture->log().count(), before);
    QCOMPARE(filter(), QString());
}

QTEST_MAIN(TestSingleClick)
#include "tst_singleclick.moc"
