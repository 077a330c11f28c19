// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Reports of `pullcord-cli call` on successful but invalid responses of the demo server.
class TestCliChecks : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    CliRun call(const QStringList &arguments)
    {
        const StdioCommand demo = Peers::demoServer({});
        return CliRun::of(QStringList{u"call"_s} + arguments + QStringList{u"--"_s, demo.program} + demo.arguments,
                          m_folder.path(), {});
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void output_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArrayList>("says");
        QTest::addColumn<QByteArray>("verdict");
        const QStringList revisions{u"2025-11-25"_s, u"2026-07-28"_s};
        for (const QString &revision : revisions) {
            const auto row = [&](const char *name, QStringList arguments, int code, const QByteArrayList &says,
                                 const QByteArray &verdict) {
                QTest::addRow("%s, %s", name, qPrintable(revision))
                    << (arguments << u"--revision"_s << revision) << code << says << verdict;
            };
            row("matches", {u"structured"_s, u"{\"valid\": true}"_s}, 0, {"matches the tool's output schema."},
                "matches");
            row("violated", {u"structured"_s}, 7,
                {"violates the tool's output schema:", "/place must be a string, not a number",
                 "/wind/speed is required"},
                "violated");
            row("missing", {u"unstructured"_s, u"--check"_s}, 7, {"but the result has no structured content"},
                "violated");
            row("not asked for", {u"structured"_s, u"--no-check"_s}, 0, {}, {});
            row("not asked for by itself", {u"unstructured"_s}, 0, {}, {});
            row("no schema", {u"echo"_s, u"{\"text\": \"a\"}"_s, u"--check"_s}, 0, {}, {});
        }
    }

    void output()
    {
        QFETCH(QStringList, arguments);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArrayList, says);
        QFETCH(const QByteArray, verdict);
        const CliRun plain = call(arguments);
        QVERIFY2(plain.exitCode == exitCode, (plain.err + plain.out).constData());
        for (const QByteArray &part : says)
            QVERIFY2(plain.err.contains(part), plain.err.constData());
        QCOMPARE(plain.err.contains("output schema"), !verdict.isEmpty() && !says.isEmpty());
        const CliRun json = call(arguments << u"--json"_s);
        QCOMPARE(json.exitCode, exitCode);
        const JsonValue report(json.out);
        QCOMPARE(report.member("exitCode").toInteger(), exitCode);
        QCOMPARE(report.pointer("/outputSchema/verdict").toUtf8(), verdict);
        for (const QByteArray &part : says)
            QVERIFY2(report.pointer("/outputSchema/says").raw().contains(part), json.out.constData());
    }

    void arguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("problem");
        QTest::newRow("wrong type") << QStringList{u"echo"_s, u"{\"text\": 1}"_s} << 2
                                    << "/text must be a string, not a number"_ba;
        QTest::newRow("sent all the same")
            << QStringList{u"slow"_s, u"{\"steps\": \"x\"}"_s, u"--no-check"_s} << 1 << QByteArray();
        QTest::newRow("right") << QStringList{u"echo"_s, u"{\"text\": \"a\"}"_s} << 0 << QByteArray();
        QTest::newRow("unknown tool") << QStringList{u"nothing"_s, u"{\"text\": 1}"_s} << 1 << QByteArray();
    }

    /// Arguments that violate the input schema of the tool are not sent by default.
    void arguments()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exitCode);
        QFETCH(const QByteArray, problem);
        const CliRun plain = call(arguments);
        QVERIFY2(plain.exitCode == exitCode, (plain.err + plain.out).constData());
        QCOMPARE(plain.err.contains("The arguments violate the tool's input schema:"), !problem.isEmpty());
        QCOMPARE(plain.err.contains("was not called; --no-check calls it anyway"), !problem.isEmpty());
        QVERIFY2(plain.err.contains(problem), plain.err.constData());
        const CliRun json = call(arguments + QStringList{u"--json"_s});
        QCOMPARE(json.exitCode, exitCode);
        QVERIFY2(JsonValue(json.out).member("argumentProblems").raw().contains(problem), json.out.constData());
    }

    void noInputSchema_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("missing") << u"bare"_s << "the tool has none, although MCP requires one"_ba;
        QTest::newRow("no object") << u"odd"_s << "its schema is invalid: "_ba;
        QTest::newRow("a gap") << u"far"_s << "https://example.com/elsewhere"_ba;
        QTest::newRow("no such tool") << u"nobody"_s << "the server does not list a tool with that name"_ba;
    }
    /// Arguments that cannot be checked are sent, with a note.
    void noInputSchema()
    {
        QFETCH(const QString, tool);
        QFETCH(const QByteArray, says);
        QFile server(m_folder.filePath(u"server.sh"_s));
        QVERIFY(server.open(QIODevice::WriteOnly));
        server.write("while read -r line; do\n"
                     "id=$(printf %s \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
                     "case $line in\n"
                     "*'\"initialize\"'*) r='{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                     "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"
                     "*tools/list*) r='{\"tools\":[{\"name\":\"bare\"},{\"name\":\"odd\",\"inputSchema\":7},"
                     "{\"name\":\"far\",\"inputSchema\":{\"$ref\":\"https:/"
                     "/example.com/elsewhere\"}}]}';;\n"
                     "*tools/call*) r='{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}';;\n"
                     "*) continue;;\nesac\n"
                     "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$r\"\ndone\n");
        server.close();
        const CliRun result = CliRun::of({u"call"_s, tool, u"--check"_s, u"--json"_s, u"--revision"_s, u"2025-11-25"_s,
                                          u"--"_s, u"sh"_s, server.fileName()});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.err.contains("Not validated against the tool's input schema: "), result.err.constData());
        QVERIFY2(result.err.contains(says), result.err.constData());
        const JsonValue report(result.out);
        QCOMPARE(report.pointer("/result/content/0/text").toUtf8(), "done");
        QVERIFY2(report.member("argumentsUnchecked").raw().contains(says), result.out.constData());
    }

    /// With --no-check the list of tools is not loaded.
    void noCheckRequestsNoTools()
    {
        const QString capture = m_folder.filePath(u"unchecked.pullcord"_s);
        const CliRun result = call({u"echo"_s, u"{\"text\": \"a\"}"_s, u"--no-check"_s, u"--capture"_s, capture});
        QCOMPARE(result.exitCode, 0);
        QFile file(capture);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray kept = file.readAll();
        QVERIFY(kept.contains("tools/call"));
        QVERIFY2(!kept.contains("tools/list"), kept.constData());
    }

    /// The duration of a call that waits for an answer counts from its first request.
    void timesCoverTheWholeCall()
    {
        const QStringList waiting{
            u"ask_elicitation"_s, u"--never-answer"_s, u"elicitation"_s, u"--cancel-after"_s, u"300"_s,
            u"--json"_s,          u"--revision"_s,     u"2026-07-28"_s};
        const CliRun cancelled = call(waiting);
        const JsonValue report(cancelled.out);
        QVERIFY(report.member("ms").toDouble().value_or(0) >= 300);
        QVERIFY(report.pointer("/cancelled/afterMs").toDouble().value_or(0) >= 300);
        const CliRun answered = call({u"ask_elicitation"_s, u"--answer"_s, u"elicitation={\"action\":\"decline\"}"_s,
                                      u"--json"_s, u"--revision"_s, u"2026-07-28"_s});
        QCOMPARE(JsonValue(answered.out).member("legs").toInteger(), 2);
    }

    void noCheckGoesWithCall()
    {
        const CliRun result =
            CliRun::of({u"list"_s, u"tools"_s, u"--no-check"_s, u"--"_s, u"x"_s}, m_folder.path(), {});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("--no-check requires call or lab, or --answer"), result.err.constData());
    }

    void progress()
    {
        const QStringList arguments{u"bad_progress"_s, u"{\"ms\": 100}"_s, u"--linger"_s, u"3000"_s};
        const CliRun plain = call(arguments);
        QCOMPARE(plain.exitCode, 0);
        QCOMPARE(plain.err.count("invalid progress: not increasing"), 2);
        for (const char *part : {"invalid progress: not a number", "invalid progress: unknown token \"no-such-token\"",
                                 "late progress +", "Progress notifications after the end: 1."})
            QVERIFY2(plain.err.contains(part), plain.err.constData());
        const CliRun json = call(arguments + QStringList{u"--json"_s});
        const JsonValue report(json.out);
        QStringList problems;
        for (const JsonMember &problem : report.member("progressProblems"))
            problems.append(problem.value.toString());
        QCOMPARE(problems, QStringList({u"not increasing"_s, u"not increasing"_s, u"not a number"_s,
                                        u"unknown token \"no-such-token\""_s}));
        QCOMPARE(report.member("progressProblemCount").toInteger(), 4);
    }

    void lateResponses()
    {
        const CliRun result =
            call({u"late"_s, u"{\"ms\": 300}"_s, u"--cancel-after"_s, u"50"_s, u"--linger"_s, u"3000"_s});
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.err.contains("late response +"), result.err.constData());
        QVERIFY2(result.err.contains("A response arrived +"), result.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliChecks)
#include "tst_clichecks.moc"
