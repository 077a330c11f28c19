// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// A client and a server with the proxy in between: bytes, record, end, and back pressure.

#include "core/findings/findings.h"
#include "core/stdioproxyscene.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>

using namespace Pullcord;
using namespace Pullcord::StdioProxyScene;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr StdioTransport::Options Hurry{.json = {}, .closeWait = 100ms, .terminateWait = 100ms};
/// More than the proxy buffers for a side that does not read, and more than pipes hold.
constexpr qsizetype Much = 8 * ClientPipes::MostWaiting;

QList<Finding> listed(const Findings &findings)
{
    QList<Finding> list;
    for (qsizetype i = 0; i < findings.count(); ++i)
        list << findings.at(i);
    return list;
}

} // namespace

class TestStdioProxy : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void passesBytes_data();
    void passesBytes();
    void passesHalfALineAtOnce();
    void addsNothing();
    void passesStderr();
    void ends_data();
    void ends();
    void reportsAFailedStart();
    void clientClosesItsOutput();
    void clientClosesTheOutputOfASilentServer();
    void clientEndsWithABacklog();
    void lastMessagesOfTheClient();
    void closesOnRequest();
    void slowClientGetsAll();
    void clientStopsReading();
    void clientEndsAfterTheServer();
    void hurries();
    void hurriesOnAnIdleClient();
    void serverThatDoesNotRead();
    void clientThatDoesNotRead();
    void stderrIsNotRead();
    void fileIsFull();
    void findsTheSameAsInTheFile();
    void operatorCancels_data();
    void operatorCancels();
    void operatorCancelsBetweenLines();
    void operatorSendsAnError();
    void operatorSendsTheErrorLater();
    void idIsUsedAgain();
    void operatorIsTooLate();
    void operatorCancelsARequestOfTheServer();
    void operatorIsRefused();
};

void TestStdioProxy::passesBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("messages") << R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
                                 "\n"
                                 R"({"jsonrpc":"2.0","id":"1","method":"ping"})"
                                 "\n"_ba;
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("malformed") << "{oops\n}\nnot json at all\n"_ba;
    QTest::newRow("invalid UTF-8") << "{\"a\":\"\xff\xc0\x80\"}\n\xfe\n"_ba;
    QTest::newRow("zeros") << QByteArray("\0{\"a\":\0}\n\0\0\n", 12);
    QTest::newRow("CRLF") << "{\"a\":1}\r\n\r\n{\"a\":2}\r\r\n"_ba;
    QTest::newRow("blank lines") << "\n\n  \n{\"a\":1}\n\n"_ba;
    QTest::newRow("half a line at the end") << "{\"a\":1}\n{\"a\":"_ba;
    QTest::newRow("a whole one without its newline") << "{\"a\":1}"_ba;
    QTest::newRow("a lone CR at the end") << "{\"a\":1}\r"_ba;
    QTest::newRow("an id that no double holds") << R"({"jsonrpc":"2.0","id":1e400,"method":"ping"})"
                                                   "\n"_ba;
    QTest::newRow("a line of 50 MB") << QByteArray("{\"a\":\"" + QByteArray(50'000'000, 'x') + "\"}\n");
    QTest::newRow("many lines") << "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{}}\n"_ba.repeated(20'000);
}

/// From the client to a server that echoes.
void TestStdioProxy::passesBytes()
{
    QFETCH(const QByteArray, bytes);
    Scene scene({.program = u"cat"_s});
    scene.wires.toProxy->write(bytes);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.isAtEnd, Limit);
    QVERIFY(scene.wires.heard == bytes);
    QVERIFY(scene.told(Direction::ClientToServer) == bytes);
    QVERIFY(scene.told(Direction::ServerToClient) == bytes);
    QCOMPARE(scene.count(EventKind::Unsent), 0);
    QCOMPARE(scene.steps(), "opening opened closing exited closed");
    QVERIFY(scene.isInOrder);
    QCOMPARE(scene.proxy.exitStatus(), 0);
}

void TestStdioProxy::passesHalfALineAtOnce()
{
    Scene scene({.program = u"cat"_s});
    scene.wires.toProxy->write("{\"a\"");
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, "{\"a\"", Limit);
    QCOMPARE(scene.told(Direction::ServerToClient), QByteArray());
    scene.wires.toProxy->write(":1}\n");
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ServerToClient), "{\"a\":1}\n", Limit);
    QCOMPARE(scene.told(Direction::ClientToServer), "{\"a\":1}\n");
    QCOMPARE(scene.wires.heard, "{\"a\":1}\n");
}

/// The proxy adds no bytes in either direction, whatever passes.
void TestStdioProxy::addsNothing()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"said"_s);
    Scene scene(shell(u"cat > '%1'"_s.arg(path)));
    const QByteArray bytes = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\n{oops\n{\"jsonrpc\":\"2.0\","
                             "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n";
    scene.wires.toProxy->write(bytes);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), bytes);
    QCOMPARE(scene.wires.heard, QByteArray());
    QCOMPARE(scene.wires.errors, QByteArray());
}

void TestStdioProxy::passesStderr()
{
    Scene scene(shell(u"printf 'one\\r\\n\\377 two' >&2; echo '{}'; exec cat"_s));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, "one\r\n\xff two", Limit);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QCOMPARE(scene.wires.errors, "one\r\n\xff two");
    QCOMPARE(scene.wires.heard, "{}\n");
    QCOMPARE(scene.count(EventKind::Stderr), 2);
}

void TestStdioProxy::ends_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<bool>("clientLeaves");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("steps");
    const QByteArray left = "opening opened closing exited closed";
    QTest::newRow("server, in good order") << u"echo '{}'; exit 0"_s << false << 0 << "opening opened exited closed"_ba;
    QTest::newRow("server, with a code") << u"echo '{}'; exit 3"_s << false << 3 << "opening opened exited closed"_ba;
    QTest::newRow("server, killed") << u"echo '{}'; kill -KILL $$"_s << false << 128 + SIGKILL
                                    << "opening opened exited closed"_ba;
    QTest::newRow("client, and the server goes") << u"echo '{}'; cat; exit 4"_s << true << 4 << left;
    QTest::newRow("client, and the server has to be asked")
        << u"echo '{}'; exec sleep 1000"_s << true << 128 + SIGTERM << left;
    QTest::newRow("client, and the server has to be made to")
        << u"trap '' TERM; echo '{}'; while :; do sleep 1; done"_s << true << 128 + SIGKILL << left;
}

void TestStdioProxy::ends()
{
    QFETCH(const QString, server);
    QFETCH(const bool, clientLeaves);
    QFETCH(const QByteArray, steps);
    Scene scene(shell(server), Hurry);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, "{}\n", Limit);
    if (clientLeaves)
        scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QTEST(scene.proxy.exitStatus().value_or(-1), "status");
    QCOMPARE(scene.steps(), steps);
    QCOMPARE(scene.proxy.failure(), QString());
    if (clientLeaves)
        QCOMPARE(scene.reason(EventKind::Closing), u"the client closed standard input"_s);
    QCOMPARE(scene.reason(EventKind::Closed).isEmpty(), clientLeaves); // as when Pullcord is the client
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.isAtEnd, Limit);
}

void TestStdioProxy::reportsAFailedStart()
{
    Scene scene({.program = u"/no/such/program"_s});
    QVERIFY(scene.ends());
    QVERIFY(!scene.proxy.exitStatus());
    QCOMPARE(scene.proxy.failure(),
             u"the program \"/no/such/program\" could not be started: the file does not exist"_s);
    QCOMPARE(scene.steps(), "opening failed closed");
}

void TestStdioProxy::clientClosesItsOutput()
{
    Scene scene(shell(u"while echo '{}'; do :; done"_s), Hurry);
    QTRY_VERIFY_WITH_TIMEOUT(!scene.wires.heard.isEmpty(), Limit);
    scene.wires.fromProxy->close();
    QVERIFY(scene.ends());
    QCOMPARE(scene.reason(EventKind::Closing), u"the client closed standard output"_s);
}

void TestStdioProxy::clientClosesTheOutputOfASilentServer()
{
    Scene scene(shell(u"exec cat > /dev/null"_s), Hurry);
    QTRY_COMPARE_WITH_TIMEOUT(scene.count(EventKind::Opened), 1, Limit);
    scene.wires.fromProxy->close();
    QVERIFY(scene.ends());
    QCOMPARE(scene.reason(EventKind::Closing), u"the client closed standard output"_s);
}

/// The server does not read, so the proxy stops reading the client.
void TestStdioProxy::clientEndsWithABacklog()
{
    Scene scene(shell(u"exec sleep 3600"_s), Hurry);
    scene.wires.toProxy->write(QByteArray("{}\n").repeated(Much / 3));
    QTRY_VERIFY_WITH_TIMEOUT(scene.proxy.waitingForServer() >= ClientPipes::MostWaiting, Limit);
    scene.wires.toProxy->close();
    QVERIFY(scene.ends());
    QCOMPARE(scene.reason(EventKind::Closing), u"the client closed standard input"_s);
}

/// The client closes both ends at once, as a dying process does.
void TestStdioProxy::lastMessagesOfTheClient()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"heard"_s);
    Scene scene(shell(u"exec cat > %1"_s.arg(path)));
    QTRY_COMPARE_WITH_TIMEOUT(scene.count(EventKind::Opened), 1, Limit);
    const QByteArray words = QByteArray("{}\n").repeated(10'000);
    scene.wires.toProxy->write(words);
    scene.wires.fromProxy->close();
    scene.wires.toProxy->close();
    QVERIFY(scene.ends());
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    QCOMPARE(file.readAll(), words);
}

/// close() ends a proxy whose client holds both pipes and reads nothing, as on a signal.
void TestStdioProxy::closesOnRequest()
{
    Scene scene(shell(u"yes '{}' | head -c %1; exec cat"_s.arg(ClientPipes::MostWaiting / 2)), Hurry);
    scene.wires.fromProxy->setReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(scene.proxy.waitingForClient() > ClientPipes::MostWaiting / 4, Limit);
    scene.proxy.close(u"Interrupted by SIGTERM"_s);
    QVERIFY(scene.ends());
    QCOMPARE(scene.reason(EventKind::Closing), u"Interrupted by SIGTERM"_s);
    QCOMPARE(scene.steps(), "opening opened closing exited closed note");
    QVERIFY(scene.undelivered() > ClientPipes::MostWaiting / 4);
}

/// The server ended long before the client reads its output.
void TestStdioProxy::slowClientGetsAll()
{
    Scene scene(shell(u"yes '{\"a\":1}' | head -c %1; exit 5"_s.arg(ClientPipes::MostWaiting / 2)));
    scene.wires.fromProxy->setReading(false);
    QTRY_COMPARE_WITH_TIMEOUT(scene.count(EventKind::Closed), 1, Limit);
    QCOMPARE(scene.finished.count(), 0);
    scene.wires.fromProxy->setReading(true);
    QVERIFY(scene.ends());
    QCOMPARE(scene.wires.heard.size(), ClientPipes::MostWaiting / 2);
    QCOMPARE(scene.proxy.exitStatus(), 5);
    QCOMPARE(scene.steps(), "opening opened exited closed");
}

/// The client holds its pipe without reading, and no signal comes.
void TestStdioProxy::clientStopsReading()
{
    Scene scene(shell(u"yes '{\"a\":1}' | head -c %1; exit 5"_s.arg(ClientPipes::MostWaiting / 2)));
    scene.wires.fromProxy->setReading(false);
    QVERIFY(scene.ends());
    QCOMPARE(scene.proxy.exitStatus(), 5);
    QCOMPARE(scene.steps(), "opening opened exited closed note");
    // The bytes that were already in the pipe arrive.
    scene.wires.fromProxy->setReading(true);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.isAtEnd, Limit);
    QVERIFY(!scene.wires.heard.isEmpty());
    QCOMPARE(scene.undelivered(), ClientPipes::MostWaiting / 2 - scene.wires.heard.size());
    QCOMPARE(scene.proxy.undelivered(), scene.undelivered());
}

void TestStdioProxy::clientEndsAfterTheServer()
{
    Scene scene(shell(u"yes '{\"a\":1}' | head -c %1; exit 5"_s.arg(ClientPipes::MostWaiting / 2)));
    scene.wires.fromProxy->setReading(false);
    QTRY_COMPARE_WITH_TIMEOUT(scene.count(EventKind::Closed), 1, Limit);
    const qsizetype waiting = scene.proxy.waitingForClient();
    QVERIFY(waiting > 0);
    scene.wires.fromProxy->close();
    QVERIFY(scene.ends());
    QCOMPARE(scene.proxy.exitStatus(), 5);
    QCOMPARE(scene.undelivered(), waiting);
}

/// The server would never end by itself.
void TestStdioProxy::hurries()
{
    constexpr StdioTransport::Options patient{.json = {}, .closeWait = 1h, .terminateWait = 1h};
    Scene scene(shell(u"trap '' TERM; echo '{}'; while :; do sleep 1; done"_s), patient);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, "{}\n", Limit);
    scene.proxy.close(u"Interrupted by SIGTERM"_s);
    QCOMPARE(scene.steps(), "opening opened closing");
    scene.proxy.hurry();
    QVERIFY(scene.ends());
    QCOMPARE(scene.proxy.exitStatus(), 128 + SIGKILL);
    QCOMPARE(scene.steps(), "opening opened closing exited closed");
    QCOMPARE(scene.reason(EventKind::Closing), u"Interrupted by SIGTERM"_s);
}

void TestStdioProxy::hurriesOnAnIdleClient()
{
    Scene scene(shell(u"yes '{\"a\":1}' | head -c %1"_s.arg(ClientPipes::MostWaiting / 2)));
    scene.wires.fromProxy->setReading(false);
    QTRY_COMPARE_WITH_TIMEOUT(scene.count(EventKind::Closed), 1, Limit);
    scene.proxy.close(u"Interrupted by SIGTERM"_s);
    QCOMPARE(scene.undelivered(), 0);
    scene.proxy.hurry();
    QVERIFY(scene.undelivered() > 0); // gave up
    QVERIFY(scene.ends());
}

void TestStdioProxy::serverThatDoesNotRead()
{
    Scene scene(shell(u"trap 'echo \"{}\"' USR1; echo $$; while :; do sleep 0.01; done"_s), Hurry);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.heard.endsWith('\n'), Limit);
    const auto server = pid_t(scene.wires.heard.trimmed().toLongLong());
    const QByteArray line = R"({"jsonrpc":"2.0","method":"n"})"
                            "\n";
    scene.wires.toProxy->write(line.repeated(Much / line.size()));
    QTRY_VERIFY_WITH_TIMEOUT(scene.proxy.waitingForServer() >= ClientPipes::MostWaiting, Limit);
    // The other direction still works, while no more is read from the client.
    ::kill(server, SIGUSR1);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.heard.endsWith("{}\n"), Limit);
    QVERIFY(scene.proxy.waitingForServer() < ClientPipes::MostWaiting + (128 << 10));
    QVERIFY(scene.wires.toProxy->pendingBytes() > Much / 2);
    QTRY_VERIFY_WITH_TIMEOUT(scene.count(EventKind::Queued) > 0, Limit);
    scene.proxy.close(u"enough"_s);
    QVERIFY(scene.ends());
    QVERIFY(scene.count(EventKind::Unsent) > 0);
}

void TestStdioProxy::clientThatDoesNotRead()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"said"_s);
    Scene scene(shell(u"yes '{\"jsonrpc\":\"2.0\",\"method\":\"n\"}' & exec cat > '%1'"_s.arg(path)), Hurry);
    scene.wires.fromProxy->setReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(scene.proxy.waitingForClient() >= ClientPipes::MostWaiting, Limit);
    const qsizetype told = scene.events.size();
    scene.wires.toProxy->write("{\"a\":1}\n");
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray said;
    QTRY_COMPARE_WITH_TIMEOUT(said += file.readAll(), "{\"a\":1}\n", Limit);
    QVERIFY(scene.proxy.waitingForClient() < ClientPipes::MostWaiting + (128 << 10));
    QVERIFY(scene.events.size() < told + 10); // unread bytes are not recorded either
    scene.wires.fromProxy->setReading(true);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.heard.size() > Much, Limit);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    QCOMPARE(scene.wires.heard.left(34), R"({"jsonrpc":"2.0","method":"n"})"
                                         "\n"
                                         R"({"j)");
    QVERIFY(scene.told(Direction::ServerToClient) == scene.wires.heard);
}

/// Unread stderr blocks only the server, and nothing else.
void TestStdioProxy::stderrIsNotRead()
{
    Scene scene(shell(u"yes complaint >&2 & exec cat"_s), Hurry);
    scene.wires.errorsFromProxy->setReading(false);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.toErrors->pendingBytes() >= ClientPipes::MostWaiting, Limit);
    scene.wires.toProxy->write("{\"a\":1}\n");
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, "{\"a\":1}\n", Limit);
    QVERIFY(scene.wires.toErrors->pendingBytes() < ClientPipes::MostWaiting + (128 << 10));
    scene.wires.errorsFromProxy->setReading(true);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.errors.size() > Much, Limit);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
}

/// The conversation continues, and so does the table of requests.
void TestStdioProxy::fileIsFull()
{
    const QTemporaryDir folder;
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    {
        Scene scene({.program = u"cat"_s});
        auto conversation =
            Conversation::proxied(scene.proxy.description(), {.path = folder.filePath(u"a.pullcord"_s)});
        QVERIFY(conversation);
        scene.conversation = *std::move(conversation);
        const QSignalSpy failed(&scene.conversation->capture(), &Capture::failed);
        const rlimit little{4096, before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &little), 0);
        QByteArray said;
        for (int id = 1; id <= 200; ++id)
            said += R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"method":"ping"})" + '\n';
        scene.wires.toProxy->write(said);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, Limit);
        scene.wires.toProxy->write(said);
        scene.wires.toProxy->closeWhenWritten();
        const bool ended = scene.ends();
        setrlimit(RLIMIT_FSIZE, &before);
        QVERIFY(ended);
        QCOMPARE(scene.wires.heard, said + said);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(scene.conversation->log().count(), 800); // in both directions
    }
}

void TestStdioProxy::findsTheSameAsInTheFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"a.pullcord"_s);
    const QString server =
        uR"(read a; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}}}'
            read b; read c; read d; read e
            echo '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":5}]}}'
            echo '{"jsonrpc":"2.0","id":9,"result":{}}'
            echo oops; cat)"_s;
    Scene scene(shell(server));
    auto conversation = Conversation::proxied(scene.proxy.description(), {.path = path});
    QVERIFY(conversation);
    scene.conversation = *std::move(conversation);
    auto live = std::make_unique<Findings>(scene.conversation->capture(), scene.conversation->log());
    for (
        const char *line :
        {R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}})",
         R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
         R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t"}})",
         R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"late"}})",
         R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":7}})"})
        scene.wires.toProxy->write(QByteArray(line) + '\n');
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.heard.endsWith("oops\n"), Limit);
    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    live->finish();
    live->continueChecking(Findings::AllAtOnce);
    const QList<Finding> found = listed(*live);
    live.reset();
    scene.conversation->capture().flush();

    const RequestRecord cancelled = scene.conversation->log().record(1);
    QCOMPARE(cancelled.state, RequestState::Cancelled);
    QVERIFY(cancelled.late.answered());
    scene.conversation.reset(); // it holds the file as a growing one
    QStringList codes;
    for (const Finding &finding : found)
        codes << finding.kind().name;
    // Violations by the server: a result after the cancellation, a response to nothing, an invalid message. By the
    // client: calls that violate the schema, and one abandoned without a cancellation.
    for (const char *code : {"C01", "P04", "P01", "P11", "C32"})
        QVERIFY2(codes.contains(QLatin1StringView(code)),
                 qPrintable(u"%1 in %2"_s.arg(QLatin1StringView(code), codes.join(u' '))));

    const auto reopened = Conversation::fromFile(path);
    QVERIFY(reopened);
    QVERIFY((*reopened)->capture().header().connection.value("proxied"_L1).toBool());
    Findings again((*reopened)->capture(), (*reopened)->log());
    again.finish();
    again.continueChecking(Findings::AllAtOnce);
    QVERIFY(listed(again) == found);
    QCOMPARE(QFile(path).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup),
             QFile::Permissions());
}

namespace {

const QByteArray Call = R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"slow"}})"
                        "\n";
const QByteArray Cancel =
    R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"tired"}})"
    "\n";
const QByteArray LateResult = R"({"jsonrpc":"2.0","id":5,"result":{"content":[]}})"
                              "\n";

/// A server that reads the lines of a call and of its cancellation, and then prints `after`.
StdioCommand cancelledServer(const QByteArray &after)
{
    return shell(u"read call; read cancel; echo \"$cancel\" >&2; printf '%s' '%1'; exec cat > /dev/null"_s.arg(
        QString::fromUtf8(after)));
}

OperatorCancel cancelOf(qint64 id)
{
    return {.id = RequestId(id), .reason = u"tired"_s};
}

} // namespace

void TestStdioProxy::operatorCancels_data()
{
    using WaitEnd = RequestRecord::Cancellation::WaitEnd;
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<WaitEnd>("waitEnd");
    QTest::addColumn<QByteArrayList>("found");
    QTest::newRow("silent") << QByteArray() << WaitEnd::Closed << QByteArrayList();
    QTest::newRow("late response") << LateResult << WaitEnd::Response << QByteArrayList{"C01"};
}

/// The server gets the cancellation as any other; the client gets what the server sends, and is not blamed.
void TestStdioProxy::operatorCancels()
{
    QFETCH(const QByteArray, after);
    QFETCH(const QByteArrayList, found);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"a.pullcord"_s);
    Scene scene(cancelledServer(after));
    auto conversation = Conversation::proxied(scene.proxy.description(), {.path = path});
    QVERIFY(conversation);
    scene.conversation = *std::move(conversation);
    auto findings = std::make_unique<Findings>(scene.conversation->capture(), scene.conversation->log());
    scene.wires.toProxy->write(Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    QVERIFY(scene.proxy.cancel(cancelOf(5)));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, Cancel, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, after, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ClientToServer), Call + Cancel, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ServerToClient), after, Limit);
    QCOMPARE(scene.proxy.openRequests().size(), after.isEmpty() ? 1 : 0);
    QCOMPARE(scene.proxy.counts().cancelled, 1);

    scene.wires.toProxy->closeWhenWritten();
    QVERIFY(scene.ends());
    scene.conversation->capture().flush();
    findings->finish();
    const RequestRecord record = scene.conversation->log().record(0);
    QCOMPARE(record.state, RequestState::Cancelled);
    QVERIFY(record.cancellation->byOperator);
    QCOMPARE(record.cancellation->reason, u"tired"_s);
    QTEST(record.cancellation->waitEnd, "waitEnd");
    QByteArrayList codes;
    for (const Finding &finding : listed(*findings)) {
        if (finding.kind().name != "C16"_L1 && !finding.kind().name.startsWith(u'P'))
            codes << QByteArray(finding.kind().name.data(), finding.kind().name.size());
        QVERIFY2(finding.accused != Direction::ClientToServer || finding.kind().name.startsWith(u'P'),
                 finding.kind().name.data());
    }
    QCOMPARE(codes, found);
    findings.reset();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY2(text.startsWith(R"({"pullcord":"1.2",)"), text.left(40).constData());
    QVERIFY(text.contains(R"("injected":true)"));
    QVERIFY(text.contains(R"("by":"operator")"));
}

/// The client is in the middle of a line.
void TestStdioProxy::operatorCancelsBetweenLines()
{
    Scene scene({.program = u"cat"_s});
    scene.wires.toProxy->write(Call + "{\"half\"");
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, Call + "{\"half\"", Limit); // bytes pass at once
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 2, Limit);  // cat sends it back
    QVERIFY(scene.proxy.cancel(cancelOf(5)));
    QCOMPARE(scene.told(Direction::ClientToServer), Call);
    scene.wires.toProxy->write(":1}\n{}\n");
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ClientToServer), Call + "{\"half\":1}\n{}\n" + Cancel, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, Call + "{\"half\":1}\n{}\n" + Cancel, Limit);
}

/// The client gets the error at once, and not the late response.
void TestStdioProxy::operatorSendsAnError()
{
    Scene scene(cancelledServer(LateResult + "{}\n"));
    scene.wires.toProxy->write(Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    OperatorCancel cancel = cancelOf(5);
    cancel.error.emplace();
    cancel.error->message = u"stopped"_s;
    QVERIFY(scene.proxy.cancel(cancel));
    const QByteArray error = R"({"jsonrpc":"2.0","id":5,"error":{"code":-32800,"message":"stopped"}})"
                             "\n";
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, error + "{}\n", Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ServerToClient), error + LateResult + "{}\n", Limit);
    QVERIFY(scene.isInOrder);
    int withheld = 0;
    for (const Event &event : scene.events) {
        if (event.isMessage())
            QCOMPARE(event.isByOperator(), event.bytes + '\n' == error || event.bytes + '\n' == Cancel);
        withheld += event.isWithheld();
        QCOMPARE(event.isWithheld(), event.bytes + '\n' == LateResult);
    }
    QCOMPARE(withheld, 1);
    QCOMPARE(scene.proxy.openRequests().size(), 0);
    QVERIFY(!scene.proxy.cancel(cancel));
}

/// First the client waits on; then the operator ends that.
void TestStdioProxy::operatorSendsTheErrorLater()
{
    Scene scene(cancelledServer({}));
    scene.wires.toProxy->write(Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    QVERIFY(scene.proxy.cancel(cancelOf(5)));
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ClientToServer), Call + Cancel, Limit);
    QVERIFY(scene.proxy.openRequests().constFirst().isStillAwaited());
    QCOMPARE(scene.proxy.cancel(cancelOf(5)).error().code, qint64(OperatorCancel::HasEnded));
    OperatorCancel cancel = cancelOf(5);
    cancel.error.emplace();
    QVERIFY(scene.proxy.cancel(cancel));
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.heard.contains("-32800"), Limit);
    QCOMPARE(scene.told(Direction::ClientToServer), Call + Cancel); // no second cancellation
    QCOMPARE(scene.proxy.openRequests().size(), 0);
}

/// The server never responds to the cancelled request, and the client uses its id again, as 2026-07-28 allows.
void TestStdioProxy::idIsUsedAgain()
{
    Scene scene(shell(u"read call; read cancel; read again; printf '%s' '%1'; exec cat > /dev/null"_s.arg(
        QString::fromUtf8(LateResult))));
    scene.wires.toProxy->write(Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    OperatorCancel cancel = cancelOf(5);
    cancel.error.emplace();
    QVERIFY(scene.proxy.cancel(cancel));
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.heard.contains("-32800"), Limit);
    const QByteArray error = scene.wires.heard;
    scene.wires.toProxy->write(Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, error + LateResult, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ServerToClient), error + LateResult, Limit);
    QCOMPARE(scene.proxy.openRequests().size(), 0);
}

/// The response is half through when the operator cancels: the client gets it, and no error.
void TestStdioProxy::operatorIsTooLate()
{
    Scene scene(shell(u"read call; printf '%s' '%1'; read go; printf '%s' '%2'; exec cat > /dev/null"_s.arg(
        QString::fromUtf8(LateResult.first(10)), QString::fromUtf8(LateResult.sliced(10)))));
    scene.wires.toProxy->write(Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, LateResult.first(10), Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    OperatorCancel cancel = cancelOf(5);
    cancel.error.emplace();
    QVERIFY(scene.proxy.cancel(cancel)); // its line is what the server waits for
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, LateResult, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ServerToClient), LateResult, Limit);
    QCOMPARE(scene.proxy.openRequests().size(), 0);
}

/// The client gets the cancellation, the server the error, and the answer of the client is withheld.
void TestStdioProxy::operatorCancelsARequestOfTheServer()
{
    const QByteArray question = R"({"jsonrpc":"2.0","id":5,"method":"roots/list"})"
                                "\n";
    Scene scene(shell(u"printf '%s' '%1'; exec cat >&2"_s.arg(QString::fromUtf8(question))));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, question, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.proxy.openRequests().size(), 1, Limit);
    OperatorCancel cancel = cancelOf(5);
    cancel.direction = Direction::ServerToClient;
    cancel.error.emplace();
    QVERIFY(scene.proxy.cancel(cancel));
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, question + Cancel, Limit);
    QTRY_VERIFY_WITH_TIMEOUT(scene.wires.errors.contains("-32800"), Limit);
    const QByteArray error = scene.wires.errors;
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ClientToServer), error, Limit);
    scene.wires.toProxy->write(LateResult + "{}\n");
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.errors, error + "{}\n", Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ClientToServer), error + LateResult + "{}\n", Limit);
}

void TestStdioProxy::operatorIsRefused()
{
    Scene scene(
        shell(u"read init; read call; printf '%s' '%1'; exec cat > /dev/null"_s.arg(QString::fromUtf8(LateResult))));
    QCOMPARE(scene.proxy.cancel(cancelOf(5)).error().code, qint64(OperatorCancel::NoSuchRequest));
    scene.wires.toProxy->write("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\n" + Call);
    QTRY_COMPARE_WITH_TIMEOUT(scene.wires.heard, LateResult, Limit);
    QTRY_COMPARE_WITH_TIMEOUT(scene.told(Direction::ServerToClient), LateResult, Limit);
    QCOMPARE(scene.proxy.cancel(cancelOf(1)).error().code, qint64(OperatorCancel::NotCancellable));
    QCOMPARE(scene.proxy.cancel(cancelOf(5)).error().code, qint64(OperatorCancel::HasEnded));
    OperatorCancel cancel = cancelOf(5);
    cancel.id = RequestId::fromString(u"5"_s);
    QCOMPARE(scene.proxy.cancel(cancel).error().code, qint64(OperatorCancel::NoSuchRequest));
    cancel = cancelOf(5);
    cancel.direction = Direction::ServerToClient;
    QCOMPARE(scene.proxy.cancel(cancel).error().code, qint64(OperatorCancel::NoSuchRequest));
    QCOMPARE(scene.count(EventKind::Unsent), 0);
}

QTEST_GUILESS_MAIN(TestStdioProxy)
#include "tst_stdioproxy.moc"
