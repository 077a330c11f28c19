// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/instance.h"

#include "core/privatefolder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// One program per user: the first one, hand-over from a later one, and limits on waiting.
class TestInstance : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void firstInstanceListens();
    void laterInstanceHandsOver();
    void pathsAreRelativeToTheLaterInstance();
    void openingsRoundTrip();
    void commandsAreNotAccepted();
    void otherKeysAreSeparate();
    void staleSocketIsReplaced();
    void waitsForAStartingInstance();
    void doesNotWaitForAHungInstance();
    void otherVersionIsIgnored();
    void invalidDataIsRejected_data();
    void invalidDataIsRejected();
    void folderIsPrivate();
    void nextInstanceBecomesTheFirst();
    void tooLongPathCausesNoDelay();

private:
    static constexpr int Limit = 10'000;
    [[nodiscard]] QString folder() const { return m_folder->path(); }
    [[nodiscard]] static Opening opening(const QString &file)
    {
        Opening opening;
        opening.files = QStringList{file};
        return opening;
    }
    /// Starts the instance and waits until it has found no other one.
    [[nodiscard]] static bool isAlone(Instance &instance)
    {
        const QSignalSpy alone(&instance, &Instance::alone);
        instance.start({});
        return QTest::qWaitFor([&] { return !alone.isEmpty(); }, Limit);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestInstance::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    qRegisterMetaType<Opening>("Pullcord::Opening");
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestInstance::cleanup()
{
    m_folder.reset();
}

void TestInstance::firstInstanceListens()
{
    Instance first(folder(), u"a"_s);
    QVERIFY(!first.isListening());
    QVERIFY(isAlone(first));
    QVERIFY(first.isListening());
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(first.socketPath()) & others));
}

void TestInstance::laterInstanceHandsOver()
{
    Instance first(folder(), u"a"_s);
    QVERIFY(isAlone(first));
    QSignalSpy wanted(&first, &Instance::wanted);
    for (const QString &file : {u"/one.pullcord"_s, u"/two.pullcord"_s}) { // listens again after the first
        Instance later(folder(), u"a"_s);
        const QSignalSpy alone(&later, &Instance::alone);
        QSignalSpy handed(&later, &Instance::handedOver);
        later.start(opening(file));
        QVERIFY(handed.wait(Limit));
        QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), 1, Limit);
        QCOMPARE(wanted.takeFirst().at(0).value<Opening>().files, QStringList{file});
        QVERIFY(alone.isEmpty());
        QVERIFY(!later.isListening());
    }
}

void TestInstance::pathsAreRelativeToTheLaterInstance()
{
    Opening relative = opening(u"../a b.pullcord"_s);
    relative.files << u"/whole.pullcord"_s << u"x/./y.json"_s << u":guide/index.md"_s;
    const auto read = Opening::fromJson(relative.toJson(u"/home/me/project"_s));
    QVERIFY(read);
    QCOMPARE(read->files, (QStringList{u"/home/me/a b.pullcord"_s, u"/whole.pullcord"_s, u"/home/me/project/x/y.json"_s,
                                       u"/home/me/project/:guide/index.md"_s}));
}

void TestInstance::openingsRoundTrip()
{
    Opening all = opening(u"/line\nbreak \u4e2d.pullcord"_s);
    all.demo = true;
    all.saved = u"my \"server\""_s;
    all.revision = Revision::R2025_06_18;
    all.newWindow = true;
    all.activation = "token-1";
    all.server.emplace();
    all.server->http.url = QUrl(u"https://example.com/mcp"_s);
    all.server->http.headers.add("Authorization", "Bearer x");
    const QByteArray json = all.toJson(u"/"_s);
    QVERIFY(!json.contains('\n')); // it is sent as one line
    const auto read = Opening::fromJson(json);
    QVERIFY(read);
    QCOMPARE(read->files, all.files);
    QCOMPARE(read->demo, true);
    QCOMPARE(read->saved, all.saved);
    QVERIFY(read->revision == all.revision);
    QCOMPARE(read->newWindow, true);
    QCOMPARE(read->activation, all.activation);
    QCOMPARE(read->server->http.url, all.server->http.url);
    QCOMPARE(read->server->http.headers.value("authorization"), std::optional<QByteArray>("Bearer x"));
    const auto nothing = Opening::fromJson(Opening().toJson(u"/"_s));
    QVERIFY(nothing && nothing->files.isEmpty() && !nothing->demo && !nothing->server && !nothing->revision);
}

void TestInstance::commandsAreNotAccepted()
{
    Opening command;
    command.server.emplace();
    command.server->command.program = u"/bin/true"_s;
    QVERIFY(command.hasCommand());
    QVERIFY(!command.toJson(u"/"_s).contains("true\""));
    // A message written by hand is rejected too.
    const QByteArray setting = command.server->toSetting().toUtf8().replace('"', "\\\"");
    QVERIFY(!Opening::fromJson("{\"server\":\"" + setting + "\"}"));
    QVERIFY(!Opening::fromJson("{\"server\":\"\"}"));
}

void TestInstance::otherKeysAreSeparate()
{
    QVERIFY(Instance::keyFor(u"/a.ini"_s) != Instance::keyFor(u"/b.ini"_s));
    const QString here = Instance::keyFor(u"/a.ini"_s);
    const QByteArray display = qgetenv("DISPLAY");
    qputenv("DISPLAY", ":77");
    QVERIFY(Instance::keyFor(u"/a.ini"_s) != here);
    display.isEmpty() ? qunsetenv("DISPLAY") : qputenv("DISPLAY", display);
    QCOMPARE(Instance::keyFor(u"/a.ini"_s), here);
    Instance first(folder(), u"a"_s);
    QVERIFY(isAlone(first));
    Instance other(folder(), u"b"_s);
    QVERIFY(isAlone(other));
    QVERIFY(first.isListening() && other.isListening());
    Instance nowhere(QString(), u"a"_s); // no private folder
    QVERIFY(isAlone(nowhere));
    QVERIFY(!nowhere.isListening());
}

void TestInstance::staleSocketIsReplaced()
{
    Instance first(folder(), u"a"_s);
    { // a socket without a listener, and the lock of a dead process
        QLocalServer dead;
        QVERIFY(dead.listen(first.socketPath()));
        QFile lock(m_folder->filePath(u"pullcord-a.lock"_s));
        QVERIFY(lock.open(QIODevice::WriteOnly));
        lock.write("2147483646\npullcord\n" + QSysInfo::machineHostName().toUtf8() + "\n");
    }
    QFile socket(first.socketPath());
    if (!socket.exists()) // a plain file has the same effect
        QVERIFY(socket.open(QIODevice::WriteOnly));
    QVERIFY(isAlone(first));
    QVERIFY(first.isListening());
}

void TestInstance::waitsForAStartingInstance()
{
    QLockFile lock(m_folder->filePath(u"pullcord-a.lock"_s));
    QVERIFY(lock.tryLock(0));
    Instance later(folder(), u"a"_s);
    QSignalSpy handed(&later, &Instance::handedOver);
    QLocalServer server;
    QByteArray got;
    connect(&server, &QLocalServer::newConnection, this, [&] {
        QLocalSocket *socket = server.nextPendingConnection();
        connect(socket, &QLocalSocket::readyRead, this, [&got, socket] {
            got += socket->readAll();
            socket->write("done\n");
        });
        socket->write("pullcord 1\n");
    });
    QTimer::singleShot(5 * Instance::TryAgain, &server, [&] { QVERIFY(server.listen(later.socketPath())); });
    later.start(opening(u"/x.pullcord"_s));
    QVERIFY(handed.wait(Limit));
    QVERIFY(got.contains("/x.pullcord"));
}

void TestInstance::doesNotWaitForAHungInstance()
{
    QLockFile lock(m_folder->filePath(u"pullcord-a.lock"_s));
    QVERIFY(lock.tryLock(0));
    Instance later(folder(), u"a"_s);
    QLocalServer server; // never sends its greeting
    QVERIFY(server.listen(later.socketPath()));
    QVERIFY(isAlone(later));
    QVERIFY(!later.isListening());
    QLocalSocket *socket = server.nextPendingConnection();
    QVERIFY(socket);
    QTRY_COMPARE_WITH_TIMEOUT(socket->state(), QLocalSocket::UnconnectedState, Limit);
    QCOMPARE(socket->readAll(), QByteArray()); // nothing is left to open when it wakes up
}

void TestInstance::otherVersionIsIgnored()
{
    QLockFile lock(m_folder->filePath(u"pullcord-a.lock"_s));
    QVERIFY(lock.tryLock(0));
    Instance later(folder(), u"a"_s);
    QLocalServer server;
    QVERIFY(server.listen(later.socketPath()));
    connect(&server, &QLocalServer::newConnection, this,
            [&] { server.nextPendingConnection()->write("pullcord 2\n"); });
    QElapsedTimer clock;
    clock.start();
    QVERIFY(isAlone(later));
    QVERIFY(clock.elapsed() < Instance::Patience.count());
}

void TestInstance::invalidDataIsRejected_data()
{
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("no JSON") << QByteArray("open this\n");
    QTest::newRow("no object") << QByteArray("[1]\n");
    QTest::newRow("no end") << QByteArray(Instance::MostBytes + 10, 'x');
    QTest::newRow("HTTP") << QByteArray("GET / HTTP/1.1\r\n\r\n");
}

void TestInstance::invalidDataIsRejected()
{
    QFETCH(QByteArray, sent);
    Instance first(folder(), u"a"_s);
    QVERIFY(isAlone(first));
    const QSignalSpy wanted(&first, &Instance::wanted);
    QLocalSocket socket;
    socket.connectToServer(first.socketPath());
    socket.write(sent);
    QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QLocalSocket::UnconnectedState, Limit);
    QVERIFY(!socket.readAll().contains("done"));
    QVERIFY(wanted.isEmpty());
    QVERIFY(first.isListening());
}

void TestInstance::folderIsPrivate()
{
    const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder()));
    QCOMPARE(PrivateFolder::ofSession(), folder());
    QVERIFY(QFile::setPermissions(folder(), QFile::Permissions(0x7755))); // others may list it
    QVERIFY(PrivateFolder::ofSession() != folder());
    QVERIFY(PrivateFolder::ofSession().isEmpty() ||
            !(QFile::permissions(PrivateFolder::ofSession()) & QFile::ReadOther));
    qputenv("XDG_RUNTIME_DIR", before);
}

void TestInstance::nextInstanceBecomesTheFirst()
{
    Instance first(folder(), u"a"_s);
    QVERIFY(isAlone(first));
    first.stop();
    Instance next(folder(), u"a"_s);
    QVERIFY(isAlone(next));
    QVERIFY(next.isListening());
}

/// The path of a socket is limited to about a hundred characters.
void TestInstance::tooLongPathCausesNoDelay()
{
    const QString deep = m_folder->filePath(QString(200, u'd'));
    QVERIFY(QDir().mkpath(deep));
    Instance first(deep, u"a"_s);
    QVERIFY(isAlone(first));
    QVERIFY(!first.isListening());
    Instance later(deep, u"a"_s);
    QElapsedTimer clock;
    clock.start();
    QVERIFY(isAlone(later));
    QVERIFY(clock.elapsed() < Instance::Patience.count());
}

QTEST_MAIN(TestInstance)
#include "tst_instance.moc"
