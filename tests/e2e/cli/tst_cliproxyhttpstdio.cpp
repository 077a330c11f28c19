// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/conversation.h"
#include "core/proxy/clientlistener.h"
#include "core/proxy/processsession.h"
#include "core/rpc/refusedmessage.h"
#include "e2e/proxyfixture.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView Initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";

/// Headers of every POST.
const QByteArray Types = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";

QByteArray call(const QByteArray &id, const QByteArray &meta = {})
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":"t")" +
           (meta.isEmpty() ? ""_ba : R"(,"_meta":)" + meta) + "}}";
}

QByteArray result(const QByteArray &id, const QByteArray &content = "1")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"r":)" + content + "}}";
}

QByteArray progress(const QByteArray &token)
{
    return R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + token +
           R"(,"progress":1}})";
}

QByteArray log(const QByteArray &data)
{
    return R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":)" + data + "}}";
}

/// Returns a line of shell script that prints the message.
QString says(const QByteArray &message)
{
    return u"echo '%1'; "_s.arg(QString::fromUtf8(message));
}

/// A line of shell script that waits for the next message.
const QString Reads = u"read -r line; "_s;

/// Headers of a call of 2026-07-28.
const QByteArray Modern = Types + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: t\r\n";

QByteArray modernMeta(const QByteArray &more = {})
{
    return R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{})" +
           more + '}';
}

} // namespace

/// `pullcord-cli proxy --listen` between clients over HTTP and a server on stdio.
class TestCliProxyHttpStdio : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString fileOfRow() const
    {
        const char *tag = QTest::currentDataTag();
        return path(QString::fromUtf8(QTest::currentTestFunction()) + u'-' + QString::fromUtf8(tag ? tag : "") +
                    u".pullcord"_s);
    }
    static QStringList proxying(const QString &file, const QStringList &server)
    {
        return QStringList{u"proxy"_s, file, u"--listen"_s, u"0"_s, u"--"_s} + server;
    }
    /// Returns the arguments of a proxy whose server is a shell script. The script finally reads to the end of its
    /// input.
    static QStringList scripted(const QString &file, const QString &script)
    {
        return proxying(file, {u"sh"_s, u"-c"_s, script + u"cat >/dev/null"_s});
    }
    /// Returns the arguments of a proxy with one rule, "x", given by its members.
    [[nodiscard]] QStringList byRules(const QString &file, const QByteArray &rule, const QStringList &server) const
    {
        QFile rules(path(u"rules.json"_s));
        if (!rules.open(QIODevice::WriteOnly) || rules.write(R"({"rules":[{"name":"x",)" + rule + "}]}") < 0)
            qFatal("cannot write the rules");
        return QStringList{u"proxy"_s, file, u"--listen"_s, u"0"_s, u"--rules"_s, rules.fileName(), u"--"_s} + server;
    }
    [[nodiscard]] QStringList scriptedByRules(const QString &file, const QByteArray &rule, const QString &script) const
    {
        return byRules(file, rule, {u"sh"_s, u"-c"_s, script + u"cat >/dev/null"_s});
    }
    /// Returns the messages of the record in order, with what rules did to each: "c2s withheld:RULE {…}".
    static QByteArrayList recordIn(const QString &file)
    {
        QByteArrayList all;
        for (const Event &event : eventsIn(file, EventKind::Message))
            all << nameOf(event.direction).toByteArray() + ' ' +
                       (event.isWithheld()     ? "withheld"
                        : event.isByOperator() ? "injected"
                                               : "passed") +
                       (event.rule().isEmpty() ? "" : ':' + event.rule().toUtf8()) + ' ' + event.bytes;
        return all;
    }
    /// Returns the messages in an HTTP response, JSON or events.
    static QByteArrayList messagesOf(const QByteArray &response)
    {
        QByteArrayList all;
        for (const QByteArray &line : response.split('\n')) {
            if (line.startsWith("data: ") || line.startsWith('{'))
                all << line.sliced(line.startsWith('{') ? 0 : 6).trimmed();
        }
        return all;
    }
    static QList<Event> eventsIn(const QString &file, EventKind kind, std::optional<quint32> connection = {})
    {
        QList<Event> events;
        const auto conversation = Conversation::fromFile(file);
        for (qsizetype i = 0; conversation && i < (*conversation)->capture().count(); ++i) {
            const Event event = (*conversation)->capture().eventAt(i);
            if (event.kind == kind && (!connection || event.connection == *connection))
                events << event;
        }
        return events;
    }
    /// Returns the messages in that direction.
    static QByteArrayList messagesIn(const QString &file, Direction direction)
    {
        QByteArrayList all;
        for (const Event &event : eventsIn(file, EventKind::Message)) {
            if (event.direction == direction)
                all << event.bytes;
        }
        return all;
    }
    static QStringList notesIn(const QString &file)
    {
        QStringList notes;
        for (const Event &event : eventsIn(file, EventKind::Note))
            notes << event.details.value("text"_L1).toString();
        return notes;
    }
    /// Begins a session. Returns the header with its id; empty if there is none.
    static QByteArray begin(const QUrl &address)
    {
        RawClient client(address, "POST", Initialize.toByteArray(), Types);
        if (!client.gets(R"("result")"))
            return {};
        static const QRegularExpression sign(u"Mcp-Session-Id: [0-9a-f]{32}\r\n"_s);
        return sign.match(QString::fromLatin1(client.received())).captured().toLatin1();
    }

private slots:
    void initTestCase() { QVERIFY(useOwnSession(m_folder.path())); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void clientsOfEachRevision_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("transport");
        QTest::newRow("2024-11-05 over HTTP+SSE") << u"2024-11-05"_s << u"http+sse"_s;
        QTest::newRow("2025-03-26") << u"2025-03-26"_s << u"auto"_s;
        QTest::newRow("2025-11-25") << u"2025-11-25"_s << u"auto"_s;
        QTest::newRow("2026-07-28") << u"2026-07-28"_s << u"auto"_s;
    }
    /// pullcord-cli gets the same messages over HTTP as from the server on stdio, and its cancel reaches the server.
    void clientsOfEachRevision()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, transport);
        const QString demo = Peers::demoServer().program;
        const QString file = fileOfRow();
        ProxyProcess proxy(proxying(file, {demo}));
        const QUrl address = proxy.address();
        QVERIFY(address.path().endsWith("/mcp"_L1));
        QCOMPARE(address.path().size(), 1 + 32 + 4);
        const QStringList url{u"--transport"_s, transport, u"--url"_s, address.toString()};
        const auto call = [&](const QStringList &words, const QStringList &server) {
            return CliRun::of(QStringList{u"call"_s} + words + QStringList{u"--revision"_s, revision} + server);
        };
        for (const QStringList &words : {QStringList{u"echo"_s, uR"({"text":"grüß dich"})"_s},
                                         QStringList{u"progress"_s, uR"({"ms":50})"_s}, QStringList{u"nosuch"_s}}) {
            const CliRun direct = call(words, {u"--"_s, demo});
            const CliRun proxied = call(words, url);
            QVERIFY2(proxied.exitCode == direct.exitCode, proxied.err.constData());
            QCOMPARE(proxied.out, direct.out);
        }
        const CliRun cancelled = call({u"slow"_s, uR"({"ms":60000})"_s, u"--cancel-after"_s, u"300"_s}, url);
        QVERIFY2(cancelled.exitCode == 4, cancelled.err.constData());
        QCOMPARE(proxy.interrupt(), 130);

        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        const RequestLog &log = (*conversation)->log();
        const RequestRecord last = log.record(log.count() - 1);
        QCOMPARE(last.target, u"slow"_s);
        QCOMPARE(last.state, RequestState::Cancelled);
        QVERIFY((*conversation)->capture().header().connection.value("proxied"_L1).toBool());
        const QByteArrayList sent = messagesIn(file, Direction::ClientToServer);
        QVERIFY2(sent.constLast().contains("notifications/cancelled"), sent.constLast().constData());
        const bool isShared = revision == "2026-07-28"_L1;
        QCOMPARE(notesIn(file).filter(u"closed the stream of its request"_s).size(), isShared ? 1 : 0);
        QCOMPARE(eventsIn(file, EventKind::Exited).size(), isShared ? 1 : 4);
        QVERIFY(eventsIn(file, EventKind::Failed).isEmpty());
    }

    /// A response alone is JSON; with other messages before, it ends a stream. Messages without a request come to the
    /// client's GET.
    void messagesFindTheirStream()
    {
        const QByteArray question = R"({"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{}})";
        const QByteArray withdrawal =
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}})";
        ProxyProcess proxy(scripted(fileOfRow(), Reads + says(result("0")) + // initialize
                                                     Reads + says(question) + says(withdrawal) +
                                                     says(result("1")) + // alone
                                                     Reads + Reads + says(progress("\"t\"")) + says(log("\"x\"")) +
                                                     says(result("3")) + says(result("2")) + says(log("\"last\""))));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        QVERIFY(!session.isEmpty());
        RawClient alone(address, "POST", call("1"), Types + session);
        QVERIFY(alone.gets("\r\n0\r\n\r\n"));
        QVERIFY(alone.received().contains("text/event-stream"));
        for (const QByteArray &message : {question, withdrawal, result("1")})
            QVERIFY2(alone.received().contains("data: " + message + "\n\n"), alone.received().constData());

        RawClient own(address, "GET", {}, "Accept: text/event-stream\r\n" + session);
        QVERIFY(own.gets("text/event-stream"));
        RawClient plain(address, "POST", call("2"), Types + session);
        RawClient withProgress(address, "POST", call("3", R"({"progressToken":"t"})"), Types + session);
        QVERIFY(withProgress.gets("\r\n0\r\n\r\n"));
        QVERIFY(withProgress.received().contains(progress("\"t\"")));
        QVERIFY(withProgress.received().contains(result("3")));
        QVERIFY(plain.gets(result("2")));
        QVERIFY2(plain.received().contains("application/json"), plain.received().constData());
        QVERIFY(own.gets(log("\"last\"")));
        QVERIFY(own.received().contains(log("\"x\"")));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// Clients of 2026-07-28 share one server. Each gets its own messages, with the id and token that it sent.
    void idsOfManyClientsNeverCollide()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(scripted(
            file,
            Reads + says(progress("\"t\"")) + Reads + says(progress("\"pullcord-2\"")) +
                says(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"pullcord-2"}})") +
                says(result(R"("pullcord-2")", R"("second")")) + says(result("1", R"("first")")) + Reads +
                says(result("1", R"("third")"))));
        const QUrl address = proxy.address();
        const QByteArray body = call("1", modernMeta(R"(,"progressToken":"t")"));
        RawClient first(address, "POST", body, Modern);
        QVERIFY(first.gets(progress("\"t\"")));
        RawClient second(address, "POST", body, Modern);
        QVERIFY(second.gets("\r\n0\r\n\r\n"));
        QVERIFY(second.received().contains(progress("\"t\"")));
        QVERIFY(second.received().contains(R"("params":{"requestId":1})"));
        QVERIFY(second.received().contains(result("1", R"("second")")));
        QVERIFY(first.gets(result("1", R"("first")")));
        RawClient third(address, "POST", body, Modern); // the id is free again
        QVERIFY(third.gets(result("1", R"("third")")));
        QVERIFY2(!third.received().contains("Mcp-Session-Id"), third.received().constData());
        QCOMPARE(proxy.interrupt(), 130);

        QCOMPARE(eventsIn(file, EventKind::Opened).size(), 1);
        QList<Event> renamed;
        for (const Event &event : eventsIn(file, EventKind::Message)) {
            if (event.details.contains("clientId"_L1) || event.details.contains("clientToken"_L1))
                renamed << event;
        }
        QCOMPARE(renamed.size(), 4); // request, progress, end, response
        QCOMPARE(renamed.constFirst().details.value("clientId"_L1).toString(), u"1"_s);
        QCOMPARE(renamed.constFirst().details.value("clientToken"_L1).toString(), u"\"t\""_s);
        QCOMPARE(renamed.constFirst().requestId(), RequestId::fromString(u"pullcord-2"));
    }

    /// The server gets the notification for exactly the request whose stream was closed.
    void closedStreamCancels()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(scripted(file, Reads + Reads + says(progress("2")) + Reads + says(result("2", "\"late\"")) +
                                              says(result("1"))));
        const QUrl address = proxy.address();
        RawClient kept(address, "POST", call("1", modernMeta()), Modern);
        RawClient closed(address, "POST", call("2", modernMeta(R"(,"progressToken":2)")), Modern);
        QVERIFY(closed.gets(progress("2")));
        closed.close();
        QVERIFY(kept.gets(result("1")));
        QVERIFY(!kept.received().contains("late"));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(messagesIn(file, Direction::ClientToServer).constLast(),
                 R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
        const QStringList notes = notesIn(file);
        QCOMPARE(notes.size(), 1);
        QVERIFY(notes.constFirst().contains(u"closed the stream of its request 2"_s));
    }

    /// Two clients use the same id. The operator ends the wait of one; its late response and progress do not pass.
    void operatorEndsTheWaitOfOneClient()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(scripted(file, Reads + Reads + Reads + says(progress("\"pullcord-2\"")) +
                                              says(result(R"("pullcord-2")", R"("late")")) + says(result("1"))));
        const QUrl address = proxy.address();
        const QByteArray body = call("1", modernMeta(R"(,"progressToken":"t")"));
        RawClient first(address, "POST", body, Modern);
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({}).out.contains("connection 0, request 0"), CliRun::Limit);
        RawClient second(address, "POST", body, Modern);
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({}).out.contains("connection 0, request 1"), CliRun::Limit);
        const CliRun ambiguous = proxy.control({u"cancel"_s, u"1"_s});
        QCOMPARE(ambiguous.exitCode, 1);
        QVERIFY2(ambiguous.err.contains("#\"pullcord-2\"  tools/call  t  connection 0, request 1  #1 of the client"),
                 ambiguous.err.constData());
        const CliRun run =
            proxy.control({u"cancel"_s, u"1"_s, u"--request"_s, u"1"_s, u"--waiting"_s, u"error:-5:enough"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(second.gets(R"({"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"enough"}})"));
        QVERIFY(first.gets(result("1")));
        QVERIFY(!first.received().contains("pullcord"));
        QVERIFY(!first.received().contains("late"));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(messagesIn(file, Direction::ClientToServer).constLast(),
                 R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"pullcord-2"}})");
        qsizetype withheld = 0;
        for (const Event &event : eventsIn(file, EventKind::Message))
            withheld += event.isWithheld() ? 1 : 0;
        QCOMPARE(withheld, 2);
        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        const RequestRecord record = (*conversation)->log().record(1);
        QVERIFY(record.cancellation->byOperator && record.late.withheld);
        QCOMPARE(record.cancellation->waitEnd, RequestRecord::Cancellation::WaitEnd::Error);
        QCOMPARE((*conversation)->log().record(0).state, RequestState::Succeeded);
    }

    /// The client gets the cancel of a question in the stream that carried it. Its response does not reach the server.
    void operatorCancelsAQuestion()
    {
        const QString file = fileOfRow();
        const QByteArray question = R"({"jsonrpc":"2.0","id":"q","method":"roots/list"})";
        ProxyProcess proxy(
            scripted(file, Reads + says(result("0")) + Reads + says(question) + Reads + Reads + says(result("1"))));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        RawClient client(address, "POST", call("1"), Types + session);
        QVERIFY(client.gets(question));
        const CliRun run =
            proxy.control({u"cancel"_s, u"q"_s, u"--direction"_s, u"server"_s, u"--waiting"_s, u"error:-5:enough"_s});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(client.gets(R"("method":"notifications/cancelled","params":{"requestId":"q"}})"));
        RawClient late(address, "POST", R"({"jsonrpc":"2.0","id":"q","result":{}})", Types + session);
        QVERIFY(late.gets("HTTP/1.1 202"));
        RawClient next(address, "POST", R"({"jsonrpc":"2.0","method":"next"})", Types + session);
        QVERIFY(client.gets(result("1")));
        QCOMPARE(proxy.interrupt(), 130);
        const QByteArrayList sent = messagesIn(file, Direction::ClientToServer);
        QCOMPARE(sent.size(), 5); // with the late one, which is withheld
        QVERIFY(sent.contains(R"({"jsonrpc":"2.0","id":"q","error":{"code":-5,"message":"enough"}})"));
        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        const RequestRecord record = (*conversation)->log().record(2);
        QCOMPARE(record.method, "roots/list");
        QVERIFY(record.cancellation->byOperator && record.late.withheld);
    }

    void rulesApply_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::addColumn<QString>("script");    ///< after initialize
        QTest::addColumn<QByteArrayList>("in"); ///< what the client gets, in order
        QTest::addColumn<QByteArrayList>("recorded");
        const QString answers = Reads + says(result("1"));
        const QByteArray one = log("1");
        const QByteArray two = log("2");
        const QByteArray other = QByteArray(call("1")).replace("\"t\"", "\"u\"");
        const QByteArray error = R"({"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"enough"}})";
        const auto cancel = [](const QByteArray &id) {
            return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id +
                   R"(,"reason":"slow"}})";
        };
        const auto rule = [](const QByteArray &match, const QByteArray &action) {
            return "\"match\":\"" + match + "\",\"action\":" + action;
        };
        QTest::newRow("drop a request") << rule("dir:c2s method:tools/call", "\"drop\"") << QString()
                                        << QByteArrayList() << QByteArrayList{"c2s withheld:x " + call("1")};
        QTest::newRow("drop a response") << rule("dir:s2c method:tools/call", "\"drop\"") << answers + says(one)
                                         << QByteArrayList{one}
                                         << QByteArrayList{"c2s passed " + call("1"), "s2c withheld:x " + result("1"),
                                                           "s2c passed " + one};
        QTest::newRow("edit a request") << rule("dir:c2s method:tools/call",
                                                R"("edit","edits":[{"pointer":"/params/name","value":"u"}])")
                                        << answers << QByteArrayList{result("1")}
                                        << QByteArrayList{"c2s withheld:x " + call("1"), "c2s injected:x " + other,
                                                          "s2c passed " + result("1")};
        QTest::newRow("edit a response") << rule("dir:s2c method:tools/call",
                                                 R"("edit","edits":[{"pointer":"/result/r","value":2}])")
                                         << answers << QByteArrayList{result("1", "2")}
                                         << QByteArrayList{"c2s passed " + call("1"), "s2c withheld:x " + result("1"),
                                                           "s2c injected:x " + result("1", "2")};
        QTest::newRow("delay a request") << rule("dir:c2s method:tools/call", R"("delay","ms":1)") << answers
                                         << QByteArrayList{result("1")}
                                         << QByteArrayList{"c2s withheld:x " + call("1"), "c2s injected:x " + call("1"),
                                                           "s2c passed " + result("1")};
        QTest::newRow("delay a response")
            << rule("dir:s2c method:tools/call", R"("delay","ms":1)") << answers << QByteArrayList{result("1")}
            << QByteArrayList{"c2s passed " + call("1"), "s2c withheld:x " + result("1"),
                              "s2c injected:x " + result("1")};
        QTest::newRow("reorder") << rule("dir:s2c method:notifications/message", R"("reorder","limit":1)")
                                 << Reads + says(one) + says(two) + says(result("1"))
                                 << QByteArrayList{two, one, result("1")}
                                 << QByteArrayList{"c2s passed " + call("1"), "s2c withheld:x " + one,
                                                   "s2c passed " + two, "s2c injected:x " + one,
                                                   "s2c passed " + result("1")};
        QTest::newRow("duplicate a request")
            << rule("dir:c2s method:tools/call", "\"duplicate\"") << Reads + answers << QByteArrayList{result("1")}
            << QByteArrayList{"c2s passed:x " + call("1"), "c2s injected:x " + call("1"), "s2c passed " + result("1")};
        QTest::newRow("duplicate a notification")
            << rule("method:notifications/message", "\"duplicate\"") << Reads + says(one) + says(result("1"))
            << QByteArrayList{one, one, result("1")}
            << QByteArrayList{"c2s passed " + call("1"), "s2c passed:x " + one, "s2c injected:x " + one,
                              "s2c passed " + result("1")};
        QTest::newRow("respond") << rule("dir:c2s method:tools/call", R"("respond","result":{"r":3})") << QString()
                                 << QByteArrayList{result("1", "3")}
                                 << QByteArrayList{"c2s withheld:x " + call("1"), "s2c injected:x " + result("1", "3")};
        QTest::newRow("respond with an error")
            << rule("dir:c2s method:tools/call", R"("respond","error":{"code":-5,"message":"enough"})") << QString()
            << QByteArrayList{error} << QByteArrayList{"c2s withheld:x " + call("1"), "s2c injected:x " + error};
        QTest::newRow("cancel") << rule("dir:c2s method:tools/call", R"("cancel","ms":1,"reason":"slow")")
                                << Reads + answers << QByteArrayList{result("1")}
                                << QByteArrayList{"c2s passed:x " + call("1"), "c2s injected:x " + cancel("1"),
                                                  "s2c passed " + result("1")};
        QTest::newRow("another connection")
            << rule("connection:1", "\"drop\"") << answers << QByteArrayList{result("1")}
            << QByteArrayList{"c2s passed " + call("1"), "s2c passed " + result("1")};
    }
    /// One request of a client in a session. The request that does not pass, or whose response does not pass, leaves the
    /// client waiting in its stream.
    void rulesApply()
    {
        QFETCH(const QByteArray, rule);
        QFETCH(const QString, script);
        QFETCH(const QByteArrayList, in);
        QFETCH(const QByteArrayList, recorded);
        const QString file = fileOfRow();
        ProxyProcess proxy(scriptedByRules(file, rule, Reads + says(result("0")) + script));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        QVERIFY(!session.isEmpty());
        RawClient client(address, "POST", call("1"), Types + session);
        QVERIFY2(client.gets(in.value(in.size() - 1)), client.received().constData());
        QTRY_COMPARE_WITH_TIMEOUT(recordIn(file).mid(2), recorded, CliRun::Limit);
        QCOMPARE(messagesOf(client.received()), in);
        QCOMPARE(proxy.interrupt(), 130);
    }

    void rulesBreakOff_data()
    {
        QTest::addColumn<QByteArray>("action");
        QTest::addColumn<QString>("reason");
        QTest::newRow("close") << "\"close\""_ba << u"the rule \"x\" closed the connection"_s;
        QTest::newRow("kill") << "\"kill\""_ba << u"the rule \"x\" killed the server"_s;
    }
    /// The clients of one server lose their streams, and the session. The others are not affected.
    void rulesBreakOff()
    {
        QFETCH(const QByteArray, action);
        QFETCH(const QString, reason);
        const QString file = fileOfRow();
        ProxyProcess proxy(scriptedByRules(file, R"("match":"connection:0 method:tools/call","action":)" + action,
                                           Reads + says(result("0")) + Reads + says(result("1"))));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        const QByteArray other = begin(address);
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n" + session);
        QVERIFY(stream.gets("text/event-stream"));
        RawClient client(address, "POST", call("1"), Types + session);
        QVERIFY(client.isClosed());
        QVERIFY(stream.isClosed());
        QCOMPARE(client.received(), QByteArray());
        RawClient again(address, "POST", call("2"), Types + session);
        QVERIFY(again.gets("HTTP/1.1 404"));
        RawClient unaffected(address, "POST", call("1"), Types + other);
        QVERIFY(unaffected.gets(result("1")));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(recordIn(file).join('\n').count("c2s withheld:x"), 1);
        const Event closing = eventsIn(file, EventKind::Closing, 0).constFirst();
        QCOMPARE(closing.details.value("reason"_L1).toString(), reason);
        QCOMPARE(closing.rule(), u"x"_s);
        QVERIFY(closing.isByOperator());
    }

    /// Clients of 2026-07-28 share a server: what a rule sends has the ids and tokens of its client. The stream that a
    /// client closes is a cancel, which a rule keeps from the server.
    void rulesKeepTheIdsOfEachClient()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(scriptedByRules(
            file,
            R"("match":"method:notifications/progress","action":"delay","ms":1},)"
            R"({"name":"y","match":"method:notifications/cancelled","action":"drop"},)"
            R"({"name":"z","match":"dir:s2c pullcord-2","action":"edit","edits":[{"pointer":"/result/r","value":2}])",
            Reads + Reads + says(progress("\"pullcord-2\"")) + Reads + says(result(R"("pullcord-2")")) +
                says(result("1"))));
        const QUrl address = proxy.address();
        const QByteArray body = call("1", modernMeta(R"(,"progressToken":"t")"));
        RawClient first(address, "POST", body, Modern);
        QTRY_COMPARE_WITH_TIMEOUT(recordIn(file).size(), 1, CliRun::Limit);
        RawClient second(address, "POST", body, Modern);
        QVERIFY(second.gets(progress("\"t\"")));
        first.close();
        QTRY_COMPARE_WITH_TIMEOUT(recordIn(file).join('\n').count("withheld:y"), 1, CliRun::Limit);
        RawClient third(address, "POST", call("3", modernMeta()), Modern);
        QVERIFY(second.gets(result("1", "2")));
        QVERIFY(!second.received().contains("pullcord"));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// The operator sees a held request, and releases it; its client waits in the meantime. A held notification is
    /// accepted at once.
    void rulesHold()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(scriptedByRules(file, R"("match":"dir:c2s not method:initialize","action":"hold")",
                                           Reads + says(result("0")) + Reads + says(result("1"))));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        RawClient notification(address, "POST", R"({"jsonrpc":"2.0","method":"n"})", Types + session);
        QVERIFY(notification.gets("HTTP/1.1 202"));
        RawClient client(address, "POST", call("1"), Types + session);
        QTRY_VERIFY_WITH_TIMEOUT(proxy.control({u"held"_s}).out.contains("tools/call"), CliRun::Limit);
        QVERIFY2(proxy.control({u"rules"_s}).out.contains("hold"), proxy.control({u"rules"_s}).out.constData());
        QCOMPARE(proxy.control({u"drop"_s, u"1"_s}).exitCode, 0);
        QCOMPARE(proxy.control({u"disable"_s, u"x"_s}).exitCode, 0);
        QCOMPARE(proxy.control({u"release"_s, u"2"_s}).exitCode, 0);
        QVERIFY(client.gets(result("1")));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(notesIn(file), QStringList{u"The operator dropped this message, which the rule \"x\" held"_s});
    }

    /// A correct client and a correct server: what the rules do is no fault of either.
    void rulesAccuseNoSide_data()
    {
        QTest::addColumn<QByteArray>("rule");
        QTest::newRow("none") << R"("match":"method:none","action":"drop")"_ba;
        QTest::newRow("copied request") << R"("match":"dir:c2s method:tools/call","action":"duplicate")"_ba;
        QTest::newRow("lost response") << R"("match":"dir:s2c method:tools/call","action":"drop")"_ba;
        QTest::newRow("lost request") << R"("match":"dir:c2s method:tools/call","action":"drop")"_ba;
        QTest::newRow("edited id") << R"("match":"dir:s2c method:tools/call","action":"edit",)"
                                      R"("edits":[{"pointer":"/id","value":"other"}])"_ba;
        QTest::newRow("lost cancel") << R"("match":"method:notifications/cancelled","action":"drop")"_ba;
        QTest::newRow("closed") << R"("match":"dir:s2c method:tools/call","action":"close")"_ba;
    }
    void rulesAccuseNoSide()
    {
        QFETCH(const QByteArray, rule);
        const bool isCancel = rule.contains("notifications/cancelled");
        for (const QString &revision : {u"2025-11-25"_s, u"2026-07-28"_s}) {
            const QString file = path(revision + QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
            ProxyProcess proxy(byRules(file, rule, {Peers::demoServer().program}));
            static_cast<void>(CliRun::of({u"call"_s, u"slow"_s, isCancel ? uR"({"ms":900})"_s : uR"({"ms":50})"_s,
                                          u"--cancel-after"_s, u"300"_s, u"--revision"_s, revision, u"--url"_s,
                                          proxy.address().toString()}));
            QCOMPARE(proxy.interrupt(), 130);
            const CliRun check = CliRun::of({u"check"_s, file});
            QVERIFY2(check.exitCode == 0, check.out.constData());
        }
    }

    /// Messages are refused while the server does not read, and the record says so.
    void serverThatDoesNotRead()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(proxying(file, {u"sleep"_s, u"60"_s}));
        const QUrl address = proxy.address();
        const QByteArray text(ProcessSession::MostQueued + (1 << 20), 'x');
        RawClient first(address, "POST", call("1", modernMeta(",\"t\":\"" + text + '"')), Modern);
        QTRY_VERIFY_WITH_TIMEOUT(!eventsIn(file, EventKind::Queued).isEmpty(), CliRun::Limit);
        RawClient second(address, "POST", call("2", modernMeta()), Modern);
        QVERIFY(second.gets("HTTP/1.1 503"));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(notesIn(file).filter(u"HTTP 503: the server does not read its input"_s).size(), 1);
        const QList<Event> messages = eventsIn(file, EventKind::Message);
        const auto refused = std::ranges::find_if(messages, &RefusedMessage::statusOf);
        QVERIFY(refused != messages.end());
        QCOMPARE(RefusedMessage::statusOf(*refused), 503);
        QVERIFY(refused->bytes == call("2", modernMeta()));
    }

    /// Each session has its own server. DELETE ends the server; the end of a stream does not.
    void sessionsHaveTheirServers()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(
            scripted(file, Reads + says(result("0")) + Reads + says(result("1")) + Reads + says(result("2"))));
        const QUrl address = proxy.address();
        const QByteArrayList sessions{begin(address), begin(address)};
        QVERIFY(!sessions.contains(QByteArray()));
        QVERIFY(sessions.constFirst() != sessions.constLast());
        {
            RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n" + sessions.constFirst());
            QVERIFY(stream.gets("text/event-stream"));
        }
        for (const QByteArray &session : sessions) {
            RawClient client(address, "POST", call("1"), Types + session);
            QVERIFY(client.gets(result("1")));
        }
        RawClient end(address, "DELETE", {}, sessions.constFirst());
        QVERIFY(end.gets("HTTP/1.1 204"));
        end.ask(address, "POST", call("2"), Types + sessions.constFirst());
        QVERIFY(end.gets("HTTP/1.1 404"));
        RawClient other(address, "POST", call("2"), Types + sessions.constLast());
        QVERIFY(other.gets(result("2")));
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(eventsIn(file, EventKind::Exited, 0).size(), 1);
        QCOMPARE(eventsIn(file, EventKind::Exited, 1).size(), 1);
        QCOMPARE(eventsIn(file, EventKind::Closing, 0).constFirst().details.value("reason"_L1).toString(),
                 u"the client ended the session"_s);
    }

    void serverThatEnds_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QByteArray>("head");
        QTest::newRow("nothing begun") << QString() << "HTTP/1.1 502 Bad Gateway"_ba;
        QTest::newRow("within a stream") << says(progress("\"t\"")) << "HTTP/1.1 200 OK"_ba;
    }
    /// The client gets an error for its request, and 404 for its session. The output of the server on stderr is
    /// recorded.
    void serverThatEnds()
    {
        QFETCH(const QString, before);
        QFETCH(const QByteArray, head);
        const QString file = fileOfRow();
        ProxyProcess proxy(scripted(file, Reads + says(result("0")) + Reads + before + u"echo broken >&2; exit 3; "_s));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n" + session);
        QVERIFY(stream.gets("text/event-stream"));
        RawClient client(address, "POST", call("1", R"({"progressToken":"t"})"), Types + session);
        QVERIFY(client.gets(R"("code":-32000)"));
        QVERIFY2(client.received().startsWith(head), client.received().constData());
        QVERIFY(client.received().contains(R"("id":1)"));
        QVERIFY(client.received().contains("broken"));
        QVERIFY(stream.gets("\r\n0\r\n\r\n"));
        RawClient again(address, "POST", call("2"), Types + session);
        QVERIFY(again.gets("HTTP/1.1 404"));
        QVERIFY(!begin(address).isEmpty()); // another session works
        QCOMPARE(proxy.interrupt(), 130);
        QCOMPARE(eventsIn(file, EventKind::Stderr, 0).constFirst().bytes, "broken");
        QCOMPARE(notesIn(file).filter(u"gets an error from the proxy"_s).size(), 1);
    }

    /// Messages without a request wait for a stream, within a limit that the record reports.
    void messagesWaitForAStream()
    {
        const QString file = fileOfRow();
        const qsizetype size = ProcessSession::MostKept / 4;
        QString script = Reads + says(result("0")) + u"text=$(head -c %1 /dev/zero | tr '\\0' x); "_s.arg(size);
        for (const char *number : {"1", "2", "3", "4", "5"})
            script += u"echo '{\"jsonrpc\":\"2.0\",\"method\":\"m%1\",\"params\":{\"t\":\"'$text'\"}}'; "_s.arg(
                QLatin1StringView(number));
        ProxyProcess proxy(scripted(file, script + Reads + says(result("1"))));
        const QUrl address = proxy.address();
        const QByteArray session = begin(address);
        QTRY_VERIFY_WITH_TIMEOUT(eventsIn(file, EventKind::Message).size() >= 7, CliRun::Limit);
        RawClient stream(address, "GET", {}, "Accept: text/event-stream\r\n" + session);
        QVERIFY(stream.gets(R"("method":"m5")"));
        QVERIFY(!stream.received().contains(R"("method":"m1")"));
        QVERIFY(!stream.received().contains(R"("method":"m2")"));
        QVERIFY(stream.received().contains(R"("method":"m3")"));
        QCOMPARE(proxy.interrupt(), 130);
        const QStringList notes = notesIn(file);
        QCOMPARE(notes.size(), 2);
        QVERIFY2(notes.constLast().startsWith(u"2 messages reached no client"_s), qPrintable(notes.constLast()));
    }

    void requestsThatAreRefused_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("says");
        const QByteArray ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
        QTest::newRow("no random path") << "POST"_ba << ping << Types << "/mcp"_ba
                                        << "404 Not Found"_ba;
        QTest::newRow("a page of another site") << "POST"_ba << ping << Types + "Origin: https://example.com\r\n"
                                                << ""_ba
                                                << "403 Forbidden"_ba;
        QTest::newRow("another name") << "POST"_ba << ping << Types + "Host: example.com\r\n"
                                      << ""_ba
                                      << "403 Forbidden"_ba;
        QTest::newRow("no session") << "POST"_ba << ping << Types << ""_ba
                                    << "400 Bad Request"_ba;
        QTest::newRow("unknown session") << "POST"_ba << ping << Types + "Mcp-Session-Id: x\r\n"
                                         << ""_ba
                                         << "404 Not Found"_ba;
        QTest::newRow("no JSON") << "POST"_ba
                                 << "{"_ba << Types << ""_ba
                                 << "-32700"_ba;
        QTest::newRow("no events accepted") << "POST"_ba << Initialize.toByteArray()
                                            << "Content-Type: application/json\r\nAccept: application/json\r\n"_ba
                                            << ""_ba
                                            << "406 Not Acceptable"_ba;
        QTest::newRow("headers that differ from the message")
            << "POST"_ba << call("1", modernMeta()) << QByteArray(Modern).replace("Name: t", "Name: u") << ""_ba
            << "-32020"_ba;
        QTest::newRow("unknown revision")
            << "POST"_ba << Initialize.toByteArray() << Types + "MCP-Protocol-Version: 1999-01-01\r\n"
            << ""_ba
            << "400 Bad Request"_ba;
        QTest::newRow("GET of 2026-07-28") << "GET"_ba
                                           << ""_ba
                                           << "Accept: text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"_ba
                                           << ""_ba
                                           << "405 Method Not Allowed"_ba;
        QTest::newRow("page") << "GET"_ba
                              << ""_ba
                              << "Accept: text/html\r\n"_ba
                              << ""_ba
                              << "406 Not Acceptable"_ba;
        QTest::newRow("another method") << "PUT"_ba
                                        << ""_ba
                                        << ""_ba
                                        << ""_ba
                                        << "405 Method Not Allowed"_ba;
    }
    /// Rejected requests start no server.
    void requestsThatAreRefused()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, body);
        QFETCH(const QByteArray, headers);
        QFETCH(const QByteArray, path);
        QFETCH(const QByteArray, says);
        const QString file = fileOfRow();
        ProxyProcess proxy(scripted(file, {}));
        RawClient client(proxy.address(), method, body, headers, path);
        QVERIFY2(client.gets(says), client.received().constData());
        QCOMPARE(proxy.interrupt(), 130);
        QVERIFY(eventsIn(file, EventKind::Opening).isEmpty());
        const QStringList notes = notesIn(file).filter(u"refused a "_s);
        QCOMPARE(notes.size(), 1);
        const bool isNamed = body.contains("ping") && !says.startsWith("403");
        QVERIFY2(notes.constFirst().contains(u" request (ping, id 1) with HTTP "_s) == isNamed,
                 qPrintable(notes.constFirst()));
        const QList<Event> refused = eventsIn(file, body == "{" ? EventKind::Malformed : EventKind::Message);
        QCOMPARE(refused.size(), body.isEmpty() ? 0 : 1);
        for (const Event &event : refused) {
            QCOMPARE(event.bytes, body);
            QCOMPARE(RefusedMessage::statusOf(event), client.received().mid(9, 3).toInt());
            QVERIFY(event.isWithheld());
        }
        const auto conversation = Conversation::fromFile(file);
        QVERIFY(conversation);
        QCOMPARE((*conversation)->log().count(), 0);
        const CliRun check = CliRun::of({u"check"_s, file});
        QVERIFY2(check.exitCode == 0 && check.out.isEmpty(), (check.out + check.err).constData());
    }

    /// Only the beginning of a large body is recorded.
    void largeBodyThatIsRefused()
    {
        const QString file = fileOfRow();
        ProxyProcess proxy(scripted(file, {}));
        const QByteArray body = '"' + QByteArray(ClientListener::MostRecorded, 'x') + '"';
        RawClient client(proxy.address(), "POST", body, Types);
        QVERIFY2(client.gets("400 Bad Request"), client.received().constData());
        QCOMPARE(proxy.interrupt(), 130);
        const QList<Event> refused = eventsIn(file, EventKind::Malformed);
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused.constFirst().bytes, body.first(ClientListener::MostRecorded));
        QCOMPARE(refused.constFirst().details.value("length"_L1).toInteger(), body.size());
        QCOMPARE(RefusedMessage::statusOf(refused.constFirst()), 400);
    }

    /// A page of this machine may read the responses.
    void pagesOfThisMachine()
    {
        ProxyProcess proxy(scripted(fileOfRow(), Reads + says(result("0"))));
        const QUrl address = proxy.address();
        const QByteArray origin = "Origin: http://localhost:6274\r\n";
        RawClient before(address, "OPTIONS", {}, origin + "Access-Control-Request-Headers: mcp-session-id\r\n");
        QVERIFY(before.gets("\r\n\r\n"));
        QVERIFY(before.received().contains("Access-Control-Allow-Headers: mcp-session-id\r\n"));
        RawClient client(address, "POST", Initialize.toByteArray(), Types + origin);
        QVERIFY(client.gets(R"("result")"));
        QVERIFY(client.received().contains("Access-Control-Allow-Origin: http://localhost:6274\r\n"));
        QCOMPARE(proxy.interrupt(), 130);
    }

    /// A missing command ends the proxy at once. A command that fails at its start is reported to each client.
    void commandThatCannotStart()
    {
        ProxyProcess proxy(proxying(fileOfRow(), {u"no-such-server"_s}));
        QVERIFY(proxy.hasEnded());
        const CliRun run = proxy.end();
        QCOMPARE(run.exitCode, 3);
        QVERIFY2(run.err.contains("no-such-server"), run.err.constData());

        ProxyProcess other(proxying(path(u"fails.pullcord"_s), {u"/nonexistent/server"_s}));
        RawClient client(other.address(), "POST", Initialize.toByteArray(), Types);
        QVERIFY(client.gets("/nonexistent/server"));
        QVERIFY2(client.received().startsWith("HTTP/1.1 502"), client.received().constData());
        QCOMPARE(other.interrupt(), 130);
    }
};

QTEST_GUILESS_MAIN(TestCliProxyHttpStdio)
#include "tst_cliproxyhttpstdio.moc"
