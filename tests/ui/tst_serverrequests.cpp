// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "windowfixture.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/dialogs/answeringdialog.h"
#include "ui/models/requestmodelroles.h"
#include "ui/models/texts.h"
#include "ui/views/jsoneditor.h"
#include "ui/views/messagebar.h"
#include "ui/views/requestdelegate.h"
#include "ui/views/urlquestion.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The server asks, a person answers, refuses, or is told that the question was taken back.
class TestServerRequests : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void answered();
    void refused_data();
    void refused();
    void brokenJsonIsNotSent();
    void takenBack();
    void lostWithTheConnection();
    void askedInAnAnswer();
    void givenUpBetweenTwoRounds();
    void answeredByRule();
    void tasks_data();
    void tasks();
    void addresses_data();
    void addresses();

private:
    /// Calls the tool and gives the row of what the server then asks; -1 if it does not.
    [[nodiscard]] qsizetype letAsk(const QString &tool, const QByteArray &arguments = "{}");
    [[nodiscard]] AnswerDialog *open(qsizetype row);
    [[nodiscard]] const RequestRecord &record(qsizetype row) const { return m_fixture->record(row); }
    [[nodiscard]] JsonValue sentAnswer(qsizetype row);
    [[nodiscard]] QString bar() const { return m_fixture->find<MessageBar>(u"messageBar"_s)->text(); }

    std::unique_ptr<WindowFixture> m_fixture;
    qsizetype m_call = -1;
    QByteArray m_bytes;
};

void TestServerRequests::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s})); // servers ask in the older era
}

qsizetype TestServerRequests::letAsk(const QString &tool, const QByteArray &arguments)
{
    m_call = m_fixture->call(tool, arguments);
    const qsizetype row = m_call + 1;
    const bool asked = QTest::qWaitFor([&] { return m_fixture->requests()->rowCount() > row; }, 5000);
    return asked && record(row).direction == Direction::ServerToClient ? row : -1;
}

AnswerDialog *TestServerRequests::open(qsizetype row)
{
    m_fixture->find<QTableView>(u"requestTable"_s)->selectRow(int(row));
    m_fixture->window->actions().answer->trigger();
    return m_fixture->find<AnswerDialog>(u"answerDialog"_s);
}

JsonValue TestServerRequests::sentAnswer(qsizetype row)
{
    m_bytes = record(row).responseEvent < 0
                  ? QByteArray()
                  : m_fixture->conversation().capture().eventAt(record(row).responseEvent).bytes;
    return JsonValue(m_bytes);
}

void TestServerRequests::answered()
{
    const qsizetype row = letAsk(u"ask_sampling"_s);
    QVERIFY(row >= 0);
    const QModelIndex state = m_fixture->requests()->index(int(row), RequestTable::State);
    QCOMPARE(state.data().toString(), u"Asks you"_s);
    QCOMPARE(RequestDelegate::buttonOf(state.siblingAtColumn(RequestTable::Cancel)), RequestDelegate::Button::Answer);

    AnswerDialog *dialog = open(row);
    QVERIFY(dialog);
    QVERIFY(!dialog->isModal());
    QCOMPARE(open(row), dialog); // not a second one
    dialog->editor()->setText(R"({"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "me"})");
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(sentAnswer(row).pointer("/result/content/text").toString(), u"Paris"_s);
    QTRY_COMPARE_WITH_TIMEOUT(record(m_call).state, RequestState::Succeeded, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Succeeded"_s, 2000);
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
    const qsizetype row = letAsk(tool);
    QVERIFY(row >= 0);
    QPointer<AnswerDialog> dialog = open(row);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"refuseAnswer"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!record(row).isOpen(), 5000);
    QCOMPARE(sentAnswer(row).pointer(pointer).raw().toByteArray(), raw);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 2000);
}

void TestServerRequests::brokenJsonIsNotSent()
{
    const qsizetype row = letAsk(u"ask_elicitation"_s);
    AnswerDialog *dialog = open(row);
    auto *send = dialog->findChild<QPushButton *>(u"sendAnswer"_s);
    QVERIFY(send->isEnabled()); // the suggestion is good
    auto *edit = dialog->editor()->edit();
    edit->selectAll();
    QTest::keyClicks(edit, u"{\"action\""_s);
    QVERIFY(!send->isEnabled());
    QVERIFY2(dialog->editor()->remark().startsWith(u"Line 1, column 10: "_s), qPrintable(dialog->editor()->remark()));
    QTest::keyClicks(edit, u":\"cancel\"}"_s);
    QVERIFY(send->isEnabled());
    QTest::mouseClick(send, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(sentAnswer(row).pointer("/result/action").toString(), u"cancel"_s);
}

void TestServerRequests::takenBack()
{
    const qsizetype row = letAsk(u"ask_and_cancel"_s, R"({"ms": 200, "reason": "never mind"})");
    AnswerDialog *dialog = open(row);
    QVERIFY(dialog);
    const auto *state = dialog->findChild<QLabel *>(u"answerState"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state->text(), u"No answer is wanted any more. The server cancelled it: never mind."_s,
                              5000);
    QVERIFY(!dialog->findChild<QPushButton *>(u"sendAnswer"_s)->isEnabled());
    QVERIFY(!dialog->findChild<QPushButton *>(u"refuseAnswer"_s)->isEnabled());
    QCOMPARE(record(row).state, RequestState::Cancelled);
    QCOMPARE(record(row).cancellation->reason, u"never mind"_s);
}

void TestServerRequests::lostWithTheConnection()
{
    const qsizetype row = letAsk(u"ask_sampling"_s);
    AnswerDialog *dialog = open(row);
    m_fixture->window->workspace().conversation()->session()->transport().close();
    const auto *state = dialog->findChild<QLabel *>(u"answerState"_s);
    QTRY_COMPARE_WITH_TIMEOUT(state->text(), u"No answer is wanted any more. The connection was lost."_s, 10'000);
    QCOMPARE(record(row).state, RequestState::Lost);
    QVERIFY(!m_fixture->window->actions().answer->isEnabled());
}

/// In 2026-07-28 a question is the answer to our own request.
void TestServerRequests::askedInAnAnswer()
{
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo());
    m_call = m_fixture->call(u"ask_elicitation"_s, "{}");
    const QModelIndex state = m_fixture->requests()->index(int(m_call), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Asks you"_s, 5000);
    QVERIFY2(bar().startsWith(u"The server asks (elicitation/create): "_s), qPrintable(bar()));
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), 2000);
    AnswerDialog *dialog = open(m_call);
    QVERIFY(dialog);
    QTest::mouseClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::LeftButton);
    const int next = int(m_call) + 1;
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->requests()->rowCount(), next + 1, 5000);
    QTRY_COMPARE_WITH_TIMEOUT(record(next).state, RequestState::Succeeded, 5000);
    QCOMPARE(record(next).method, "tools/call");
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Succeeded"_s, 2000);
    QCOMPARE(bar(), QString());
    // The selection has gone along.
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->find<QTableView>(u"requestTable"_s)->currentIndex().row(), next, 2000);
}

void TestServerRequests::givenUpBetweenTwoRounds()
{
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo());
    m_call = m_fixture->call(u"ask_elicitation"_s, "{}");
    const QModelIndex state = m_fixture->requests()->index(int(m_call), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Asks you"_s, 5000);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().answer->isEnabled(), 2000);
    QVERIFY(m_fixture->window->actions().cancel->isEnabled());
    QPointer<AnswerDialog> dialog = open(m_call);
    m_fixture->window->actions().cancel->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Succeeded"_s, 2000);
    QVERIFY(dialog && !dialog->findChild<QPushButton *>(u"sendAnswer"_s)->isEnabled());
    QCOMPARE(m_fixture->requests()->rowCount(), int(m_call) + 1); // neither a cancel nor another round
}

void TestServerRequests::answeredByRule()
{
    const Actions &actions = m_fixture->window->actions();
    QVERIFY(actions.answering->isEnabled());
    actions.answering->trigger();
    auto *dialog = m_fixture->find<AnsweringDialog>(u"answeringDialog"_s);
    QVERIFY(dialog);
    auto *choice = dialog->findChild<QComboBox *>(u"elicitation/create"_s);
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Down); // give this answer
    auto *editor = dialog->findChildren<JsonEditor *>().at(1);
    QVERIFY(editor->isVisible());
    QTest::keyClicks(editor->edit(), u"x"_s);
    QVERIFY(!ok->isEnabled());
    editor->setText(R"({"action": "cancel"})");
    QVERIFY(ok->isEnabled());
    QTest::mouseClick(ok, Qt::LeftButton);

    const qsizetype row = letAsk(u"ask_elicitation"_s);
    QVERIFY(row >= 0);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(sentAnswer(row).pointer("/result/action").toString(), u"cancel"_s);
    QCOMPARE(bar(), QString());

    actions.answering->trigger(); // remembered, and taken back
    dialog = m_fixture->find<AnsweringDialog>(u"answeringDialog"_s);
    QCOMPARE(dialog->policies().value("elicitation/create").result, R"({"action":"cancel"})");
    dialog->findChild<QComboBox *>(u"elicitation/create"_s)->setCurrentIndex(0);
    dialog->accept();
    QVERIFY(letAsk(u"ask_elicitation"_s) >= 0);
    QTRY_VERIFY_WITH_TIMEOUT(bar().startsWith(u"The server asks"_s), 2000);
}

void TestServerRequests::tasks_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<bool>("cancel");
    QTest::addColumn<QString>("end");
    for (const auto &[era, switches] :
         {std::pair("2025-11-25", QStringList{u"--legacy-only"_s}), std::pair("2026-07-28", QStringList())}) {
        QTest::addRow("%s, completed", era) << switches << u"task_deaf"_s << false << u"Task: completed"_s;
        QTest::addRow("%s, failed", era) << switches << u"task_fails"_s << false << u"Task: failed"_s;
        QTest::addRow("%s, cancelled all the same", era) << switches << u"task_deaf"_s << true << u"Task: completed"_s;
    }
}

/// The request has its answer at once; the row tells how its task goes on, live and in the file.
void TestServerRequests::tasks()
{
    QFETCH(const QStringList, switches);
    QFETCH(const QString, tool);
    QFETCH(const bool, cancel);
    QFETCH(const QString, end);
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo(switches));
    m_call = m_fixture->call(tool, R"({"ms":600})");
    const QModelIndex state = m_fixture->requests()->index(int(m_call), RequestTable::State);
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Task: working"_s, 5000);
    QCOMPARE(record(m_call).state, RequestState::Succeeded);
    if (cancel) {
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->window->actions().cancel->isEnabled(), 2000);
        m_fixture->window->actions().cancel->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), u"Task: cancel sent"_s, 2000);
        QTRY_COMPARE_WITH_TIMEOUT(m_fixture->sentWithMethod("tasks/cancel").size(), 1, 2000);
        QVERIFY(m_fixture->sentWithMethod("notifications/cancelled").isEmpty());
    }
    QTRY_COMPARE_WITH_TIMEOUT(state.data().toString(), end, 5000);
    m_fixture->conversation().capture().flush();
    const auto file = Conversation::fromFile(m_fixture->conversation().capture().path());
    QVERIFY(file);
    QVERIFY((*file)->task(m_call));
    QCOMPARE(Texts::state(*(*file)->task(m_call)), end);
}

void TestServerRequests::addresses_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("canOpen");
    QTest::addColumn<QString>("warning");
    QTest::newRow("good") << u"https://example.com/login?x=1"_s << true << QString();
    QTest::newRow("plain") << u"http://example.com/"_s << true << u"not encrypted"_s;
    QTest::newRow("punycode") << u"https://xn--pple-43d.com/"_s << true << u"other alphabets"_s;
    QTest::newRow("look-alike") << u"https://аpple.com/"_s << true << u"other alphabets"_s;
    QTest::newRow("user") << u"https://bank.com@evil.example/"_s << true << u"the page is at evil.example"_s;
    QTest::newRow("script") << u"javascript:alert(1)"_s << false << u"no address"_s;
    QTest::newRow("file") << u"file:///etc/passwd"_s << false << u"no address"_s;
    QTest::newRow("data") << u"data:text/html,x"_s << false << u"no address"_s;
}

void TestServerRequests::addresses()
{
    QFETCH(const QString, url);
    QFETCH(const QString, warning);
    const QUrl parsed(url, QUrl::StrictMode);
    QTEST(UrlQuestion::canOpen(parsed), "canOpen");
    const QString said = UrlQuestion::warning(parsed);
    QVERIFY2(warning.isEmpty() ? said.isEmpty() : said.contains(warning), qPrintable(said));
    const UrlQuestion view(url);
    QCOMPARE(view.findChild<QPushButton *>(u"openQuestionUrl"_s)->isEnabled(), UrlQuestion::canOpen(parsed));
    const QString shown = view.findChild<QLabel *>(u"questionUrl"_s)->text();
    QCOMPARE(shown.count(u"<b>"_s), UrlQuestion::canOpen(parsed) ? 1 : 0);
    if (url.contains(u"evil"))
        QVERIFY2(shown.contains(u"<b>evil.example</b>"_s), qPrintable(shown));
}

QTEST_MAIN(TestServerRequests)
#include "tst_serverrequests.moc"
