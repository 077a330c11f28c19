// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/commandform.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/preferencesdialog.h"
#include "windowfixture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// How a server is asked for, and what may be set.
class TestConnectDialog : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void lineAndFieldsFollowEachOther();
    void everyFieldCounts();
    void saysWhatIsMissing();
    void recentServersFillTheForm();
    void demoServerIsOffered();
    void browsesForProgramAndFolder();
    void preferencesAreStored();
    void preferencesCanBeDropped();

private:
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_dialog->findChild<T *>(name);
    }
    [[nodiscard]] ServerTarget target() const { return m_dialog->form()->target(); }
    void reopen();

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<ConnectDialog> m_dialog;
};

void TestConnectDialog::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    reopen();
}

void TestConnectDialog::cleanup()
{
    m_dialog.reset();
    m_fixture.reset();
}

void TestConnectDialog::reopen()
{
    m_dialog = std::make_unique<ConnectDialog>(m_fixture->settings, m_fixture->dialogs, m_fixture->services.demoServer);
    m_dialog->open();
}

void TestConnectDialog::lineAndFieldsFollowEachOther()
{
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"npx -y \"my server\" stdio"_s);
    QCOMPARE(find<QLineEdit>(u"program"_s)->text(), u"npx"_s);
    QCOMPARE(find<QPlainTextEdit>(u"arguments"_s)->toPlainText(), u"-y\nmy server\nstdio"_s);
    QCOMPARE(target().command.arguments, QStringList({u"-y"_s, u"my server"_s, u"stdio"_s}));

    auto *arguments = find<QPlainTextEdit>(u"arguments"_s);
    arguments->moveCursor(QTextCursor::End);
    QTest::keyClick(arguments, Qt::Key_Return);
    QTest::keyClicks(arguments, u"two words"_s);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), target().command.toLine());
    QCOMPARE(StdioCommand::fromLine(find<QLineEdit>(u"commandLine"_s)->text())->arguments,
             QStringList({u"-y"_s, u"my server"_s, u"stdio"_s, u"two words"_s}));
}

void TestConnectDialog::everyFieldCounts()
{
    QTest::keyClicks(find<QLineEdit>(u"program"_s), u"server"_s);
    QTest::keyClicks(find<QLineEdit>(u"workingDirectory"_s), u"/srv"_s);
    QTest::keyClicks(find<QPlainTextEdit>(u"setVariables"_s), u"A=1=2"_s);
    QTest::keyClicks(find<QLineEdit>(u"unsetVariables"_s), u"B C"_s);
    find<QCheckBox>(u"inheritEnvironment"_s)->click();
    find<QComboBox>(u"revision"_s)->setCurrentText(u"2025-03-26"_s);
    QSignalSpy chosen(m_dialog.get(), &ConnectDialog::targetChosen);
    QTest::mouseClick(find<QPushButton>(u"connectButton"_s), Qt::LeftButton);
    QCOMPARE(chosen.count(), 1);
    QVERIFY(!m_dialog->isVisible());
    const auto result = chosen.at(0).at(0).value<ServerTarget>();
    QCOMPARE(result.command.program, u"server"_s);
    QCOMPARE(result.command.workingDirectory, u"/srv"_s);
    QCOMPARE(result.command.setVariables.value(u"A"_s), u"1=2"_s);
    QCOMPARE(result.command.unsetVariables, QStringList({u"B"_s, u"C"_s}));
    QVERIFY(!result.command.inheritEnvironment);
    QCOMPARE(result.revision, Revision::R2025_03_26);
}

void TestConnectDialog::saysWhatIsMissing()
{
    auto *connectButton = find<QPushButton>(u"connectButton"_s);
    QVERIFY(!connectButton->isEnabled());
    QCOMPARE(m_dialog->form()->complaint(), u"Type the command that starts the server."_s);
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"server"_s);
    QVERIFY(connectButton->isEnabled());
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u" 'it"_s);
    QVERIFY(!connectButton->isEnabled());
    QCOMPARE(m_dialog->form()->complaint(), u"Command: the quote ' at position 8 is not closed."_s);
    QTest::keyClicks(find<QLineEdit>(u"commandLine"_s), u"'"_s);
    QVERIFY(connectButton->isEnabled());
    QTest::keyClicks(find<QPlainTextEdit>(u"setVariables"_s), u"NAME"_s);
    QVERIFY(!connectButton->isEnabled());
    QCOMPARE(m_dialog->form()->complaint(), u"“NAME” is not of the form NAME=value."_s);
}

void TestConnectDialog::recentServersFillTheForm()
{
    ServerTarget first;
    first.command = {.program = u"first"_s, .arguments = {u"--x"_s}};
    first.revision = Revision::R2024_11_05;
    ServerTarget second;
    second.command = {.program = u"second"_s};
    m_fixture->settings.addRecentServer(first);
    m_fixture->settings.addRecentServer(second);
    reopen();
    QCOMPARE(target().command.program, u"second"_s); // the last one is ready to go
    QVERIFY(find<QPushButton>(u"removeRecent"_s)->isEnabled());
    auto *recent = find<QListWidget>(u"connectRecent"_s);
    QCOMPARE(recent->count(), 3);
    recent->setCurrentRow(2);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"first --x"_s);
    QCOMPARE(find<QComboBox>(u"revision"_s)->currentText(), u"2024-11-05"_s);
    QTest::mouseClick(find<QPushButton>(u"removeRecent"_s), Qt::LeftButton);
    QCOMPARE(m_fixture->settings.recentServers().size(), 1);
    QCOMPARE(recent->count(), 2);
}

void TestConnectDialog::demoServerIsOffered()
{
    auto *recent = find<QListWidget>(u"connectRecent"_s);
    recent->setCurrentRow(0);
    QVERIFY(!find<QPushButton>(u"removeRecent"_s)->isEnabled());
    QSignalSpy chosen(m_dialog.get(), &ConnectDialog::targetChosen);
    QTest::keyClick(recent, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(chosen.count(), 1, 1000);
    QVERIFY(chosen.at(0).at(0).value<ServerTarget>().isSameAs(m_fixture->services.demoServer));
}

void TestConnectDialog::browsesForProgramAndFolder()
{
    m_fixture->dialogs.path = u"/usr/bin/some program"_s;
    QTest::mouseClick(find<QPushButton>(u"browseProgram"_s), Qt::LeftButton);
    QCOMPARE(target().command.program, u"/usr/bin/some program"_s);
    QCOMPARE(find<QLineEdit>(u"commandLine"_s)->text(), u"'/usr/bin/some program'"_s);
    m_fixture->dialogs.path = u"/var"_s;
    QTest::mouseClick(find<QPushButton>(u"browseFolder"_s), Qt::LeftButton);
    QCOMPARE(target().command.workingDirectory, u"/var"_s);
}

void TestConnectDialog::preferencesAreStored()
{
    PreferencesDialog dialog(m_fixture->settings, u"/somewhere"_s);
    dialog.findChild<QCheckBox *>(u"keepSessions"_s)->click();
    QVERIFY(!dialog.findChild<QSpinBox *>(u"sessionsMegabytes"_s)->isEnabled());
    dialog.findChild<QSpinBox *>(u"probeMilliseconds"_s)->setValue(500);
    dialog.findChild<QSpinBox *>(u"jsonDepth"_s)->setValue(77);
    QTest::mouseClick(dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QCOMPARE(dialog.result(), int(QDialog::Accepted));
    QCOMPARE(m_fixture->settings.value(Settings::KeepSessions), false);
    QCOMPARE(m_fixture->settings.value(Settings::ProbeMilliseconds), 500);
    QCOMPARE(m_fixture->settings.value(Settings::JsonDepth), 77);
}

void TestConnectDialog::preferencesCanBeDropped()
{
    PreferencesDialog dialog(m_fixture->settings, u"/somewhere"_s);
    dialog.findChild<QSpinBox *>(u"jsonDepth"_s)->setValue(77);
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QCOMPARE(m_fixture->settings.value(Settings::JsonDepth), Settings::JsonDepth.fallback);
}

QTEST_MAIN(TestConnectDialog)
#include "tst_connectdialog.moc"
