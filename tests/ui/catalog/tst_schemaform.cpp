// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "ui/models/languages.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/form/fielddescription.h"
#include "ui/views/form/memberseditor.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/windowfixture.h"

#include <QAccessible>
#include <QApplication>
#include <QCalendarWidget>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Every kind of field by the keyboard, kept equal with the JSON.
class TestSchemaForm : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_editor.reset(); }
    void descriptionsAreReadOnTwoLines();
    void objectsAreAddedAndRemoved();
    void listsAreAddedMovedRemoved();
    void addedElementIsVisible();
    void listsOfObjects();
    void checksSeveral();
    void choosesForms();
    void typingDoesNotChangeTheForm();
    void nullIsAButton();
    void rawJsonIsCheckedWhileTyped();
    void membersWithOtherNames();
    void multilineTexts();
    void linesFollowTheJson();
    void separatorsAreKept();
    void paragraphSeparatorsAreKept();
    void longTextsAreKept();
    void hugeTextsAreNotEdited();
    void linesArePasted();
    void partsAreSideBySide();
    void jsonKeepsItsScrollPosition();
    void datesHaveACalendar();
    void choicesShowOtherValues();
    void jsonChangesEveryField();
    void problemsAreShownAtTheirFields();
    void untouchedProblemsAreHints();
    void onlyVisitedFieldsShowProblems();
    void invalidSchemas();
    void recursionIsOpenedOnDemand();
    void thousandsOfProperties();
    void tabFollowsTheReadingOrder();
    void everyFieldHasAName();
    void wheelDoesNotChange();
    void nothingMovesWhileTyping_data();
    void nothingMovesWhileTyping();

private:
    [[nodiscard]] QString overlaps() const;
    void start(const QByteArray &properties, const QByteArray &more = {});
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_editor->findChild<T *>(name);
    }
    /// Returns the last one, because an older one may not be deleted yet.
    [[nodiscard]] QLineEdit *line(const QString &pointer) const
    {
        return m_editor->findChildren<QLineEdit *>(u"argument_"_s + pointer).last();
    }
    void press(const QString &button) const
    {
        auto *found = m_editor->findChildren<QToolButton *>(button).last();
        QTRY_VERIFY2_WITH_TIMEOUT(found->isVisible() && found->isEnabled(), qPrintable(button), 10000);
        QTest::keyClick(found, Qt::Key_Space);
    }
    [[nodiscard]] QString note(const QString &pointer) const
    {
        const auto *label = m_editor->findChildren<QLabel *>(u"note_"_s + pointer).last();
        return label->isHidden() ? QString() : label->text();
    }
    [[nodiscard]] QByteArray json() const { return JsonText::compact(m_editor->value()); }

    std::unique_ptr<SchemaEditor> m_editor;
};

void TestSchemaForm::init()
{
    WindowFixture::failOnWarnings();
    Languages::speak(u"en"_s);
    m_editor = std::make_unique<SchemaEditor>(u"Arguments"_s);
    m_editor->resize(500, 700);
    m_editor->show();
    m_editor->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
}

void TestSchemaForm::start(const QByteArray &properties, const QByteArray &more)
{
    m_editor->start(R"({"type":"object","properties":{)" + properties + '}' + more + '}');
    QVERIFY(!JsonChecker().check(m_editor->value()));
}

/// Descriptions use up to two lines without widening the form; the tool tip has the rest.
void TestSchemaForm::descriptionsAreReadOnTwoLines()
{
    const QString some = u"How long the work takes, in milliseconds, from when it begins"_s;
    const QString much = QString(40, u'x') + u' ' + QString(4000, u'y');
    start(R"("ms":{"type":"integer","description":")" + some.toUtf8() + R"("},"no":{"type":"integer","description":")" +
          much.toUtf8() + R"("},"to":{"type":"integer","description":"End"})");
    m_editor->resize(300, 700);
    const auto described = [this](const QString &text) {
        for (const auto *label : m_editor->findChildren<FieldDescription *>()) {
            if (label->toolTip().contains(text.left(20)))
                return label;
        }
        return static_cast<const FieldDescription *>(nullptr);
    };
    const int line = m_editor->fontMetrics().lineSpacing();
    QTRY_COMPARE(described(some)->QLabel::text().remove(Texts::BreakPlace), some);
    QTRY_COMPARE(described(some)->height(), 2 * line);
    QTRY_COMPARE(described(much)->height(), 2 * line);
    QTRY_COMPARE(described(u"End"_s)->height(), line);
    QCOMPARE(m_editor->width(), 300);
    QCOMPARE(overlaps(), QString());
}

void TestSchemaForm::objectsAreAddedAndRemoved()
{
    start(R"("home":{"type":"object","properties":{"street":{"type":"string"},"no":{"type":"integer"},
        "owner":{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}}})");
    QCOMPARE(json(), "{}");
    QVERIFY(!find<QLineEdit>(u"argument_home/street"_s)); // not before it is unfolded
    press(u"add_home"_s);
    QCOMPARE(json(), R"({"home":{}})");
    QCOMPARE(QApplication::focusWidget(), line(u"home/street"_s));
    QTest::keyClicks(line(u"home/street"_s), u"High"_s);
    QTest::keyClicks(line(u"home/no"_s), u"7"_s);
    press(u"add_home/owner"_s);
    QTest::keyClicks(line(u"home/owner/name"_s), u"A"_s);
    QCOMPARE(json(), R"({"home":{"street":"High","no":7,"owner":{"name":"A"}}})");
    QTest::keyClick(find<QToolButton>(u"argument_home/owner"_s), Qt::Key_Space); // folds
    QVERIFY(!line(u"home/owner/name"_s)->isVisible());
    press(u"remove_home/owner"_s);
    QCOMPARE(json(), R"({"home":{"street":"High","no":7}})");
    press(u"remove_home"_s);
    QCOMPARE(json(), "{}");
    QCOMPARE(QApplication::focusWidget()->objectName(), u"add_home"_s);
}

/// A new field is scrolled into view in a window of any size. The only element keeps its remove button, so that an
/// empty list is possible.
void TestSchemaForm::addedElementIsVisible()
{
    m_editor->resize(260, 240);
    start(R"("tags":{"type":"array","items":{"type":"object","required":["a","b","c"],"properties":{
        "a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}})");
    const auto isInSight = [](const QWidget *widget) {
        return widget->isVisible() && widget->visibleRegion().boundingRect() == widget->rect();
    };
    press(u"add_tags"_s);
    QVERIFY(isInSight(line(u"tags/0/a"_s)));
    QVERIFY(isInSight(find<QToolButton>(u"removeElement_tags/0"_s)));
    press(u"add_tags"_s);
    QVERIFY(isInSight(line(u"tags/1/a"_s)));
    press(u"removeElement_tags/1"_s);
    press(u"removeElement_tags/0"_s);
    QCOMPARE(json(), R"({"tags":[]})");
}

void TestSchemaForm::listsAreAddedMovedRemoved()
{
    start(R"("tags":{"type":"array","items":{"type":"string"}})");
    press(u"add_tags"_s);
    QCOMPARE(QApplication::focusWidget()->objectName(), u"argument_tags/0"_s);
    QTest::keyClicks(QApplication::focusWidget(), u"one"_s);
    press(u"add_tags"_s);
    QTest::keyClicks(QApplication::focusWidget(), u"two"_s);
    press(u"add_tags"_s);
    QTest::keyClicks(QApplication::focusWidget(), u"three"_s);
    QCOMPARE(json(), R"({"tags":["one","two","three"]})");
    QVERIFY(!find<QToolButton>(u"up_tags/0"_s)->isEnabled());
    QVERIFY(!find<QToolButton>(u"down_tags/2"_s)->isEnabled());
    press(u"up_tags/2"_s);
    QCOMPARE(json(), R"({"tags":["one","three","two"]})");
    QCOMPARE(QApplication::focusWidget()->objectName(), u"up_tags/1"_s);
    press(u"down_tags/0"_s);
    QCOMPARE(json(), R"({"tags":["three","one","two"]})");
    press(u"removeElement_tags/1"_s);
    QCOMPARE(json(), R"({"tags":["three","two"]})");
    QCOMPARE(line(u"tags/1"_s)->text(), u"two"_s);
    press(u"removeElement_tags/0"_s);
    press(u"removeElement_tags/0"_s);
    QCOMPARE(json(), R"({"tags":[]})");
    press(u"remove_tags"_s);
    QCOMPARE(json(), "{}");
}

void TestSchemaForm::listsOfObjects()
{
    start(R"("points":{"type":"array","minItems":1,"items":{"type":"object","required":["x"],"properties":{
        "x":{"type":"number"},"label":{"type":"string"}}}})",
          R"(,"required":["points"])");
    QCOMPARE(json(), R"({"points":[{"x":0}]})");
    line(u"points/0/x"_s)->selectAll();
    QTest::keyClicks(line(u"points/0/x"_s), u"1.50"_s);
    press(u"add_points"_s);
    QCOMPARE(QApplication::focusWidget(), line(u"points/1/x"_s));
    const auto left = [](const QWidget *widget) { return widget->mapToGlobal(QPoint(0, 0)).x(); };
    const int list = left(find<QToolButton>(u"argument_points"_s));
    QVERIFY(left(find<QToolButton>(u"argument_points/1"_s)) > list + 5); // its parts come below it
    QTest::keyClicks(line(u"points/1/label"_s), u"b"_s);
    QCOMPARE(json(), R"({"points":[{"x":1.50},{"x":0,"label":"b"}]})");
    press(u"up_points/1"_s);
    QCOMPARE(line(u"points/0/label"_s)->text(), u"b"_s);
    QCOMPARE(line(u"points/1/x"_s)->text(), u"1.50"_s);
}

void TestSchemaForm::checksSeveral()
{
    start(R"("days":{"type":"array","items":{"anyOf":[{"const":"mo","title":"Monday"},{"const":"tu","title":"Tuesday"},
        {"const":"we","title":"Wednesday"}]}})");
    auto *list = find<QListWidget>(u"argument_days"_s);
    QCOMPARE(list->item(1)->text(), u"Tuesday"_s);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(json(), R"({"days":["tu"]})");
    QTest::keyClick(list, Qt::Key_Up);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(json(), R"({"days":["tu","mo"]})");
    m_editor->json()->setText(R"({"days":["we", "sunday"]})");
    QCOMPARE(list->item(2)->checkState(), Qt::Checked);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(json(), R"({"days":["we","sunday","mo"]})"); // an invalid choice stays
}

void TestSchemaForm::choosesForms()
{
    start(R"("shape":{"oneOf":[
        {"title":"Circle","type":"object","properties":{"kind":{"const":"circle"},"r":{"type":"number"}},"required":["kind","r"]},
        {"title":"Box","type":"object","properties":{"kind":{"const":"box"},"w":{"type":"number"}},"required":["kind"]},
        {"type":"string"}]})");
    auto *forms = find<QComboBox>(u"argument_shape"_s);
    QCOMPARE(forms->currentText(), u"(not set)"_s);
    QTest::keyClick(forms, Qt::Key_Down);
    QCOMPARE(json(), R"({"shape":{"kind":"circle","r":0}})");
    line(u"shape/r"_s)->selectAll();
    QTest::keyClicks(line(u"shape/r"_s), u"2.5"_s);
    QTest::keyClick(forms, Qt::Key_Down);
    QCOMPARE(json(), R"({"shape":{"kind":"box"}})");
    QTest::keyClicks(line(u"shape/w"_s), u"3"_s);
    QTest::keyClick(forms, Qt::Key_Down);
    QCOMPARE(json(), R"({"shape":""})");
    QTest::keyClicks(line(u"shape"_s), u"dot"_s);
    QTest::keyClicks(forms, u"c"_s);
    QCOMPARE(json(), R"({"shape":{"kind":"circle","r":2.5}})"); // unchanged
    m_editor->json()->setText(R"({"shape":{"kind":"box","w":9}})");
    QCOMPARE(forms->currentText(), u"Box"_s);
    QCOMPARE(line(u"shape/w"_s)->text(), u"9"_s);
    QTest::keyClick(forms, Qt::Key_Home);
    QCOMPARE(json(), "{}");
}

void TestSchemaForm::typingDoesNotChangeTheForm()
{
    start(R"("v":{"type":["integer","string"]})", R"(,"required":["v"])");
    auto *forms = find<QComboBox>(u"argument_v"_s);
    QTest::keyClicks(forms, u"w"_s); // selects "Whole number"
    QCOMPARE(json(), R"({"v":0})");
    QLineEdit *number = line(u"v"_s);
    number->selectAll();
    QTest::keyClicks(number, u"-"_s);
    QCOMPARE(json(), R"({"v":"-"})"); // a string, temporarily
    QCOMPARE(forms->currentText(), u"Whole number"_s);
    QTest::keyClicks(number, u"5"_s);
    QCOMPARE(json(), R"({"v":-5})");
    QVERIFY(number->isVisible());
}

void TestSchemaForm::nullIsAButton()
{
    start(R"("s":{"type":["string","null"]},"e":{"anyOf":[{"enum":["x"]},{"type":"null"}]})");
    press(u"null_s"_s);
    QCOMPARE(json(), R"({"s":null})");
    QCOMPARE(line(u"s"_s)->placeholderText(), u"null"_s);
    QTest::keyClicks(line(u"s"_s), u"a"_s);
    QCOMPARE(json(), R"({"s":"a"})");
    QVERIFY(!find<QToolButton>(u"null_s"_s)->isChecked());
    press(u"null_s"_s);
    press(u"null_s"_s);
    QTest::keyClicks(find<QComboBox>(u"argument_e"_s), u"n"_s);
    QCOMPARE(json(), R"({"e":null})");
}

void TestSchemaForm::rawJsonIsCheckedWhileTyped()
{
    start(R"("any":{},"other":{"type":"string"})");
    auto *any = find<QPlainTextEdit>(u"argument_any"_s);
    QTest::keyClicks(any, u"{\"a\""_s);
    QVERIFY(!m_editor->isGood()); // invalid JSON cannot be sent
    QCOMPARE(json(), "{}");
    auto *remark = any->parentWidget()->findChild<QLabel *>(u"jsonRemark"_s);
    QVERIFY(remark->text().startsWith(u"Line 1, column 5"_s));
    QTest::keyClicks(line(u"other"_s), u"x"_s);
    QCOMPARE(any->toPlainText(), u"{\"a\""_s); // not lost
    QTest::keyClicks(any, u":1.10}"_s);
    QVERIFY(m_editor->isGood());
    QCOMPARE(json(), R"({"other":"x","any":{"a":1.10}})");
    QTest::keyClicks(any, u"x"_s);
    QVERIFY(!m_editor->isGood());
    m_editor->reset();
    QVERIFY(m_editor->isGood());
    QCOMPARE(find<QPlainTextEdit>(u"argument_any"_s)->toPlainText(), QString());
}

void TestSchemaForm::membersWithOtherNames()
{
    start(R"("known":{"type":"string"})", R"(,"additionalProperties":{"type":"integer"})");
    auto *name = find<QLineEdit>(u"newMember_"_s);
    QTest::keyClicks(name, u"a/b"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(json(), R"({"a/b":0})");
    QCOMPARE(QApplication::focusWidget(), line(u"a~1b"_s));
    line(u"a~1b"_s)->selectAll();
    QTest::keyClicks(line(u"a~1b"_s), u"42"_s);
    QTest::keyClicks(name, u"known"_s);
    press(u"addMember_"_s);
    QCOMPARE(json(), R"({"a/b":42,"known":""})");
    press(u"remove_a~1b"_s);
    QCOMPARE(json(), R"({"known":""})");
    QTRY_VERIFY_WITH_TIMEOUT(!find<QLineEdit>(u"argument_a~1b"_s), 10000);
}

void TestSchemaForm::multilineTexts()
{
    start(R"("text":{"type":"string"},"no":{"type":"integer"},"mail":{"type":"string","format":"email"})");
    QVERIFY(!find<QToolButton>(u"lines_no"_s) && !find<QToolButton>(u"lines_mail"_s));
    auto *lines = find<QPlainTextEdit>(u"textLines_text"_s);
    QVERIFY(line(u"text"_s)->isVisible() && !lines->isVisible());
    line(u"text"_s)->setFocus();
    QTest::keyClicks(line(u"text"_s), u"onetwo"_s);
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(line(u"text"_s), Qt::Key_Left);
    QTest::keyClick(line(u"text"_s), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(json(), R"({"text":"one\ntwo"})");
    QVERIFY(!line(u"text"_s)->isVisible() && lines->isVisible());
    QCOMPARE(QApplication::focusWidget(), lines);
    QTest::keyClick(lines, Qt::Key_Return);
    QTest::keyClicks(lines, u"and "_s);
    QCOMPARE(json(), R"({"text":"one\n\nand two"})");
    const int height = lines->height();
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(lines, Qt::Key_Return);
    QVERIFY(lines->height() > height); // grows
    auto *button = find<QToolButton>(u"lines_text"_s);
    QVERIFY(button->isChecked() && !button->isEnabled()); // one line could not show it
    QTest::keyClick(lines, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(lines, u"short"_s);
    button->click();
    QVERIFY(line(u"text"_s)->isVisible() && !lines->isVisible());
    QCOMPARE(line(u"text"_s)->text(), u"short"_s);
    QCOMPARE(json(), R"({"text":"short"})");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), line(u"no"_s));
}

void TestSchemaForm::linesFollowTheJson()
{
    start(R"("text":{"type":"string"})");
    m_editor->json()->setText(R"({"text":"a\nb"})");
    auto *lines = find<QPlainTextEdit>(u"textLines_text"_s);
    QVERIFY(lines->isVisible());
    QCOMPARE(lines->toPlainText(), u"a\nb"_s);
    m_editor->json()->setText(R"({"text":"a"})");
    QVERIFY(lines->isVisible()); // the field does not change while the JSON is edited
    QCOMPARE(lines->toPlainText(), u"a"_s);
    find<QToolButton>(u"lines_text"_s)->click();
    QCOMPARE(line(u"text"_s)->text(), u"a"_s);
}

/// Text widgets treat some characters as line ends, and interpret others.
void TestSchemaForm::separatorsAreKept()
{
    const QString text = QString(u"a\u2028b\u00a0c\u202ed"_s);
    start("\"text\":{\"type\":\"string\",\"default\":" + JsonText::quoted(text) + '}');
    const QByteArray escaped = "\\u2028b\xc2\xa0"
                               "c\\u202ed";
    line(u"text"_s)->setFocus();
    QTest::keyClick(line(u"text"_s), Qt::Key_End);
    QTest::keyClicks(line(u"text"_s), u"x"_s);
    QCOMPARE(json(), "{\"text\":\"a" + escaped + "x\"}");
    QTest::keyClick(line(u"text"_s), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(find<QPlainTextEdit>(u"textLines_text"_s), u"y"_s);
    QCOMPARE(json(), "{\"text\":\"a" + escaped + "x\\ny\"}");
}

/// QTextDocument treats it as a line end, like a line feed.
void TestSchemaForm::paragraphSeparatorsAreKept()
{
    start("\"text\":{\"type\":\"string\",\"default\":" + JsonText::quoted(QString(u"a\u2029b"_s)) + '}');
    line(u"text"_s)->setFocus();
    QTest::keyClick(line(u"text"_s), Qt::Key_End);
    QTest::keyClick(line(u"text"_s), Qt::Key_Return, Qt::ShiftModifier);
    auto *lines = find<QPlainTextEdit>(u"textLines_text"_s);
    QTest::keyClicks(lines, u"c"_s);
    QCOMPARE(json(), R"({"text":"a\u2029b\nc"})");
    QApplication::clipboard()->setText(u"<\u2029>"_s);
    QTest::keySequence(lines, QKeySequence::Paste);
    QCOMPARE(json(), R"({"text":"a\u2029b\nc<\u2029>"})");
    QKeyEvent typed(QEvent::KeyPress, 0, Qt::NoModifier, u"\u2029"_s);
    QCoreApplication::sendEvent(lines, &typed);
    QInputMethodEvent composed;
    composed.setCommitString(u"\u2029"_s);
    QCoreApplication::sendEvent(lines, &composed);
    QCOMPARE(json(), R"({"text":"a\u2029b\nc<\u2029>\u2029\u2029"})");
    QTest::keySequence(lines, QKeySequence::SelectAll);
    QTest::keySequence(lines, QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), u"a\u2029b\nc<\u2029>\u2029\u2029"_s);
}

/// QLineEdit would cut the text at 32,767 characters.
void TestSchemaForm::longTextsAreKept()
{
    start(R"("text":{"type":"string"})");
    const QByteArray whole = QByteArray(40'000, 'x');
    m_editor->json()->setText(R"({"text":")" + whole + "\"}");
    QTest::keyClick(line(u"text"_s), Qt::Key_End);
    QTest::keyClicks(line(u"text"_s), u"y"_s);
    QCOMPARE(json(), R"({"text":")" + whole + "y\"}");
    find<QToolButton>(u"lines_text"_s)->click();
    QTest::keyClicks(find<QPlainTextEdit>(u"textLines_text"_s), u"z"_s);
    QVERIFY(json().contains("z") && json().contains(whole));
}

void TestSchemaForm::hugeTextsAreNotEdited()
{
    const QByteArray whole = QByteArray(JsonEditor::MostEdited, 'x');
    start(R"("text":{"type":"string","default":")" + whole + R"("},"n":{"type":"integer"})", R"(,"required":["text"])");
    auto *lines = find<QPlainTextEdit>(u"textLines_text"_s);
    for (const auto *edit : {lines, m_editor->json()->edit()})
        QVERIFY(edit->isReadOnly() && edit->toPlainText().size() < 30'000);
    QVERIFY2(m_editor->json()->remark().startsWith(u"Too long"_s), qPrintable(m_editor->json()->remark()));
    QTest::keyClicks(line(u"n"_s), u"7"_s); // in another field
    QCOMPARE(json(), R"({"text":")" + whole + R"(","n":7})");
    QVERIFY(m_editor->isGood());
    m_editor->json()->setText(R"({"text":"short"})");
    for (auto *edit : {lines, m_editor->json()->edit()}) {
        QVERIFY(!edit->isReadOnly());
        edit->undo(); // undo does not go back to the initial text
    }
    QCOMPARE(json(), R"({"text":"short"})");
    QCOMPARE(m_editor->json()->remark(), QString());
}

void TestSchemaForm::linesArePasted()
{
    start(R"("text":{"type":"string"})");
    QApplication::clipboard()->setText(u"x\ny"_s);
    QTest::keyClicks(line(u"text"_s), u"<>"_s);
    QTest::keyClick(line(u"text"_s), Qt::Key_Left);
    QTest::keySequence(line(u"text"_s), QKeySequence::Paste);
    QCOMPARE(json(), R"({"text":"<x\ny>"})");
}

void TestSchemaForm::partsAreSideBySide()
{
    start(R"("text":{"type":"string"})");
    auto *form = find<QToolButton>(u"showForm"_s);
    auto *raw = find<QToolButton>(u"showJson"_s);
    const auto *splitter = find<QSplitter>(u"schemaSplitter"_s);
    QVERIFY(line(u"text"_s)->isVisible() && m_editor->json()->isVisible());
    QCOMPARE(splitter->orientation(), Qt::Vertical);
    m_editor->resize(1200, 500);
    QTRY_COMPARE_WITH_TIMEOUT(splitter->orientation(), Qt::Horizontal, 10000);
    QTest::keyClick(form, Qt::Key_Space);
    QVERIFY(!line(u"text"_s)->isVisible() && m_editor->json()->isVisible());
    QTest::keyClick(raw, Qt::Key_Space); // one of the two stays checked
    QVERIFY(line(u"text"_s)->isVisible() && !m_editor->json()->isVisible());
    const QByteArray layout = m_editor->saveLayout();
    SchemaEditor other(u"Arguments"_s);
    QVERIFY(other.showsForm() && other.showsJson());
    other.restoreLayout(layout);
    QVERIFY(other.showsForm() && !other.showsJson());
    other.restoreLayout("nonsense");
    QVERIFY(other.showsForm() && !other.showsJson());
}

/// Editing a field changes its own place in the JSON only.
void TestSchemaForm::jsonKeepsItsScrollPosition()
{
    start(R"("a":{"type":"string"},"z":{"type":"string"})");
    m_editor->json()->setText(R"({"z": "end", "a": "b"})");
    QPlainTextEdit *edit = m_editor->json()->edit();
    QTextCursor cursor = edit->textCursor();
    cursor.setPosition(6);
    edit->setTextCursor(cursor);
    QTest::keyClicks(line(u"a"_s), u"c"_s);
    QCOMPARE(m_editor->value(), R"({"z": "end", "a": "bc"})");
    QCOMPARE(edit->textCursor().position(), 6);
    // The change is inside a surrogate pair.
    m_editor->json()->setText(QStringLiteral("{\"a\": \"\U0001F600\"}").toUtf8());
    m_editor->json()->setText(QStringLiteral("{\"a\": \"\U0001F601\"}").toUtf8());
    QCOMPARE(line(u"a"_s)->text(), QStringLiteral("\U0001F601"));
}

void TestSchemaForm::datesHaveACalendar()
{
    start(R"("d":{"type":"string","format":"date"},"t":{"type":"string","format":"date-time"})");
    auto *button = find<QToolButton>(u"calendar_d"_s);
    QTest::keyClicks(line(u"d"_s), u"2026-11-2"_s); // free text is always possible
    QCOMPARE(json(), R"({"d":"2026-11-2"})");
    QVERIFY(!note(u"d"_s).isEmpty());
    QTest::keyClicks(line(u"d"_s), u"1"_s);
    QCOMPARE(note(u"d"_s), QString());
    button->menu()->popup({});
    auto *dates = button->menu()->findChild<QCalendarWidget *>(u"dates_d"_s);
    QCOMPARE(dates->selectedDate(), QDate(2026, 11, 21));
    QTest::keyClick(dates->focusWidget() ? dates->focusWidget() : dates, Qt::Key_Right);
    emit dates->activated(dates->selectedDate());
    QVERIFY(!button->menu()->isVisible());
    QCOMPARE(json(), R"({"d":"2026-11-22"})");
    auto *times = find<QToolButton>(u"calendar_t"_s)->menu()->findChild<QCalendarWidget *>(u"dates_t"_s);
    emit times->activated({2026, 1, 2});
    QCOMPARE(line(u"t"_s)->text(), u"2026-01-02T00:00:00Z"_s);
    QCOMPARE(note(u"t"_s), QString());
}

void TestSchemaForm::choicesShowOtherValues()
{
    start(R"("mode":{"enum":["a","b"]},"sure":{"type":"boolean"})", R"(,"required":["sure"])");
    m_editor->json()->setText(R"({"mode":"z","sure":"maybe"})");
    QCOMPARE(find<QComboBox>(u"argument_mode"_s)->currentIndex(), -1);
    QCOMPARE(find<QComboBox>(u"argument_mode"_s)->placeholderText(), u"\"z\""_s);
    QVERIFY(!note(u"mode"_s).isEmpty() && !note(u"sure"_s).isEmpty());
    QCOMPARE(find<QComboBox>(u"argument_sure"_s)->count(), 2); // required, so there is no third choice
    QCOMPARE(find<QComboBox>(u"argument_mode"_s)->count(), 3);
}

void TestSchemaForm::jsonChangesEveryField()
{
    start(
        R"("n":{"type":"number"},"o":{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}})");
    m_editor->json()->setText(
        "{\n  \"o\": {\"l\": [1, 2], \"mine\": 1.0},\n  \"n\": 123456789012345678901234567890.10\n}");
    QCOMPARE(line(u"n"_s)->text(), u"123456789012345678901234567890.10"_s);
    QCOMPARE(line(u"o/l/1"_s)->text(), u"2"_s);
    QTest::keyClicks(line(u"o/l/1"_s), u"2"_s);
    QCOMPARE(m_editor->value(),
             "{\n  \"o\": {\"l\": [1, 22], \"mine\": 1.0},\n  \"n\": 123456789012345678901234567890.10\n}");
    m_editor->json()->setText(R"({"o": 7})");
    QCOMPARE(note(u"o"_s), u"Must be an object, not a number"_s);
    m_editor->json()->setText("{}");
    QVERIFY(find<QToolButton>(u"add_o"_s)->isVisible());
}

void TestSchemaForm::problemsAreShownAtTheirFields()
{
    start(
        R"("o":{"type":"object","properties":{"l":{"type":"array","maxItems":1,"items":{"type":"integer","minimum":5}}}})");
    m_editor->json()->setText(R"({"o":{"l":[7, 1]}})");
    QCOMPARE(note(u"o/l/1"_s), u"Must be at least 5"_s);
    QVERIFY(!note(u"o/l"_s).isEmpty());
    QVERIFY(find<QLabel>(u"formSummary"_s)->text().startsWith(u"2 problems: "_s));
    press(u"argument_o"_s); // folding moves the focus to a visible field
    QVERIFY(note(u"o"_s).contains(u"l/1 must be at least 5"_s));
    press(u"argument_o"_s);
    QCOMPARE(note(u"o"_s), QString());
    QVERIFY(m_editor->isGood());
}

void TestSchemaForm::untouchedProblemsAreHints()
{
    start(R"("name":{"type":"string","minLength":1})", R"(,"required":["name"])");
    const auto color = [&] { return find<QLabel>(u"note_name"_s)->palette().color(QPalette::WindowText); };
    QVERIFY(!note(u"name"_s).isEmpty());
    const QColor hint = color();
    QTest::keyClicks(line(u"name"_s), u"a"_s);
    QCOMPARE(note(u"name"_s), QString());
    m_editor->json()->setText(R"({"name":  ""})");
    QVERIFY(color() != hint);
}

/// Editing or leaving a field shows its error only; an action on the whole form shows all.
void TestSchemaForm::onlyVisitedFieldsShowProblems()
{
    const auto begin = [&] {
        start(R"("a":{"type":"string","minLength":2},"b":{"type":"string","minLength":1},
            "c":{"type":"string","minLength":1})",
              R"(,"required":["a","b","c"])");
    };
    const auto label = [&](const QString &name) { return m_editor->findChildren<QLabel *>(name).last(); };
    const auto color = [&](const QString &name) { return label(name)->palette().color(QPalette::WindowText); };
    begin();
    const QColor hint = color(u"note_b"_s);
    const auto wrong = [&] {
        QStringList red;
        for (const auto &name : {u"note_a"_s, u"note_b"_s, u"note_c"_s, u"formSummary"_s})
            red << (label(name)->isHidden() || color(name) == hint ? QStringList() : QStringList{name});
        return red.join(u' ');
    };
    QCOMPARE(wrong(), QString());
    QTest::keyClicks(line(u"a"_s), u"x"_s);
    QCOMPARE(wrong(), u"note_a formSummary"_s);
    begin();
    line(u"a"_s)->setFocus();
    QWidget other;
    other.show();
    other.activateWindow(); // and back
    QVERIFY(QTest::qWaitForWindowActive(&other));
    m_editor->activateWindow();
    QTRY_VERIFY_WITH_TIMEOUT(line(u"a"_s)->hasFocus(), 10000);
    QCOMPARE(wrong(), QString());
    QTest::keyClick(line(u"a"_s), Qt::Key_Tab);
    QVERIFY(line(u"b"_s)->hasFocus());
    QCOMPARE(wrong(), u"note_a formSummary"_s);
    QTest::keyClick(line(u"b"_s), Qt::Key_Tab);
    QCOMPARE(wrong(), u"note_a note_b formSummary"_s);
    begin();
    QCOMPARE(wrong(), QString());
    m_editor->touchAll();
    QCOMPARE(wrong(), u"note_a note_b note_c formSummary"_s);
    press(u"resetValue"_s);
    QCOMPARE(wrong(), QString());
    m_editor->json()->setText(R"({"a": "xy"})");
    QCOMPARE(wrong(), u"note_b note_c formSummary"_s);
    m_editor->start(R"({"type":"object","properties":{"a":{"type":"string","minLength":2}}})", R"({"a":"x"})");
    QCOMPARE(color(u"note_a"_s), hint); // reset by a new form
}

void TestSchemaForm::invalidSchemas()
{
    start(R"("a":{"$ref":"https://example.org/schema"},"b":{"type":"string"})");
    QVERIFY(find<QLabel>(u"formSummary"_s)->text().contains(u"documents are never fetched"_s));
    QTest::keyClicks(find<QPlainTextEdit>(u"argument_a"_s), u"[1]"_s);
    QTest::keyClicks(line(u"b"_s), u"x"_s);
    QCOMPARE(json(), R"({"a":[1],"b":"x"})");
    QVERIFY(m_editor->isGood() && !m_editor->hasProblems());
    m_editor->json()->setText(R"({"a":[1],"b":7})");
    QVERIFY(m_editor->hasProblems());
    const QString summary = find<QLabel>(u"formSummary"_s)->text();
    QVERIFY2(summary.startsWith(u"1 problem: b must be a string"_s) && summary.contains(u"Not checked: "_s),
             qPrintable(summary));
}

void TestSchemaForm::recursionIsOpenedOnDemand()
{
    start(
        R"("tree":{"$ref":"#/$defs/node"})",
        R"(,"$defs":{"node":{"type":"object","properties":{"value":{"type":"string"},"next":{"$ref":"#/$defs/node"}}}})");
    QString at = u"tree"_s;
    QByteArray expected = "{}";
    for (int i = 0; i < 4; ++i) {
        press(u"add_"_s + at);
        QCOMPARE(QApplication::focusWidget(), line(at + u"/value"_s)); // unfolded to any depth
        at += u"/next"_s;
    }
    QCOMPARE(json(), R"({"tree":{"next":{"next":{"next":{}}}}})");
    QTest::keyClicks(line(u"tree/next/next/value"_s), u"deep"_s);
    QCOMPARE(json(), R"({"tree":{"next":{"next":{"next":{},"value":"deep"}}}})");
}

void TestSchemaForm::thousandsOfProperties()
{
    QByteArray properties;
    for (int i = 0; i < 5000; ++i)
        properties += (i > 0 ? ",\"p" : "\"p") + QByteArray::number(i) + R"(":{"type":"string","description":"d"})";
    start(properties);
    QCOMPARE(m_editor->findChildren<QLineEdit *>(QRegularExpression(u"^argument_"_s)).size(), MembersEditor::Page);
    QCOMPARE(find<QToolButton>(u"more_"_s)->text(), u"Show 60 more of 5,000"_s);
    press(u"more_"_s);
    QTest::keyClicks(line(u"p100"_s), u"x"_s);
    QCOMPARE(json(), R"({"p100":"x"})");
    m_editor->json()->setText(R"({"p4999":7})"); // still validated
    QVERIFY(find<QLabel>(u"formSummary"_s)->text().contains(u"p4999 must be a string"_s));
}

void TestSchemaForm::tabFollowsTheReadingOrder()
{
    start(R"("a":{"type":"string"},"o":{"type":"object","properties":{"b":{"type":"string"}}},"c":{"type":"string"})");
    press(u"add_o"_s); // its fields are created last, but come before c
    QStringList visited;
    line(u"a"_s)->setFocus();
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        visited << QApplication::focusWidget()->objectName();
    }
    QCOMPARE(visited, (QStringList{u"argument_o"_s, u"remove_o"_s, u"argument_o/b"_s, u"argument_c"_s}));
    find<QToolButton>(u"resetValue"_s)->setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), line(u"a"_s));
}

void TestSchemaForm::everyFieldHasAName()
{
    start(R"("s":{"type":"string","format":"date"},"n":{"type":["integer","null"]},"b":{"type":"boolean"},"j":{},
        "c":{"type":"array","items":{"enum":["x","y"]}},"l":{"type":"array","items":{"type":"string"},"default":["a"]},
        "o":{"type":"object","required":["p"],"properties":{"p":{"type":"string"}}},"u":{"type":["string","number"]})",
          R"(,"required":["o","u"],"additionalProperties":true)");
    QTRY_VERIFY_WITH_TIMEOUT(find<QLineEdit>(u"newMember_"_s)->isVisible(), 10000);
    int seen = 0;
    const QList<QWidget *> widgets = m_editor->findChildren<QWidget *>();
    for (QWidget *widget : widgets) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        const QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
        ++seen;
        QVERIFY2(accessible && !accessible->text(QAccessible::Name).trimmed().isEmpty(),
                 qPrintable(widget->objectName() + QString::fromLatin1(widget->metaObject()->className())));
    }
    QVERIFY2(seen > 20, qPrintable(QString::number(seen)));
}

void TestSchemaForm::wheelDoesNotChange()
{
    start(R"("b":{"type":"boolean"},"s":{"type":"string"})");
    line(u"s"_s)->setFocus();
    auto *list = find<QComboBox>(u"argument_b"_s);
    QWheelEvent turn(QPointF(5, 5), list->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QApplication::sendEvent(list, &turn);
    QCOMPARE(list->currentIndex(), 0);
    QCOMPARE(json(), "{}");
}

/// Returns the widgets side by side in the form that overlap or are too small.
QString TestSchemaForm::overlaps() const
{
    QStringList found;
    const auto nameOf = [](const QWidget *widget) {
        const auto *label = qobject_cast<const QLabel *>(widget);
        return u"%1 “%2”"_s.arg(QLatin1StringView(widget->metaObject()->className()),
                                label ? label->text() : widget->objectName());
    };
    const auto *area = find<QScrollArea>(QString());
    QList<QWidget *> parents = area->widget()->findChildren<QWidget *>();
    parents.append(area->widget());
    for (const QWidget *parent : std::as_const(parents)) {
        QList<QWidget *> shown;
        for (QObject *each : parent->layout() ? parent->children() : QObjectList()) {
            if (auto *child = qobject_cast<QWidget *>(each); child && child->isVisible())
                shown.append(child);
        }
        for (const QWidget *child : std::as_const(shown)) {
            if (child->hasHeightForWidth() && child->height() < child->heightForWidth(child->width()))
                found << u"%1 is cut"_s.arg(nameOf(child));
            const bool isFixed = child->minimumHeight() > 0 && child->minimumHeight() == child->maximumHeight();
            if (!isFixed && child->height() < child->minimumSizeHint().height())
                found << u"%1 is crushed"_s.arg(nameOf(child));
            if (!parent->rect().contains(child->geometry()))
                found << u"%1 sticks out"_s.arg(nameOf(child));
            for (const QWidget *other : std::as_const(shown)) {
                if (child < other && child->geometry().intersects(other->geometry()))
                    found << u"%1 is over %2"_s.arg(nameOf(child), nameOf(other));
            }
        }
    }
    return found.join(u'\n');
}

void TestSchemaForm::nothingMovesWhileTyping_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("text");
    for (const QSize &size : {QSize(420, 1300), QSize(420, 700), QSize(300, 400), QSize(900, 1200)}) {
        for (const auto &[pointer, text] : {std::pair(u"big"_s, u"123456789012"_s),
                                            std::pair(u"address/zip"_s, u"12a45"_s), std::pair(u"name"_s, u"ab"_s)})
            QTest::addRow("%s at %dx%d", qPrintable(pointer), size.width(), size.height()) << size << pointer << text;
    }
}

void TestSchemaForm::nothingMovesWhileTyping()
{
    QFETCH(const QSize, size);
    QFETCH(const QString, pointer);
    QFETCH(const QString, text);
    m_editor->resize(size);
    start(R"("name":{"type":"string","minLength":3,"description":"Who it is for, as it is to be written on the parcel"},
        "count":{"type":"integer","minimum":1,"maximum":9},
        "address":{"type":"object","required":["street","zip"],"properties":{
            "street":{"type":"string","minLength":1},
            "zip":{"type":"string","pattern":"^[0-9]{5}$","description":"Five digits"},
            "country":{"enum":["de","fr","cn"]}}},
        "tags":{"type":"array","items":{"type":"string"},"minItems":1},
        "when":{"type":"string","format":"date"},
        "any":{"description":"Whatever it is","not":{"type":"array"}},
        "one":{"oneOf":[{"type":"object","title":"A","required":["a"],"properties":{"a":{"type":"string","minLength":4}}},
            {"type":"integer","title":"B"}]},
        "big":{"type":"integer","minimum":1000000,"maximum":9007199254740991,"multipleOf":1000})",
          R"(,"required":["name","address","tags","one","big"])");
    if (!find<QLineEdit>(u"argument_address/zip"_s))
        press(u"add_address"_s);
    QCoreApplication::processEvents();
    QCOMPARE(overlaps(), QString());
    QLineEdit *field = line(pointer);
    field->setFocus();
    const QWidget *content = find<QScrollArea>(QString())->widget();
    QCoreApplication::processEvents();
    const int before = field->mapTo(content, QPoint()).y();
    for (const QChar key : text) {
        QTest::keyClicks(field, QString(key));
        QCoreApplication::processEvents();
        QCOMPARE(overlaps(), QString());
        QCOMPARE(field->mapTo(content, QPoint()).y(), before);
    }
}

QTEST_MAIN(TestSchemaForm)
#include "tst_schemaform.moc"
