// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingscript.h"
#include "ui/actions.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/findings/findingsmodel.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/guide.h"
#include "ui/models/messages/messagemodel.h"
#include "ui/models/requests/markroles.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/panels/messagespanel.h"
#include "ui/views/requests/requesttable.h"
#include "ui/views/requests/rowlinks.h"
#include "ui/views/style/contrast.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/widgets/guidebrowser.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/windowfixture.h"

#include <QAbstractItemModelTester>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The findings tab, and the marks on the rows that are evidence.
class TestFindingsPanel : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void cleanup() { m_fixture.reset(); }
    void theModelFollowsWhatIsFound();
    void whatIsFoundLaterStandsAtItsPlace();
    void tellsWhatIsNotChecked();
    void tellsWhichRulesAreNotApplied();
    void whatItMeansIsOneClickAway();
    void noTimeStandsWhereNoneIsKnown();
    void howOftenStandsBesideTheCode();
    void itsColumnsAreReadable();
    void aLateAnswerIsFoundAndRead();
    void onlyOneSelectionLeads();
    void whatItRestsOnIsOneKeyAway();
    void theRowsAreMarked();
    void theBarIsMarkedInTheTimeline();
    void aFoldedCallIsMarkedForItsParts();
    void silenceIsFoundWhileNothingComes();
    void theIssueHasTheEvidence();
    void aRuleIsSilencedAndBroughtBack();
    void isFilteredByTextAndSeverity();
    void aFileHasTheSameFindings();

private:
    /// Makes a call with a late response in the era where that is a warning. The delay exceeds any round trip of a busy
    /// machine.
    void cancelLate()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_fixture->window->resize(1440, 900);
        m_fixture->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_fixture->window.get()));
        QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
        m_late = m_fixture->call(u"late"_s, R"({"ms": 1500, "from_cancel": true})");
        QVERIFY(m_late >= 0);
        cancel(m_late);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"C01"_s) >= 0, Long);
    }
    void cancel(qsizetype row)
    {
        m_fixture->flush();
        m_fixture->select(row);
        QAction *action = m_fixture->window->actions().cancel;
        QTRY_VERIFY_WITH_TIMEOUT(action->isEnabled(), Long);
        action->trigger();
    }
    [[nodiscard]] GrowingTableView *table() const { return m_fixture->find<GrowingTableView>(u"findingsTable"_s); }
    [[nodiscard]] QString cell(int row, int column) const
    {
        return table()->model()->index(row, column).data().toString();
    }
    [[nodiscard]] int rowOf(const QString &code) const
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            if (cell(row, FindingsModel::Code) == code)
                return row;
        }
        return -1;
    }
    [[nodiscard]] QString tabText() const
    {
        const auto *tabs = m_fixture->find<QTabWidget>(u"lowerTabs"_s);
        return tabs->tabText(tabs->indexOf(m_fixture->find<QWidget>(u"findingsPanel"_s)));
    }
    /// Goes to a finding by the keyboard.
    void goTo(const QString &code)
    {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_7, Qt::AltModifier);
        QCOMPARE(QApplication::focusWidget(), table());
        QTest::keyClick(table(), Qt::Key_Home);
        for (int row = 0; row < rowOf(code); ++row)
            QTest::keyClick(table(), Qt::Key_Down);
        QCOMPARE(cell(table()->currentIndex().row(), FindingsModel::Code), code);
        QTest::keyClick(table(), Qt::Key_7, Qt::AltModifier); // its text is beside it now
        QCOMPARE(QApplication::focusWidget(), table());
    }
    [[nodiscard]] QString label(const QString &name) const { return m_fixture->find<PeerLabel>(name)->text(); }

    static constexpr int Long = 20'000; ///< limit of a wait, in ms
    [[nodiscard]] static QStringList codesIn(const FindingsModel &model);
    std::unique_ptr<WindowFixture> m_fixture;
    qsizetype m_late = -1;
};

QStringList TestFindingsPanel::codesIn(const FindingsModel &model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all << model.index(row, FindingsModel::Code).data().toString();
    return all;
}

void TestFindingsPanel::theModelFollowsWhatIsFound()
{
    const auto run = FindingScript().run(
        {R"(100 > request 7 tools/call {"name":"slow"})", "200 > cancel 7 enough", "9000 > cancel 99 enough"}, true);
    FindingsModel model;
    FindingMarks marks;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto codes = [&model] { return codesIn(model); };
    model.setSource(run->findings.get(), run->log.get());
    marks.setSource(run->findings.get(), run->log.get());
    QCOMPARE(codes(), (QStringList{u"C16"_s, u"C21"_s}));
    QVERIFY(model.index(0, FindingsModel::Request).data().toString().startsWith(u"tools/call slow"_s));
    QCOMPARE(model.index(1, FindingsModel::Request).data().toString(), u"—"_s); // there is no request with that id
    QCOMPARE(marks.count(), 1);
    const qsizetype row = model.find(0)->row;
    QVERIFY(marks.ofRequest(row).codes.isEmpty()); // a correct request

    QStringList whileLeaving;
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [&] { whileLeaving = codes(); });
    JsonChecker checker;
    Event late = Event::ofBytes(R"({"jsonrpc":"2.0","id":7,"result":{}})", Direction::ServerToClient, checker);
    late.time = 70'000 * FindingScript::Millisecond;
    run->log->feed(late, Capture::NotRecorded);
    QTRY_COMPARE(codes(), (QStringList{u"C21"_s, u"C01"_s}));
    QCOMPARE(whileLeaving, (QStringList{QString(), u"C21"_s}));
    QTRY_COMPARE(marks.count(), 2);
    QCOMPARE(marks.ofRequest(row).codes, QList{FindingCode::C01});
    QCOMPARE(marks.ofWhole(run->log->headOf(row)).codes, QList{FindingCode::C01});
    marks.setSilenced({FindingCode::C01});
    QVERIFY(marks.ofRequest(row).codes.isEmpty());
    QCOMPARE(marks.count(), 1);
    QCOMPARE(marks.silencedCount(), 1);
    model.setSource(nullptr, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestFindingsPanel::whatIsFoundLaterStandsAtItsPlace()
{
    FindingScript script;
    script.m_schemas = Findings::Schemas::Checked;
    const auto run =
        script.run({R"(100 > request 7 tools/call {"name":1})", "200 > cancel 98", "300 > cancel 99"}, true);
    FindingsModel model;
    FindingMarks marks;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto codes = [&model] { return codesIn(model); };
    model.setSource(run->findings.get(), run->log.get());
    marks.setSource(run->findings.get(), run->log.get());
    QCOMPARE(codes(), (QStringList{u"C21"_s, u"C21"_s}));
    const QPersistentModelIndex first = model.index(0, FindingsModel::Code);
    QStringList whileArriving;
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, [&] { whileArriving = codes(); });
    QVERIFY(!run->findings->continueChecking(std::chrono::nanoseconds::max()));
    QCOMPARE(codes(), (QStringList{u"P11"_s, u"C21"_s, u"C21"_s}));
    QCOMPARE(whileArriving, (QStringList{u"C21"_s, u"C21"_s}));
    QCOMPARE(first.row(), 1);
    QTRY_COMPARE(marks.count(), 3);
    QCOMPARE(marks.ofRequest(model.find(0)->row).codes, QList{FindingCode::P11});
}

/// Messages of a file are checked while the window is idle, and skipped ones are counted.
void TestFindingsPanel::tellsWhatIsNotChecked()
{
    m_fixture = std::make_unique<WindowFixture>();
    FindingScript script;
    const QByteArray filling(1'000'000, 'x');
    const QString path = m_fixture->folder.filePath(u"long.pullcord"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(script.capture({R"(100 > request 7 tools/call {"name":1})", R"(110 < result 7 {"content":[]})",
                               "120 > request 8 x/y {\"a\":\"" + filling + "\"}", "130 < result 8 {}"}));
    file.close();
    m_fixture->window->openCapture(path);
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"P11"_s) >= 0, Long);
    const auto *label = m_fixture->find<QLabel>(u"findingsChecked"_s);
    QTRY_COMPARE_WITH_TIMEOUT(label->text(), u"Not checked: 1"_s, Long);
    QCOMPARE(label->accessibleDescription(), u"Longer than 1.00 MB: 1"_s);
    m_fixture->window->controller().close();
    QVERIFY(label->isHidden());
}

/// A file without times lists the rules that need them; a live capture has times.
void TestFindingsPanel::tellsWhichRulesAreNotApplied()
{
    m_fixture = std::make_unique<WindowFixture>();
    const QString path = m_fixture->folder.filePath(u"messages.jsonl"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    file.close();
    m_fixture->window->openCapture(path);
    const auto *label = m_fixture->find<QLabel>(u"findingsUnapplied"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!label->isHidden(), Long);
    QCOMPARE(label->text(), u"Rules not applied: 12"_s);
    QVERIFY2(label->toolTip().contains(u"C09, C10"_s) && label->toolTip().contains(u"does not give the time"_s),
             qPrintable(label->toolTip()));
    m_fixture->window->controller().close();
    QVERIFY(label->isHidden());
    cancelLate();
    QVERIFY(m_fixture->find<QLabel>(u"findingsUnapplied"_s)->isHidden());
}

void TestFindingsPanel::whatItMeansIsOneClickAway()
{
    cancelLate();
    goTo(u"C01"_s);
    auto *link = m_fixture->find<RowLinks>(u"findingMeaning"_s);
    QVERIFY(link->isVisible());
    emit link->linkActivated(QString::number(int(FindingCode::C01)));
    GuideWindow *guide = nullptr;
    for (QWidget *widget : QApplication::topLevelWidgets())
        guide = guide ? guide : qobject_cast<GuideWindow *>(widget);
    QVERIFY(guide && guide->isVisible());
    QCOMPARE(guide->page(), u"finding-codes"_s);
    const auto *browser = guide->findChild<GuideBrowser *>();
    QCOMPARE(browser->textCursor().block().text(), Guide::headingOf(FindingCode::C01));
    emit link->linkActivated(QString::number(int(FindingCode::P20)));
    QCOMPARE(browser->textCursor().block().text(), Guide::headingOf(FindingCode::P20));
    QVERIFY(browser->verticalScrollBar()->value() > 0);
}

void TestFindingsPanel::noTimeStandsWhereNoneIsKnown()
{
    const QByteArrayList lines{"0 > request 7 tools/call {}", "0 > cancel 99 enough"};
    FindingScript script;
    for (const bool hasTimes : {true, false}) {
        script.m_hasTimes = hasTimes;
        const auto run = script.run(lines);
        FindingsModel model;
        model.setSource(run->findings.get(), run->log.get());
        QCOMPARE(codesIn(model), QStringList{u"C21"_s});
        QCOMPARE(model.index(0, FindingsModel::Time).data().toString(), hasTimes ? u"0.000"_s : QString());
        QCOMPARE(Texts::evidenceLinks(*model.find(0), *run->capture).contains(u"0.000"_s), hasTimes);
    }
}

void TestFindingsPanel::howOftenStandsBesideTheCode()
{
    const auto run = FindingScript().run({R"(100 > request 7 tools/call {"name":"slow"})", "200 > cancel 7 enough",
                                          "300 < progress 7 1", "400 < progress 7 2"});
    FindingsModel model;
    model.setSource(run->findings.get(), run->log.get());
    QCOMPARE(model.index(0, FindingsModel::Code).data().toString(), u"C06 ×2"_s);
}

/// The columns are readable beside the text of the current finding.
void TestFindingsPanel::itsColumnsAreReadable()
{
    cancelLate();
    m_fixture->window->resize(1440, 900);
    goTo(u"C01"_s);
    QTRY_VERIFY(m_fixture->find<QWidget>(u"findingTitle"_s)->isVisible());
    QApplication::processEvents();
    QCOMPARE(table()->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(m_fixture->find<QAbstractScrollArea>(u"findingView"_s)->horizontalScrollBar()->maximum(), 0);
    const QModelIndex index = table()->model()->index(rowOf(u"C01"_s), 0);
    for (const int column : {FindingsModel::Severity, FindingsModel::Code, FindingsModel::Time, FindingsModel::By}) {
        const int needed = table()->sizeHintForIndex(index.siblingAtColumn(column)).width();
        QVERIFY2(table()->columnWidth(column) >= needed, qPrintable(QString::number(column)));
    }
}

void TestFindingsPanel::aLateAnswerIsFoundAndRead()
{
    cancelLate();
    QTRY_COMPARE_WITH_TIMEOUT(tabText(), u"Findings (1)"_s, Long);
    goTo(u"C01"_s);
    const int row = rowOf(u"C01"_s);
    QCOMPARE(cell(row, FindingsModel::Severity), u"Warning"_s);
    QCOMPARE(cell(row, FindingsModel::By), u"server"_s);
    QVERIFY2(cell(row, FindingsModel::Request).startsWith(u"tools/call late, id "_s),
             qPrintable(cell(row, FindingsModel::Request)));
    QCOMPARE(label(u"findingTitle"_s), u"C01: Result after cancellation"_s);
    QVERIFY(label(u"findingSentence"_s).contains(u"after the cancel"_s));
    QVERIFY(label(u"findingRule"_s).contains(u"basic/utilities/cancellation"_s));
    // The evidence is visible without scrolling.
    const auto *evidence = m_fixture->find<QWidget>(u"findingEvidence"_s);
    QTRY_COMPARE(evidence->visibleRegion().boundingRect().height(), evidence->height());
    QVERIFY(m_fixture->find<PeerLabel>(u"detailsTitle"_s)->text().contains(u"late"_s));

    m_fixture->find<GrowingTableView>(u"requestTable"_s)->clearSelection();
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Return);
    QCOMPARE(m_fixture->selected(), m_late);
    QCOMPARE(QApplication::focusWidget(), m_fixture->find<QWidget>(u"requestTable"_s));
}

/// The table whose row Details show is visible in any palette.
void TestFindingsPanel::onlyOneSelectionLeads()
{
    cancelLate();
    const auto *requests = m_fixture->find<GrowingTableView>(u"requestTable"_s);
    const auto highlight = [](const QWidget *table) { return table->palette().color(QPalette::Highlight); };
    QCOMPARE(highlight(requests), QApplication::palette().color(QPalette::Highlight));
    goTo(u"C01"_s);
    const QPalette usual = QApplication::palette();
    const auto restore = qScopeGuard([&usual] { QApplication::setPalette(usual); });
    for (const QPalette &colors : {usual, QPalette(QColor(0x25, 0x29, 0x2e))}) {
        QApplication::setPalette(colors);
        QTRY_COMPARE(highlight(table()), QApplication::palette().color(QPalette::Highlight));
        QVERIFY(highlight(requests) != highlight(table()));
        QVERIFY(highlight(requests) != requests->palette().color(QPalette::Base));
        const QColor text = requests->palette().color(QPalette::HighlightedText);
        QVERIFY(Contrast::ratio(text, highlight(requests)) >= Contrast::LeastForText);
    }
    QTest::keyClick(table(), Qt::Key_Return);
    QCOMPARE(highlight(requests), QApplication::palette().color(QPalette::Highlight));
    QVERIFY(highlight(requests) != highlight(table()));
}

void TestFindingsPanel::whatItRestsOnIsOneKeyAway()
{
    cancelLate();
    goTo(u"C01"_s);
    auto *links = m_fixture->find<RowLinks>(u"findingEvidence"_s);
    QVERIFY2(links->text().contains(u"notifications/cancelled →"_s), qPrintable(links->text()));
    QVERIFY2(links->text().contains(u"result ←"_s), qPrintable(links->text()));
    links->setFocus(Qt::TabFocusReason);
    for (int link = 0; link < 2; ++link)
        QTest::keyClick(links, Qt::Key_Tab);
    QTest::keyClick(links, Qt::Key_Return);
    QCOMPARE(m_fixture->find<QTabWidget>(u"lowerTabs"_s)->currentWidget(),
             m_fixture->find<QWidget>(u"messagesPanel"_s));
    const qsizetype event = m_fixture->find<MessagesPanel>(u"messagesPanel"_s)->currentIndex();
    QCOMPARE(m_fixture->conversation().capture().eventAt(event).method(), "notifications/cancelled");
}

void TestFindingsPanel::theRowsAreMarked()
{
    cancelLate();
    m_fixture->flush();
    const auto severity = [](const QModelIndex &index) {
        return FindingSeverity(index.data(RowMarks::FindingRole).toInt());
    };
    const QModelIndex request = m_fixture->requests()->index(int(m_late), RequestTable::Method);
    QTRY_COMPARE_WITH_TIMEOUT(severity(request), FindingSeverity::Warning, Long);
    QVERIFY(request.data(Qt::ToolTipRole).toString().contains(u"C01: Result after cancellation"_s));
    const QModelIndex number = request.siblingAtColumn(RequestTable::Number);
    QVERIFY(number.data(Qt::AccessibleTextRole).toString().contains(u"Warning: C01: Result after cancellation"_s));
    QCOMPARE(severity(request.siblingAtRow(int(m_late) - 1)), FindingSeverity::Info);
    QStringList marked;
    for (int row = 0; row < m_fixture->messages()->rowCount(); ++row) {
        const QModelIndex message = m_fixture->messages()->index(row, MessageTable::Method);
        if (severity(message) == FindingSeverity::Warning)
            marked << message.siblingAtColumn(MessageTable::Kind).data().toString() + u' ' + message.data().toString();
    }
    QCOMPARE(marked, (QStringList{u"request tools/call"_s, u"notification notifications/cancelled"_s,
                                  u"late result tools/call"_s}));
}

/// A finding marks the bar of its request with an icon beside the name.
void TestFindingsPanel::theBarIsMarkedInTheTimeline()
{
    cancelLate();
    m_fixture->window->actions().lowerTabs.at(3)->trigger();
    m_fixture->find<QLineEdit>(u"requestFilter"_s)->setText(u"name:late"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<GrowingTableView>(u"requestTable"_s)->model()->rowCount(), 1, Long);
    auto *view = m_fixture->find<QAbstractScrollArea>(u"timelineView"_s);
    QVERIFY(view && view->isVisible());
    const auto picture = [&] { return view->viewport()->grab().toImage(); };
    const QImage marked = picture();
    m_fixture->find<ConversationView>(u"columnSplitter"_s)->findingMarks()->setSilenced({FindingCode::C01});
    const QImage plain = picture();
    QCOMPARE(marked.size(), plain.size());
    QRect changed;
    for (int y = 0; y < marked.height(); ++y) {
        for (int x = 0; x < marked.width(); ++x) {
            if (marked.pixel(x, y) != plain.pixel(x, y))
                changed |= QRect(x, y, 1, 1);
        }
    }
    const int line = view->fontMetrics().height();
    QVERIFY2(changed.width() > line / 2 && changed.width() <= line + 4 && changed.height() <= line + 4,
             qPrintable(u"%1x%2"_s.arg(changed.width()).arg(changed.height())));
    m_fixture->find<ConversationView>(u"columnSplitter"_s)->findingMarks()->setSilenced({});
    QCOMPARE(picture(), marked);
}

void TestFindingsPanel::aFoldedCallIsMarkedForItsParts()
{
    m_fixture = std::make_unique<WindowFixture>();
    const QByteArray working = R"({"taskId":"t","status":"working","ttl":null})";
    QByteArray text = FindingScript().capture(
        {R"(100 > request 7 tools/call {"name":"slow","task":{}})", R"(110 < result 7 {"task":)" + working + '}'});
    const auto add = [&](const QByteArray &seconds, const QByteArray &details, const QByteArray &message) {
        text +=
            R"({"t":)" + seconds + "000000000," + details + R"("k":"message","m":{"jsonrpc":"2.0",)" + message + "}}\n";
    };
    for (int poll = 1; poll <= 31; ++poll) {
        const QByteArray second = QByteArray::number(poll);
        const QByteArray id = R"("id":)" + QByteArray::number(100 + qMin(poll, 30));
        if (poll <= 30)
            add(second, R"("d":"c2s","follows":"7",)", id + R"(,"method":"tasks/get","params":{"taskId":"t"})");
        add(second, R"("d":"s2c",)", id + R"(,"result":)" + working); // the last one has two responses
    }
    const QString path = m_fixture->file(u"polls.pullcord"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    m_fixture->window->openCapture(path);
    auto *requests = m_fixture->find<RequestTableView>(u"requestTable"_s);
    const auto head = [&] {
        for (int row = 0; row < requests->model()->rowCount(); ++row) {
            const QModelIndex index = requests->model()->index(row, RequestTable::Method);
            if (index.data().toString().startsWith(u"tools/call"_s))
                return index;
        }
        return QModelIndex();
    };
    const auto severity = [](const QModelIndex &index) {
        return FindingSeverity(index.data(RowMarks::FindingRole).toInt());
    };
    QTRY_VERIFY_WITH_TIMEOUT(head().isValid() && severity(head()) != FindingSeverity::Info, Long);
    QCOMPARE(RequestTable::Fold(head().data(RequestTable::FoldRole).toInt()), RequestTable::Fold::Folded);
    const FindingSeverity found = severity(head());
    requests->setFolded(head().row(), false);
    QCOMPARE(severity(head()), FindingSeverity::Info); // belongs to its part only
    QCOMPARE(severity(head().siblingAtRow(head().row() + 30)), found);
}

void TestFindingsPanel::silenceIsFoundWhileNothingComes()
{
    cancelLate();
    cancel(m_fixture->call(u"deaf"_s, "{}"));
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"C16"_s) >= 0, Long);
    QCOMPARE(cell(rowOf(u"C16"_s), FindingsModel::Severity), u"Info"_s);
    QCOMPARE(tabText(), u"Findings (1)"_s); // not an error
}

void TestFindingsPanel::theIssueHasTheEvidence()
{
    cancelLate();
    goTo(u"C01"_s);
    QTest::keyClick(m_fixture->find<QWidget>(u"copyIssueButton"_s), Qt::Key_Space);
    const QString issue = QGuiApplication::clipboard()->text();
    QVERIFY2(issue.startsWith(u"# Result after cancellation (C01)\n"_s), qPrintable(issue));
    QVERIFY(issue.contains(u"\"requestId\""_s));
    QVERIFY(issue.contains(u"| Found by | `%1` |"_s.arg(m_fixture->services.program)));
}

void TestFindingsPanel::aRuleIsSilencedAndBroughtBack()
{
    cancelLate();
    goTo(u"C01"_s);
    auto *silenced = m_fixture->find<QToolButton>(u"findingsSilenced"_s);
    QVERIFY(!silenced->isVisible());
    QTest::keyClick(m_fixture->find<QWidget>(u"silenceRuleButton"_s), Qt::Key_Space);
    QCOMPARE(rowOf(u"C01"_s), -1);
    QCOMPARE(tabText(), u"Findings"_s);
    QVERIFY(silenced->isVisible());
    QCOMPARE(silenced->text(), u"Muted: 1"_s);
    m_fixture->find<QComboBox>(u"findingsLeast"_s)->setCurrentIndex(int(FindingSeverity::Warning));
    QCOMPARE(table()->model()->rowCount(), 0);
    const QModelIndex request = m_fixture->requests()->index(int(m_late), RequestTable::Method);
    QCOMPARE(request.data(RowMarks::FindingRole).toInt(), int(FindingSeverity::Info));
    const QString server = m_fixture->conversation().capture().header().title;
    QCOMPARE(m_fixture->settings.silencedRules(server), QSet{FindingCode::C01});
    QVERIFY(m_fixture->settings.silencedRules(server + u" 2"_s).isEmpty());

    silenced->menu()->actions().constFirst()->trigger();
    QVERIFY(rowOf(u"C01"_s) >= 0);
    QCOMPARE(tabText(), u"Findings (1)"_s);
    QVERIFY(!silenced->isVisible());
    QVERIFY(m_fixture->settings.silencedRules(server).isEmpty());
}

void TestFindingsPanel::isFilteredByTextAndSeverity()
{
    cancelLate();
    cancel(m_fixture->call(u"deaf"_s, "{}"));
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"C16"_s) >= 0, Long);
    goTo(u"C01"_s);
    QTest::keyClick(table(), Qt::Key_F, Qt::ControlModifier);
    auto *line = m_fixture->find<QLineEdit>(u"findingsFilter"_s);
    QCOMPARE(QApplication::focusWidget(), line);
    QTest::keyClicks(line, u"DEAF"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(rowOf(u"C01"_s), -1);
    QVERIFY(rowOf(u"C16"_s) >= 0);
    QTest::keyClicks(line, u"nothing"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(table()->model()->rowCount(), 0);
    QCOMPARE(table()->emptyText(), u"No finding matches the filter."_s);
    line->clear();
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"C16"_s) >= 0, Long);
    auto *least = m_fixture->find<QComboBox>(u"findingsLeast"_s);
    QTest::keyClick(least, Qt::Key_Down);
    QCOMPARE(rowOf(u"C16"_s), -1);
    QVERIFY(rowOf(u"C01"_s) >= 0);
}

void TestFindingsPanel::aFileHasTheSameFindings()
{
    cancelLate();
    const QString path = m_fixture->conversation().capture().path();
    const QString sentence = cell(rowOf(u"C01"_s), FindingsModel::Sentence);
    m_fixture->window->controller().close();
    QCOMPARE(table()->model()->rowCount(), 0);
    m_fixture->window->openCapture(path);
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(u"C01"_s) >= 0, Long);
    QCOMPARE(cell(rowOf(u"C01"_s), FindingsModel::Sentence), sentence);
    QTRY_COMPARE_WITH_TIMEOUT(tabText(), u"Findings (1)"_s, Long);
}

QTEST_MAIN(TestFindingsPanel)

#include "tst_findingspanel.moc"
