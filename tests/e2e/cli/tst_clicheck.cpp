// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// `pullcord-cli check`: findings in calls of the misbehaving tools of the demo server, and their output.
class TestCliCheck : public QObject
{
    Q_OBJECT

private:
    // Late enough after the cancellation that even a slow machine separates the two.
    static inline const QString LateArguments = u"{\"ms\":2500,\"from_cancel\":true}"_s;
    static constexpr int Interrupted = 130;

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    CliRun run(const QStringList &arguments) { return CliRun::of(arguments, m_folder.path()); }
    /// Calls a tool of the demo server and records until `sign` was printed `times` times; without a sign, to the end
    /// of the call.
    int record(const QString &file, const QStringList &call, const QByteArray &sign = {}, qsizetype times = 1)
    {
        const StdioCommand demo = Peers::demoServer();
        const QStringList linger = sign.isEmpty() ? QStringList() : QStringList{u"--linger"_s, u"25000"_s};
        QByteArray told;
        bool isLeft = sign.isEmpty();
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        connect(&process, &QProcess::readyReadStandardError, this, [&] {
            told += process.readAllStandardError();
            if (!isLeft && told.count(sign) >= times) {
                isLeft = true;
                process.terminate();
            }
        });
        process.start(Peers::program(u"pullcord-cli"_s), QStringList{u"call"_s} + call + linger +
                                                             QStringList{u"--capture"_s, file, u"--"_s, demo.program} +
                                                             demo.arguments);
        return CliRun::finish(process).exitCode;
    }
    /// Returns "C01:error", ….
    QByteArrayList found(const QString &file)
    {
        QByteArrayList all;
        for (const QByteArray &line : CliRun::lines(run({u"check"_s, file, u"--json"_s}).out))
            all << JsonValue(line).member("code").toUtf8() + ':' + JsonValue(line).member("severity").toUtf8();
        return all;
    }

private slots:
    void initTestCase()
    {
        QCOMPARE(record(u"late.pullcord"_s,
                        {u"late"_s, LateArguments, u"--cancel-after"_s, u"50"_s, u"--reason"_s, u"tired"_s},
                        "late response"),
                 Interrupted);
        QCOMPARE(record(u"clean.pullcord"_s, {u"echo"_s, u"{\"text\":\"a\"}"_s}), 0);
    }
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void findsMisbehaviours_data();
    void findsMisbehaviours();

    /// A line break in the method of a peer cannot imitate a finding.
    void peerTextsStayOnTheirLines()
    {
        QFile file(path(u"forged.jsonl"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray line =
            R"({"direction":"s2c","message":{"jsonrpc":"2.0","id":1,"method":"x\nerror   C01 forged"}})"
            "\n";
        QCOMPARE(file.write(line + line), 2 * line.size());
        file.close();
        for (const QStringList &options : {QStringList(), QStringList{u"--verbose"_s}}) {
            const CliRun forged = run(QStringList{u"check"_s, u"forged.jsonl"_s} + options);
            QVERIFY2(forged.out.contains("x⟨U+000A⟩error   C01 forged"), forged.out.constData());
            QVERIFY2(!forged.out.contains("\nerror   C01 forged"), forged.out.constData());
        }
    }

    void printsFindings()
    {
        const CliRun plain = run({u"check"_s, u"late.pullcord"_s});
        QCOMPARE(plain.exitCode, 1);
        QCOMPARE(CliRun::lines(plain.out).size(), 1);
        QVERIFY2(plain.out.startsWith("error   C01 +") && plain.out.contains("→ tools/call late: A result arrived "),
                 plain.out.constData());
        QCOMPARE(plain.err.trimmed(), "Errors: 1, warnings: 0, infos: 0");

        const CliRun verbose = run({u"check"_s, u"late.pullcord"_s, u"--verbose"_s});
        QVERIFY2(verbose.out.contains("rule: ") && verbose.out.contains("2026-07-28, basic/patterns/cancellation"),
                 verbose.out.constData());
        QVERIFY2(verbose.out.contains(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"),
                 verbose.out.constData());
        // The named line holds the cancellation.
        const auto named = QRegularExpression(u"line (\\d+)  \\+[0-9.]+ s  → notifications/cancelled"_s)
                               .match(QString::fromUtf8(verbose.out));
        QVERIFY2(named.hasMatch(), verbose.out.constData());
        QFile file(path(u"late.pullcord"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().split('\n').at(named.captured(1).toInt() - 1).contains("notifications/cancelled"));
    }

    void printsFindingsOfSeveralFiles()
    {
        const CliRun both = run({u"check"_s, u"clean.pullcord"_s, u"late.pullcord"_s});
        QCOMPARE(both.exitCode, 1);
        QVERIFY2(both.out.startsWith("late.pullcord: error   C01"), both.out.constData());
    }

    /// The readable files are still checked.
    void checksReadableFiles()
    {
        const CliRun two = run({u"check"_s, u"none.pullcord"_s, u"late.pullcord"_s, u"nor.pullcord"_s});
        QCOMPARE(two.exitCode, run({u"check"_s, u"none.pullcord"_s}).exitCode);
        QVERIFY2(two.out.contains("error   C01"), two.out.constData());
        QVERIFY2(two.err.contains("none.pullcord") && two.err.contains("nor.pullcord"), two.err.constData());
    }

    /// A gateway that passes a cancellation on with the id of the other connection.
    void checksGateway()
    {
        const auto write = [this](const QString &name, const QByteArrayList &lines) {
            QFile file(path(name));
            const QByteArray text = R"({"pullcord":"1.1","started":"2026-07-28T12:00:00.000Z"})"
                                    "\n" +
                                    lines.join('\n') + '\n';
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const auto message = [](int ms, const QByteArray &json) {
            return R"({"t":)" + QByteArray::number(ms) + R"(000000,"d":"c2s","k":"message","m":{"jsonrpc":"2.0",)" +
                   json + "}}";
        };
        QVERIFY(
            write(u"front.pullcord"_s, {message(10, R"("id":1,"method":"tools/call","params":{"name":"slow"})"),
                                        message(500, R"("method":"notifications/cancelled","params":{"requestId":1})"),
                                        message(3000, R"("id":2,"method":"ping")")}));
        QVERIFY(
            write(u"back.pullcord"_s, {message(12, R"("id":41,"method":"tools/call","params":{"name":"slow"})"),
                                       message(502, R"("method":"notifications/cancelled","params":{"requestId":1})"),
                                       message(3002, R"("id":42,"method":"ping")")}));

        const QStringList check{u"check"_s, u"front.pullcord"_s, u"--behind"_s, u"back.pullcord"_s};
        const CliRun plain = run(check);
        QCOMPARE(plain.exitCode, 1);
        QVERIFY2(plain.out.contains("front.pullcord: error   C41 +0.500 s → tools/call slow: "), plain.out.constData());
        const CliRun verbose = run(QStringList{check} << u"--verbose"_s);
        QVERIFY2(verbose.out.contains("\n    back.pullcord: line 3  +0.502 s  → notifications/cancelled"),
                 verbose.out.constData());
        QByteArray behind;
        for (const QByteArray &line : CliRun::lines(run(QStringList{check} << u"--json"_s).out)) {
            if (JsonValue(line).member("code").toUtf8() == "C41")
                behind = JsonValue(line).member("behind").raw().toByteArray();
        }
        QCOMPARE(behind, R"({"file":"back.pullcord","lines":[2,3]})");
        const QByteArray sarif = run(QStringList{check} << u"--sarif"_s).out;
        const QJsonValue places = QJsonDocument::fromJson(sarif)["runs"_L1][0]["results"_L1];
        qsizetype related = 0;
        for (const QJsonValue &result : places.toArray()) {
            if (result["ruleId"_L1].toString() == "C41"_L1)
                related = result["relatedLocations"_L1].toArray().size();
        }
        QCOMPARE(related, 4);

        QCOMPARE(run({u"check"_s, u"front.pullcord"_s, u"back.pullcord"_s, u"--behind"_s, u"back.pullcord"_s}).exitCode,
                 2);
        const CliRun missing = run({u"check"_s, u"front.pullcord"_s, u"--behind"_s, u"none.pullcord"_s});
        QVERIFY2(missing.exitCode != 0 && missing.err.contains("none.pullcord"), missing.err.constData());
    }

    /// A log without times is checked by its order, and the output names the rules that were not applied.
    void reportsInapplicableRules()
    {
        const QByteArray cancelled =
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"tired"}}
{"jsonrpc":"2.0","id":1,"result":{"content":[]}}
)";
        QFile log(path(u"log.jsonl"_s));
        QVERIFY(log.open(QIODevice::WriteOnly) && log.write(cancelled) == cancelled.size());
        log.close();
        const QByteArray untold =
            "The file does not give the time of each message. Not checked, because they need times: C09, ";
        const CliRun plain = run({u"check"_s, u"log.jsonl"_s});
        QVERIFY2(plain.err.contains(untold), plain.err.constData());
        QVERIFY2(
            plain.out.startsWith("info    C01 → tools/call a: Result after cancellation; the two may have crossed"),
            plain.out.constData());

        const QByteArrayList json = CliRun::lines(run({u"check"_s, u"log.jsonl"_s, u"--json"_s}).out);
        QCOMPARE(json.size(), 2);
        QCOMPARE(JsonValue(json.first()).member("lines").raw(), "[1,2,3]");
        QVERIFY(!JsonValue(json.first()).member("timeMs").isValid());
        QCOMPARE(JsonValue(json.last()).pointer("/notApplied/0").toUtf8(), "C09");
        QCOMPARE(JsonValue(json.last()).pointer("/informationOnly/0").toUtf8(), "C01");
        const QByteArray sarif = run({u"check"_s, u"log.jsonl"_s, u"--sarif"_s}).out;
        QVERIFY(JsonValue(sarif)
                    .pointer("/runs/0/invocations/0/toolExecutionNotifications/0/message/text")
                    .toUtf8()
                    .contains(untold));
        const QByteArray junit = run({u"check"_s, u"log.jsonl"_s, u"--junit"_s}).out;
        QCOMPARE(junit.count("<skipped "), 12);

        const CliRun timed = run({u"check"_s, u"late.pullcord"_s, u"--json"_s});
        QVERIFY(!timed.err.contains("does not give the time") && !timed.out.contains("notApplied"));
        QVERIFY(JsonValue(CliRun::lines(timed.out).first()).member("timeMs").isValid());
    }

    void printsNothingForCleanCaptures()
    {
        const CliRun clean = run({u"check"_s, u"clean.pullcord"_s, u"--fail-on"_s, u"info"_s});
        QVERIFY2(clean.exitCode == 0, clean.out.constData());
        QCOMPARE(clean.out, ""_ba);
        QCOMPARE(clean.err.trimmed(), "Errors: 0, warnings: 0, infos: 0");
    }

    void reportsContainFindings_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("title");
        QTest::newRow("Markdown") << u"markdown"_s << "## Findings"_ba;
        QTest::newRow("HTML") << u"html"_s << "<h2>Findings</h2>"_ba;
    }
    void reportsContainFindings()
    {
        QFETCH(const QString, format);
        QFETCH(const QByteArray, title);
        const auto report = [&](const QString &file) { return run({u"export"_s, file, u"--format"_s, format}).out; };
        const QByteArray late = report(u"late.pullcord"_s);
        QVERIFY2(late.contains(title) && late.contains("C01") && late.contains("A result arrived"), late.constData());
        const QByteArray clean = report(u"clean.pullcord"_s);
        QVERIFY2(clean.contains(title) && clean.contains("None: no rule that was checked is violated"),
                 clean.constData());
    }

    void failsOn_data()
    {
        QTest::addColumn<QString>("severity");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("error") << u"error"_s << 1;
        QTest::newRow("warning") << u"warning"_s << 1;
        QTest::newRow("info") << u"info"_s << 1;
        QTest::newRow("never") << u"never"_s << 0;
        QTest::newRow("nonsense") << u"fatal"_s << 2;
    }
    void failsOn()
    {
        QFETCH(const QString, severity);
        QTEST(run({u"check"_s, u"late.pullcord"_s, u"--fail-on"_s, severity}).exitCode, "exitCode");
    }
    void passesBelowTheSeverity()
    {
        QCOMPARE(record(u"deaf.pullcord"_s,
                        {u"deaf"_s, u"--cancel-after"_s, u"50"_s, u"--reason"_s, u"tired"_s, u"--linger"_s, u"1100"_s}),
                 4);
        QCOMPARE(found(u"deaf.pullcord"_s), QByteArrayList{"C16:info"});
        QCOMPARE(run({u"check"_s, u"deaf.pullcord"_s, u"--fail-on"_s, u"warning"_s}).exitCode, 0);
        QCOMPARE(run({u"check"_s, u"deaf.pullcord"_s, u"--fail-on"_s, u"info"_s}).exitCode, 1);
    }

    void baseline()
    {
        const CliRun written =
            run({u"check"_s, u"late.pullcord"_s, u"--baseline"_s, u"known.json"_s, u"--write-baseline"_s});
        QVERIFY2(written.exitCode == 0, written.err.constData());
        QFile file(path(u"known.json"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(JsonValue(file.readAll()).member("accepted").element(0).toUtf8() == "C01 server tools/call late");
        const CliRun known = run({u"check"_s, u"late.pullcord"_s, u"--baseline"_s, u"known.json"_s});
        QCOMPARE(known.exitCode, 0);
        QCOMPARE(known.out, ""_ba);
        QVERIFY2(known.err.contains("accepted by the baseline: 1"), known.err.constData());

        QFile broken(path(u"broken.json"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"accepted\": []}") > 0);
        broken.close();
        const CliRun refused = run({u"check"_s, u"late.pullcord"_s, u"--baseline"_s, u"broken.json"_s});
        QCOMPARE(refused.exitCode, 6);
        QVERIFY2(refused.err.contains("broken.json: it is not a baseline"), refused.err.constData());
        QCOMPARE(run({u"check"_s, u"late.pullcord"_s, u"--baseline"_s, u"none.json"_s}).exitCode, 6);
    }

    void sarif()
    {
        const CliRun sarif = run({u"check"_s, u"late.pullcord"_s, u"clean.pullcord"_s, u"--sarif"_s});
        QCOMPARE(sarif.exitCode, 1);
        const JsonValue document(sarif.out);
        QCOMPARE(document.member("version").toUtf8(), "2.1.0");
        const JsonValue result = document.pointer("/runs/0/results/0");
        QCOMPARE(result.member("ruleId").toUtf8(), "C01");
        QCOMPARE(result.member("level").toUtf8(), "error");
        QCOMPARE(result.pointer("/locations/0/physicalLocation/artifactLocation/uri").toUtf8(), "late.pullcord");
        QVERIFY(result.pointer("/locations/0/physicalLocation/region/startLine").toInteger().value_or(0) > 5);
        QVERIFY(!document.pointer("/runs/0/results/1").isValid());
        const auto rule = result.member("ruleIndex").toInteger();
        QVERIFY(rule);
        QCOMPARE(document.pointer("/runs/0/tool/driver/rules/" + QByteArray::number(*rule) + "/id").toUtf8(), "C01");
    }

    void junit()
    {
        // As required by the junit-10.xsd of Jenkins.
        const CliRun junit = run({u"check"_s, u"late.pullcord"_s, u"clean.pullcord"_s, u"--junit"_s});
        QCOMPARE(junit.exitCode, 1);
        QXmlStreamReader xml(junit.out);
        QStringList failed;
        QString suite;
        QString name;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == "testsuite"_L1) {
                suite = xml.attributes().value("name"_L1).toString();
                QCOMPARE(xml.attributes().value("errors"_L1), "0"_L1);
            } else if (xml.name() == "testcase"_L1)
                name = xml.attributes().value("name"_L1).toString();
            else if (xml.name() == "failure"_L1)
                failed << suite + u' ' + name;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(failed, QStringList{u"late.pullcord C01 Result after cancellation"_s});
    }

    void lists()
    {
        const CliRun list = run({u"check"_s, u"--list"_s});
        QCOMPARE(list.exitCode, 0);
        QVERIFY2(list.out.contains("C06   warning  Progress after cancellation"), list.out.constData());
        const CliRun json = run({u"check"_s, u"--list"_s, u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(CliRun::lines(json.out).size(),
                 CliRun::lines(list.out).size() - 1); // without the line above the columns
        const QByteArray line = CliRun::lines(json.out).at(0);
        const JsonValue first(line);
        QCOMPARE(first.member("code").toUtf8(), "C01");
        QCOMPARE(first.member("severity").toUtf8(), "warning");
    }

    void refusesInvalidArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no file") << QStringList{} << 2;
        QTest::newRow("none such") << QStringList{u"none.pullcord"_s} << 6;
        QTest::newRow("a file and --list") << QStringList{u"late.pullcord"_s, u"--list"_s} << 2;
        QTest::newRow("list for a test report") << QStringList{u"--list"_s, u"--junit"_s} << 2;
        QTest::newRow("two forms") << QStringList{u"late.pullcord"_s, u"--sarif"_s, u"--junit"_s} << 2;
        QTest::newRow("write where") << QStringList{u"late.pullcord"_s, u"--write-baseline"_s} << 2;
        QTest::newRow("of another") << QStringList{u"late.pullcord"_s, u"--messages"_s} << 2;
    }
    void refusesInvalidArguments()
    {
        QFETCH(const QStringList, arguments);
        QTEST(run(QStringList{u"check"_s} + arguments).exitCode, "exitCode");
    }
};

void TestCliCheck::findsMisbehaviours_data()
{
    QTest::addColumn<QStringList>("call");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QByteArray>("sign");
    QTest::addColumn<int>("times");
    QTest::addColumn<QByteArrayList>("codes");
    const QString legacy = u"2025-11-25"_s;
    const QString modern = u"2026-07-28"_s;
    const auto row = [&](const char *name, QStringList call, const QString &revision, const QByteArray &sign, int times,
                         const QByteArrayList &codes) {
        call << u"--cancel-after"_s << u"50"_s << u"--reason"_s << u"tired"_s;
        QTest::newRow(name) << call << revision << sign << times << codes;
    };
    const QStringList late{u"late"_s, LateArguments};
    const QStringList progress{u"progress_after_cancel"_s, u"{\"ms\":60000,\"count\":3,\"interval\":800}"_s};
    const QByteArray answer = "late response";
    row("honours", {u"slow"_s, u"{\"ms\":60000}"_s, u"--linger"_s, u"1200"_s}, legacy, {}, 0, {"C16:info"});
    row("late", late, legacy, answer, 1, {"C01:warning"});
    row("late, modern", late, modern, answer, 1, {"C01:error"});
    row("answers -32800", {u"answers_32800"_s}, legacy, answer, 1, {"C02:"});
    row("answers code 0", {u"answers_code_0"_s}, legacy, answer, 1, {"C03:"});
    row("isError", {u"is_error_after_cancel"_s}, legacy, answer, 1, {"C04:"});
    row("progress", progress, legacy, "late progress", 3, {"C06:warning"});
    row("progress, modern", progress, modern, "late progress", 3, {"C06:error"});
    row("dies", {u"die_on_cancel"_s, u"--linger"_s, u"25000"_s}, legacy, {}, 0, {"C15:error"});
    const QStringList orphan{u"orphan"_s,         u"--never-answer"_s, u"sampling"_s,
                             u"--cancel-after"_s, u"2000"_s,           u"--reason"_s,
                             u"tired"_s,          u"--linger"_s,       u"3000"_s};
    QTest::newRow("orphan") << orphan << legacy << ""_ba << 0 << QByteArrayList{"C16:info", "C09:warning"};
    QTest::newRow("answers twice") << QStringList{u"answers_twice"_s} << legacy << "second response"_ba << 1
                                   << QByteArrayList{"C19:error"};
    QTest::newRow("bad progress") << QStringList{u"bad_progress"_s} << legacy << "late progress"_ba << 1
                                  << QByteArrayList{"P07:warning", "P11:error", "P07:warning", "P07:warning"};
    QTest::newRow("garbage") << QStringList{u"garbage"_s} << legacy << ""_ba << 0
                             << QByteArrayList{"P01:error", "P01:warning", "P01:error", "P01:error", "P01:error"};
}

/// A response sent at once may cross the cancellation, so only the code is certain.
void TestCliCheck::findsMisbehaviours()
{
    QFETCH(const QStringList, call);
    QFETCH(const QString, revision);
    QFETCH(const QByteArray, sign);
    QFETCH(const int, times);
    QFETCH(const QByteArrayList, codes);
    const QString file = u"m-%1.pullcord"_s.arg(QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-'));
    QCOMPARE(record(file, call + QStringList{u"--revision"_s, revision}, sign, times),
             !sign.isEmpty()                      ? Interrupted
             : call.contains(u"--cancel-after"_s) ? 4
                                                  : 0);
    const QByteArrayList all = found(file);
    QVERIFY2(all.size() == codes.size(), all.join(' ').constData());
    for (qsizetype i = 0; i < all.size(); ++i)
        QVERIFY2(all.at(i).startsWith(codes.at(i)), all.join(' ').constData());
}

QTEST_GUILESS_MAIN(TestCliCheck)
#include "tst_clicheck.moc"
