// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/askingfixture.h"

#include "core/json/jsontext.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/messages/textview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The answer dialog: forms, URLs, and results beyond any form.
class TestAnswering : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void formIsFilledIn();
    void invalidContentNeedsSendAnyway();
    void shortcutLeadsToTheError();
    void threeWaysToAnswer_data();
    void threeWaysToAnswer();
    void laterStaysOpen();
    void urlElicitation();
    void statusReportsTheAnswer();
    void rootsAreEditedAsAList();
    void brokenJsonIsNotSent();
    void addresses_data();
    void addresses();

private:
    [[nodiscard]] RequestRecord record(qsizetype row) const { return m_fixture->record(row); }

    std::unique_ptr<AskingFixture> m_fixture;
};

void TestAnswering::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<AskingFixture>();
    QVERIFY(m_fixture->connectToDemo({u"--legacy-only"_s})); // servers send requests in the legacy era
}

/// Every kind of field in an elicitation form, with defaults, filled in by the keyboard.
void TestAnswering::formIsFilledIn()
{
    const qsizetype row = m_fixture->letAsk(u"ask_form"_s);
    QVERIFY(row >= 0);
    AnswerDialog *dialog = m_fixture->open(row);
    QVERIFY(dialog && !dialog->isModal());
    const auto *question = dialog->findChild<TextView *>(u"questionText"_s);
    QVERIFY(question->height() <=
            4 * question->fontMetrics().lineSpacing()); // it has two lines; the form gets the rest
    QCOMPARE(question->toPlainText(), u"Tell us about your order.\nNothing is delivered."_s);
    auto *send = dialog->findChild<QPushButton *>(u"sendAnswer"_s);
    QVERIFY(!send->isEnabled()); // the name is too short
    const auto *note = dialog->findChild<QLabel *>(u"note_name"_s);
    QVERIFY(!note->isHidden());
    auto *name = dialog->findChild<QLineEdit *>(u"argument_name"_s);
    QTest::keyClicks(name, u"Ada"_s);
    QVERIFY(note->isHidden());
    QVERIFY(send->isEnabled());
    QCOMPARE(dialog->findChild<QLineEdit *>(u"argument_count"_s)->text(), u"2"_s);
    QCOMPARE(dialog->findChild<QLineEdit *>(u"argument_tip"_s)->text(), u"0.5"_s);
    QCOMPARE(dialog->findChild<QComboBox *>(u"argument_gift"_s)->currentText(), u"true"_s);
    QCOMPARE(dialog->findChild<QComboBox *>(u"argument_color"_s)->currentText(), u"green"_s);
    QTest::keyClicks(dialog->findChild<QLineEdit *>(u"argument_email"_s), u"ada@example.com"_s);
    QTest::keyClicks(dialog->findChild<QComboBox *>(u"argument_size"_s), u"Large"_s);
    auto *extras = dialog->findChild<QListWidget *>(u"argument_extras"_s);
    QCOMPARE(extras->item(0)->text(), u"Wrapping"_s);
    QCOMPARE(extras->item(0)->checkState(), Qt::Checked);
    extras->setCurrentRow(1);
    QTest::keyClick(extras, Qt::Key_Space);
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter})
        QTest::keyClick(name, key); // the rest may be unread
    QCoreApplication::processEvents();
    QVERIFY(record(row).isOpen());
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    QTest::keyClick(name, Qt::Key_K, Qt::ControlModifier);
    const auto *palette = m_fixture->find<QWidget>(u"commandPalette"_s);
    QTRY_VERIFY_WITH_TIMEOUT(palette->isVisible() && m_fixture->window->isActiveWindow(), 5000);
    m_fixture->window->actions().commandPalette->trigger(); // open and close it
    QTRY_VERIFY_WITH_TIMEOUT(!palette->isVisible(), 5000);
    dialog->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isActiveWindow(), 5000);
    name->setFocus();
    QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->violations(row), QString());
    QCOMPARE(m_fixture->sentAnswer(row).member("result").raw().toByteArray(),
             R"({"action":"accept","content":{"name":"Ada","count":2,"tip":0.5,"gift":true,"color":"green",)"
             R"("size":"l","extras":["wrap","card"],"email":"ada@example.com"}})");
}

void TestAnswering::invalidContentNeedsSendAnyway()
{
    const qsizetype row = m_fixture->letAsk(u"ask_form"_s);
    AnswerDialog *dialog = m_fixture->open(row);
    auto *count = dialog->findChild<QLineEdit *>(u"argument_count"_s);
    QTest::keyClicks(dialog->findChild<QLineEdit *>(u"argument_name"_s), u"Ada"_s);
    auto *send = dialog->findChild<QPushButton *>(u"sendAnswer"_s);
    auto *anyway = dialog->findChild<QPushButton *>(u"sendAnyway"_s);
    QVERIFY(send->isEnabled() && !anyway->isVisible());
    count->selectAll();
    QTest::keyClicks(count, u"many"_s);
    QVERIFY(!send->isEnabled() && anyway->isVisible());
    QCOMPARE(dialog->findChild<QLabel *>(u"note_count"_s)->text(), u"Must be an integer, not a string"_s);
    QTest::keyClick(count, Qt::Key_Return); // sends nothing
    QVERIFY(record(row).isOpen());
    QTest::keyClick(anyway, Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->sentAnswer(row).pointer("/result/content/count").toString(), u"many"_s);
}

/// If nothing can be sent, the key shows why and moves the focus to the field.
void TestAnswering::shortcutLeadsToTheError()
{
    const qsizetype row = m_fixture->letAsk(u"ask_form"_s);
    AnswerDialog *dialog = m_fixture->open(row);
    dialog->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isActiveWindow(), 5000);
    auto *name = dialog->findChild<QLineEdit *>(u"argument_name"_s);
    auto *count = dialog->findChild<QLineEdit *>(u"argument_count"_s);
    count->setFocus();
    QTest::keyClick(count, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(name->hasFocus()); // its text is too short
    QVERIFY(dialog->findChild<QLabel *>(u"note_name"_s)->isVisible());
    QTest::keyClicks(name, u"Ada"_s);
    count->selectAll();
    QTest::keyClicks(count, u"many"_s);
    QTest::keyClick(name, Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(count->hasFocus());
    QVERIFY(record(row).isOpen());
    dialog->findChild<QCheckBox *>(u"writesWhole"_s)->click();
    auto *whole = dialog->findChild<JsonEditor *>(u"answerWhole"_s);
    whole->setText("{");
    dialog->findChild<QCheckBox *>(u"writesWhole"_s)->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(whole->edit()->hasFocus());
    QVERIFY(!whole->remark().isEmpty());
    QVERIFY(record(row).isOpen());
    whole->setText(R"({"action": "decline"})");
    QTest::keyClick(whole->edit(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
}

void TestAnswering::threeWaysToAnswer_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("accept") << u"sendAnswer"_s
                            << QByteArray(R"({"action":"accept","content":{"name":"","sure":false}})");
    QTest::newRow("decline") << u"refuseAnswer"_s << QByteArray(R"({"action":"decline"})");
    QTest::newRow("cancel") << u"dismissAnswer"_s << QByteArray(R"({"action":"cancel"})");
}

void TestAnswering::threeWaysToAnswer()
{
    QFETCH(const QString, button);
    QFETCH(const QByteArray, result);
    const qsizetype row = m_fixture->letAsk(u"ask_elicitation"_s);
    const QPointer<AnswerDialog> dialog = m_fixture->open(row);
    QTest::keyClick(dialog->findChild<QPushButton *>(button), Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->violations(row), QString());
    QCOMPARE(m_fixture->sentAnswer(row).member("result").raw().toByteArray(), result);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
}

void TestAnswering::laterStaysOpen()
{
    const qsizetype row = m_fixture->letAsk(u"ask_elicitation"_s);
    const QPointer<AnswerDialog> dialog = m_fixture->open(row);
    QTest::keyClick(dialog.data(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog, 10000);
    QVERIFY(record(row).isOpen());
    QVERIFY(m_fixture->bar().startsWith(u"The server asks"_s));
    QVERIFY(m_fixture->open(row));
}

void TestAnswering::urlElicitation()
{
    const qsizetype row = m_fixture->letAsk(u"ask_url"_s, R"({"url":"https://example.com/in?x=1"})");
    AnswerDialog *dialog = m_fixture->open(row);
    QVERIFY(dialog);
    QCOMPARE(dialog->findChild<PeerLabel *>(u"questionUrl"_s)->text(), u"https://<b>example.com</b>/in?x=1"_s);
    QVERIFY(!dialog->form()->isVisible());
    QTest::keyClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->violations(row), QString());
    QCOMPARE(m_fixture->sentAnswer(row).member("result").raw().toByteArray(), R"({"action":"accept"})");
}

void TestAnswering::statusReportsTheAnswer()
{
    Question question("elicitation/create", R"({"mode":"url","message":"m","url":"https://a.example/"})", {}, {},
                      nullptr);
    auto *dialog = new AnswerDialog(question, u"S"_s);
    dialog->show();
    const auto *done = dialog->findChild<QLabel *>(u"answerDone"_s);
    QVERIFY(done->isHidden());
    question.complete();
    QVERIFY(done->isVisible());
    QVERIFY(dialog->close());
}

void TestAnswering::rootsAreEditedAsAList()
{
    QByteArray answer;
    Question question("roots/list", {}, {},
                      {.answer = [&](const QByteArray &result) { answer = result; }, .refuse = {}}, nullptr);
    auto *dialog = new AnswerDialog(question, u"S"_s);
    dialog->show();
    dialog->form()->json()->setText(R"({"roots":[{"uri":"file:///a"}]})");
    auto *add = dialog->findChild<QToolButton *>(u"add_roots"_s);
    QTRY_VERIFY_WITH_TIMEOUT(add->isVisible(), 10000);
    QTest::keyClick(add, Qt::Key_Space);
    auto *second = dialog->findChild<QLineEdit *>(u"argument_roots/1/uri"_s);
    QVERIFY(second);
    QTest::keyClicks(second, u"/b"_s);
    QVERIFY(!dialog->findChild<QPushButton *>(u"sendAnswer"_s)->isEnabled()); // not a file:// URI
    second->selectAll();
    QTest::keyClicks(second, u"file:///b"_s);
    QTest::keyClick(dialog->findChild<QPushButton *>(u"sendAnswer"_s), Qt::Key_Space);
    const QByteArray expected = R"({"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]})";
    QCOMPARE(answer, expected);
}

void TestAnswering::brokenJsonIsNotSent()
{
    const qsizetype row = m_fixture->letAsk(u"ask_elicitation"_s);
    AnswerDialog *dialog = m_fixture->open(row);
    auto *send = dialog->findChild<QPushButton *>(u"sendAnswer"_s);
    QVERIFY(send->isEnabled()); // the suggestion is valid
    auto *whole = dialog->findChild<QCheckBox *>(u"writesWhole"_s);
    QTest::keyClick(whole, Qt::Key_Space);
    QCOMPARE(JsonText::compact(dialog->whole()->text()), R"({"action":"accept","content":{"name":"","sure":false}})");
    auto *edit = dialog->whole()->edit();
    edit->selectAll();
    QTest::keyClicks(edit, u"{\"action\""_s);
    QVERIFY(!send->isEnabled());
    QVERIFY2(dialog->whole()->remark().startsWith(u"Line 1, column 10: "_s), qPrintable(dialog->whole()->remark()));
    QTest::keyClicks(edit, u":\"cancel\"}"_s);
    QVERIFY(send->isEnabled());
    QTest::mouseClick(send, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(record(row).state, RequestState::Succeeded, 5000);
    QCOMPARE(m_fixture->sentAnswer(row).pointer("/result/action").toString(), u"cancel"_s);
}

void TestAnswering::addresses_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("canOpen");
    QTest::addColumn<QString>("warning");
    QTest::newRow("good") << u"https://example.com/login?x=1"_s << true << QString();
    QTest::newRow("plain") << u"http://example.com/"_s << true << u"not encrypted"_s;
    QTest::newRow("punycode") << u"https://xn--pple-43d.com/"_s << true << u"other alphabets"_s;
    QTest::newRow("look-alike") << u"https://аpple.com/"_s << true << u"other alphabets"_s;
    QTest::newRow("user") << u"https://bank.com@evil.example/"_s << true << u"the page is at evil.example"_s;
    QTest::newRow("script") << u"javascript:alert(1)"_s << false << u"not the address of a web page"_s;
    QTest::newRow("file") << u"file:///etc/passwd"_s << false << u"not the address of a web page"_s;
    QTest::newRow("data") << u"data:text/html,x"_s << false << u"not the address of a web page"_s;
}

void TestAnswering::addresses()
{
    QFETCH(const QString, url);
    QFETCH(const QString, warning);
    const QUrl parsed(url, QUrl::StrictMode);
    QTEST(UrlQuestion::canOpen(parsed), "canOpen");
    const QString said = UrlQuestion::warning(parsed);
    QVERIFY2(warning.isEmpty() ? said.isEmpty() : said.contains(warning), qPrintable(said));
    const UrlQuestion view(url);
    QCOMPARE(view.findChild<QPushButton *>(u"openQuestionUrl"_s)->isEnabled(), UrlQuestion::canOpen(parsed));
    Question question("elicitation/create", R"({"mode":"url","message":"Go","url":")" + url.toUtf8() + R"("})", {},
                      {.answer = [](const QByteArray &) {}, .refuse = {}}, nullptr);
    auto *dialog = new AnswerDialog(question, u"S"_s);
    dialog->show();
    const QKeySequence shortcut = dialog->findChild<QPushButton *>(u"sendAnswer"_s)->shortcut();
    QCOMPARE(shortcut == QKeySequence(Qt::CTRL | Qt::Key_Return), warning.isEmpty());
    dialog->close();
    const QString shown = view.findChild<PeerLabel *>(u"questionUrl"_s)->text();
    QCOMPARE(shown.count(u"<b>"_s), UrlQuestion::canOpen(parsed) ? 1 : 0);
    if (url.contains(u"evil"))
        QVERIFY2(shown.contains(u"<b>evil.example</b>"_s), qPrintable(shown));
}

QTEST_MAIN(TestAnswering)
#include "tst_answering.moc"
