// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "core/capture/file/followedcommand.h"
#include "ui/actions.h"
#include "ui/dialogs/followdialog.h"
#include "ui/views/widgets/messagebar.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// File > Follow Command: the output of a command as a growing capture.
class TestFollowing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
    void startsNothingWithoutTheButton();
    void dialogReportsProblems_data();
    void dialogReportsProblems();
    void showsTheOutput_data();
    void showsTheOutput();
    void reportsTheEnd();
    void reportsAFailedCommand_data();
    void reportsAFailedCommand();
    void canBeStoppedWhileItWaits();
    void keepsALiveConversation();
    void keepsARunningCommand();

private:
    static constexpr int Limit = 20'000;

    [[nodiscard]] ConversationController &controller() const { return m_fixture->window->controller(); }
    [[nodiscard]] MessageBar *bar() const { return m_fixture->window->page().findChild<MessageBar *>(u"messageBar"_s); }
    /// Starts a command by the dialog.
    void follow(const QString &line)
    {
        m_fixture->window->actions().followCommand->trigger();
        auto *dialog = m_fixture->find<FollowDialog>(u"followDialog"_s);
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(u"followCommand"_s)->setText(line);
        QTest::mouseClick(dialog->findChild<QPushButton *>(u"followStart"_s), Qt::LeftButton);
    }
    void append(const QByteArray &bytes) const
    {
        QFile file(m_fixture->file(u"a"_s));
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestFollowing::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    append(R"({"pullcord":"1.1","program":"test","started":"2026-07-28T12:34:56.789Z","title":"remote"})"
           "\n");
}

void TestFollowing::startsNothingWithoutTheButton()
{
    m_fixture->window->actions().followCommand->trigger();
    auto *dialog = m_fixture->find<FollowDialog>(u"followDialog"_s);
    QVERIFY(dialog && !dialog->findChild<QPushButton *>(u"followStart"_s)->isEnabled());
    dialog->findChild<QLineEdit *>(u"followCommand"_s)->setText(u"touch "_s + m_fixture->file(u"started"_s));
    QVERIFY(dialog->findChild<QPushButton *>(u"followStart"_s)->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!controller().followed());
    QVERIFY(!QFile::exists(m_fixture->file(u"started"_s)));
}

void TestFollowing::dialogReportsProblems_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("canStart");
    QTest::addColumn<bool>("hasRemark");
    QTest::newRow("nothing") << u"  "_s << false << false;
    QTest::newRow("an open quote") << u"ssh 'host"_s << false << true;
    QTest::newRow("a pipe") << u"cat a | grep x"_s << true << true;
    QTest::newRow("usual") << u"ssh host pullcord-cli follow 'a b.pullcord'"_s << true << false;
}

void TestFollowing::dialogReportsProblems()
{
    QFETCH(QString, line);
    const FollowDialog dialog(line);
    QTEST(dialog.findChild<QPushButton *>(u"followStart"_s)->isEnabled(), "canStart");
    QTEST(!dialog.findChild<QLabel *>(u"followNote"_s)->text().isEmpty(), "hasRemark");
}

void TestFollowing::showsTheOutput_data()
{
    QTest::addColumn<bool>("keeps");
    QTest::newRow("kept") << true;
    QTest::newRow("not kept") << false;
}

void TestFollowing::showsTheOutput()
{
    QFETCH(bool, keeps);
    m_fixture->settings.set(Settings::KeepSessions, keeps);
    follow(u"tail -n +1 -f '%1'"_s.arg(m_fixture->file(u"a"_s)));
    QVERIFY(bar()->text().contains(u"Waiting for the output of “tail"_s));
    QTRY_VERIFY_WITH_TIMEOUT(controller().conversation(), Limit);
    QCOMPARE(bar()->text(), QString());
    append(R"({"t":1,"c":0,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":1,"method":"ping"}})"
           "\n");
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->log().count(), 1, Limit);
    m_fixture->flush();
    QCOMPARE(m_fixture->requests()->rowCount(), 1);
    const auto *status = m_fixture->find<QLabel>(u"statusRecording"_s);
    QTRY_VERIFY_WITH_TIMEOUT(status->text().startsWith(keeps ? u"Following: "_s : u"Following, not kept"_s), Limit);
    QCOMPARE(controller().isUnkept(), !keeps);
    const QStringList files = QDir(m_fixture->services.sessionsFolder).entryList({u"*.pullcord"_s}, QDir::Files);
    QCOMPARE(files.size(), keeps ? 1 : 0);
    controller().close();
    QVERIFY(!controller().followed());
}

void TestFollowing::reportsTheEnd()
{
    follow(u"cat '%1'"_s.arg(m_fixture->file(u"a"_s)));
    QTRY_VERIFY2_WITH_TIMEOUT(bar()->text().contains(u"has ended. All of its output is shown."_s),
                              qPrintable(bar()->text()), Limit);
    QCOMPARE(controller().title(), u"remote"_s);
}

void TestFollowing::reportsAFailedCommand_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    QTest::newRow("no capture") << u"echo Welcome"_s << u"begins with \"Welcome\""_s;
    QTest::newRow("exit code") << u"sh -c 'echo no route >&2; exit 255'"_s << u"exit code 255"_s;
    QTest::newRow("standard error") << u"sh -c 'echo no route >&2; exit 255'"_s << u"no route"_s;
    QTest::newRow("no program") << u"no-such-program-here"_s << u"no-such-program-here"_s;
}

void TestFollowing::reportsAFailedCommand()
{
    QFETCH(QString, line);
    QFETCH(QString, said);
    follow(line);
    QTRY_VERIFY2_WITH_TIMEOUT(bar()->text().contains(u"Cannot follow"_s), qPrintable(bar()->text()), Limit);
    QVERIFY2(bar()->text().contains(said), qPrintable(bar()->text()));
    QVERIFY(!controller().conversation());
}

void TestFollowing::canBeStoppedWhileItWaits()
{
    follow(u"sleep 1000"_s);
    auto *stop = m_fixture->find<QPushButton>(u"messageBarAction"_s);
    QCOMPARE(stop->text(), u"Stop"_s);
    QTRY_VERIFY_WITH_TIMEOUT(controller().followed()->isRunning(), Limit);
    QTest::mouseClick(stop, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!controller().followed()->isRunning(), Limit);
    QCOMPARE(bar()->text(), QString());
}

void TestFollowing::keepsALiveConversation()
{
    QVERIFY(m_fixture->connectToDemo());
    const Conversation *live = &m_fixture->conversation();
    follow(u"cat '%1'"_s.arg(m_fixture->file(u"a"_s)));
    QTRY_VERIFY_WITH_TIMEOUT(controller().conversation() && controller().conversation() != live, Limit);
    QVERIFY(!controller().conversation()->isLive()); // in a new tab
}

/// Another capture opens in a new tab, with or without output of the command so far.
void TestFollowing::keepsARunningCommand()
{
    follow(u"sleep 1000"_s);
    QTRY_VERIFY_WITH_TIMEOUT(controller().followed()->isRunning(), Limit);
    ConversationPage &waiting = m_fixture->window->page();
    waiting.openCapture(m_fixture->file(u"a"_s));
    QVERIFY(&m_fixture->window->page() != &waiting);
    QVERIFY(waiting.controller().followed()->isRunning());
}

QTEST_MAIN(TestFollowing)
#include "tst_following.moc"
