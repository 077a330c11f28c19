// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/askingfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/dialogs/answeringdialog.h"
#include "ui/models/requests/requestfacts.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/models/requests/requestparts.h"
#include "ui/models/texts.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/messages/textview.h"
#include "ui/views/requests/requestdelegate.h"
#include "ui/views/widgets/messagebar.h"
#include "ui/views/widgets/peerlabel.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Requests of the server: the user answers or refuses, or the question is withdrawn.
class TestServerRequests : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void answered();
    void refused_data();
    void refused();
    void withdrawnByTheServer();
    void lostWithTheConnection();
    void cancelledWithItsCall_data();
    void cancelledWithItsCall();
    void answeredFromItsCall();
    void callWithoutAQuestion();
    void answeredWhileTextHasTheFocus();
    void nextQuestionIsOffered();
    void questionDoesNotMoveTheLayout();
    void questionIsShownWhole();
    void askedInAResult();
    void givenUpBetweenTwoRounds();
    void openCallsAreCountedAndCancelled_data();
    void openCallsAreCountedAndCancelled();
    void forbiddenServerRequest();
    void answeredByRule();
    void tasks_data();
    void tasks();

private:
    [[nodiscard]] bool hasEchoed();
    [[nodiscard]] RequestRecord record(qsizetype row) const { return m_fixture->record(row); }

    std::unique_ptr<AskingFixture> m_fixture;
};

void TestServerRequests::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s})); // servers send requests in the legacy era
}

void TestServerRequests::answered()
{
    const qsizetype row = m_fixture->letAsk(u"ask_sampling"_s);
    QVERIFY(row >= 0);
    const QModelIndex state = m_fixture->requests()->index(int(row), RequestTable::State);
    QCOMPARE(state.data().toString(), u"Asks you"_s);
    QCOMPARE(RequestDelegate::buttonOf(state.siblingAtColumn(RequestTable::Cancel)), RequestDelegate::Button::Answer);

    AnswerDialog *dialog = m_fixture->open(row);
    QVERIFY(dialog);
    QVERIFY(!dialog->isModal());
    QCOMPARE(m_fixture->open(row), dialog); // no second dialog
    QCOMPARE(dialog->findChild<PeerLabel *>(u"answerHeading"_s)->text().section(u". "_s, 0, 0),
             u"%1 asks for the reply of a language model"_s.arg(m_fixture->window->controller().title()));
    const QString asked = dialog->findChild<TextView *>(u"questionText"_s)->toPlainText();
    QVERIFY2(asked.contains(u"user:\nWhat is the capital of France?"_s), qPrintable(asked));
    QVERIFY2(asked.contains(u"at most 100 tokens"_s), qPrintable(asked));
    auto *text = dialog->findChild<QLineEdit *>(u"argument_content/text"_s);
    QCOMPARE(text->text(), u"Hello"_s);
    text->selectAll();
    QTest::keyClicks(text, u"Paris"_s);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->sentAnswer(row).pointer("/result/content/text").toString(), u"Paris"_s);
    QCOMPARE(m_fixture->violations(row), QString());
    QTRY_COMPARE_WITH_TIMEOUT(record(m_fixture->called).state, RequestState::Succeeded, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Succeeded"_s, 10000);
}

void TestServerRequests::refused_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("sampling") << u"ask_sampling"_s << QByteArray("/error/code") << QByteArray("-1");
    QTest::newRow("elicitation") << u"ask_elicitation"_s << QByteArray("/result/action") << QByteArray("\"decline\"");
}

void TestServerRequests::refused()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, raw);
    const qsizetype row = m_fixture->letAsk(tool);
    QVERIFY(row >= 0);
    QPointer<AnswerDialog> dialog = m_fixture->open(row);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"refuseAnswer"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!record(row).isOpen(), 5000);
    QCOMPARE(m_fixture->sentAnswer(row).pointer(pointer).raw().toByteArray(), raw);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
}

void TestServerRequests::withdrawnByTheServer()
{
    const qsizetype row = m_fixture->letAsk(u"ask_and_cancel"_s, R"({"at_next": true, "reason": "never mind"})");
    const QPointer<AnswerDialog> dialog = m_fixture->open(row);
    QVERIFY(dialog);
    m_fixture->call(u"echo"_s, R"({"text":"take it back"})");
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
    QCOMPARE(m_fixture->bar(), u"An answer is no longer needed. The server cancelled it: never mind."_s);
    QCOMPARE(record(row).state, RequestState::Cancelled);
    QCOMPARE(record(row).cancellation->reason, u"never mind"_s);
    m_fixture->flush();
    const QModelIndex state = m_fixture->requests()->index(int(row), RequestTable::State);
    QCOMPARE(state.data().toString(), u"Cancelled by server"_s);
    QCOMPARE(state.data(Qt::AccessibleTextRole).toString(), u"Cancelled by the server"_s);
    QVERIFY(state.data(Qt::ToolTipRole).toString().contains(u"Cancelled by the server: never mind"_s));
    QStringList moments;
    for (const RequestMoment &moment : momentsOf(record(row), {}))
        moments << moment.name;
    QCOMPARE(moments, (QStringList{u"Sent by the server"_s, u"Cancelled by the server"_s}));
    QVERIFY(Texts::requestFacts(record(row)).startsWith(u"Cancelled by the server: never mind · "_s));
}

void TestServerRequests::lostWithTheConnection()
{
    const qsizetype row = m_fixture->letAsk(u"ask_sampling"_s);
    const QPointer<AnswerDialog> dialog = m_fixture->open(row);
    m_fixture->window->controller().conversation()->rpc()->transport().close();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10'000);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Lost, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->actions().answer->isEnabled(), 10'000);
}

void TestServerRequests::cancelledWithItsCall_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("elicitation") << u"ask_elicitation"_s << "/result/action"_ba
                                 << R"("cancel")"_ba;
    QTest::newRow("sampling") << u"ask_sampling"_s << "/error/code"_ba
                              << "-1"_ba;
    QTest::newRow("and the server forgets it") << u"orphan"_s << "/error/code"_ba
                                               << "-1"_ba;
}

/// A question ends when its call is cancelled.
void TestServerRequests::cancelledWithItsCall()
{
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, pointer);
    QFETCH(const QByteArray, raw);
    const qsizetype row = m_fixture->letAsk(tool);
    QVERIFY(row >= 0);
    const QPointer<AnswerDialog> dialog = m_fixture->open(row);
    QVERIFY(dialog);
    m_fixture->select(m_fixture->called);
    m_fixture->find<QComboBox>(u"reason"_s)->setEditText(u"enough"_s);
    m_fixture->window->actions().cancel->trigger();

    const QString id = record(m_fixture->called).id.display();
    QVERIFY(m_fixture->conversation().questions()->open().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 5000);
    QCOMPARE(m_fixture->bar(),
             u"An answer is no longer needed. It was for request %1, which was abandoned: enough."_s.arg(id));
    // On stdio the call of a question is unknown, so the server gets a response in case it waits for one.
    QTRY_VERIFY_WITH_TIMEOUT(!record(row).isOpen(), 5000);
    QCOMPARE(m_fixture->sentAnswer(row).pointer(pointer).raw().toByteArray(), raw);
    QVERIFY(hasEchoed());
    QCOMPARE(m_fixture->sentWithMethod("notifications/cancelled").size(), 1);
    QVERIFY(!record(row).late.any());
    m_fixture->flush();
    m_fixture->select(row);
    const QModelIndex shown = m_fixture->find<QTableView>(u"requestTable"_s)->currentIndex();
    const QString why = shown.siblingAtColumn(RequestTable::Reason).data().toString();
    QVERIFY2(why.startsWith(u"It was for request %1, which was abandoned: enough"_s.arg(id)), qPrintable(why));
}

/// True if a later call has completed.
bool TestServerRequests::hasEchoed()
{
    const qsizetype echo = m_fixture->call(u"echo"_s, R"({"text": "still there"})");
    return echo >= 0 && QTest::qWaitFor([&] { return record(echo).state == RequestState::Succeeded; }, 5000);
}

/// The layout does not move when a question comes or goes, and the note opens it. Ctrl+E opens the question of the
/// selected call, else the oldest one.
void TestServerRequests::answeredFromItsCall()
{
    const qsizetype first = m_fixture->letAsk(u"ask_sampling"_s);
    const qsizetype firstCall = m_fixture->called;
    const qsizetype second = m_fixture->letAsk(u"ask_elicitation"_s);
    QVERIFY(first >= 0 && second >= 0);
    const QString sampling = u"Answer sampling/createMessage"_s;
    const QString elicitation = u"Answer elicitation/create"_s;
    const qsizetype secondCall = m_fixture->called; // may or may not be the call of the second question
    const QList<std::pair<qsizetype, QString>> rows{
        {second, elicitation}, {firstCall, sampling}, {secondCall, elicitation}, {0, sampling}};
    for (const auto &[row, title] : rows) {
        const QPointer<AnswerDialog> dialog = m_fixture->open(row);
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), title);
        dialog->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
    }
}

/// A waiting call does not open the question of another call, but leads to it.
void TestServerRequests::callWithoutAQuestion()
{
    const qsizetype asked = m_fixture->letAsk(u"ask_sampling"_s);
    QVERIFY(asked >= 0);
    const qsizetype slow = m_fixture->call(u"slow"_s, R"({"ms": 60000})");
    QVERIFY(slow >= 0);
    QVERIFY(!m_fixture->open(slow));
    const auto *bar = m_fixture->find<MessageBar>(u"messageBar"_s);
    QCOMPARE(bar->text(), u"The server asks no question for the selected request, but it does for another."_s);
    QTest::mouseClick(m_fixture->find<QPushButton>(u"messageBarAction"_s), Qt::LeftButton);
    const auto *dialog = m_fixture->find<AnswerDialog>(u"answerDialog"_s);
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), u"Answer sampling/createMessage"_s);
}

/// A line edit that claims Ctrl+E, as with key bindings of Emacs.
class ClaimingLine final : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::ShortcutOverride)
            return QLineEdit::event(event);
        event->accept();
        return true;
    }
};

void TestServerRequests::answeredWhileTextHasTheFocus()
{
    const qsizetype row = m_fixture->letAsk(u"ask_sampling"_s);
    QVERIFY(row >= 0);
    m_fixture->select(row);
    ClaimingLine claiming(&m_fixture->window->page());
    claiming.show();
    const QList<QLineEdit *> lines{&claiming, m_fixture->find<QLineEdit>(u"requestFilter"_s)};
    for (QLineEdit *line : lines) {
        QVERIFY(line);
        m_fixture->window->activateWindow();
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), m_fixture->window.get(), 5000);
        line->setFocus();
        QTest::keyClick(line, Qt::Key_E, Qt::ControlModifier);
        const QPointer<AnswerDialog> dialog = m_fixture->find<AnswerDialog>(u"answerDialog"_s);
        QVERIFY(dialog);
        dialog->reject();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
    }
}

/// After an answer the next question opens, unless the user has moved elsewhere.
void TestServerRequests::nextQuestionIsOffered()
{
    QVERIFY(m_fixture->letAsk(u"ask_sampling"_s) >= 0);
    const qsizetype second = m_fixture->letAsk(u"ask_elicitation"_s);
    QVERIFY(second >= 0);
    const QPointer<AnswerDialog> last = m_fixture->open(second);
    const auto *which = last->findChild<PeerLabel *>(u"answerWhich"_s);
    QCOMPARE(which->text(), u"question 2 of 2, server request 2"_s); // for either of two calls
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), last, 5000);
    QTest::mouseClick(last->findChild<QPushButton *>(u"refuseAnswer"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!last, 10000);
    const QPointer<AnswerDialog> first = m_fixture->find<AnswerDialog>(u"answerDialog"_s);
    QVERIFY(first);
    QCOMPARE(first->windowTitle(), u"Answer sampling/createMessage"_s);
    which = first->findChild<PeerLabel *>(u"answerWhich"_s);
    const QString call = Texts::requestTitle(record(m_fixture->called - 2));
    QCOMPARE(which->text(), u"server request 1, for %1"_s.arg(call));

    QVERIFY(m_fixture->letAsk(u"ask_elicitation"_s) >= 0);
    m_fixture->window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), m_fixture->window.get(), 5000);
    first->findChild<QPushButton *>(u"refuseAnswer"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!first, 10000);
    QVERIFY(!m_fixture->find<AnswerDialog>(u"answerDialog"_s));
    QVERIFY(m_fixture->window->isActiveWindow());
}

void TestServerRequests::questionDoesNotMoveTheLayout()
{
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s}));
    QVERIFY(m_fixture->waitForLists());
    const auto places = [this] {
        QList<QRect> found;
        for (const auto &name : {u"requestTable"_s, u"messageTable"_s, u"catalogTree"_s, u"detailsPanel"_s}) {
            const auto *widget = m_fixture->find<QWidget>(name);
            found << QRect(widget->mapTo(m_fixture->window.get(), QPoint()), widget->size());
        }
        return found;
    };
    const QModelIndex tool = m_fixture->offered(CatalogList::Kind::Tools, u"ask_elicitation"_s);
    m_fixture->find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(tool); // the called tool takes its space first
    QCoreApplication::processEvents();
    const QList<QRect> before = places();
    const qsizetype row = m_fixture->letAsk(u"ask_elicitation"_s);
    QVERIFY(row >= 0);
    auto *note = m_fixture->find<QuestionNote>(u"questionNote"_s);
    QTRY_VERIFY_WITH_TIMEOUT(note->isVisible(), 5000);
    QCOMPARE(places(), before);
    note->setFocus();
    QTest::keyClick(note, Qt::Key_Space);
    auto *dialog = m_fixture->find<AnswerDialog>(u"answerDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!note->isVisible(), 5000);
    QCOMPARE(places(), before);
}

/// A question is shown whole with fonts of any size, whose widths are fractional.
void TestServerRequests::questionIsShownWhole()
{
    QWidget bar;
    QWidget server(&bar);
    QuestionNote note(server, &bar);
    bar.resize(2000, 100);
    bar.show();
    QFont font = note.font();
    for (double points = 8; points < 24; points += 0.5) {
        font.setPointSizeF(points);
        note.setFont(font);
        for (const QString &text :
             {u"The server asks: roots/list"_s, u"The server asks (elicitation/create): What?"_s}) {
            note.say(text);
            note.resize(note.sizeHint());
            QCOMPARE(note.text(), text);
        }
    }
}

/// In 2026-07-28 a question comes in the response to our request.
void TestServerRequests::askedInAResult()
{
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->called = m_fixture->call(u"ask_elicitation"_s, "{}");
    const QModelIndex state = m_fixture->requests()->index(int(m_fixture->called), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Asks you"_s, 5000);
    QVERIFY2(m_fixture->bar().startsWith(u"The server asks (elicitation/create): "_s), qPrintable(m_fixture->bar()));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), 10000);
    AnswerDialog *dialog = m_fixture->open(m_fixture->called);
    QVERIFY(dialog);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::LeftButton);
    const int next = int(m_fixture->called) + 1;
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), next + 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(record(next).state, RequestState::Succeeded, 5000);
    QCOMPARE(record(next).method, "tools/call");
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Input required"_s, 10000);
    QCOMPARE(m_fixture->bar(), QString());
    // The selection moves along.
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<QTableView>(u"requestTable"_s)->currentIndex().row(), next, 10000);
}

void TestServerRequests::givenUpBetweenTwoRounds()
{
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo());
    m_fixture->called = m_fixture->call(u"ask_elicitation"_s, "{}");
    const QModelIndex state = m_fixture->requests()->index(int(m_fixture->called), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Asks you"_s, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), 10000);
    QVERIFY(m_fixture->window->actions().cancel->isEnabled());
    QPointer<AnswerDialog> dialog = m_fixture->open(m_fixture->called);
    m_fixture->window->actions().cancel->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Cancelled"_s, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
    QCOMPARE(m_fixture->requests()->rowCount(), int(m_fixture->called) + 1); // neither a cancellation nor another round
}

void TestServerRequests::openCallsAreCountedAndCancelled_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("end");
    QTest::addColumn<int>("taskCancels");
    QTest::newRow("waits for input") << QStringList() << u"ask_elicitation"_s << u"Asks you"_s << u"Cancelled"_s << 0;
    QTest::newRow("task, 2026-07-28") << QStringList() << u"task_asks"_s << u"Task: working"_s << u"Task: cancelled"_s
                                      << 1;
    QTest::newRow("task, 2025-11-25") << QStringList{u"--legacy-only"_s} << u"task_asks"_s << u"Task: working"_s
                                      << u"Task: cancelled"_s << 1;
}

/// A call counts as in flight until it ends, even between its requests.
void TestServerRequests::openCallsAreCountedAndCancelled()
{
    QFETCH(const QString, tool);
    QFETCH(const QString, state);
    QFETCH(const QString, end);
    QFETCH(const QStringList, switches);
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo(switches));
    QVERIFY(m_fixture->waitForLists());
    const auto *status = m_fixture->find<QLabel>(u"statusInFlight"_s);
    QTRY_VERIFY_WITH_TIMEOUT(status->text().startsWith(u"0 in flight"_s), 10000);
    const bool isTask = tool.startsWith(u"task"_s);
    m_fixture->called = m_fixture->call(tool, isTask ? R"({"ms":60000})" : "{}");
    const QAbstractItemModel *table = m_fixture->find<QTableView>(u"requestTable"_s)->model();
    const QModelIndex shown = table->index(int(m_fixture->called), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(shown.data().toString(), state, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(status->text().startsWith(u"1 in flight"_s), 10000);
    QVERIFY(shown.data(RequestTable::OpenRole).toBool());
    QAction *all = m_fixture->window->actions().cancelAll;
    QTRY_VERIFY_WITH_TIMEOUT(all->isEnabled(), 10000);
    all->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(shown.data().toString(), end, 10000);
    QTRY_VERIFY_WITH_TIMEOUT(status->text().startsWith(u"0 in flight"_s), 10000);
    QCOMPARE(RequestState(shown.data(RequestTable::LookRole).toInt()), RequestState::Cancelled);
    QTRY_VERIFY_WITH_TIMEOUT(!all->isEnabled(), 10000);
    QCOMPARE(m_fixture->sentWithMethod("notifications/cancelled").size(), 0);
    QTEST(int(m_fixture->sentWithMethod("tasks/cancel").size()), "taskCancels");
}

void TestServerRequests::forbiddenServerRequest()
{
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    m_fixture->called = m_fixture->call(u"ask_out_of_turn"_s, "{}");
    const qsizetype asked = m_fixture->called + 1;
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->requests()->rowCount() > asked, 10000);
    const QModelIndex state = m_fixture->requests()->index(int(asked), RequestTable::State);
    QCOMPARE(state.data().toString(), u"Not allowed"_s);
    QVERIFY(!record(asked).isOpen());
    QVERIFY(!state.data(RequestTable::CancellableRole).toBool());
    const QModelIndex time = state.siblingAtColumn(RequestTable::Time);
    QCOMPARE(time.data().toString(), QString());
    QCOMPARE(time.data(Qt::ToolTipRole).toString(), QString());
    QVERIFY(!time.data(RequestTable::SortRole).isValid());
    QVERIFY(!Texts::requestFacts(record(asked)).contains(u" ns"_s));
    QTRY_COMPARE_WITH_TIMEOUT(record(m_fixture->called).state, RequestState::Succeeded, 10000);
    QCOMPARE(m_fixture->bar(), QString()); // no question
}

void TestServerRequests::answeredByRule()
{
    const Actions &actions = m_fixture->window->actions();
    QVERIFY(actions.answering->isEnabled());
    actions.answering->trigger();
    auto *dialog = m_fixture->find<AnsweringDialog>(u"answeringDialog"_s);
    QVERIFY(dialog);
    for (const QComboBox *choice : dialog->findChildren<QComboBox *>()) { // none is cut
        const int right = choice->mapTo(dialog, QPoint(choice->width(), 0)).x();
        QVERIFY2(right <= dialog->width() && choice->width() >= choice->minimumSizeHint().width(),
                 qPrintable(choice->objectName()));
        const QScrollArea *area = dialog->findChild<QScrollArea *>();
        QVERIFY(area->widget()->width() <= area->viewport()->width());
    }
    auto *choice = dialog->findChild<QComboBox *>(u"elicitation/create"_s);
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down); // selects this answer
    auto *editor = dialog->findChildren<JsonEditor *>().at(1);
    QVERIFY(editor->isVisible());
    dialog->findChild<QComboBox *>(u"sampling/createMessage"_s)->setCurrentIndex(1);
    QApplication::processEvents();
    QVERIFY(dialog->findChildren<JsonEditor *>().at(0)->geometry().bottom() < choice->y());
    QVERIFY(dialog->findChild<QScrollArea *>()->verticalScrollBar()->maximum() == 0);
    dialog->findChild<QComboBox *>(u"sampling/createMessage"_s)->setCurrentIndex(0);
    QTest::keyClicks(editor->edit(), u"x"_s);
    QVERIFY(!ok->isEnabled());
    editor->setText(R"({"action": "cancel"})");
    QVERIFY(ok->isEnabled());
    QTest::mouseClick(ok, Qt::LeftButton);

    const qsizetype row = m_fixture->letAsk(u"ask_elicitation"_s);
    QVERIFY(row >= 0);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->sentAnswer(row).pointer("/result/action").toString(), u"cancel"_s);
    QCOMPARE(m_fixture->bar(), QString());

    actions.answering->trigger(); // saved and undone
    dialog = m_fixture->find<AnsweringDialog>(u"answeringDialog"_s);
    QCOMPARE(dialog->policies().value("elicitation/create").result, R"({"action":"cancel"})");
    dialog->findChild<QComboBox *>(u"elicitation/create"_s)->setCurrentIndex(0);
    dialog->accept();
    QVERIFY(m_fixture->letAsk(u"ask_elicitation"_s) >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->bar().startsWith(u"The server asks"_s), 10000);
}

void TestServerRequests::tasks_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<int>("ms");
    QTest::addColumn<bool>("cancel");
    QTest::addColumn<QString>("end");
    for (const auto &[era, switches] :
         {std::pair("2025-11-25", QStringList{u"--legacy-only"_s}), std::pair("2026-07-28", QStringList())}) {
        QTest::addRow("%s, completed", era) << switches << u"task_deaf"_s << 10 << false << u"Task: completed"_s;
        QTest::addRow("%s, failed", era) << switches << u"task_fails"_s << 10 << false << u"Task: failed"_s;
        QTest::addRow("%s, goes on", era) << switches << u"task_deaf"_s << 60'000 << true << u"Task: cancel sent"_s;
        QTest::addRow("%s, cancelled all the same", era)
            << switches << u"task_deaf"_s << 10 << true << u"Task: completed"_s;
    }
}

/// The request gets its response at once; the row shows the state of the task, live and from the file.
void TestServerRequests::tasks()
{
    QFETCH(const QStringList, switches);
    QFETCH(const QString, tool);
    QFETCH(const int, ms);
    QFETCH(const bool, cancel);
    QFETCH(const QString, end);
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo(switches));
    m_fixture->called =
        m_fixture->call(tool, R"({"ms":)" + QByteArray::number(ms) + (cancel ? R"(,"from_cancel":true})" : "}"));
    const QModelIndex state = m_fixture->requests()->index(int(m_fixture->called), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(record(m_fixture->called).state, RequestState::Succeeded, 5000);
    if (cancel) {
        QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Task: working"_s, 5000);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().cancel->isEnabled(), 10000);
        m_fixture->window->actions().cancel->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tasks/cancel").size(), 1, 10000);
        QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    }
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), end, 5000);
    if (const QString why = m_fixture->conversation().reasonOfTask(m_fixture->called); !why.isEmpty()) {
        QCOMPARE(state.siblingAtColumn(RequestTable::Reason).data().toString(), why);
        m_fixture->find<QLineEdit>(u"requestFilter"_s)->setText(u"reason:\"%1\""_s.arg(why));
        QTest::keyClick(m_fixture->find<QLineEdit>(u"requestFilter"_s), Qt::Key_Return);
        m_fixture->flush();
        QCOMPARE(m_fixture->requests()->rowCount(), 1);
    } else {
        QVERIFY(!end.endsWith(u"failed"_s));
    }
    m_fixture->conversation().capture().flush();
    const auto file = Conversation::fromFile(m_fixture->conversation().capture().path());
    QVERIFY(file);
    QVERIFY((*file)->task(m_fixture->called));
    QCOMPARE(Texts::state(*(*file)->task(m_fixture->called)), end);
}

QTEST_MAIN(TestServerRequests)
#include "tst_serverrequests.moc"
