// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"
#include "e2e/oneanswer.h"

#include "core/json/jsonvalue.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Rules of the command line that answer the questions of the demo server, in both eras.
class TestCliAnswering : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void rules_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        for (const QString &revision : {u"2025-11-25"_s, u"2026-07-28"_s}) {
            const auto row = [&](const char *tag, const QStringList &options, int code, const char *out,
                                 const char *err) {
                QTest::newRow(qPrintable(revision + u' ' + QLatin1StringView(tag)))
                    << revision << options << code << QByteArray(out) << QByteArray(err);
            };
            row("answered",
                {u"ask_elicitation"_s, u"--answer"_s, uR"(elicitation={"action":"accept","content":{"name":"Ada"}})"_s},
                0, "Ada", "elicitation/create is answered by rule");
            row("refused", {u"ask_elicitation"_s, u"--refuse"_s, u"elicitation"_s}, 0, "decline",
                "elicitation/create is refused by rule");
            row("left alone",
                {u"ask_elicitation"_s, u"--never-answer"_s, u"elicitation"_s, u"--cancel-after"_s, u"300"_s}, 4, "",
                "is left without an answer by rule");
            row("sampled",
                {u"ask_sampling"_s, u"--answer"_s,
                 uR"(sampling={"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"})"_s},
                0, "Paris", "");
        }
    }
    void rules()
    {
        QFETCH(const QString, revision);
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, out);
        QFETCH(const QByteArray, err);
        const StdioCommand demo = Peers::demoServer();
        const CliRun run = CliRun::of(QStringList{u"call"_s} + options +
                                      QStringList{u"--revision"_s, revision, u"--"_s, demo.program} + demo.arguments);
        QVERIFY2(run.out.contains(out), run.out.constData());
        QVERIFY2(run.err.contains(err), run.err.constData());
        QTEST(run.exitCode, "exitCode");
    }

    void answersThatViolateTheSchema_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("content");
        QTest::addColumn<bool>("isChecked");
        QTest::addColumn<QByteArray>("problem");
        for (const QString &revision : {u"2025-11-25"_s, u"2026-07-28"_s}) {
            const auto row = [&](const char *tag, const QString &content, bool checked, const char *problem) {
                QTest::newRow(qPrintable(revision + u' ' + QLatin1StringView(tag)))
                    << revision << content << checked << QByteArray(problem);
            };
            row("wrong type", uR"(,"content":{"name":7})"_s, true, "/content/name must be a string, not a number");
            row("missing", uR"(,"content":{})"_s, true, "/content/name is required");
            row("no content", u""_s, true, "/content/name is required");
            row("sent all the same", uR"(,"content":{"name":7})"_s, false, "");
        }
    }
    /// The form arrives with the question, so an answer that violates it is not sent.
    void answersThatViolateTheSchema()
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, content);
        QFETCH(const bool, isChecked);
        QFETCH(const QByteArray, problem);
        const StdioCommand demo = Peers::demoServer();
        QStringList arguments{u"call"_s,
                              u"ask_elicitation"_s,
                              u"--json"_s,
                              u"--answer"_s,
                              uR"(elicitation={"action":"accept")"_s + content + u'}',
                              u"--revision"_s,
                              revision};
        if (!isChecked)
            arguments << u"--no-check"_s;
        const CliRun run = CliRun::of(arguments << u"--"_s << demo.program << demo.arguments);
        QVERIFY2(run.err.contains(problem), run.err.constData());
        QCOMPARE(run.err.contains("does not match the schema of the server's elicitation/create"), isChecked);
        QCOMPARE(run.err.contains("--no-check sends it anyway"), isChecked);
        const JsonValue report(run.out);
        QCOMPARE(report.pointer("/result/content/0/text").toUtf8().contains("cancel"), isChecked);
        QCOMPARE(report.member("answerProblems").isValid(), isChecked);
        QCOMPARE(run.exitCode, isChecked ? 2 : 0);
    }

    /// A server of 2026-07-28 may not send requests: this is reported, and changes nothing else.
    void askedWhenForbidden_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("2025-11-25") << u"2025-11-25"_s << false;
        QTest::newRow("2026-07-28") << u"2026-07-28"_s << true;
    }
    void askedWhenForbidden()
    {
        QFETCH(const QString, revision);
        const StdioCommand demo = Peers::demoServer();
        const CliRun run =
            CliRun::of(QStringList{u"call"_s, u"ask_out_of_turn"_s, u"--revision"_s, revision, u"--"_s, demo.program} +
                       demo.arguments);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.out.contains("A request was sent"), run.out.constData());
        QTEST(run.err.contains("The server sent a request of its own, sampling/createMessage (id 1), which MCP "
                               "2026-07-28 does not allow: it gets no response"),
              "isTold");
    }

    /// A question without an answer that the server withdraws.
    void withdrawn()
    {
        const StdioCommand demo = Peers::demoServer();
        const CliRun run = CliRun::of(QStringList{u"call"_s, u"ask_and_cancel"_s, u"--never-answer"_s, u"elicitation"_s,
                                                  u"--revision"_s, u"2025-11-25"_s, u"--"_s, demo.program} +
                                      demo.arguments);
        QCOMPARE(run.exitCode, 0);
        QVERIFY2(run.err.contains("The server withdrew its elicitation/create (id 1) after "), run.err.constData());
    }

    /// In 2026-07-28 no request is open at that time.
    void refusedAtItsQuestions()
    {
        const StdioCommand demo = Peers::demoServer();
        const CliRun run = CliRun::of(QStringList{u"call"_s, u"ask_sampling"_s, u"--refuse"_s, u"sampling"_s,
                                                  u"--revision"_s, u"2026-07-28"_s, u"--"_s, demo.program} +
                                      demo.arguments);
        QCOMPARE(run.exitCode, 4);
        QVERIFY2(run.err.contains("nothing was in flight: the response was a question"), run.err.constData());
    }

    /// A server asks a question that the declared capabilities forbid, and no rule answers.
    void questionsWithoutARule()
    {
        const OneAnswer server;
        const QByteArray answer =
            "{\"jsonrpc\":\"2.0\",\"id\":@,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{"
            "\"k\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\"}},"
            "\"r\":{\"method\":\"roots/list\"}}}}";
        const CliRun run = server.call(answer, u"2026-07-28"_s, {u"--refuse"_s, u"roots"_s});
        QCOMPARE(run.exitCode, 4);
        QCOMPARE(run.out, QByteArray());
        QVERIFY2(run.err.contains("x asks elicitation/create, but there is no rule to answer it"), run.err.constData());
        QVERIFY2(run.err.contains("x was cancelled after "), run.err.constData());
        QVERIFY2(run.err.contains("nothing was in flight: the response was a question"), run.err.constData());
        QVERIFY2(!run.err.contains("x asks roots/list") && !run.err.contains("lost"), run.err.constData());

        const CliRun json = server.call(answer, u"2026-07-28"_s, {u"--json"_s, u"--refuse"_s, u"roots"_s});
        QCOMPARE(json.exitCode, 4);
        const JsonValue report(json.out);
        QCOMPARE(report.member("state").toUtf8(), "cancelled");
        QCOMPARE(report.member("questions").raw().toByteArray(),
                 "[{\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\"}}]");
        QVERIFY2(!report.member("result").isValid(), json.out.constData());
    }

    /// In 2026-07-28 no request is open whose timeout could expire.
    void unansweredQuestionsTimeOut_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("option");
        for (const char *revision : {"2025-11-25", "2026-07-28"}) {
            for (const char *option : {"--timeout", "--timeout-cap"})
                QTest::addRow("%s, %s", revision, option)
                    << QString::fromLatin1(revision) << QString::fromLatin1(option);
        }
    }
    void unansweredQuestionsTimeOut() // the timeout also holds for the handshake, which takes long on a busy machine
    {
        QFETCH(const QString, revision);
        QFETCH(const QString, option);
        const StdioCommand demo = Peers::demoServer();
        const CliRun run =
            CliRun::of(QStringList{u"call"_s, u"ask_elicitation"_s, u"--never-answer"_s, u"elicitation"_s,
                                   u"--revision"_s, revision, option, u"2s"_s, u"--json"_s, u"--"_s, demo.program} +
                       demo.arguments);
        QCOMPARE(run.exitCode, 5);
        QVERIFY2(run.err.contains("2000 ms"), run.err.constData());
        QCOMPARE(JsonValue(run.out).member("state").toUtf8(), "timed out");
    }

    void invalidRules_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("unknown") << QStringList{u"--refuse"_s, u"tea"_s} << "\"tea\" is not one of"_ba;
        QTest::newRow("no JSON") << QStringList{u"--answer"_s, u"roots={"_s} << "WHAT=JSON"_ba;
        QTest::newRow("no object") << QStringList{u"--answer"_s, u"roots=7"_s} << "WHAT=JSON"_ba;
        QTest::newRow("two") << QStringList{u"--refuse"_s, u"roots"_s, u"--answer"_s, u"roots={\"roots\":[]}"_s}
                             << "two rules"_ba;
        QTest::newRow("unknown action") << QStringList{u"--answer"_s, u"elicitation={\"action\":\"foo\"}"_s}
                                        << "/action must be one of \"accept\", \"cancel\", \"decline\""_ba;
        QTest::newRow("no file") << QStringList{u"--answer"_s, u"roots={\"roots\":[{\"uri\":\"http:///a\"}]}"_s}
                                 << "/roots/0/uri must begin with file://"_ba;
        QTest::newRow("incomplete") << QStringList{u"--answer"_s, u"sampling={}"_s} << "/model is required"_ba;
    }
    void invalidRules()
    {
        QFETCH(const QStringList, options);
        QFETCH(const QByteArray, says);
        const CliRun run = CliRun::of(QStringList{u"call"_s, u"echo"_s} + options + QStringList{u"--"_s, u"true"_s});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(says), run.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliAnswering)
#include "tst_clianswering.moc"
