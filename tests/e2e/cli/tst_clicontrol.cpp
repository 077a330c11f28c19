// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/demohttp.h"
#include "e2e/proxyfixture.h"

#include "core/mcp/conversation.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli proxies` and `control` beside a client that calls the demo server through `pullcord-cli proxy`.
class TestCliControl : public QObject
{
    Q_OBJECT

private:
    static constexpr int Limit = CliRun::Limit;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] QString sockets() const { return path(u"run/pullcord/proxies"_s); }
    [[nodiscard]] CliRun control(const QStringList &words) const
    {
        return CliRun::of(QStringList{u"control"_s} + words);
    }
    /// Starts our client with the demo server behind the proxy; it calls a tool and waits for its result.
    void startCall(QProcess &process, const QString &file, const QString &tool, const QString &arguments,
                   const QStringList &options = {u"--quiet"_s}) const
    {
        process.start(Peers::program(u"pullcord-cli"_s),
                      QStringList{u"call"_s, tool, arguments, u"--no-check"_s, u"--timeout"_s, u"60000"_s, u"--"_s,
                                  Peers::program(u"pullcord-cli"_s), u"proxy"_s} +
                          options + QStringList{file, u"--"_s, Peers::demoServer().program});
    }
    /// Writes a file of rules, and returns its path.
    [[nodiscard]] QString rulesFile(const QByteArray &rules) const
    {
        QFile file(path(u"rules.json"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(R"({"rules":[)" + rules + "]}") < 0)
            qFatal("cannot write");
        return file.fileName();
    }
    /// Returns the id of the call in flight, as JSON, once the proxy shows it.
    [[nodiscard]] QString waitForCall() const
    {
        QString id;
        [[maybe_unused]] const bool came = QTest::qWaitFor(
            [&] {
                const QByteArray json = CliRun::of({u"proxies"_s, u"--json"_s}).out;
                const QJsonArray open =
                    QJsonDocument::fromJson(json).array().at(0).toObject().value("open"_L1).toArray();
                for (const QJsonValue &request : open) {
                    if (request["method"_L1].toString() == "tools/call"_L1)
                        id = QString::number(request["id"_L1].toInt());
                }
                return !id.isEmpty();
            },
            Limit);
        return id;
    }
    /// Verifies that the last request of that capture has succeeded, and names the rule.
    static void verifyCall(const QString &file, const QString &rule)
    {
        const auto reopened = Conversation::fromFile(file);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        const RequestRecord call = log.record(log.count() - 1);
        QCOMPARE(call.state, RequestState::Succeeded);
        QCOMPARE(call.rule, rule);
    }

private slots:
    void initTestCase() { QVERIFY(useOwnSession(m_folder.path())); }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void nothingRuns()
    {
        const CliRun listed = CliRun::of({u"proxies"_s});
        QCOMPARE(listed.exitCode, 0);
        QCOMPARE(listed.err, "no proxy runs\n");
        QCOMPARE(CliRun::of({u"proxies"_s, u"--json"_s}).out, "[]\n");
        const CliRun run = control({u"demo"_s, u"cancel"_s, u"1"_s});
        QCOMPARE(run.exitCode, 3);
        QCOMPARE(run.err, "pullcord-cli: no proxy runs\n");
    }

    /// The client waits for its own timeout, or gets the error at once; the capture says who did what.
    void cancels_data()
    {
        QTest::addColumn<QString>("waiting");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("printed");
        QTest::newRow("late response") << u"keep"_s << 0 << "the client got the late response"_ba;
        QTest::newRow("error") << u"error:-5:enough"_s << 1 << "the client got an error from the operator"_ba;
    }
    void cancels()
    {
        QFETCH(const QString, waiting);
        const QString file = path(QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-') + u".pullcord"_s);
        QProcess client;
        startCall(client, file, u"late"_s, uR"({"ms":300,"from_cancel":true})"_s);
        const QString id = waitForCall();
        QVERIFY(!id.isEmpty());

        const CliRun listed = CliRun::of({u"proxies"_s});
        QVERIFY2(listed.out.contains(file.toUtf8()) && listed.out.contains("stdio → stdio"), listed.out.constData());
        const CliRun described = control({u"pullcord-demo"_s});
        QVERIFY2(described.out.contains("#" + id.toUtf8() + "  tools/call  late"), described.out.constData());

        const CliRun unknown = control({u"pullcord-demo"_s, u"cancel"_s, u"\"%1\""_s.arg(id)});
        QCOMPARE(unknown.exitCode, 1);
        QVERIFY2(unknown.err.contains("no request with the id \"" + id.toUtf8() + "\" from the client is known"),
                 unknown.err.constData());
        QVERIFY2(unknown.err.contains("in flight:\n#" + id.toUtf8() + "  tools/call"), unknown.err.constData());

        const CliRun cancelled =
            control({u"pullcord-demo"_s, u"cancel"_s, id, u"--reason"_s, u"tired"_s, u"--waiting"_s, waiting});
        QVERIFY2(cancelled.exitCode == 0, cancelled.err.constData());
        QCOMPARE(cancelled.out, "cancelled: " + id.toUtf8() + '\n');

        const CliRun run = CliRun::finish(client);
        QTEST(run.exitCode, "exitCode");
        if (run.exitCode == 1)
            QVERIFY2(run.err.contains("enough"), run.err.constData());
        const auto reopened = Conversation::fromFile(file);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        const RequestRecord call = log.record(log.newestOf(0, Direction::ClientToServer, RequestId(id.toInt())));
        QCOMPARE(call.state, RequestState::Cancelled);
        QVERIFY(call.cancellation->byOperator);
        QCOMPARE(call.cancellation->reason, u"tired"_s);
        QCOMPARE((*reopened)->capture().header().format, u"1.2"_s);

        const CliRun rows = CliRun::of({u"filter"_s, file, u"state:cancelled"_s});
        QFETCH(const QByteArray, printed);
        QVERIFY2(rows.out.contains("the operator cancelled; ") && rows.out.contains(printed), rows.out.constData());
        const CliRun events = CliRun::of({u"filter"_s, u"--messages"_s, file});
        QCOMPARE(events.out.count("INJECTED"), waiting == "keep"_L1 ? 1 : 2);
        const CliRun checked = CliRun::of({u"check"_s, file, u"--json"_s});
        QVERIFY2(!checked.out.contains("C22") && !checked.out.contains("C36") && !checked.out.contains("C27"),
                 checked.out.constData());
    }

    /// The server is behind a URL: the cancel is a message, or a closed stream since 2026-07-28.
    void cancelsOverHttp_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("waiting");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("legacy, late response") << u"2025-11-25"_s << u"keep"_s << 0;
        QTest::newRow("legacy, error") << u"2025-11-25"_s << u"error"_s << 1;
        QTest::newRow("modern, no response") << u"2026-07-28"_s << u"keep"_s << 130;
        QTest::newRow("modern, error") << u"2026-07-28"_s << u"error"_s << 1;
    }
    void cancelsOverHttp()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, waiting);
        DemoHttp server;
        const QString file = path(revision + waiting + u".pullcord"_s);
        QProcess client;
        client.start(Peers::program(u"pullcord-cli"_s),
                     {u"call"_s, u"late"_s, uR"({"ms":300,"from_cancel":true})"_s, u"--no-check"_s, u"--timeout"_s,
                      u"60000"_s, u"--linger"_s, u"3000"_s, u"--revision"_s, revision, u"--"_s,
                      Peers::program(u"pullcord-cli"_s), u"proxy"_s, u"--quiet"_s, file, u"--url"_s,
                      server.url().toString()});
        const QString id = waitForCall();
        QVERIFY(!id.isEmpty());
        const CliRun cancelled = control({u"127-0-0-1"_s, u"cancel"_s, id, u"--waiting"_s, waiting});
        QVERIFY2(cancelled.exitCode == 0, cancelled.err.constData());
        const bool isModern = revision == "2026-07-28"_L1;
        if (isModern && waiting == "keep"_L1)
            client.terminate(); // no response comes, so it cancels, too
        QTEST(CliRun::finish(client).exitCode, "exitCode");
        const auto reopened = Conversation::fromFile(file);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        const RequestRecord call = log.record(log.newestOf(0, Direction::ClientToServer, RequestId(id.toInt())));
        QCOMPARE(call.state, RequestState::Cancelled);
        QVERIFY(call.cancellation->byOperator);
        using WaitEnd = RequestRecord::Cancellation::WaitEnd;
        QCOMPARE(call.cancellation->waitEnd, waiting == "error"_L1 ? WaitEnd::Error
                                             : isModern            ? WaitEnd::Cancelled
                                                                   : WaitEnd::Response);
        QCOMPARE(call.cancelledByClosing(), isModern);
        QCOMPARE(call.late.withheld, !isModern && waiting == "error"_L1);
    }

    void cancelsForClientsOverHttp_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<bool>("isStdio");
        QTest::addColumn<QString>("waiting");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("2024-11-05 to HTTP, late response") << u"2024-11-05"_s << false << u"keep"_s << 0;
        QTest::newRow("2024-11-05 to HTTP, error") << u"2024-11-05"_s << false << u"error:-5:enough"_s << 1;
        QTest::newRow("2025-11-25 to HTTP, late response") << u"2025-11-25"_s << false << u"keep"_s << 0;
        QTest::newRow("2025-11-25 to HTTP, error") << u"2025-11-25"_s << false << u"error:-5:enough"_s << 1;
        QTest::newRow("2026-07-28 to HTTP, no response") << u"2026-07-28"_s << false << u"keep"_s << 130;
        QTest::newRow("2026-07-28 to HTTP, error") << u"2026-07-28"_s << false << u"error:-5:enough"_s << 1;
        QTest::newRow("2024-11-05 to stdio, error") << u"2024-11-05"_s << true << u"error:-5:enough"_s << 1;
        QTest::newRow("2025-11-25 to stdio, late response") << u"2025-11-25"_s << true << u"keep"_s << 0;
        QTest::newRow("2026-07-28 to stdio, error") << u"2026-07-28"_s << true << u"error:-5:enough"_s << 1;
    }
    /// The proxy listens. The client gets what the operator chose, in its response over HTTP.
    void cancelsForClientsOverHttp()
    {
        QFETCH(const QString, revision);
        QFETCH(const bool, isStdio);
        QFETCH(const QString, waiting);
        const bool isOld = revision == "2024-11-05"_L1;
        const bool isError = waiting != "keep"_L1;
        const bool isClosed = !isStdio && revision == "2026-07-28"_L1;
        DemoHttp server;
        const QString file = path(QString::fromUtf8(QTest::currentDataTag()) + u".pullcord"_s);
        ProxyProcess proxy(QStringList{u"proxy"_s, file, u"--listen"_s, u"0"_s} +
                           (isStdio ? QStringList{u"--"_s, Peers::demoServer().program}
                                    : QStringList{u"--url"_s, server.url(isOld ? u"/sse"_s : u"/mcp"_s).toString()}));
        QProcess client;
        client.start(Peers::program(u"pullcord-cli"_s),
                     {u"call"_s, u"late"_s, uR"({"ms":100,"from_cancel":true})"_s, u"--no-check"_s, u"--timeout"_s,
                      u"60000"_s, u"--linger"_s, u"1000"_s, u"--revision"_s, revision, u"--transport"_s,
                      isOld ? u"http+sse"_s : u"auto"_s, u"--url"_s, proxy.address().toString()});
        const QString id = waitForCall();
        QVERIFY(!id.isEmpty());
        const CliRun described = proxy.control({});
        QVERIFY2(described.out.contains("#" + id.toUtf8() + "  tools/call  late  connection "),
                 described.out.constData());
        QVERIFY2(described.out.contains("  pullcord-cli "), described.out.constData());
        const CliRun cancelled = proxy.control({u"cancel"_s, id, u"--reason"_s, u"tired"_s, u"--waiting"_s, waiting});
        QVERIFY2(cancelled.exitCode == 0, cancelled.err.constData());
        if (isClosed && !isError)
            client.terminate(); // no response comes, so it cancels, too
        const CliRun run = CliRun::finish(client);
        QTEST(run.exitCode, "exitCode");
        QCOMPARE(run.err.contains("enough"), isError);
        QCOMPARE(proxy.interrupt(), 130);

        const auto reopened = Conversation::fromFile(file);
        QVERIFY(reopened);
        const RequestLog &log = (*reopened)->log();
        RequestRecord call;
        for (qsizetype row = 0; row < log.count(); ++row) {
            if (log.record(row).target == "late"_L1)
                call = log.record(row);
        }
        QCOMPARE(call.state, RequestState::Cancelled);
        QVERIFY(call.cancellation->byOperator);
        QCOMPARE(call.cancellation->reason, u"tired"_s);
        using WaitEnd = RequestRecord::Cancellation::WaitEnd;
        QCOMPARE(call.cancellation->waitEnd, isError    ? WaitEnd::Error
                                             : isClosed ? WaitEnd::Cancelled
                                                        : WaitEnd::Response);
        QCOMPARE(call.cancelledByClosing(), isClosed);
        QCOMPARE(call.late.answered(), !isClosed);
        QCOMPARE(call.late.withheld, isError && !isClosed);
        QCOMPARE((*reopened)->capture().header().format, u"1.2"_s);
        const CliRun events = CliRun::of({u"filter"_s, u"--messages"_s, file});
        QCOMPARE(events.out.count("INJECTED"), isError ? 2 : 1);
        const CliRun checked = CliRun::of({u"check"_s, file, u"--json"_s});
        QVERIFY2(!checked.out.contains(R"("side":"client")"), checked.out.constData());
        QCOMPARE(checked.out.count("\"code\":"), 1); // the late response, or that none can come
        QVERIFY2(checked.out.contains(isClosed ? "C16" : "C01"), checked.out.constData());
    }

    /// Both clients use the same ids.
    void cancelsOneOfManyClients()
    {
        DemoHttp server;
        ProxyProcess proxy(path(u"clients.pullcord"_s), server.url(), {u"--listen"_s, u"0"_s});
        const QString address = proxy.address().toString();
        QProcess clients[2];
        for (QProcess &client : clients)
            client.start(Peers::program(u"pullcord-cli"_s),
                         {u"call"_s, u"slow"_s, uR"({"ms":60000})"_s, u"--no-check"_s, u"--url"_s, address});
        const auto linesOf = [](const QByteArray &text) { return text.count("  tools/call  slow  connection "); };
        QTRY_COMPARE_WITH_TIMEOUT(linesOf(proxy.control({}).out), 2, Limit);
        const QString id = waitForCall();
        const CliRun ambiguous = proxy.control({u"cancel"_s, id});
        QCOMPARE(ambiguous.exitCode, 1);
        QVERIFY2(ambiguous.err.contains("2 requests with the id " + id.toUtf8() + " are in flight"),
                 ambiguous.err.constData());
        QCOMPARE(linesOf(ambiguous.err), 2);
        const CliRun one = proxy.control({u"cancel"_s, id, u"--connection"_s, u"1"_s, u"--waiting"_s, u"error"_s});
        QVERIFY2(one.exitCode == 0, one.err.constData());
        QTRY_COMPARE_WITH_TIMEOUT(linesOf(proxy.control({}).out), 1, Limit);
        const CliRun all = proxy.control({u"cancel-all"_s, u"--waiting"_s, u"error"_s});
        QCOMPARE(all.out, "cancelled: " + id.toUtf8() + '\n');
        for (QProcess &client : clients)
            QCOMPARE(CliRun::finish(client).exitCode, 1);
        QCOMPARE(proxy.interrupt(), 130);
    }

    void cancelsAll()
    {
        QProcess client;
        startCall(client, path(u"all.pullcord"_s), u"slow"_s, uR"({"ms":60000})"_s);
        const QString id = waitForCall();
        QVERIFY(!id.isEmpty());
        const CliRun none = control({u"pullcord-demo"_s, u"cancel-all"_s, u"--direction"_s, u"server"_s});
        QCOMPARE(none.out, "no request is in flight\n");
        const CliRun all = control({u"pullcord-demo"_s, u"cancel-all"_s, u"--waiting"_s, u"error"_s});
        QVERIFY2(all.out.contains(id.toUtf8()), all.out.constData());
        QCOMPARE(CliRun::finish(client).exitCode, 1);
    }

    /// A rule holds the result until the operator releases it. The capture has both forms, and blames no side.
    void rulesHold()
    {
        const QString file = path(u"held.pullcord"_s);
        QProcess client;
        startCall(client, file, u"echo"_s, uR"({"text":"a"})"_s,
                  {u"--quiet"_s, u"--rules"_s,
                   rulesFile(R"({"name":"stop","match":"dir:s2c method:tools/call","action":"hold","limit":1},)"
                             R"({"name":"off","match":"kind:request","action":"drop","enabled":false})")});
        const QString demo = u"pullcord-demo"_s;
        QTRY_VERIFY_WITH_TIMEOUT(control({demo, u"held"_s}).out.contains("hold: stop"), Limit);
        const CliRun rules = control({demo, u"rules"_s});
        QCOMPARE(rules.out, "stop  hold  on  matches: 1  left: 0  dir:s2c method:tools/call\n"
                            "off  drop  off  matches: 0  kind:request\n");
        QVERIFY(control({demo}).out.contains("active rules: 0; held messages: 1"));
        const CliRun enabled = control({demo, u"enable"_s, u"off"_s, u"2"_s, u"--json"_s});
        QVERIFY2(enabled.out.contains(R"("enabled":true,"matches":0,"left":2)"), enabled.out.constData());
        QVERIFY(control({demo, u"disable"_s, u"off"_s}).out.contains("off  drop  off"));
        QCOMPARE(control({demo, u"enable"_s, u"other"_s}).exitCode, 1);
        const CliRun none = control({demo, u"release"_s, u"7"_s});
        QCOMPARE(none.exitCode, 1);
        QVERIFY2(none.err.contains("no message with the number 7 is held\nheld:\n1  #"), none.err.constData());
        QCOMPARE(control({demo, u"release"_s, u"all"_s}).out, "released: 1\n");
        QCOMPARE(CliRun::finish(client).exitCode, 0);

        verifyCall(file, u"stop"_s);
        if (QTest::currentTestFailed())
            return;
        const CliRun rows = CliRun::of({u"filter"_s, file, u"method:tools/call"_s});
        QVERIFY2(rows.out.contains("changed by the rule \"stop\" of the proxy"), rows.out.constData());
        const CliRun events = CliRun::of({u"filter"_s, u"--messages"_s, file});
        QCOMPARE(events.out.count("WITHHELD   RULE \"stop\""), 1);
        QCOMPARE(events.out.count("INJECTED by the operator   RULE \"stop\""), 1);
        const CliRun checked = CliRun::of({u"check"_s, file, u"--json"_s});
        QVERIFY2(!checked.out.contains("C19") && !checked.out.contains("P18"), checked.out.constData());
    }

    /// The operator changes a held request, and then the held result. Both forms are in the capture, and no side is
    /// blamed.
    void releasesChangedMessages()
    {
        const QString file = path(u"changed.pullcord"_s);
        QProcess client;
        startCall(
            client, file, u"echo"_s, uR"({"text":"one"})"_s,
            {u"--quiet"_s, u"--rules"_s, rulesFile(R"({"name":"stop","match":"method:tools/call","action":"hold"})")});
        const QString demo = u"pullcord-demo"_s;
        CliRun held;
        QTRY_VERIFY_WITH_TIMEOUT((held = control({demo, u"held"_s, u"1"_s})).out.contains(R"("text":"one")"), Limit);
        QCOMPARE(held.out.count('\n'), 1);
        const CliRun refused = control({demo, u"release"_s, u"1"_s, u"--message"_s, u"{oops"_s});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.err.contains("message is not JSON: line 1, column 2"), refused.err.constData());
        const QString changed = QString::fromUtf8(held.out.replace("\"one\"", "\"two\"").trimmed());
        QCOMPARE(control({demo, u"release"_s, u"1"_s, u"--message"_s, changed}).out, "released: 1\n");
        QTRY_VERIFY_WITH_TIMEOUT((held = control({demo, u"held"_s, u"2"_s})).out.contains("two"), Limit);
        QProcess release;
        release.start(Peers::program(u"pullcord-cli"_s),
                      {u"control"_s, demo, u"release"_s, u"2"_s, u"--message"_s, u"-"_s});
        release.write(held.out.replace("two", "three").replace(R"("id")", "\n\"id\""));
        release.closeWriteChannel();
        QCOMPARE(CliRun::finish(release).out, "released: 2\n");
        const CliRun run = CliRun::finish(client);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains("three"), run.out.constData());

        verifyCall(file, u"stop"_s);
        if (QTest::currentTestFailed())
            return;
        const CliRun events = CliRun::of({u"filter"_s, u"--messages"_s, file});
        QCOMPARE(events.out.count("WITHHELD   RULE \"stop\""), 2);
        QCOMPARE(events.out.count("INJECTED by the operator   RULE \"stop\""), 2);
        QCOMPARE(CliRun::of({u"check"_s, file, u"--json"_s}).out.count("\"code\":"), 0);
    }

    /// The client gets an error of the rule, and the server nothing.
    void rulesRespond()
    {
        const QString file = path(u"answered.pullcord"_s);
        QProcess client;
        startCall(client, file, u"echo"_s, uR"({"text":"a"})"_s,
                  {u"--quiet"_s, u"--rules"_s,
                   rulesFile(R"({"name":"no","match":"method:tools/call","action":"respond",)"
                             R"("error":{"code":-7,"message":"not today"}})")});
        const CliRun run = CliRun::finish(client);
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("not today"), run.err.constData());
        const CliRun events = CliRun::of({u"filter"_s, u"--messages"_s, file});
        QCOMPARE(events.out.count("RULE \"no\""), 2);
    }

    /// The server is behind a URL; the rules apply to its messages and to those of the client.
    void rulesOverHttp_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::newRow("legacy") << u"2025-11-25"_s;
        QTest::newRow("modern") << u"2026-07-28"_s;
    }
    void rulesOverHttp()
    {
        QFETCH(const QString, revision);
        DemoHttp server;
        const QString file = path(u"http-"_s + revision + u".pullcord"_s);
        const CliRun run = CliRun::of(
            {u"call"_s, u"echo"_s, uR"({"text":"a"})"_s, u"--no-check"_s, u"--timeout"_s, u"60000"_s, u"--revision"_s,
             revision, u"--"_s, Peers::program(u"pullcord-cli"_s), u"proxy"_s, u"--quiet"_s, file, u"--rules"_s,
             rulesFile(R"({"name":"other","match":"dir:c2s method:tools/call","action":"edit",)"
                       R"("edits":[{"pointer":"/params/arguments/text","value":"changed"}]},)"
                       R"({"name":"late","match":"dir:s2c method:tools/call","action":"delay","ms":1})"),
             u"--url"_s, server.url().toString()});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.out.contains("changed"), run.out.constData());
        const CliRun events = CliRun::of({u"filter"_s, u"--messages"_s, file});
        for (const char *mark : {"WITHHELD   RULE \"other\"", "INJECTED by the operator   RULE \"other\"",
                                 "WITHHELD   RULE \"late\"", "INJECTED by the operator   RULE \"late\""})
            QVERIFY2(events.out.count(mark) == 1, mark);
        verifyCall(file, u"late"_s);
        if (QTest::currentTestFailed())
            return;
        const CliRun checked = CliRun::of({u"check"_s, file, u"--json"_s});
        QVERIFY2(!checked.out.contains("C19") && !checked.out.contains("P05"), checked.out.constData());
    }

    void refusesRules_data()
    {
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("value") << R"({"name":"x","action":"delay","ms":"1"})"_ba
                               << "rules.json:1: /rules/0/ms: must be an integer"_ba;
        QTest::newRow("not JSON") << "oops"_ba
                                  << "rules.json:1:11: not JSON"_ba;
    }
    void refusesRules()
    {
        QFETCH(const QByteArray, rules);
        QFETCH(const QByteArray, error);
        const QString file = path(u"refused.pullcord"_s);
        const CliRun run = CliRun::of({u"proxy"_s, file, u"--rules"_s, rulesFile(rules), u"--"_s, u"cat"_s});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(error), run.err.constData());
        QVERIFY(!QFile::exists(file));
    }

    void cancelsLater()
    {
        QProcess client;
        startCall(client, path(u"later.pullcord"_s), u"slow"_s, uR"({"ms":60000})"_s);
        const QString id = waitForCall();
        QVERIFY(!id.isEmpty());
        const CliRun run =
            control({u"pullcord-demo"_s, u"cancel-after"_s, u"10"_s, id, u"--waiting"_s, u"error:-5:enough"_s});
        QCOMPARE(run.out, "will be cancelled in 10 ms, unless it ends before: " + id.toUtf8() + '\n');
        const CliRun ended = CliRun::finish(client);
        QCOMPARE(ended.exitCode, 1);
        QVERIFY2(ended.err.contains("enough"), ended.err.constData());
    }

    /// The socket disappears with the proxy; that of a killed one when another program looks.
    void socketsAreRemoved()
    {
        QTRY_COMPARE_WITH_TIMEOUT(QDir(sockets()).entryList(QDir::System).size(), 0, Limit);
        QProcess proxy;
        proxy.start(Peers::program(u"pullcord-cli"_s), {u"proxy"_s, path(u"killed.pullcord"_s), u"--"_s, u"cat"_s});
        QTRY_COMPARE_WITH_TIMEOUT(QDir(sockets()).entryList(QDir::System).size(), 1, Limit);
        proxy.kill();
        QVERIFY(proxy.waitForFinished(Limit));
        QCOMPARE(QDir(sockets()).entryList(QDir::System).size(), 1);
        QCOMPARE(CliRun::of({u"proxies"_s}).err, "no proxy runs\n");
        QCOMPARE(QDir(sockets()).entryList(QDir::System).size(), 0);
    }

    /// Without a private folder the proxy works, and says so once.
    void worksWithoutASocket()
    {
        const QString place = path(u"run/pullcord"_s);
        QVERIFY(QDir(place).removeRecursively());
        QFile blocked(place);
        QVERIFY(blocked.open(QIODevice::WriteOnly));
        const CliRun run = CliRun::of({u"proxy"_s, path(u"no-socket.pullcord"_s), u"--"_s, u"echo"_s, u"{}"_s});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out, "{}\n");
        QCOMPARE(run.err.count("cannot reach this proxy"), 1);
        QVERIFY(blocked.remove());
    }

    void commandLine_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("no name") << QStringList() << "the name of a proxy is missing"_ba;
        QTest::newRow("no verb") << QStringList{u"x"_s, u"stop"_s}
                                 << "not one of describe, cancel, cancel-after, cancel-all, rules"_ba;
        QTest::newRow("no id") << QStringList{u"x"_s, u"cancel"_s} << "the id of a request is missing"_ba;
        QTest::newRow("no rule") << QStringList{u"x"_s, u"enable"_s} << "the name of a rule is missing"_ba;
        QTest::newRow("no number of matches")
            << QStringList{u"x"_s, u"enable"_s, u"r"_s, u"0"_s} << "must be at least 1"_ba;
        QTest::newRow("no held message") << QStringList{u"x"_s, u"drop"_s} << "or all, is missing"_ba;
        QTest::newRow("no message") << QStringList{u"x"_s, u"release"_s, u"1"_s, u"--message"_s, u" "_s}
                                    << "--message expects JSON"_ba;
        QTest::newRow("a message for all") << QStringList{u"x"_s, u"release"_s, u"all"_s, u"--message"_s, u"{}"_s}
                                           << "--message requires release with the number"_ba;
        QTest::newRow("not a number") << QStringList{u"x"_s, u"release"_s, u"x"_s} << "or all, not \"x\""_ba;
        QTest::newRow("no time") << QStringList{u"x"_s, u"cancel-after"_s, u"soon"_s, u"1"_s}
                                 << "cancel-after expects a number of milliseconds"_ba;
        QTest::newRow("time, but no id") << QStringList{u"x"_s, u"cancel-after"_s, u"5"_s}
                                         << "cancel-after: the id of a request is missing"_ba;
        QTest::newRow("waiting") << QStringList{u"x"_s, u"cancel"_s, u"1"_s, u"--waiting"_s, u"no"_s}
                                 << "--waiting expects"_ba;
        QTest::newRow("code") << QStringList{u"x"_s, u"cancel"_s, u"1"_s, u"--waiting"_s, u"error:x"_s}
                              << "CODE must be an integer"_ba;
        QTest::newRow("direction") << QStringList{u"x"_s, u"cancel"_s, u"1"_s, u"--direction"_s, u"up"_s}
                                   << "--direction expects"_ba;
        QTest::newRow("connection") << QStringList{u"x"_s, u"cancel"_s, u"1"_s, u"--connection"_s, u"-1"_s}
                                    << "--connection expects"_ba;
        QTest::newRow("request") << QStringList{u"x"_s, u"cancel"_s, u"1"_s, u"--request"_s, u"y"_s}
                                 << "--request expects"_ba;
        QTest::newRow("a request of all")
            << QStringList{u"x"_s, u"cancel-all"_s, u"--request"_s, u"1"_s} << "--request requires cancel"_ba;
        QTest::newRow("describe takes none")
            << QStringList{u"x"_s, u"--reason"_s, u"y"_s} << "--reason requires cancel or cancel-all"_ba;
    }
    void commandLine()
    {
        QFETCH(const QStringList, words);
        QFETCH(const QByteArray, error);
        const CliRun run = control(words);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(error), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliControl)
#include "tst_clicontrol.moc"
