// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/dialogs/lists/exportdialog.h"
#include "ui/models/redactionmodel.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/messagebar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableView>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Redaction of exports in the window: preview, report, saved rules.
class TestRedacting : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void knownSecretsAreLeftOutUnlessSwitchedOff();
    void rulesAreAddedByKeys();
    void whatStaysIsTold();
    void aBadRuleIsSaidAtOnce();
    void theRulesAreSeenWhole();
    void rulesAreRemovedAndRemembered();
    void theDialogGoesWithTheConversation();

private:
    /// Opens the dialog by Ctrl+S.
    void openDialog();
    /// Adds a rule by Alt+A; its pattern has the focus.
    void addRule() const
    {
        const qsizetype before = m_dialog->findChildren<RedactionRuleRow *>().size();
        press(Qt::Key_A, Qt::AltModifier);
        QTRY_COMPARE(m_dialog->findChildren<RedactionRuleRow *>().size(), before + 1);
        QCOMPARE(focused()->objectName(), u"redactionWhat"_s);
    }
    [[nodiscard]] bool isSum(const QString &sum) const
    {
        return QTest::qWaitFor([&] { return m_dialog->findChild<QLabel *>(u"redactionSum"_s)->text() == sum; }, 5000);
    }
    [[nodiscard]] QWidget *focused() const { return m_dialog->focusWidget(); }
    /// Sends a key to the widget with the focus.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const { QTest::keyClick(focused(), key, modifiers); }
    void type(const QString &text) const { QTest::keyClicks(focused(), text); }
    [[nodiscard]] QString bar() const { return m_fixture->find<MessageBar>(u"messageBar"_s)->text(); }
    [[nodiscard]] QByteArray written() const
    {
        QFile file(m_fixture->dialogs.path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<WindowFixture> m_fixture;
    QPointer<ExportDialog> m_dialog;
};

void TestRedacting::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    QVERIFY(m_fixture->connectToDemo());
    const qsizetype row = m_fixture->call(u"echo"_s, R"({"text": "ghp_abcdefgh1234 of cus_42"})");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->record(row).state, RequestState::Succeeded, 5000);
    m_fixture->dialogs.path = m_fixture->file(u"out.jsonl"_s);
    openDialog();
    QVERIFY(m_dialog);
}

void TestRedacting::openDialog()
{
    m_fixture->window->activateWindow();
    QTRY_VERIFY(m_fixture->window->isActiveWindow());
    QTRY_VERIFY(m_fixture->window->actions().exportAll->isEnabled());
    QTest::keyClick(m_fixture->window.get(), Qt::Key_S, Qt::ControlModifier);
    m_dialog = m_fixture->find<ExportDialog>(u"exportDialog"_s);
    QVERIFY(m_dialog && m_dialog->isVisible() && !m_dialog->isModal());
    QTRY_VERIFY_WITH_TIMEOUT(m_dialog->isActiveWindow(), 5000);
}

void TestRedacting::knownSecretsAreLeftOutUnlessSwitchedOff()
{
    QVERIFY(isSum(u"Values that will be replaced with ***: 2 (known secrets: 2)"_s));
    const auto *model = m_dialog->findChild<QTableView *>(u"redactionPreview"_s)->model();
    QCOMPARE(model->rowCount(), 2);
    const auto cell = [model](RedactionModel::Column column) { return model->index(0, column).data().toString(); };
    QCOMPARE(cell(RedactionModel::Message), u"tools/call"_s);
    QCOMPARE(cell(RedactionModel::Place), u"/params/arguments/text"_s);
    QCOMPARE(cell(RedactionModel::Text), u"ghp_abcdefgh1234 of cus_42"_s);
    QCOMPARE(cell(RedactionModel::Becomes), u"*** of cus_42"_s);
    press(Qt::Key_Return); // the button has the focus
    QTRY_COMPARE_WITH_TIMEOUT(
        bar(), u"Exported to %1. Values redacted: 2 (known secrets: 2)"_s.arg(m_fixture->dialogs.path), 5000);
    QVERIFY(!written().contains("ghp_") && written().contains("*** of cus_42"));
    QTRY_VERIFY(!m_dialog);

    openDialog();
    m_dialog->findChild<QCheckBox *>(u"redactKnown"_s)->setFocus();
    press(Qt::Key_Space);
    QVERIFY(isSum(u"Nothing. Messages are exported exactly as captured."_s));
    press(Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(bar(), u"Exported to %1"_s.arg(m_fixture->dialogs.path), 5000);
    QVERIFY(written().contains("ghp_abcdefgh1234"));
    QVERIFY(!m_fixture->settings.value(Settings::ExportRedactsKnown));
}

void TestRedacting::rulesAreAddedByKeys()
{
    addRule();
    press(Qt::Key_Tab, Qt::ShiftModifier);
    QCOMPARE(focused()->objectName(), u"redactionKind"_s);
    type(u"p"_s);
    QCOMPARE(m_dialog->findChild<QComboBox *>(u"redactionKind"_s)->currentText(), u"Pattern"_s);
    press(Qt::Key_Tab);
    type(u"cus_[0-9]+"_s);
    QVERIFY(isSum(u"Values that will be replaced with ***: 4 (known secrets: 2, pattern:cus_[0-9]+: 2)"_s));
    press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(bar().startsWith(u"Exported to "_s), 5000);
    QVERIFY2(bar().endsWith(u"Values redacted: 4 (known secrets: 2, pattern:cus_[0-9]+: 2)"_s), qPrintable(bar()));
    QVERIFY2(written().contains("\"*** of ***\""), written().constData());
}

void TestRedacting::whatStaysIsTold()
{
    addRule();
    m_dialog->findChild<QComboBox *>(u"redactionKind"_s)->setCurrentIndex(3);
    type(u"^tools/call$"_s);
    const QString left = u"2 (known secrets: 2)"_s;
    const QString staying =
        u"Matches in ids, methods, progress tokens and similar fields, which are never redacted: 1"_s;
    QVERIFY(isSum(u"Values that will be replaced with ***: %1\n%2"_s.arg(left, staying)));
    press(Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(
        bar(), u"Exported to %1. Values redacted: %2. %3"_s.arg(m_fixture->dialogs.path, left, staying), 5000);
}

void TestRedacting::aBadRuleIsSaidAtOnce()
{
    addRule();
    const auto *row = m_dialog->findChild<RedactionRuleRow *>();
    const auto *note = row->findChild<FieldNote *>();
    const auto *agree = m_dialog->findChild<QPushButton *>(u"exportNow"_s);
    QVERIFY(note->text().isEmpty() && agree->isEnabled()); // empty so far
    row->findChild<QComboBox *>(u"redactionKind"_s)->setCurrentIndex(3);
    type(u"a(b"_s);
    QVERIFY2(note->text().contains(u"is not a regular expression: character"_s), qPrintable(note->text()));
    QVERIFY(note->isVisible() && !agree->isEnabled());
    type(u")"_s);
    QVERIFY(note->text().isEmpty() && agree->isEnabled());
    row->findChild<QComboBox *>(u"redactionKind"_s)->setCurrentIndex(2);
    QVERIFY(note->text().contains(u"begins with /"_s) && !agree->isEnabled());
}

/// Rules are fully visible with their errors: all if there are few, else the one being edited.
void TestRedacting::theRulesAreSeenWhole()
{
    const auto *area = m_dialog->findChild<QScrollArea *>(u"redactionRules"_s);
    const auto isWhole = [area](const QWidget *part) {
        const QRect place(part->mapTo(area->viewport(), QPoint()), part->size());
        const int needed = part->hasHeightForWidth() ? part->heightForWidth(part->width()) : part->sizeHint().height();
        return part->isVisible() && part->height() >= needed && area->viewport()->rect().contains(place);
    };
    int before = 0;
    for (int count = 1; count <= 9; ++count) {
        addRule();
        const auto rows = m_dialog->findChildren<RedactionRuleRow *>();
        QTRY_VERIFY2(isWhole(rows.last()), qPrintable(QString::number(count)));
        rows.last()->findChild<QComboBox *>(u"redactionKind"_s)->setCurrentIndex(3);
        type(u"a(b"_s);
        QTRY_VERIFY2(isWhole(rows.last()->findChild<FieldNote *>()), qPrintable(QString::number(count)));
        QTRY_VERIFY2(isWhole(rows.last()), qPrintable(QString::number(count)));
        QTRY_VERIFY(count > 2 || std::all_of(rows.begin(), rows.end(), isWhole));
        QVERIFY(area->height() > before || count > 2);
        before = area->height();
    }
    QVERIFY(area->height() < m_dialog->height() / 2); // the others scroll
}

void TestRedacting::rulesAreRemovedAndRemembered()
{
    addRule();
    type(u"X-Team"_s);
    addRule();
    type(u"X-Other"_s);
    press(Qt::Key_Return);
    QTRY_VERIFY(!m_dialog);
    QCOMPARE(m_fixture->settings.exportRules(), QStringList({u"header:X-Team"_s, u"header:X-Other"_s}));
    openDialog();
    const auto rows = m_dialog->findChildren<RedactionRuleRow *>();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.first()->findChild<QLineEdit *>(u"redactionWhat"_s)->text(), u"X-Team"_s);
    rows.first()->findChild<QLineEdit *>(u"redactionWhat"_s)->setFocus();
    press(Qt::Key_Tab);
    QCOMPARE(focused()->objectName(), u"redactionRemove"_s);
    press(Qt::Key_Space);
    press(Qt::Key_Return);
    QTRY_COMPARE(m_fixture->settings.exportRules(), QStringList({u"header:X-Other"_s}));
}

void TestRedacting::theDialogGoesWithTheConversation()
{
    QVERIFY(m_dialog);
    m_fixture->window->actions().disconnectServer->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_fixture->window->controller().isConnected(), 10'000);
    QVERIFY(m_dialog);
    m_fixture->window->actions().closeTab->trigger();
    QVERIFY(!m_dialog);
}

QTEST_MAIN(TestRedacting)
#include "tst_redacting.moc"
