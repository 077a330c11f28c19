// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/memoryserver.h"
#include "ui/windowfixture.h"

#include "core/findings/findingkind.h"
#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/messages/serverlogmodel.h"
#include "ui/models/requests/markroles.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/tables/growingtableview.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The server log in the window: level set by keyboard, reading, search, and the way to its messages.
class TestLogView : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void legacyLevelIsRequestedAtOnce();
    void unaskedMessagesAreMarked();
    void legacyLevelIsAcceptedOrRefused_data();
    void legacyLevelIsAcceptedOrRefused();
    void modernLevelIsInTheNextRequest();
    void serverWithoutLoggingGetsNoLevel();
    void filtersByLevelAndText();
    void goesToTheMessageAndCopies();
    void followsTheTailOnlyAtTheEnd();
    void logOfAFileIsShown();

private:
    static constexpr int Limit = 10'000;

    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_fixture->find<T>(name);
    }
    [[nodiscard]] GrowingTableView *table() const { return find<GrowingTableView>(u"serverLogTable"_s); }
    [[nodiscard]] ServerLogModel *model() const { return static_cast<ServerLogModel *>(table()->model()); }
    [[nodiscard]] QTabWidget *tabs() const { return find<QTabWidget>(u"lowerTabs"_s); }
    void showLog() const { tabs()->setCurrentIndex(1); }
    /// Selects the level by typing its name.
    void askFor(const QString &level) const;
    [[nodiscard]] QString levels() const;

    std::unique_ptr<MemoryServer> m_server;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestLogView::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestLogView::cleanup()
{
    m_fixture.reset();
    m_server.reset();
}

void TestLogView::askFor(const QString &level) const
{
    auto *box = find<QComboBox>(u"logAsked"_s);
    box->setFocus();
    const int wanted = box->findText(level);
    while (box->currentIndex() != wanted)
        QTest::keyClick(box, box->currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
}

QString TestLogView::levels() const
{
    QStringList shown;
    for (int row = 0; row < model()->rowCount(); ++row)
        shown << model()->index(row, ServerLogModel::Level).data().toString();
    return shown.join(u' ');
}

void TestLogView::legacyLevelIsRequestedAtOnce()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    showLog();
    QTRY_VERIFY_WITH_TIMEOUT(find<QComboBox>(u"logAsked"_s)->isEnabled(), Limit);
    QVERIFY2(table()->emptyText().contains(u"decides what to send"_s), qPrintable(table()->emptyText()));
    askFor(u"error"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->sentWithMethod("logging/setLevel").isEmpty(), Limit);
    QCOMPARE(JsonValue(m_fixture->sentWithMethod("logging/setLevel").constLast()).pointer("/params/level").toString(),
             u"error"_s);
    m_fixture->call(u"log"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"error critical alert emergency"_s, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(tabs()->tabText(1), u"Server Log (4)"_s, Limit);
}

/// In 2026-07-28 the server must be silent unless a request in flight names a level.
void TestLogView::unaskedMessagesAreMarked()
{
    m_server = std::make_unique<MemoryServer>(R"({"logging":{},"tools":{}})");
    m_server->setResult(
        "server/discover",
        R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"logging":{},"tools":{}}})");
    m_server->setResult("tools/list",
                        R"({"resultType":"complete","tools":[{"name":"t","inputSchema":{"type":"object"}}]})");
    m_server->answers["tools/call"] = QByteArray();
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    QVERIFY(m_fixture->waitForTools());
    showLog();
    QTRY_COMPARE_WITH_TIMEOUT(find<QComboBox>(u"logAsked"_s)->itemText(0), u"none"_s, Limit);
    m_server->notify("notifications/message", R"({"level":"info","data":"nobody asked"})");
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"info, not requested"_s, Limit);
    const QModelIndex marked = model()->index(0, ServerLogModel::Level);
    QVERIFY(marked.data(ServerLogModel::UnaskedRole).toBool());
    QVERIFY(marked.data(Qt::ToolTipRole).toString().contains(u"must not send any"_s));
    m_fixture->flush();
    const QAbstractItemModel *messages = m_fixture->messages();
    const auto markOfLast = [messages] {
        const QModelIndex last = messages->index(messages->rowCount() - 1, MessageTable::Kind);
        return FindingSeverity(last.data(RowMarks::FindingRole).toInt());
    };
    QTRY_COMPARE_WITH_TIMEOUT(markOfLast(), FindingSeverity::Error, Limit);
    askFor(u"debug"_s);
    QVERIFY(m_fixture->call(u"t"_s, "{}") >= 0);
    m_server->notify("notifications/message", R"({"level":"info","data":"asked for"})");
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"info, not requested info"_s, Limit);
    m_fixture->flush();
    QCOMPARE(markOfLast(), FindingSeverity::Info); // none
}

/// This revision cannot unset a level, and a server that rejected it has none.
void TestLogView::legacyLevelIsAcceptedOrRefused_data()
{
    QTest::addColumn<bool>("accepted");
    QTest::newRow("accepted") << true;
    QTest::newRow("refused") << false;
}

void TestLogView::legacyLevelIsAcceptedOrRefused()
{
    QFETCH(const bool, accepted);
    m_server = std::make_unique<MemoryServer>(R"({"logging":{}})");
    if (accepted)
        m_server->setResult("logging/setLevel", "{}");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    showLog();
    const auto *box = find<QComboBox>(u"logAsked"_s);
    QTRY_VERIFY_WITH_TIMEOUT(box->isEnabled(), Limit);
    const QString choice = box->itemText(0);
    askFor(u"debug"_s);
    QTRY_COMPARE_WITH_TIMEOUT(box->itemText(0), accepted ? u"server's choice, once reconnected"_s : choice, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(box->currentText(), accepted ? u"debug"_s : choice, Limit);
    if (!accepted)
        return;
    askFor(box->itemText(0));
    QVERIFY2(table()->emptyText().contains(u"stays at debug until you reconnect"_s), qPrintable(table()->emptyText()));
}

void TestLogView::modernLevelIsInTheNextRequest()
{
    QVERIFY(m_fixture->connectToDemo());
    showLog();
    QTRY_VERIFY2_WITH_TIMEOUT(table()->emptyText().contains(u"Choose a level at “Ask for”"_s),
                              qPrintable(table()->emptyText()), Limit);
    m_fixture->call(u"log"_s, "{}"); // requests no level
    askFor(u"alert"_s);
    const qsizetype row = m_fixture->call(u"log"_s, "{}");
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"alert emergency"_s, Limit);
    QVERIFY(m_fixture->sentWithMethod("logging/setLevel").isEmpty());
    QCOMPARE(JsonValue(m_fixture->sentWithMethod("tools/call").constLast())
                 .pointer("/params/_meta/io.modelcontextprotocol~1logLevel")
                 .toString(),
             u"alert"_s);
    QCOMPARE(find<QComboBox>(u"logAsked"_s)->currentText(), u"alert"_s);
    QVERIFY(row >= 0);
}

void TestLogView::serverWithoutLoggingGetsNoLevel()
{
    m_server = std::make_unique<MemoryServer>("{}");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    showLog();
    const auto *box = find<QComboBox>(u"logAsked"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(box->toolTip().contains(u"does not declare the capability “logging”"_s),
                              qPrintable(box->toolTip()), Limit);
    QVERIFY(!box->isEnabled());
    QVERIFY2(table()->emptyText().contains(u"does not declare the capability “logging”"_s),
             qPrintable(table()->emptyText()));
    m_server->notify("notifications/message", R"({"level":"info","data":"all the same"})");
    QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 1, Limit);
}

void TestLogView::filtersByLevelAndText()
{
    m_server = std::make_unique<MemoryServer>(R"({"logging":{}})");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    showLog();
    m_server->notify("notifications/message", R"({"level":"debug","logger":"db","data":"one"})");
    m_server->notify("notifications/message", R"({"level":"error","data":{"what":"two"}})");
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"debug error"_s, Limit);
    auto *least = find<QComboBox>(u"logLeast"_s);
    least->setFocus();
    QTest::keyClick(least, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"error"_s, Limit);
    QTest::keyClick(least, Qt::Key_Home);
    table()->setFocus();
    m_fixture->window->actions().find->trigger();
    auto *text = find<QLineEdit>(u"logFilter"_s);
    QCOMPARE(m_fixture->window->focusWidget(), text);
    QTest::keyClicks(text, u"ONE"_s);
    QTRY_COMPARE_WITH_TIMEOUT(levels(), u"debug"_s, Limit);
    QTest::keyClicks(text, u"x"_s);
    QTRY_COMPARE_WITH_TIMEOUT(table()->emptyText(), u"No log message matches the filter."_s, Limit);
    QCOMPARE(tabs()->tabText(1), u"Server Log (2)"_s); // the count includes hidden ones
}

void TestLogView::goesToTheMessageAndCopies()
{
    m_server = std::make_unique<MemoryServer>(R"({"logging":{}})");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    showLog();
    m_server->notify("notifications/message", R"({"level":"notice","logger":"db","data":{ "n": 1.50 }})");
    QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 1, Limit);
    table()->setFocus();
    table()->selectOnly(0);
    const auto *details = find<DetailsPanel>(u"detailsPanel"_s);
    QTRY_VERIFY_WITH_TIMEOUT(details->bytes().contains(R"("data":{ "n": 1.50 })"), Limit); // complete and unchanged
    QTest::keySequence(table(), QKeySequence::Copy);
    const QString copied = QApplication::clipboard()->text();
    QVERIFY2(copied.endsWith(u"\tnotice\tdb\t{\"n\":1.50}"_s), qPrintable(copied));
    m_fixture->window->actions().copyJson->trigger();
    QVERIFY(QApplication::clipboard()->text().contains(u"notifications/message"_s));
    // A filter that hides the message is cleared.
    auto *filter = find<FilterLine>(u"messageFilter"_s);
    filter->setText(u"no such thing"_s);
    filter->apply();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->messages()->rowCount(), 0, Limit);
    QTest::keyClick(table(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(tabs()->currentIndex(), 0, Limit);
    const auto *messages = find<GrowingTableView>(u"messageTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(messages->currentIndex().siblingAtColumn(5).data().toString(), u"notifications/message"_s,
                              Limit);
    QVERIFY(filter->text().isEmpty());
}

void TestLogView::followsTheTailOnlyAtTheEnd()
{
    m_server = std::make_unique<MemoryServer>(R"({"logging":{}})");
    m_fixture->window->controller().connectTo(m_server->transport(), u"memory"_s);
    showLog();
    const auto say = [this](int count) {
        const int rows = model()->rowCount();
        for (int i = 0; i < count; ++i)
            m_server->notify("notifications/message", R"({"level":"info","data":"x"})");
        return QTest::qWaitFor([&] { return model()->rowCount() == rows + count; }, Limit);
    };
    QVERIFY(say(200));
    QScrollBar *bar = table()->verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    QCOMPARE(bar->value(), bar->maximum());
    bar->setValue(10);
    const int before = bar->maximum();
    QVERIFY(say(50));
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > before, Limit);
    QCOMPARE(bar->value(), 10);
    bar->setValue(bar->maximum());
    QVERIFY(say(50));
    QCOMPARE(bar->value(), bar->maximum());
}

void TestLogView::logOfAFileIsShown()
{
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QCOMPARE(m_fixture->call(u"log"_s, "{}") >= 0, true);
    QTRY_VERIFY_WITH_TIMEOUT(model()->rowCount() > 0, Limit);
    m_fixture->flush();
    const QStringList live = WindowFixture::textOf(*model());
    const QString path = m_fixture->conversation().capture().path();
    m_fixture->window->actions().closeTab->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 0, Limit);
    m_fixture->window->openCapture(path);
    showLog();
    QTRY_COMPARE_WITH_TIMEOUT(WindowFixture::textOf(*model()), live, Limit);
    QVERIFY(!find<QComboBox>(u"logAsked"_s)->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(tabs()->tabText(1), u"Server Log (%1)"_s.arg(live.size()), Limit);
}

QTEST_MAIN(TestLogView)
#include "tst_logview.moc"
