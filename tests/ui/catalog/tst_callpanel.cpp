// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/actions.h"
#include "ui/panels/callpanel.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/windowfixture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Arguments as a form and as JSON, kept equal, with errors shown while typing.
class TestCallPanel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void formChangesJson();
    void jsonChangesForm();
    void reportsThePositionOfAJsonError_data();
    void reportsThePositionOfAJsonError();
    void invalidArgumentsCanBeSent();
    void fieldsShowTheirErrors_data();
    void fieldsShowTheirErrors();
    void callReportsInvalidArguments();
    void remembersEachTool();
    void argumentsAreSentOnOneLine();

private:
    [[nodiscard]] static Tool tool(const QString &name, const QByteArray &schema);
    [[nodiscard]] QString note(const QString &name) const
    {
        const auto *label = m_panel->findChild<QLabel *>(u"note_"_s + name);
        return label->isHidden() ? QString() : label->text();
    }
    [[nodiscard]] QByteArray json() const { return m_panel->editor()->value(); }
    template<typename T>
    [[nodiscard]] T *field(const QString &name) const
    {
        return m_panel->findChild<T *>(u"argument_"_s + name);
    }

    QWidget m_window;
    Actions m_actions{&m_window};
    std::unique_ptr<CallPanel> m_panel;
};

void TestCallPanel::init()
{
    WindowFixture::failOnWarnings();
    m_panel = std::make_unique<CallPanel>(m_actions);
    m_panel->setTool(tool(u"t"_s, R"({"type":"object","required":["text"],"properties":{
        "text":{"type":"string"},"n":{"type":"integer","default":3},"flag":{"type":"boolean"},
        "mode":{"type":"string","enum":["a","b"]},"list":{"type":"array"}}})"));
}

Tool TestCallPanel::tool(const QString &name, const QByteArray &schema)
{
    Tool tool;
    tool.name = name;
    tool.inputSchema = schema;
    return tool;
}

void TestCallPanel::formChangesJson()
{
    QCOMPARE(m_panel->arguments(), R"({"text":"","n":3})");
    QCOMPARE(field<QLineEdit>(u"n"_s)->text(), u"3"_s);
    QTest::keyClicks(field<QLineEdit>(u"text"_s), u"say \"a\""_s);
    QCOMPARE(m_panel->arguments(), R"({"text":"say \"a\"","n":3})");
    field<QLineEdit>(u"n"_s)->selectAll();
    QTest::keyClicks(field<QLineEdit>(u"n"_s), u"12345678901234567890"_s);
    QTest::keyClick(field<QComboBox>(u"flag"_s), Qt::Key_Down);
    QTest::keyClicks(field<QComboBox>(u"mode"_s), u"b"_s);
    QTest::keyClicks(field<QPlainTextEdit>(u"list"_s), u"[1,2]"_s);
    QCOMPARE(m_panel->arguments(),
             R"({"text":"say \"a\"","n":12345678901234567890,"flag":true,"mode":"b","list":[1,2]})");
    QTest::keyClick(field<QComboBox>(u"mode"_s), Qt::Key_Home);
    field<QPlainTextEdit>(u"list"_s)->selectAll();
    QTest::keyClick(field<QPlainTextEdit>(u"list"_s), Qt::Key_Delete);
    QCOMPARE(m_panel->arguments(), R"({"text":"say \"a\"","n":12345678901234567890,"flag":true})");
    QVERIFY(m_panel->canCall());
}

void TestCallPanel::jsonChangesForm()
{
    m_panel->editor()->json()->setText(R"({"unknown": [ 1.10 ], "text":"from JSON","flag":false,"mode":"a"})");
    QCOMPARE(field<QLineEdit>(u"text"_s)->text(), u"from JSON"_s);
    QCOMPARE(field<QLineEdit>(u"n"_s)->text(), QString());
    QCOMPARE(field<QComboBox>(u"flag"_s)->currentText(), u"false"_s);
    QCOMPARE(field<QComboBox>(u"mode"_s)->currentText(), u"a"_s);
    // Members unknown to the form stay verbatim.
    QTest::keyClicks(field<QLineEdit>(u"n"_s), u"7"_s);
    QCOMPARE(json(), R"({"unknown": [ 1.10 ], "text":"from JSON","flag":false,"mode":"a","n": 7})");
    // The form shows them too.
    QCOMPARE(field<QPlainTextEdit>(u"unknown"_s)->toPlainText(), u"[\n  1.10\n]"_s);
}

void TestCallPanel::reportsThePositionOfAJsonError_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("remark");
    QTest::newRow("colon") << u"{\"a\" 1}"_s << u"Line 1, column 6: "_s;
    QTest::newRow("second line") << u"{\n  \"ä\": x}"_s << u"Line 2, column 8: "_s;
    QTest::newRow("nothing") << u""_s << u"Line 1, column 1: "_s;
    QTest::newRow("no object") << u"[1]"_s << u"Enter a JSON object"_s;
}

void TestCallPanel::reportsThePositionOfAJsonError()
{
    QFETCH(QString, typed);
    QFETCH(QString, remark);
    QPlainTextEdit *edit = m_panel->editor()->json()->edit();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    edit->insertPlainText(typed); // QTest types ASCII only
    QVERIFY(!m_panel->canCall());
    const QString said = m_panel->editor()->json()->remark();
    QVERIFY2(said.startsWith(remark), qPrintable(said));
    QVERIFY(!field<QLineEdit>(u"text"_s)->isEnabled());
}

void TestCallPanel::invalidArgumentsCanBeSent()
{
    QCOMPARE(m_actions.callTool->text(), u"&Call Tool"_s);
    m_panel->editor()->json()->setText(R"({"n":"three"})");
    QVERIFY(m_panel->canCall()); // an inspector may send invalid arguments
    QCOMPARE(m_actions.callTool->text(), u"&Call Anyway"_s);
    const QString said = u"2 problems: text is required · n must be an integer, not a string"_s;
    QCOMPARE(m_panel->findChild<QLabel *>(u"formSummary"_s)->text(), said);
    QCOMPARE(m_panel->editor()->json()->remark(), QString()); // shown once
    m_panel->editor()->showParts(false, true);
    QCOMPARE(m_panel->editor()->json()->remark(), said);
    m_panel->editor()->showParts(true, true);
    QCOMPARE(note(u"text"_s), u"Is required"_s);
    m_panel->editor()->json()->setText(R"({"text":"now","n":3})");
    QCOMPARE(m_actions.callTool->text(), u"&Call Tool"_s);
    QCOMPARE(note(u"text"_s), QString());
}

void TestCallPanel::fieldsShowTheirErrors_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("good");
    QTest::newRow("an object") << u"{\"count\":3}"_s << false;
    QTest::newRow("a word") << u"three"_s << false;
    QTest::newRow("a fraction") << u"3.5"_s << false;
    QTest::newRow("a string") << u"\"3\""_s << false;
    QTest::newRow("a number") << u"-3"_s << true;
    QTest::newRow("spaces around it") << u" 3 "_s << true;
    QTest::newRow("nothing") << QString() << true;
}

void TestCallPanel::fieldsShowTheirErrors()
{
    QFETCH(QString, typed);
    QFETCH(bool, good);
    QSignalSpy changed(m_panel.get(), &CallPanel::changed);
    auto *n = field<QLineEdit>(u"n"_s);
    n->selectAll();
    QTest::keyClick(n, Qt::Key_Delete);
    QTest::keyClicks(n, typed);
    QVERIFY(changed.count() > 0);
    QCOMPARE(n->text(), typed); // text being typed is not replaced
    QCOMPARE(note(u"n"_s), good                ? QString()
                           : typed == u"3.5"_s ? u"Must be an integer, not 3.5"_s
                                               : u"Must be an integer, not a string"_s);
    QCOMPARE(m_panel->editor()->hasProblems(), !good);
    QVERIFY(m_panel->canCall());
    m_panel->findChild<QAbstractButton *>(u"resetValue"_s)->click();
    QCOMPARE(m_panel->arguments(), R"({"text":"","n":3})");
    QCOMPARE(field<QLineEdit>(u"n"_s)->text(), u"3"_s);
    QCOMPARE(note(u"n"_s), QString());
}

/// Also marks fields that were never edited.
void TestCallPanel::callReportsInvalidArguments()
{
    m_panel->setTool(tool(u"u"_s, R"({"required":["text"],"properties":{"text":{"type":"string","minLength":1}}})"));
    QVERIFY(!note(u"text"_s).isEmpty());
    const auto color = [this] {
        return m_panel->findChild<QLabel *>(u"note_text"_s)->palette().color(QPalette::WindowText);
    };
    const QColor hint = color();
    m_actions.callTool->setEnabled(true);
    m_actions.callTool->trigger();
    QVERIFY(color() != hint);
}

void TestCallPanel::remembersEachTool()
{
    m_panel->editor()->json()->setText(R"({"text":"mine"})");
    m_panel->setTool(tool(u"other"_s, R"({"properties":{}})"));
    QCOMPARE(json(), "{}");
    m_panel->clear();
    QVERIFY(!m_panel->canCall());
    m_panel->setTool(tool(u"t"_s, R"({"properties":{"text":{"type":"string"}}})"));
    QCOMPARE(json(), R"({"text":"mine"})");
    QCOMPARE(field<QLineEdit>(u"text"_s)->text(), u"mine"_s);
}

void TestCallPanel::argumentsAreSentOnOneLine()
{
    m_panel->editor()->json()->setText("{\n  \"text\": \"a\\nb\",\n  \"n\": 1.50\n}");
    QCOMPARE(m_panel->arguments(), R"({"text":"a\nb","n":1.50})");
}

QTEST_MAIN(TestCallPanel)
#include "tst_callpanel.moc"
