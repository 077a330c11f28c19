// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void defaults();
    void invalidValuesBecomeTheDefault_data();
    void invalidValuesBecomeTheDefault();
    void survivesAFile();
    void isReadableByItsOwnerOnly_data();
    void isReadableByItsOwnerOnly();
    void boundsWhatIsSet();
    void reasonsAreLimitedAndNewestFirst();
    void serversKeepNoSecrets();
    void savedServersKeepSecretsInMemory();
    void importedCommandsAreConfirmedOnce();
    void commandIsListedOnce();
    void urlsKeepNoSecrets();
    void invalidServersAreSkipped();
    void recentCaptures();
    void mutedRules();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_store;
    std::unique_ptr<Settings> m_settings;
};

void TestSettings::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_store = std::make_unique<QSettings>(m_folder.filePath(u"settings.ini"_s), QSettings::IniFormat);
    m_store->clear();
    m_settings = std::make_unique<Settings>(*m_store);
}

void TestSettings::defaults()
{
    QCOMPARE(m_settings->value(Settings::KeepSessions), true);
    QCOMPARE(m_settings->value(Settings::ProbeMilliseconds), 3000);
    QCOMPARE(m_settings->value(Settings::CallTimeoutSeconds), 0);
    QCOMPARE(m_settings->language(), QString());
    QVERIFY(m_settings->reasons().isEmpty());
    QVERIFY(m_settings->recentServers().isEmpty());
    QVERIFY(m_settings->layout(u"mainWindow"_s).isEmpty());
}

void TestSettings::invalidValuesBecomeTheDefault_data()
{
    QTest::addColumn<QString>("stored");
    QTest::newRow("no number") << u"soon"_s;
    QTest::newRow("empty") << u""_s;
    QTest::newRow("too small") << u"1"_s;
    QTest::newRow("too large") << u"99999999"_s;
    QTest::newRow("negative") << u"-5"_s;
}

void TestSettings::invalidValuesBecomeTheDefault()
{
    QFETCH(QString, stored);
    m_store->setValue(QString::fromLatin1(Settings::ProbeMilliseconds.key), stored);
    QCOMPARE(m_settings->value(Settings::ProbeMilliseconds), Settings::ProbeMilliseconds.fallback);
    m_store->setValue(QString::fromLatin1(Settings::KeepSessions.key), stored);
    QCOMPARE(m_settings->value(Settings::KeepSessions), true);
}

void TestSettings::survivesAFile()
{
    m_settings->set(Settings::KeepSessions, false);
    m_settings->set(Settings::JsonDepth, 99);
    m_settings->addReason(u"a, \"b\"; c"_s);
    m_settings->setLayout(u"x"_s, QByteArray("\0\xff\x01", 3));
    m_store->sync();
    QSettings again(m_store->fileName(), QSettings::IniFormat);
    const Settings settings(again);
    QCOMPARE(settings.value(Settings::KeepSessions), false);
    QCOMPARE(settings.value(Settings::JsonDepth), 99);
    QCOMPARE(settings.reasons(), QStringList{u"a, \"b\"; c"_s});
    QCOMPARE(settings.layout(u"x"_s), QByteArray("\0\xff\x01", 3));
}

void TestSettings::isReadableByItsOwnerOnly_data()
{
    QTest::addColumn<bool>("wasThere");
    QTest::newRow("new") << false;
    QTest::newRow("of an earlier version") << true;
}

void TestSettings::isReadableByItsOwnerOnly()
{
    QFETCH(bool, wasThere);
    constexpr auto Mode = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup |
                          QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    const QTemporaryDir home;
    const QString path = home.filePath(u"config/pullcord/pullcord.ini"_s);
    if (wasThere) {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile old(path);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("[recent]\n") > 0);
        QVERIFY(old.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther));
    }
    const auto mode = [&path] { return QFile::permissions(path) & Mode; };
    for (int time = 0; time < 2; ++time) { // also when an existing file is rewritten
        const std::unique_ptr<QSettings> store = Settings::openStore(path);
        QCOMPARE(mode(), QFile::ReadOwner | QFile::WriteOwner);
        Settings settings(*store);
        settings.addReason(QString::number(time));
        store->sync();
        QCOMPARE(mode(), QFile::ReadOwner | QFile::WriteOwner);
        QCOMPARE(settings.reasons().size(), time + 1);
    }
    if (!wasThere)
        QCOMPARE(QFile::permissions(QFileInfo(path).path()) & Mode,
                 QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestSettings::boundsWhatIsSet()
{
    m_settings->set(Settings::JsonDepth, 1);
    QCOMPARE(m_settings->value(Settings::JsonDepth), Settings::JsonDepth.lowest);
    m_settings->set(Settings::JsonDepth, 1'000'000'000);
    QCOMPARE(m_settings->value(Settings::JsonDepth), Settings::JsonDepth.highest);
}

void TestSettings::reasonsAreLimitedAndNewestFirst()
{
    for (int i = 0; i < 30; ++i)
        m_settings->addReason(QString::number(i));
    m_settings->addReason(u"25"_s);
    m_settings->addReason(u"  "_s);
    const QStringList reasons = m_settings->reasons();
    QCOMPARE(reasons.size(), Settings::MostReasons);
    QCOMPARE(reasons.mid(0, 3), QStringList({u"25"_s, u"29"_s, u"28"_s}));
    QCOMPARE(reasons.count(u"25"_s), 1);
}

void TestSettings::serversKeepNoSecrets()
{
    ServerTarget target;
    target.name = u"mine"_s;
    target.command = {.program = u"/opt/a server"_s,
                      .arguments = {u"--flag"_s, u"with space"_s, u""_s},
                      .workingDirectory = u"/tmp"_s,
                      .inheritEnvironment = false,
                      .inheritedVariables = {u"PATH"_s},
                      .setVariables = {{u"TOKEN"_s, u"hunter2"_s}},
                      .unsetVariables = {u"HOME"_s}};
    target.revision = Revision::R2025_06_18;
    QSignalSpy changed(m_settings.get(), &Settings::recentChanged);
    m_settings->addRecentServer(target);
    m_settings->addRecentServer(target);
    QCOMPARE(changed.count(), 2);
    m_store->sync();
    QFile file(m_store->fileName());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));

    QCOMPARE(m_settings->recentServers().size(), 1);
    const ServerTarget read = m_settings->recentServers().first();
    QVERIFY(read.isSameAs(target));
    QCOMPARE(read.command.arguments, target.command.arguments);
    QCOMPARE(read.command.inheritEnvironment, false);
    QCOMPARE(read.command.inheritedVariables, target.command.inheritedVariables);
    QVERIFY(read.command.setVariables.contains(u"TOKEN"_s));
    QCOMPARE(read.forgottenValues(), QStringList(u"TOKEN"_s));
    QCOMPARE(read.revision, target.revision);
    QCOMPARE(read.shortAddress(), StdioCommand({u"a server"_s, target.command.arguments}).toLine());
    m_settings->removeRecentServer(target);
    QVERIFY(m_settings->recentServers().isEmpty());
}

void TestSettings::savedServersKeepSecretsInMemory()
{
    ServerTarget target;
    target.name = u"mine"_s;
    target.group = u"work"_s;
    target.imported = true;
    target.command = {.program = u"server"_s, .setVariables = {{u"TOKEN"_s, u"hunter2"_s}, {u"EMPTY"_s, QString()}}};
    ServerList list;
    list.put(target);
    QSignalSpy changed(m_settings.get(), &Settings::savedChanged);
    m_settings->setSavedServers(list);
    QCOMPARE(changed.count(), 1);
    m_store->sync();
    QFile file(m_store->fileName());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));

    const ServerList now = m_settings->savedServers();
    QCOMPARE(now.find(u"mine"_s)->command.setVariables, target.command.setVariables);
    QCOMPARE(now.find(u"mine"_s)->forgottenValues(), QStringList());
    const Settings later(*m_store);
    const ServerList read = later.savedServers();
    QVERIFY(read.find(u"mine"_s));
    QCOMPARE(read.find(u"mine"_s)->group, u"work"_s);
    QVERIFY(read.find(u"mine"_s)->imported);
    QVERIFY(read.find(u"mine"_s)->isSameAs(target));
    QCOMPARE(read.find(u"mine"_s)->forgottenValues(), QStringList(u"TOKEN"_s)); // EMPTY is empty on purpose
}

void TestSettings::importedCommandsAreConfirmedOnce()
{
    ServerTarget target;
    target.command = {.program = u"server"_s, .arguments = {u"a"_s}, .setVariables = {{u"TOKEN"_s, u"x"_s}}};
    QVERIFY(m_settings->isConfirmed(target)); // typed by the user
    target.imported = true;
    QVERIFY(!m_settings->isConfirmed(target));
    m_settings->confirm(target);
    QVERIFY(m_settings->isConfirmed(target));
    target.name = u"another name"_s;
    target.command.setVariables[u"TOKEN"_s] = u"y"_s;
    QVERIFY(m_settings->isConfirmed(target));
    for (const auto &change :
         {+[](StdioCommand &c) { c.arguments << u"b"_s; }, +[](StdioCommand &c) { c.workingDirectory = u"/"_s; },
          +[](StdioCommand &c) { c.setVariables.insert(u"LD_PRELOAD"_s, {}); },
          +[](StdioCommand &c) { c.program = u"./server"_s; }}) {
        ServerTarget other = target;
        change(other.command);
        QVERIFY(!m_settings->isConfirmed(other));
    }
    m_settings->forgetConfirmation(target);
    QVERIFY(!m_settings->isConfirmed(target));
    target.command = {};
    target.http.url = QUrl(u"http://localhost/"_s);
    QVERIFY(m_settings->isConfirmed(target)); // starts nothing
}

void TestSettings::commandIsListedOnce()
{
    ServerTarget target;
    target.command = {.program = u"/a/server"_s, .arguments = {u"x"_s}};
    m_settings->addRecentServer(target);
    target.revision = Revision::R2025_06_18;
    m_settings->addRecentServer(target);
    QCOMPARE(m_settings->recentServers().size(), 1);
    QCOMPARE(m_settings->recentServers().first().revision, target.revision);
    target.command.program = u"/b/server"_s;
    m_settings->addRecentServer(target);
    QCOMPARE(ServerTarget::distinctAddresses(m_settings->recentServers()),
             QStringList({u"/b/server x"_s, u"/a/server x"_s})); // the short names would be equal
}

void TestSettings::urlsKeepNoSecrets()
{
    ServerTarget target;
    target.http.url = QUrl(u"https://example.com:8443/mcp?x=a%20b"_s);
    target.http.kind = HttpOptions::Kind::Streamable;
    target.http.headers.add("Authorization", "Bearer hunter2");
    target.http.cancelGrace = std::chrono::milliseconds(700);
    target.answering = {{"roots/list", {AnswerPolicy::Kind::Answer, R"({"roots":[]})"}},
                        {"elicitation/create", {AnswerPolicy::Kind::Never, {}}}};
    target.http.exchange.connectTimeout = std::chrono::seconds(7);
    target.http.exchange.idleTimeout = std::chrono::milliseconds(1500);
    target.revision = LatestModern;
    m_settings->addRecentServer(target);
    m_store->sync();
    QFile file(m_store->fileName());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("hunter2"));

    QCOMPARE(m_settings->recentServers().size(), 1);
    const ServerTarget read = m_settings->recentServers().first();
    QVERIFY(read.isHttp());
    QVERIFY(read.isSameAs(target));
    QCOMPARE(read.http.url, target.http.url);
    QCOMPARE(read.http.kind, target.http.kind);
    QCOMPARE(read.http.cancelGrace, target.http.cancelGrace);
    QCOMPARE(read.answering.size(), 2);
    QCOMPARE(read.answering.value("roots/list").kind, AnswerPolicy::Kind::Answer);
    QCOMPARE(read.answering.value("roots/list").result, R"({"roots":[]})");
    QCOMPARE(read.answering.value("elicitation/create").kind, AnswerPolicy::Kind::Never);
    QCOMPARE(read.http.exchange.connectTimeout, target.http.exchange.connectTimeout);
    QCOMPARE(read.http.exchange.idleTimeout, target.http.exchange.idleTimeout);
    QCOMPARE(read.revision, target.revision);
    QCOMPARE(read.forgottenValues(), QStringList(u"Authorization"_s));
    QCOMPARE(target.forgottenValues(), QStringList());
    QCOMPARE(read.title(), u"example.com:8443"_s);
    target.http.headers = {};
    m_settings->addRecentServer(target);
    QCOMPARE(m_settings->recentServers().size(), 1); // same URL, with other headers
    m_settings->removeRecentServer(target);
    QVERIFY(m_settings->recentServers().isEmpty());

    target.http.url = QUrl(u"https://user:hunter2@example.com/?api_key=hunter2"_s);
    QVERIFY(!target.shortAddress().contains(u"hunter2"_s));
}

void TestSettings::invalidServersAreSkipped()
{
    m_store->setValue(u"recent/servers"_s, QStringList{u"{"_s, u"[]"_s, u"{}"_s, uR"({"program":"good"})"_s, u"42"_s});
    QCOMPARE(m_settings->recentServers().size(), 1);
    QCOMPARE(m_settings->recentServers().first().command.program, u"good"_s);
}

void TestSettings::recentCaptures()
{
    m_settings->addRecentCapture(u"/a"_s);
    m_settings->addRecentCapture(u"/b"_s);
    m_settings->addRecentCapture(u"/a"_s);
    QCOMPARE(m_settings->recentCaptures(), QStringList({u"/a"_s, u"/b"_s}));
    m_settings->removeRecentCapture(u"/a"_s);
    QCOMPARE(m_settings->recentCaptures(), QStringList{u"/b"_s});
    const QDateTime opened(QDate(2026, 7, 28), QTime(14, 3), Qt::UTC);
    m_settings->addRecentCapture(u"/c/d 1"_s, opened);
    QCOMPARE(m_settings->recentCaptures(), QStringList({u"/c/d 1"_s, u"/b"_s}));
    QCOMPARE(m_settings->openedCapture(u"/c/d 1"_s), opened);
    QVERIFY(!m_settings->openedCapture(u"/d 1"_s).isValid());
}

/// Rules are silenced per server, with any characters in its name, up to a limit.
void TestSettings::mutedRules()
{
    using Codes = QSet<FindingCode>;
    const QString server = u"a server, of 2 words"_s;
    QSignalSpy changed(m_settings.get(), &Settings::silencedChanged);
    QCOMPARE(m_settings->silencedRules(server), Codes());
    m_settings->setSilencedRules(server, {FindingCode::C16, FindingCode::C01});
    m_settings->setSilencedRules(u"of 2 words"_s, {FindingCode::C02});
    QCOMPARE(changed.count(), 2);
    const Settings again(*m_store);
    QCOMPARE(again.silencedRules(server), Codes({FindingCode::C01, FindingCode::C16}));
    QCOMPARE(again.silencedRules(u"of 2 words"_s), Codes{FindingCode::C02});
    QCOMPARE(again.silencedRules(u"another"_s), Codes());
    m_settings->setSilencedRules(server, {FindingCode::C02});
    QCOMPARE(again.silencedRules(server), Codes{FindingCode::C02}); // replaces the others
    m_settings->setSilencedRules(server, {});
    QCOMPARE(again.silencedRules(server), Codes());
    QCOMPARE(m_store->value("findings/silenced").toStringList(), QStringList(u"C02 of 2 words"_s));
    m_store->setValue("findings/silenced", QStringList{u"C01,X99,c02 s"_s, u"C01"_s, u" "_s});
    QCOMPARE(again.silencedRules(u"s"_s), Codes{FindingCode::C01}); // unknown codes are dropped
    for (int number = 0; number < Settings::MostWithSilenced + 5; ++number)
        m_settings->setSilencedRules(QString::number(number), {FindingCode::C01});
    QCOMPARE(again.silencedRules(u"4"_s), Codes()); // the oldest entry is dropped
    QCOMPARE(again.silencedRules(u"5"_s), Codes{FindingCode::C01});
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
