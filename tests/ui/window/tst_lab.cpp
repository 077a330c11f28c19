// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/labwindow.h"
#include "ui/models/lab/labtexts.h"
#include "ui/panels/callpanel.h"
#include "ui/views/lab/labplot.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {
constexpr int Limit = 20'000;
}

/// The window of the cancellation lab, with the tools of the demo server.
class TestLab : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void takesTheSelectedTool();
    void showsAllColumns();
    void triesASilentTool();
    void findsALateResponse();
    void triesADeafTool();
    void everyOutcomeHasAMark();
    void confirmsToolsThatMayChange();
    void explainsWhyItCannotStart();
    void keepsTheTypedArguments();
    void stops();
    void sendsInvalidCancellations();
    void endsWithTheConnection();
    void closesWithItsTab();
    void stopsWhenItIsClosed();
    void takesTheArgumentsOfTheCallPanel();
    void plotsTrialsThatEndedEarly();
    void endsTheProgramByItsKey();
    void exportsReports();

private:
    void open(const QString &tool, const QByteArray &arguments);
    void type(const QString &box, int value) const;
    void run() const;
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_lab->findChild<T *>(name);
    }
    [[nodiscard]] QPushButton *start() const { return find<QPushButton>(u"labStart"_s); }
    [[nodiscard]] QString state() const { return find<PeerLabel>(u"labState"_s)->text(); }
    [[nodiscard]] QAbstractItemModel *trials() const { return find<QTreeView>(u"labTrials"_s)->model(); }
    [[nodiscard]] QString cell(int row, int column) const { return trials()->index(row, column).data().toString(); }
    [[nodiscard]] QStringList rules() const
    {
        return WindowFixture::textOf(*find<QTreeView>(u"labVerdicts"_s)->model());
    }
    [[nodiscard]] bool isOver() const { return find<QPushButton>(u"labExport"_s)->isEnabled(); }

    std::unique_ptr<WindowFixture> m_fixture;
    QPointer<LabWindow> m_lab;
};

void TestLab::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
}

void TestLab::open(const QString &tool, const QByteArray &arguments)
{
    m_fixture->find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(m_fixture->offered(CatalogList::Kind::Tools, tool));
    m_fixture->window->page().findChild<CallPanel *>()->setArguments(arguments);
    m_fixture->window->actions().lab->trigger();
    m_lab = m_fixture->find<LabWindow>(u"labWindow"_s);
    QVERIFY(m_lab && m_lab->isVisible() && !m_lab->isModal());
}

void TestLab::type(const QString &box, int value) const
{
    auto *spin = find<QSpinBox>(box);
    spin->selectAll();
    QTest::keyClicks(spin, QString::number(value));
    QCOMPARE(spin->value(), value);
}

void TestLab::run() const
{
    QVERIFY2(start()->isEnabled(), qPrintable(start()->toolTip()));
    QTest::keyClick(find<QSpinBox>(u"labCount"_s), Qt::Key_Return);
    QVERIFY(!start()->isEnabled() && !isOver());
}

void TestLab::takesTheSelectedTool()
{
    open(u"slow"_s, R"({"ms":321,"steps":1})");
    QCOMPARE(find<QComboBox>(u"labTool"_s)->currentData().toString(), u"slow"_s);
    QVERIFY(find<QPlainTextEdit>(u"labArguments"_s)->toPlainText().contains(u"321"_s));
    QVERIFY(start()->isEnabled());
    QVERIFY(!find<QPushButton>(u"labStop"_s)->isEnabled() && !isOver());
    QCOMPARE(find<LabPlot>(u"labPlot"_s)->accessibleDescription(), u"No call has been cancelled yet. Press Start."_s);
    // Another tool gets arguments from its own schema.
    auto *tools = find<QComboBox>(u"labTool"_s);
    QTest::keyClicks(tools, u"late"_s);
    QCOMPARE(tools->currentData().toString(), u"late"_s);
    QVERIFY(!find<QPlainTextEdit>(u"labArguments"_s)->toPlainText().contains(u"321"_s));
}

/// The window shows all columns in its initial size on a usual screen.
void TestLab::showsAllColumns()
{
    for (const QString &language : {u"en"_s, u"zh_CN"_s}) {
        m_fixture = std::make_unique<WindowFixture>(WindowFixture::Person::Returns, language);
        QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
        QVERIFY(m_fixture->waitForLists());
        open(u"late"_s, R"({"ms":400})");
        QCOMPARE(m_lab->windowTitle(), language == "en"_L1 ? u"Cancellation Lab"_s : u"取消实验"_s);
        m_lab->resize(1230, 480);
        type(u"labCount"_s, 1);
        run();
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
        for (int tab = 0; tab < 2; ++tab) {
            find<QTabWidget>(u"labResults"_s)->setCurrentIndex(tab);
            const auto *table = find<QTreeView>(tab == 0 ? u"labTrials"_s : u"labVerdicts"_s);
            QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        }
    }
}

/// The menu beside Call Tool puts the arguments of the panel into the lab, except during a run.
void TestLab::takesTheArgumentsOfTheCallPanel()
{
    QAction *action = m_fixture->window->actions().labWithArguments;
    m_fixture->find<QTreeView>(u"catalogTree"_s)->clearSelection();
    open(u"slow"_s, R"({"ms":321,"steps":1})");
    const auto *button = m_fixture->find<QToolButton>(u"callButton"_s);
    QVERIFY(button->menu() && button->menu()->actions().contains(action));
    QTRY_VERIFY(action->isEnabled());
    auto *arguments = find<QPlainTextEdit>(u"labArguments"_s);
    m_fixture->window->page().findChild<CallPanel *>()->setArguments(R"({"ms":60000,"steps":1})");
    m_fixture->window->actions().lab->trigger();
    QVERIFY(arguments->toPlainText().contains(u"321"_s)); // unchanged
    action->trigger();
    QVERIFY(arguments->toPlainText().contains(u"60000"_s));
    QVERIFY(find<QProgressBar>(u"labProgress"_s)->isHidden());
    run();
    QVERIFY(find<QProgressBar>(u"labProgress"_s)->isVisible());
    m_fixture->window->page().findChild<CallPanel *>()->setArguments(R"({"ms":5,"steps":1})");
    action->trigger();
    QVERIFY(arguments->toPlainText().contains(u"60000"_s));
    QTest::keyClick(find<QPushButton>(u"labStop"_s), Qt::Key_Space);
    QVERIFY(find<QProgressBar>(u"labProgress"_s)->isHidden());
}

void TestLab::plotsTrialsThatEndedEarly()
{
    constexpr qint64 Millisecond = 1'000'000;
    LabPlot plot;
    const LabTrial soon{.outcome = LabOutcome::Silent, .planned = 0, .cancelled = LabTrial::AtOnce - 1};
    plot.setTrials({soon});
    QTest::keyClick(&plot, Qt::Key_End);
    QCOMPARE(plot.accessibleDescription(), u"1: cancelled at once, Silent, nothing received"_s);
    QCOMPARE(Texts::cancelTime(soon), u"at once"_s);
    QCOMPARE(Texts::cancelTime({.cancelled = LabTrial::AtOnce}), u"100 µs"_s);
    plot.setTrials({{.outcome = LabOutcome::Silent, .planned = Millisecond, .cancelled = Millisecond},
                    {.outcome = LabOutcome::AnsweredBefore, .planned = 5 * Millisecond},
                    {.outcome = LabOutcome::NotTried, .planned = 7 * Millisecond}});
    QTest::keyClick(&plot, Qt::Key_End);
    QCOMPARE(plot.current(), 1);
    QVERIFY2(plot.accessibleDescription().startsWith(u"2: to be cancelled after 5.00 ms, "_s),
             qPrintable(plot.accessibleDescription()));
}

void TestLab::triesASilentTool()
{
    open(u"slow"_s, R"({"ms":1000,"steps":1})");
    const QAbstractItemModelTester tester(trials(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    type(u"labCount"_s, 2);
    type(u"labFrom"_s, 20);
    type(u"labTo"_s, 40);
    type(u"labBystanders"_s, 1);
    run();
    QVERIFY(state().startsWith(u"Calling slow once to the end"_s));
    QTRY_COMPARE_WITH_TIMEOUT(trials()->rowCount(), 2, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
    QVERIFY2(state().startsWith(u"slow takes "_s) && state().contains(u"All trials finished"_s), qPrintable(state()));
    for (int row = 0; row < 2; ++row) {
        QCOMPARE(cell(row, LabTrialModel::Outcome), u"Silent"_s);
        QVERIFY(!cell(row, LabTrialModel::CancelledAt).isEmpty() && cell(row, LabTrialModel::Gap).isEmpty());
    }
    QVERIFY2(rules().contains(u"C01 | Result after cancellation | passed |  |  | "_s), qPrintable(rules().join(u'\n')));
    QVERIFY(!rules().filter(u"C17"_s).isEmpty() && rules().filter(u"C17"_s).constFirst().contains(u"passed"_s));
    // The same as a plot with accessible texts.
    auto *plot = find<LabPlot>(u"labPlot"_s);
    find<QTabWidget>(u"labResults"_s)->setCurrentWidget(plot);
    plot->setFocus(Qt::TabFocusReason);
    QTRY_VERIFY_WITH_TIMEOUT(plot->current() >= 0, Limit);
    // In the order of the cancellations; on a busy machine the first trial may have cancelled last.
    const qsizetype first = plot->current();
    const qsizetype second = 1 - first;
    const auto isSaid = [plot](qsizetype trial) {
        const QString said = plot->accessibleDescription();
        return said.startsWith(u"%1: cancelled after "_s.arg(trial + 1)) &&
               said.endsWith(u", Silent, nothing received"_s);
    };
    QVERIFY2(isSaid(first), qPrintable(plot->accessibleDescription()));
    for (int times = 0; times < 2; ++times) { // there is no third
        QTest::keyClick(plot, Qt::Key_Right);
        QVERIFY2(isSaid(second), qPrintable(plot->accessibleDescription()));
        QCOMPARE(plot->current(), second);
    }
    QTest::keyClick(plot, Qt::Key_Home);
    QCOMPARE(plot->current(), first);
    QTest::keyClick(plot, Qt::Key_Return);
    const qsizetype firstRow = m_fixture->selected();
    QCOMPARE(m_fixture->record(firstRow).method, "tools/call");
    find<QTabWidget>(u"labResults"_s)->setCurrentIndex(0);
    // Enter goes to the request.
    auto *table = find<QTreeView>(u"labTrials"_s);
    table->setCurrentIndex(trials()->index(int(second), 0));
    QTest::keyClick(table, Qt::Key_Return);
    const RequestRecord record = m_fixture->record(m_fixture->selected());
    QCOMPARE(record.method, "tools/call");
    QVERIFY(m_fixture->selected() != firstRow);
    QVERIFY(record.state == RequestState::Cancelled);
    QVERIFY(record.cancellation);
}

void TestLab::findsALateResponse()
{
    open(u"late"_s, R"({"ms":1000})");
    type(u"labCount"_s, 1);
    type(u"labFrom"_s, 20);
    run();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
    QCOMPARE(cell(0, LabTrialModel::Outcome), u"Late result"_s);
    QVERIFY(!cell(0, LabTrialModel::Gap).isEmpty());
    QVERIFY(cell(0, LabTrialModel::Rules).contains(u"C01"_s));
    QTRY_VERIFY_WITH_TIMEOUT(find<LabPlot>(u"labPlot"_s)->accessibleDescription().contains(u"arrow keys"_s), Limit);
    QCOMPARE(rules().filter(u"C01"_s).constFirst(), u"C01 | Result after cancellation | failed | 1 | Warning | "_s);
    // Faults also have an icon; untested rules have none.
    const auto besideText = [&](const QString &table, const QString &text) {
        const auto *view = find<QTreeView>(table);
        const QModelIndexList found = view->model()->match(view->model()->index(0, 2), Qt::DisplayRole, text) +
                                      view->model()->match(view->model()->index(0, 3), Qt::DisplayRole, text);
        return found.isEmpty()
                   ? -1
                   : view->sizeHintForIndex(found.constFirst()).width() - view->fontMetrics().horizontalAdvance(text);
    };
    const int plain = besideText(u"labVerdicts"_s, u"not tested"_s);
    QVERIFY(plain >= 0);
    QVERIFY(besideText(u"labVerdicts"_s, u"failed"_s) > plain);
    QVERIFY(besideText(u"labVerdicts"_s, u"passed"_s) > plain);
    QVERIFY(besideText(u"labTrials"_s, u"Late result"_s) > plain);
}

/// The tool never ends, so the shares refer to the longest call.
void TestLab::triesADeafTool()
{
    open(u"deaf"_s, "{}");
    type(u"labCount"_s, 1);
    type(u"labFrom"_s, 50);
    type(u"labLimit"_s, 1);
    run();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
    QVERIFY2(state().startsWith(u"deaf did not end within 1.00 s. All trials finished"_s), qPrintable(state()));
    QCOMPARE(cell(0, LabTrialModel::Outcome), u"Silent"_s);
    QVERIFY(cell(0, LabTrialModel::Gap).isEmpty());
}

/// Each outcome has its own shape, for users who cannot distinguish the colors.
void TestLab::everyOutcomeHasAMark()
{
    Theme theme = Theme::of(QPalette());
    theme.success = theme.active = theme.warning = theme.failure = theme.dim = Qt::black;
    QList<QImage> marks;
    for (const LabOutcomeKind &kind : LabOutcomeKind::all()) {
        constexpr int Side = 16;
        QImage mark(Side, Side, QImage::Format_RGB32);
        mark.fill(Qt::white);
        QPainter painter(&mark);
        LabMark::paint(painter, {Side / 2.0, Side / 2.0}, Side - 4, kind.outcome, theme);
        painter.end();
        QVERIFY2(!marks.contains(mark), kind.title);
        marks << mark;
    }
}

void TestLab::confirmsToolsThatMayChange()
{
    open(u"die_on_cancel"_s, R"({"ms":1000})");
    const auto *doubt = find<PeerLabel>(u"labDoubt"_s);
    auto *mayChange = find<QCheckBox>(u"labMayChange"_s);
    QVERIFY(doubt->isVisible() && doubt->text().contains(u"it may change something"_s));
    QVERIFY(mayChange->isVisible() && !mayChange->isChecked());
    QVERIFY(!start()->isEnabled());
    QTest::keyClick(find<QSpinBox>(u"labCount"_s), Qt::Key_Return);
    QVERIFY(m_fixture->sentWithMethod("tools/call").isEmpty());
    QTest::keyClick(mayChange, Qt::Key_Space);
    QVERIFY(start()->isEnabled());
    // The warning was about the other tool.
    auto *tools = find<QComboBox>(u"labTool"_s);
    QTest::keyClicks(tools, u"late"_s);
    QVERIFY(start()->isEnabled() && !doubt->isVisible() && !mayChange->isVisible());
    tools->setCurrentIndex(tools->findData(u"die_on_cancel"_s));
    QVERIFY(!start()->isEnabled());
    find<QPlainTextEdit>(u"labArguments"_s)->setPlainText(uR"({"ms":1000})"_s);
    QTest::keyClick(mayChange, Qt::Key_Space);
    type(u"labCount"_s, 1);
    type(u"labFrom"_s, 20);
    run();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
    QCOMPARE(cell(0, LabTrialModel::Outcome), u"Server exited"_s);
    QVERIFY2(state().contains(u"The lab ended before all trials were run: The connection ended"_s),
             qPrintable(state()));
    QVERIFY(!start()->isEnabled());
}

void TestLab::explainsWhyItCannotStart()
{
    open(u"slow"_s, "{}");
    auto *arguments = find<QPlainTextEdit>(u"labArguments"_s);
    arguments->selectAll();
    QTest::keyClicks(arguments, u"[]"_s);
    QVERIFY(!start()->isEnabled());
    QCOMPARE(start()->accessibleDescription(), u"The arguments are not a JSON object."_s);
    const auto *misfit = find<PeerLabel>(u"labMisfit"_s);
    QVERIFY(misfit->isHidden());
    arguments->setPlainText(uR"({"ms":"soon"})"_s);
    QVERIFY2(misfit->text().startsWith(u"The tool does not accept this: /ms must be "), qPrintable(misfit->text()));
    QVERIFY(misfit->isVisible());
    QVERIFY(start()->isEnabled()); // it may be intended
    arguments->setPlainText(u"{}"_s);
    QVERIFY(misfit->isHidden());
    type(u"labCount"_s, 0);
    QCOMPARE(start()->accessibleDescription(), u"Nothing to run: set Cancels above 0, or include invalid ones."_s);
    QTest::keyClick(find<QCheckBox>(u"labUgly"_s), Qt::Key_Space);
    QVERIFY(start()->isEnabled());
}

/// The typed arguments survive a reload of the list. They are sent on one line, however they are formatted.
void TestLab::keepsTheTypedArguments()
{
    open(u"slow"_s, "{}");
    auto *arguments = find<QPlainTextEdit>(u"labArguments"_s);
    arguments->setPlainText(u"{\n \"ms\": 60000,\n \"steps\": 1\n}"_s);
    QSignalSpy came(m_fixture->conversation().tools(), &CatalogList::changed);
    m_fixture->window->actions().refreshCatalog->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(came.count() > 0, Limit);
    QCOMPARE(find<QComboBox>(u"labTool"_s)->currentData().toString(), u"slow"_s);
    QVERIFY(arguments->toPlainText().contains(u"60000"_s));
    run();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tools/call").size(), 1, Limit);
    const QByteArray sent = m_fixture->sentWithMethod("tools/call").constFirst();
    QCOMPARE(JsonValue(sent).pointer("/params/arguments").raw().toByteArray(), R"({"ms":60000,"steps":1})");
}

void TestLab::stops()
{
    open(u"slow"_s, R"({"ms":60000,"steps":1})");
    run();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tools/call").size(), 1, Limit);
    QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    QTest::keyClick(find<QPushButton>(u"labStop"_s), Qt::Key_Space);
    QVERIFY(isOver() && start()->isEnabled());
    QVERIFY2(state().contains(u"The lab ended before all trials were run: The lab was stopped."_s),
             qPrintable(state()));
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, Limit);
    QCOMPARE(cell(0, LabTrialModel::Outcome), u"Not tried"_s);
    QCOMPARE(cell(0, LabTrialModel::Note), u"The lab was stopped"_s);
}

/// Includes all invalid cancellations except that of initialize, which would close the connection of the tab.
void TestLab::sendsInvalidCancellations()
{
    open(u"slow"_s, R"({"ms":60000,"steps":1})");
    type(u"labCount"_s, 0);
    const auto *note = find<QLabel>(u"labUglyNote"_s);
    QVERIFY(!note->isVisible());
    QTest::keyClick(find<QCheckBox>(u"labUgly"_s), Qt::Key_Space);
    QVERIFY(note->isVisible() && note->text().contains(u"initialize"_s));
    run();
    QCOMPARE(trials()->rowCount(), int(LabCaseKind::edgeCases().size()) - 1);
    const QString all = WindowFixture::textOf(*trials()).join(u'\n');
    QVERIFY2(all.contains(u"Right after the request"_s) && all.contains(u"Id as an object"_s), qPrintable(all));
    QVERIFY2(!all.contains(u"initialize"_s), qPrintable(all));
}

void TestLab::endsWithTheConnection()
{
    open(u"slow"_s, R"({"ms":60000,"steps":1})");
    run();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tools/call").size(), 1, Limit);
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
    QVERIFY2(state().contains(u"The lab ended before all trials were run: The client has disconnected."_s),
             qPrintable(state()));
    QVERIFY(!start()->isEnabled());
    QCOMPARE(start()->accessibleDescription(), u"The server is not connected."_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().reconnect->isEnabled(), Limit);
    m_fixture->window->actions().reconnect->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), Limit);
}

void TestLab::closesWithItsTab()
{
    open(u"slow"_s, R"({"ms":60000,"steps":1})");
    run();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tools/call").size(), 1, Limit);
    m_fixture->window->actions().closeTab->trigger();
    m_fixture->find<QPushButton>(u"closeAnyway"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!m_lab, Limit);
    QVERIFY(!m_fixture->window->actions().lab->isEnabled());
}

/// Closing the window stops the run and keeps its results.
void TestLab::stopsWhenItIsClosed()
{
    open(u"slow"_s, R"({"ms":60000,"steps":1})");
    run();
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tools/call").size(), 1, Limit);
    QTest::keyClick(m_lab, Qt::Key_Escape);
    QVERIFY(m_lab && !m_lab->isVisible() && isOver());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("notifications/cancelled").size(), 1, Limit);
    m_fixture->window->actions().lab->trigger();
    QVERIFY(m_lab->isVisible() && trials()->rowCount() > 0);
}

/// Shortcuts belong to a window, and the lab has its own.
void TestLab::endsTheProgramByItsKey()
{
    open(u"slow"_s, R"({"ms":100,"steps":1})");
    QAction *quit = m_fixture->window->actions().quit;
    QVERIFY(quit->disconnect(m_fixture->window.get()));
    const QSignalSpy triggered(quit, &QAction::triggered);
    m_lab->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_lab));
    QTest::keyClick(find<QPlainTextEdit>(u"labArguments"_s), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(triggered.count(), 1);
}

void TestLab::exportsReports()
{
    open(u"slow"_s, R"({"ms":1000,"steps":1})");
    type(u"labCount"_s, 1);
    type(u"labFrom"_s, 20);
    run();
    QTRY_VERIFY_WITH_TIMEOUT(isOver(), Limit);
    const auto written = [&](const QString &name) {
        m_fixture->dialogs.path = m_fixture->file(name);
        QTest::keyClick(find<QPushButton>(u"labExport"_s), Qt::Key_Space);
        QFile file(m_fixture->dialogs.path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray markdown = written(u"report.md"_s);
    QVERIFY2(markdown.contains("| C01 | Result after cancellation | passed"), markdown.constData());
    QVERIFY(state().startsWith(u"Written to "_s));
    const QByteArray json = written(u"report.json"_s);
    QCOMPARE(JsonValue(json).pointer("/trials/0/outcome").toUtf8(), "silent"_ba);
    QVERIFY(written(u"no/such/folder.md"_s).isEmpty());
    QVERIFY(state().startsWith(u"Cannot write the report: "_s));
}

QTEST_MAIN(TestLab)
#include "tst_lab.moc"
