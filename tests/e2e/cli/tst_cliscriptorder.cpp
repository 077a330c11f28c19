// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scriptedserver.h"
#include "e2e/clirun.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// Responds late, and logs the order of requests and responses.
class SlowServer
{
public:
    SlowServer()
    {
        m_server.setScript([this](const ScriptedServer::Request &request) { take(request); });
    }

    [[nodiscard]] QString url() const { return m_server.url().toString(); }
    /// Returns the log since the last call.
    [[nodiscard]] QByteArrayList log() { return std::exchange(m_log, {}); }

private:
    using Request = ScriptedServer::Request;

    void take(const Request &request)
    {
        if (request.head.method != "POST")
            return request.write(ScriptedServer::response("405 Method Not Allowed", {}, {}));
        const QByteArray method = request.rpcMethod();
        const QByteArray tool = toolOf(request);
        m_log.append(method + tool);
        if (tool == " hangs") {
            m_hanging = request;
            QObject::connect(request.socket, &QTcpSocket::disconnected, &m_server,
                             [this] { m_log.append("hangs: closed"); });
            return;
        }
        QTimer::singleShot(50, &m_server, [this, request, method, tool] {
            m_log.append(method + tool + ": answered");
            const QByteArray answer = answerTo(request, method);
            if (tool == " leaves open")
                leaveOpen(request);
            else
                request.write(answer.isEmpty() ? ScriptedServer::accepted() : ScriptedServer::json(answer));
            if (tool == " frees")
                m_hanging.write(ScriptedServer::json(ScriptedServer::result(m_hanging)));
        });
    }
    void leaveOpen(const Request &request)
    {
        QObject::connect(request.socket, &QTcpSocket::disconnected, &m_server,
                         [this] { m_log.append("leaves open: closed"); });
        request.write(ScriptedServer::streamHead() + R"(data: {"result":{}, "id" : )" + request.rpcId() + "}\n\n");
    }
    static QByteArray toolOf(const Request &request)
    {
        const QJsonObject parameters = QJsonDocument::fromJson(request.body)["params"_L1].toObject();
        const QByteArray name = parameters["name"_L1].toString().toUtf8();
        return name.isEmpty() ? name : ' ' + name;
    }
    static QByteArray answerTo(const Request &request, const QByteArray &method)
    {
        if (method == "initialize")
            return ScriptedServer::result(
                request,
                R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}})");
        if (method == "server/discover")
            return ScriptedServer::result(
                request, R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},)"
                         R"("serverInfo":{"name":"s","version":"1"},"ttlMs":0,"cacheScope":"private"})");
        if (method == "tools/list")
            return ScriptedServer::result(request, R"({"tools":[{"name":"hangs","inputSchema":{"type":"object"}}],)"
                                                   R"("resultType":"complete","ttlMs":0,"cacheScope":"private"})");
        return request.rpcId().isEmpty() ? QByteArray() : ScriptedServer::result(request);
    }

    ScriptedServer m_server;
    Request m_hanging;
    QByteArrayList m_log;
};

/// Lines of a capture.
class Lines
{
public:
    explicit Lines(const QByteArray &opening = R"({"k":"opening","transport":"streamable-http"})") { line(opening); }

    [[nodiscard]] const QByteArray &text() const { return m_text; }
    /// Adds an object, with the next time.
    void line(const QByteArray &event)
    {
        m_text += R"({"t":)" + QByteArray::number(++m_time) + R"(,"c":0,)" + event.mid(1) + '\n';
    }
    void step(int exchange, const QByteArray &name, const QByteArray &details)
    {
        line(R"({"k":"http","exchange":)" + QByteArray::number(exchange) + R"(,"step":)" + '"' + name + "\"," +
             details.mid(1));
    }
    void posted(int exchange, const QByteArray &message)
    {
        step(exchange, "request", R"({"method":"POST","url":"none","headers":[]})");
        said("c2s", exchange, message);
    }
    void said(const QByteArray &direction, int exchange, const QByteArray &message)
    {
        line(R"({"d":)" + ('"' + direction) + "\",\"k\":\"message\",\"exchange\":" + QByteArray::number(exchange) +
             ",\"m\":" + message + '}');
    }
    void ended(int exchange, const QByteArray &how = "complete")
    {
        step(exchange, "end", R"({"how":)" + ('"' + how) + "\"}");
    }

private:
    QByteArray m_text = R"({"pullcord":"1.1","program":"t","title":"t"})"
                        "\n";
    int m_time = 0;
};

QByteArray toolCall(const QByteArray &id, const QByteArray &tool)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":)" + ('"' + tool) + "\"}}";
}

/// Unusual messages of a client on stdio.
QByteArray strangeLines()
{
    Lines lines(R"({"k":"opening","transport":"stdio","program":"cat","arguments":[]})");
    lines.line(R"({"d":"c2s","k":"message","m":{"jsonrpc": "2.0",  "id":1,"method":"%s\n\\"}})");
    lines.line(R"({"d":"c2s","k":"message","s":"{\"jsonrpc\":\"2.0\",\n\"id\":2,\"method\":\"it's\"}"})");
    lines.line(R"({"d":"c2s","k":"malformed","b":"YQBi/w=="})");
    lines.line(R"({"d":"c2s","k":"malformed","s":"%d 'x' \\n\u001b[31m","eol":"\r\n"})");
    lines.line(R"({"d":"c2s","k":"malformed","s":"-v \u0001 --"})");
    lines.line(R"({"d":"c2s","k":"malformed","s":""})");
    lines.line(R"({"d":"c2s","k":"malformed","s":"the head","length":900})");
    lines.line(R"({"d":"c2s","k":"message","m":{"cut":})");
    lines.line(R"({"d":"s2c","k":"malformed","s":"not of the client's"})");
    lines.line(R"({"d":"c2s","k":"malformed","s":"last","eol":""})");
    return lines.text();
}

/// Returns the bytes of strangeLines() on the wire that are known completely.
QByteArray strangeBytes()
{
    QByteArray expected = R"({"jsonrpc": "2.0",  "id":1,"method":"%s\n\\"})"
                          "\n"
                          R"({"jsonrpc":"2.0",)"
                          "\n"
                          "\"id\":2,\"method\":\"it's\"}\n";
    expected += "a\0b\xff\n"_ba + "%d 'x' \\n\x1b[31m\r\n"_ba + "-v \x01 --\n"_ba + "\nlast"_ba;
    return expected;
}

} // namespace

/// `pullcord-cli export --format script`: the script sends the same bytes in the same order.
class TestCliScriptOrder : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }
    QString exported(const QString &capture)
    {
        const QString script = path(u"exported.sh"_s);
        QFile::remove(script);
        return run({u"export"_s, capture, u"--format"_s, u"script"_s, u"-o"_s, script}).exitCode == 0 ? script
                                                                                                      : QString();
    }
    QString exported(const QByteArray &capture)
    {
        QFile file(path(u"written.pullcord"_s));
        return file.open(QIODevice::WriteOnly) && file.write(capture) == capture.size() && file.flush()
                   ? exported(file.fileName())
                   : QString();
    }
    static CliRun runScript(const QString &shell, const QStringList &arguments)
    {
        QProcess process;
        process.start(shell, arguments);
        return CliRun::finish(process);
    }
    static void addShells()
    {
        QTest::addColumn<QString>("shell");
        for (const QString &shell : {u"sh"_s, u"dash"_s, u"bash"_s}) {
            if (!QStandardPaths::findExecutable(shell).isEmpty())
                QTest::addRow("%s", qPrintable(shell)) << shell;
        }
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// A cancelled call, recorded and repeated: the server sees the same, whichever response it delays.
    void recordedOrder_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QByteArray>("cancel"); // cancellation as the server sees it
        for (const QString &shell : {u"sh"_s, u"bash"_s}) {
            if (QStandardPaths::findExecutable(shell).isEmpty())
                continue;
            QTest::addRow("2025-11-25, %s", qPrintable(shell))
                << shell << u"2025-11-25"_s << "notifications/cancelled"_ba;
            QTest::addRow("2026-07-28, %s", qPrintable(shell)) << shell << u"2026-07-28"_s << "hangs: closed"_ba;
        }
    }
    void recordedOrder()
    {
        QFETCH(const QString, shell);
        QFETCH(const QString, revision);
        QFETCH(const QByteArray, cancel);
        SlowServer server;
        const QString capture = path(QString::fromUtf8(QTest::currentDataTag()).remove(u' ') + u".pullcord"_s);
        static_cast<void>(run({u"call"_s, u"hangs"_s, u"--cancel-after"_s, u"100"_s, u"--linger"_s, u"200"_s,
                               u"--revision"_s, revision, u"--url"_s, server.url(), u"--capture"_s, capture}));
        const QByteArrayList recorded = server.log();
        QVERIFY2(recorded.contains(cancel), recorded.join('\n').constData());
        const QString script = exported(capture);
        const CliRun repeated = runScript(shell, {script});
        QVERIFY2(repeated.err.isEmpty(), repeated.err.constData());
        QCOMPARE(server.log().join('\n'), recorded.join('\n'));
        for (const QByteArray &line : CliRun::lines(repeated.out)) // each response has its own line
            QVERIFY2(!QJsonDocument::fromJson(line).isNull(), line.constData());
    }

    /// The script sends a message while the same requests are open as in the recording. It first waits for the messages
    /// that arrived earlier.
    void openRequests_data() { addShells(); }
    void openRequests()
    {
        QFETCH(const QString, shell);
        Lines lines;
        lines.posted(1, toolCall("1", "hangs"));
        lines.posted(2, toolCall("\"a.b\"", "leaves open"));
        lines.said("s2c", 2, R"({"jsonrpc":"2.0","id":"a.b","result":{}})");
        lines.posted(3, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
        lines.step(3, "response", R"({"status":202})");
        lines.posted(4, toolCall("4", "frees"));
        lines.said("s2c", 4, R"({"jsonrpc":"2.0","id":4,"result":{}})");
        lines.ended(4);
        lines.ended(3);
        lines.said("s2c", 1, R"({"jsonrpc":"2.0","id":1,"result":{}})");
        lines.ended(1);
        lines.ended(2, "closed");
        const QString script = exported(lines.text());
        SlowServer server;
        const CliRun repeated = runScript(shell, {script, server.url()});
        QVERIFY2(repeated.err.isEmpty(), repeated.err.constData());
        const QByteArrayList expected{"tools/call hangs",
                                      "tools/call leaves open",
                                      "tools/call leaves open: answered",
                                      "notifications/cancelled",
                                      "notifications/cancelled: answered",
                                      "tools/call frees",
                                      "tools/call frees: answered",
                                      "hangs: closed",
                                      "leaves open: closed"};
        QCOMPARE(server.log().join('\n'), expected.join('\n'));
    }

    /// A message without a response causes no wait, but is sent before the next message.
    void unansweredMessages()
    {
        Lines lines;
        lines.step(9, "request", R"({"method":"GET","url":"none","headers":[]})");
        for (int i = 1; i <= 4; ++i)
            lines.posted(i, toolCall(QByteArray::number(i), "t" + QByteArray::number(i)));
        lines.posted(5, R"({"jsonrpc":"2.0","method":"notifications/x"})");
        lines.posted(6, toolCall("6", "t6"));
        for (int i = 1; i <= 6; ++i)
            lines.ended(i);
        QString script = exported(lines.text());
        QFile file(script);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QCOMPARE(text.count("\n# Not repeated, as it posts nothing: GET\n"), 1);
        QVERIFY2(!text.contains("\nended ") && !text.contains("\ncame "), text.constData());
        SlowServer server;
        const CliRun repeated = runScript(u"sh"_s, {script, server.url()});
        QByteArrayList log = server.log();
        log.removeIf([](const QByteArray &line) { return line.endsWith(": answered"); });
        QCOMPARE(log.join(','),
                 "tools/call t1,tools/call t2,tools/call t3,tools/call t4,notifications/x,tools/call t6"_ba);
        QCOMPARE(CliRun::lines(repeated.out).size(), 5); // one line each
        QCOMPARE(repeated.exitCode, 0);
        QCOMPARE(runScript(u"sh"_s, {script, u"http://127.0.0.1:9/"_s}).exitCode, 1); // no server there
    }

    /// Header names come from the capture, so a shell must not interpret them.
    void namesAreNotExecuted()
    {
        Lines lines;
        lines.step(
            1, "request",
            R"({"method":"POST","url":"none","headers":[{"name":"X`echo>ran`","value":"***"},)"
            R"({"name":"X`id`","value":"***"},{"name":"@/dev/null","value":"a"},{"name":"1st","value":"***"}]})");
        lines.said("c2s", 1, toolCall("1", "t1"));
        lines.ended(1);
        const QString script = exported(lines.text());
        QFile file(script);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(text.contains("# Not repeated: not a valid header: X`echo>ran`\n"), text.constData());
        QVERIFY2(text.contains("# Not repeated: not a valid header: @/dev/null\n"), text.constData());
        QVERIFY2(text.contains("-H 'X`id`: '\"$HEADER_X_ID_\""), text.constData());
        SlowServer server;
        const CliRun repeated =
            runScript(u"env"_s, {u"HEADER_X_ID_=a"_s, u"HEADER_1ST=b"_s, u"sh"_s, script, server.url()});
        QVERIFY2(repeated.exitCode == 0 && repeated.err.isEmpty(), repeated.err.constData());
        QCOMPARE(server.log().value(0), "tools/call t1");
        QCOMPARE(runScript(u"sh"_s, {script, server.url()}).exitCode, 2); // without the secrets
    }

    /// On stdio any bytes are repeated; unknown ones are reported.
    void bytesAreTheSame_data() { addShells(); }
    void bytesAreTheSame()
    {
        QFETCH(const QString, shell);
        const QString script = exported(strangeLines());
        const CliRun repeated = runScript(shell, {script});
        QCOMPARE(repeated.out, strangeBytes());
        QFile file(script);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(text.contains("# Not repeated: 900 bytes, of which only the first 8 are recorded\n"),
                 text.constData());
        QVERIFY2(text.contains("# Not repeated, if the client sent it: line 10 of the file"), text.constData());
        QCOMPARE(text.count("# Not repeated"), 2);
        // The author of an imported file may have indented the messages, even if it was exported since.
        const QString imported =
            exported(strangeLines().replace(R"("title":"t")", R"("title":"t","imported":{"format":"JSON Lines"})"));
        const QByteArrayList repeatedLines = CliRun::lines(runScript(shell, {imported}).out);
        const QByteArray onOneLine = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"it's\"}";
        QCOMPARE(repeatedLines.value(1), onOneLine);
    }
};

QTEST_GUILESS_MAIN(TestCliScriptOrder)
#include "tst_cliscriptorder.moc"
