// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/doctorwindow.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/models/doctormodel.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QScopeGuard>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {
constexpr int Limit = 30'000;
}

/// Server > Check Connection…, and the button of the message bar that opens it.
class TestDoctorWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void isAvailableForServersOnly();
    void examinesTheServer();
    void showsTheNextStep();
    void opensFromTheMessageBar();
    void usesTheNamesOfTheWindow();
    void opensTheNewestHostLog_data();
    void opensTheNewestHostLog();
    void stops();
    void hasNoEnvironmentForUrls();

private:
    void open();
    void finish() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(!m_doctor->doctor().isRunning() && find<QPushButton>(u"doctorCopy"_s)->isEnabled(),
                                 Limit);
    }
    [[nodiscard]] QString state() const { return find<PeerLabel>(u"doctorState"_s)->text(); }
    [[nodiscard]] QTreeView *stages() const { return find<QTreeView>(u"doctorStages"_s); }
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_doctor->findChild<T *>(name);
    }
    /// Returns the lines below a stage.
    [[nodiscard]] QStringList linesOf(int row) const
    {
        const QAbstractItemModel *model = stages()->model();
        const QModelIndex stage = model->index(row, 0);
        QStringList lines;
        for (int line = 0; line < model->rowCount(stage); ++line)
            lines << model->index(line, 0, stage).data().toString();
        return lines;
    }
    [[nodiscard]] static ServerTarget missing()
    {
        ServerTarget target;
        target.command.program = u"no-such-program-anywhere"_s;
        return target;
    }

    std::unique_ptr<WindowFixture> m_fixture;
    DoctorWindow *m_doctor = nullptr;
};

void TestDoctorWindow::init()
{
    WindowFixture::failOnWarnings();
    qputenv("SHELL", "/bin/sh"); // independent of the start-up files of this machine
    m_fixture = std::make_unique<WindowFixture>();
}

void TestDoctorWindow::open()
{
    m_fixture->window->actions().checkConnection->trigger();
    m_doctor = m_fixture->find<DoctorWindow>(u"doctorWindow"_s);
    QVERIFY(m_doctor && m_doctor->isVisible() && !m_doctor->isModal());
}

void TestDoctorWindow::isAvailableForServersOnly()
{
    QVERIFY(!m_fixture->window->actions().checkConnection->isEnabled());
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->window->actions().checkConnection->isEnabled());
}

void TestDoctorWindow::examinesTheServer()
{
    QVERIFY(m_fixture->connectToDemo());
    open();
    const QAbstractItemModelTester tester(stages()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(m_doctor->doctor().isRunning());
    QVERIFY(!find<QPushButton>(u"doctorRun"_s)->isEnabled());
    finish();
    QVERIFY2(state().startsWith(u"Connected"_s), qPrintable(state()));
    QCOMPARE(stages()->model()->rowCount(), 8);
    QVERIFY(stages()->model()->index(0, 0).data().toString().startsWith(u"Command: ok"_s));
    QVERIFY(linesOf(2).join(u'\n').contains(u"uses MCP 2026-07-28"_s));
    QVERIFY(!stages()->isExpanded(stages()->model()->index(0, 0)));
    // By keyboard: unfold, and run again.
    stages()->setFocus();
    stages()->setCurrentIndex(stages()->model()->index(0, 0));
    QTest::keyClick(stages(), Qt::Key_Right);
    QVERIFY(stages()->isExpanded(stages()->model()->index(0, 0)));
    find<QComboBox>(u"doctorEnvironment"_s)->setCurrentIndex(2);
    QTest::keyClick(find<QPushButton>(u"doctorRun"_s), Qt::Key_Space);
    QVERIFY(m_doctor->doctor().isRunning());
    QCOMPARE(m_doctor->doctor().options().environment, DoctorEnvironment::Kind::DesktopHost);
    finish();
    QVERIFY2(state().startsWith(u"Connected"_s), qPrintable(state()));
}

void TestDoctorWindow::showsTheNextStep()
{
    m_fixture->window->connectTo(missing());
    open();
    finish();
    QVERIFY2(state().startsWith(u"1 stage failed"_s), qPrintable(state()));
    const QModelIndex command = stages()->model()->index(0, 0);
    QVERIFY(stages()->isExpanded(command));
    QCOMPARE(stages()->currentIndex(), command);
    QVERIFY2(linesOf(0).constLast().startsWith(u"→ Check the name of the command"_s),
             qPrintable(linesOf(0).join(u'\n')));
    // Nothing is cut: each line is as high as its text needs.
    m_doctor->resize(m_doctor->minimumSizeHint().expandedTo({300, 300}));
    const QModelIndex line = stages()->model()->index(0, 0, command);
    QTRY_VERIFY_WITH_TIMEOUT(stages()->visualRect(line).height() >= 2 * stages()->fontMetrics().lineSpacing(), Limit);
    find<QPushButton>(u"doctorCopy"_s)->click();
    const QString report = QApplication::clipboard()->text();
    QVERIFY2(report.startsWith(u"# Connection Doctor\n"_s) && report.contains(u"no-such-program-anywhere"_s),
             qPrintable(report));
}

void TestDoctorWindow::opensFromTheMessageBar()
{
    m_fixture->window->connectTo(missing());
    const auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().contains(u"no-such-program-anywhere"_s), Limit);
    auto *check = m_fixture->find<QPushButton>(u"messageBarSecondAction"_s);
    QCOMPARE(check->text(), u"Check Connection…"_s);
    QVERIFY(check->isVisibleTo(bar));
    check->click();
    m_doctor = m_fixture->find<DoctorWindow>(u"doctorWindow"_s);
    QVERIFY(m_doctor);
    finish();
    // The reason and the other ways out are still of use.
    QVERIFY(bar->text().contains(u"no-such-program-anywhere"_s));
    QVERIFY(check->isVisibleTo(bar));
    QCOMPARE(m_fixture->find<QPushButton>(u"messageBarAction"_s)->text(), u"Change Command…"_s);
}

void TestDoctorWindow::usesTheNamesOfTheWindow()
{
    ServerTarget target;
    target.http.url = QUrl(u"https://localhost:9/mcp"_s);
    target.http.network.proxy = u"ftp://proxy:1"_s;
    m_fixture->window->connectTo(target);
    open();
    finish();
    QString lines;
    for (int row = 0; row < stages()->model()->rowCount(); ++row)
        lines += linesOf(row).join(u'\n') + u'\n';
    QVERIFY2(lines.contains(u"(Connect dialog: Network, proxy)"_s) && !lines.contains(u"--proxy"_s), qPrintable(lines));
    find<QPushButton>(u"doctorCopy"_s)->click();
    QVERIFY(QApplication::clipboard()->text().contains(u"(Connect dialog: Network, proxy)"_s));
}

void TestDoctorWindow::opensTheNewestHostLog_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<bool>("isOffered");
    QTest::newRow("of this server") << u"mcp-server-no-such-program-anywhere.log"_s << true;
    QTest::newRow("of another server") << u"mcp-server-weather.log"_s << false;
}

/// The log opens in a new tab, and the results of the doctor stay.
void TestDoctorWindow::opensTheNewestHostLog()
{
    QFETCH(const QString, log);
    QFETCH(const bool, isOffered);
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    const auto restore =
        qScopeGuard([&before] { before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before); });
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_fixture->file(u"config"_s)));
    const QString folder = m_fixture->file(u"config/Claude/logs"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + u'/' + log);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("2026-07-28T12:00:00.000Z [weather] [info] Message from client: "
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n");
    file.close();
    m_fixture->window->connectTo(missing());
    const auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!bar->text().isEmpty(), Limit);
    auto *inBar = m_fixture->find<QPushButton>(u"messageBarThirdAction"_s);
    QCOMPARE(inBar->isVisibleTo(bar), isOffered);
    open();
    finish();
    auto *button = find<QPushButton>(u"doctorOpenLog"_s);
    QCOMPARE(button->isVisibleTo(m_doctor), isOffered);
    if (!isOffered)
        return;
    QCOMPARE(inBar->text(), u"Open Host Log"_s);
    QCOMPARE(inBar->toolTip(), button->toolTip());
    QVERIFY2(button->toolTip().contains(log), qPrintable(button->toolTip()));
    const ConversationPage *page = &m_fixture->window->page();
    button->click();
    QVERIFY(&m_fixture->window->page() != page);
    QCOMPARE(m_fixture->window->controller().title(), log);
    QVERIFY(page->findChild<DoctorWindow *>(u"doctorWindow"_s)); // hidden with its tab
    inBar->click();
    QCOMPARE(m_fixture->window->pages().size(), 3);
}

void TestDoctorWindow::stops()
{
    ServerTarget silent;
    silent.command = {.program = u"sleep"_s, .arguments = {u"1000"_s}};
    m_fixture->window->connectTo(silent);
    open();
    QTRY_VERIFY_WITH_TIMEOUT(m_doctor->doctor().stages().at(1).verdict == DoctorStage::Verdict::Running, Limit);
    QTest::keyClick(m_doctor, Qt::Key_Escape);
    QVERIFY(!m_doctor->isVisible());
    QVERIFY(!m_doctor->doctor().isRunning());
    QCOMPARE(m_doctor->doctor().stages().at(1).verdict, DoctorStage::Verdict::Skipped);
    open(); // starts again
    QVERIFY(m_doctor->doctor().isRunning());
}

void TestDoctorWindow::hasNoEnvironmentForUrls()
{
    ServerTarget target;
    target.http.url = QUrl(u"http://127.0.0.1:9/mcp"_s);
    m_fixture->window->connectTo(target);
    open();
    QVERIFY(!find<QComboBox>(u"doctorEnvironment"_s)->isVisibleTo(m_doctor));
    finish();
    QVERIFY2(linesOf(2).constLast().contains(u"Nothing listens on port 9"_s), qPrintable(linesOf(2).join(u'\n')));
}

QTEST_MAIN(TestDoctorWindow)
#include "tst_doctorwindow.moc"
