// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/recentcaptures.h"
#include "ui/reopenoffer.h"
#include "ui/views/widgets/messagebar.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <functional>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Saved conversations are never deleted automatically, and the window reports when they take too much space.
class TestKeeping : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void offersAndDeletes();
    void offersOnceAndKeepsOtherMessages();
    void reopenableCapturesAreKept();
    void openedCapturesAreKept();
    void offersOnRequest();
    void namesTheDeletedCaptures();
    void goneFilesAreNotOffered();
    void latestCaptureIsFirst();
    void removedFileIsReported_data();
    void removedFileIsReported();

private:
    static constexpr int Limit = 10'000;

    /// Saves a conversation of that size, begun on that day of January 2026, `minute` minutes after noon. All files
    /// have the same modification time, as after the end of one program.
    QString keep(int day, int megabytes, const QByteArray &kind = "stderr", int minute = 0);
    [[nodiscard]] MessageBar *bar() const { return m_fixture->window->page().findChild<MessageBar *>(u"messageBar"_s); }
    [[nodiscard]] QPushButton *button() const { return m_fixture->find<QPushButton>(u"messageBarAction"_s); }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestKeeping::init()
{
    WindowFixture::failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
    m_fixture->settings.set(Settings::SessionsMegabytes, 10);
}

QString TestKeeping::keep(int day, int megabytes, const QByteArray &kind, int minute)
{
    const QString &folder = m_fixture->services.sessionsFolder;
    QDir().mkpath(folder);
    const QDateTime began(QDate(2026, 1, day), QTime(12, minute));
    QFile file(u"%1/%2.pullcord"_s.arg(folder, began.toString(u"yyyy-MM-dd_HH-mm-ss"_s)));
    if (!file.open(QIODevice::ReadWrite))
        return {};
    file.write("{\"pullcord\":\"1.0\",\"started\":\"" + began.toUTC().toString(Qt::ISODateWithMs).toLatin1() +
               "\",\"title\":\"old\"}\n");
    file.write("{\"t\":1000,\"k\":\"" + kind + "\",\"s\":\"" + QByteArray(megabytes * 1'000'000, 'x') + "\"}\n");
    file.flush();
    file.setFileTime(QDate(2026, 2, 1).startOfDay(), QFileDevice::FileModificationTime);
    return file.fileName();
}

void TestKeeping::offersAndDeletes()
{
    const QString marked = keep(1, 4, "mark");
    const QString old = keep(2, 4);
    const QString fresh = keep(3, 4);
    QVERIFY(m_fixture->connectToDemo());
    QTRY_VERIFY_WITH_TIMEOUT(!bar()->text().isEmpty(), Limit);
    QCOMPARE(bar()->text(),
             u"Delete 1 old conversation without marks (started 2 Jan 2026 12:00:00; 4.00 MB)? All kept conversations "
             "take 12.0 MB, more than the 10.0 MB set in the preferences. Conversations that were open since "
             "Pullcord started or will be reopened are not included."_s);
    m_fixture->window->resize(1280, 800); // wide enough
    const auto *shown = m_fixture->find<QLabel>(u"messageBarText"_s);
    QTRY_VERIFY2_WITH_TIMEOUT(shown->QLabel::text().remove(QChar(0x200b)).endsWith(u"are not included."_s) &&
                                  !shown->QLabel::text().contains(u'…'),
                              qPrintable(shown->QLabel::text()), Limit);
    QCOMPARE(button()->text(), u"Delete 1 Conversation"_s);
    QVERIFY(!button()->hasFocus()); // not without a user action
    QVERIFY(QFile::exists(old));
    button()->click();
    QCOMPARE(bar()->text(), u"1 conversation was deleted (4.00 MB)."_s);
    QVERIFY(!QFile::exists(old));
    QVERIFY(QFile::exists(marked));
    QVERIFY(QFile::exists(fresh));
    QVERIFY(QFile::exists(m_fixture->conversation().capture().path()));
}

void TestKeeping::offersOnceAndKeepsOtherMessages()
{
    keep(1, 6);
    keep(2, 6);
    QVERIFY(m_fixture->connectToDemo());
    QTRY_VERIFY_WITH_TIMEOUT(bar()->text().startsWith(u"Delete 1 old"_s), Limit);
    m_fixture->window->actions().newTab->trigger();
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    QCOMPARE(bar()->text(), QString());
    QCOMPARE(QDir(m_fixture->services.sessionsFolder).entryList(QDir::Files).size(), 4);
}

void TestKeeping::reopenableCapturesAreKept()
{
    const QString offered = keep(1, 20);
    const QString old = keep(2, 6);
    const QString fresh = keep(3, 6);
    ReopenOffer offer;
    m_fixture->services.offer = &offer;
    OpenTabs openTabs;
    openTabs.windows.append({{{.capture = offered, .title = u"x"_s, .server = {}}}, 0});
    offer.setOpenTabs(openTabs);
    QVERIFY(m_fixture->connectToDemo());
    QTRY_VERIFY_WITH_TIMEOUT(bar()->text().contains(u"All kept conversations take 12.0 MB"_s), Limit);
    button()->click();
    QVERIFY(QFile::exists(offered));
    QVERIFY(!QFile::exists(old));
    QVERIFY(QFile::exists(fresh));
    m_fixture->window.reset(); // before the offer
}

void TestKeeping::openedCapturesAreKept()
{
    const QString opened = keep(1, 6);
    const QString old = keep(2, 6);
    keep(3, 6);
    m_fixture->window->openCapture(opened);
    m_fixture->window->actions().newTab->trigger();
    QVERIFY(m_fixture->connectToDemo());
    QTRY_VERIFY_WITH_TIMEOUT(bar()->text().contains(u"All kept conversations take 12.0 MB"_s), Limit);
    m_fixture->window->openCapture(old); // between the message and the click
    m_fixture->window->present(m_fixture->window->pages().at(1));
    button()->click();
    QVERIFY2(bar()->text().startsWith(u"No conversation was deleted"_s), qPrintable(bar()->text()));
    for (const QString &path : {opened, old})
        QVERIFY(QFile::exists(path));
}

void TestKeeping::offersOnRequest()
{
    keep(1, 6);
    m_fixture->window->actions().clearKept->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(
        bar()->text(),
        u"Kept conversations take 6.00 MB of the 10.0 MB set in the preferences. Nothing to delete. "
        "Conversations that were open since Pullcord started or will be reopened are not included."_s,
        Limit);
    keep(2, 6, "mark");
    keep(1, 6, "mark");
    m_fixture->window->actions().clearKept->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bar()->text().contains(u"All are marked"_s), Limit);
    QVERIFY(bar()->text().endsWith(u"will be reopened are not included."_s));
}

void TestKeeping::namesTheDeletedCaptures()
{
    keep(1, 4, "stderr", 20);
    const QString fresh = keep(1, 30, "stderr", 30);
    keep(1, 4, "stderr", 10);
    const auto ask = [&] {
        bar()->clear();
        m_fixture->window->actions().clearKept->trigger();
    };
    m_fixture->settings.set(Settings::SessionsMegabytes, 31);
    ask();
    QTRY_VERIFY2_WITH_TIMEOUT(
        bar()->text().contains(u"2 old conversations without marks (started 1 Jan 2026 12:10:00 to 12:20:00; "_s),
        qPrintable(bar()->text()), Limit);
    m_fixture->settings.set(Settings::SessionsMegabytes, 10);
    keep(2, 4);
    ask();
    QTRY_VERIFY2_WITH_TIMEOUT(
        bar()->text().contains(u"3 old conversations without marks (started 1 Jan 2026 12:10:00 to 12:30:00; "_s),
        qPrintable(bar()->text()), Limit);
    keep(2, 20, "stderr", 10);
    ask();
    QTRY_VERIFY2_WITH_TIMEOUT(bar()->text().contains(u"(started 1 Jan 2026 to 2 Jan 2026; "_s),
                              qPrintable(bar()->text()), Limit);
    QVERIFY(QFile::exists(fresh));
}

void TestKeeping::goneFilesAreNotOffered()
{
    const QString path = keep(1, 1);
    m_fixture->settings.addRecentCapture(path);
    QCOMPARE(RecentCapture::all(m_fixture->settings, m_fixture->services.sessionsFolder).size(), 1);
    QVERIFY(QFile::remove(path));
    QCOMPARE(RecentCapture::all(m_fixture->settings, m_fixture->services.sessionsFolder).size(), 0);
}

/// The latest files come first, by the time of last use or modification, then by start. A narrow list cuts the names
/// and keeps the times.
void TestKeeping::latestCaptureIsFirst()
{
    const QDateTime written = QDate(2026, 2, 1).startOfDay();
    const QStringList kept{keep(3, 1), keep(2, 1), keep(1, 1)};
    const auto paths = [this] {
        QStringList listed;
        for (const RecentCapture &capture : RecentCapture::all(m_fixture->settings, m_fixture->services.sessionsFolder))
            listed << capture.path;
        return listed;
    };
    const QString own = m_fixture->file(u"own.pullcord"_s);
    QVERIFY(QFile::copy(kept.at(0), own));
    QFile file(own);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(written.addDays(-1), QFileDevice::FileModificationTime));
    QCOMPARE(paths(), kept);
    m_fixture->settings.addRecentCapture(own, written.addSecs(-1));
    QCOMPARE(paths(), kept + QStringList{own});
    m_fixture->settings.addRecentCapture(kept.at(1), written.addSecs(1));
    m_fixture->settings.addRecentCapture(own, written.addSecs(2));
    QCOMPARE(paths(), QStringList({own, kept.at(1), kept.at(0), kept.at(2)}));
    const QList<RecentCapture> all = RecentCapture::all(m_fixture->settings, m_fixture->services.sessionsFolder);
    QCOMPARE(all.at(1).text, u"2 Jan 2026 12:00:00 — old"_s);
}

void TestKeeping::removedFileIsReported_data()
{
    QTest::addColumn<std::function<void(const QString &)>>("happens");
    QTest::addColumn<QString>("why");
    using Happens = std::function<void(const QString &)>;
    QTest::newRow("removed") << Happens([](const QString &path) { QVERIFY(QFile::remove(path)); })
                             << u"the file was removed"_s;
    QTest::newRow("replaced") << Happens([](const QString &path) {
        QVERIFY(QFile::remove(path));
        QFile other(path);
        QVERIFY(other.open(QIODevice::WriteOnly));
    }) << u"it was replaced by another file"_s;
    QTest::newRow("cut short") << Happens([](const QString &path) { QVERIFY(QFile::resize(path, 10)); })
                               << u"changed the size of the file"_s;
}

/// While recording, the bar offers to save, and closing the tab asks for confirmation.
void TestKeeping::removedFileIsReported()
{
    QFETCH(std::function<void(const QString &)>, happens);
    QFETCH(QString, why);
    QVERIFY(m_fixture->connectToDemo());
    QVERIFY(m_fixture->waitForLists());
    const QString path = m_fixture->conversation().capture().path();
    QVERIFY(!path.isEmpty() && !m_fixture->window->controller().isUnkept());
    happens(path);
    QVERIFY(m_fixture->call(u"echo"_s, R"({"text":"a"})") >= 0 || !bar()->text().isEmpty());
    QTRY_VERIFY2_WITH_TIMEOUT(bar()->text().contains(why), qPrintable(bar()->text()), Limit);
    QCOMPARE(button()->text(), u"Save As…"_s);
    QVERIFY(m_fixture->window->controller().isUnkept());
    const QLabel *recording = m_fixture->find<QLabel>(u"statusRecording"_s); // not saved, or not recording
    QTRY_VERIFY2_WITH_TIMEOUT(recording->text().contains(u"ot "_s), qPrintable(recording->text()), Limit);
    QTest::mouseClick(button(), Qt::LeftButton);
    QVERIFY(m_fixture->find<QDialog>(u"exportDialog"_s));
}

QTEST_MAIN(TestKeeping)

#include "tst_keeping.moc"
