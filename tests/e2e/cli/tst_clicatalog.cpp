// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "e2e/clirun.h"

#include "core/json/jsonvalue.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Output of the command line on the offers of real servers, and its requests.
class TestCliCatalog : public QObject
{
    Q_OBJECT

private:
    static CliRun run(QStringList arguments, const StdioCommand &server)
    {
        return CliRun::of(arguments << u"--"_s << server.program << server.arguments);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void lists_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("key"); // key of an item
        QTest::addColumn<QString>("value");
        QTest::newRow("tools") << u"tools"_s << "\necho  "_ba
                               << "name"_ba << u"echo"_s;
        QTest::newRow("prompts") << u"prompts"_s << "\nargs-prompt city [state]  "_ba
                                 << "name"_ba << u"args-prompt"_s;
        const QString uri = u"demo://resource/static/document/features.md"_s;
        QTest::newRow("resources") << u"resources"_s << '\n' + uri.toUtf8() + "  "
                                   << "uri"_ba << uri;
        const QString uriTemplate = u"demo://resource/dynamic/text/{resourceId}"_s;
        QTest::newRow("templates") << u"templates"_s << '\n' + uriTemplate.toUtf8() + "  Dynamic Text Resource · "
                                   << "uriTemplate"_ba << uriTemplate;
    }
    void lists()
    {
        QFETCH(const QString, what);
        QFETCH(const QByteArray, line);
        QFETCH(const QByteArray, key);
        QFETCH(const QString, value);
        const CliRun table = run({u"list"_s, what}, Peers::everything());
        QCOMPARE(table.exitCode, 0);
        QVERIFY2(('\n' + table.out).contains(line), table.out.constData());
        const CliRun json = run({u"list"_s, what, u"--json"_s}, Peers::everything());
        QCOMPARE(json.exitCode, 0);
        const JsonValue items(json.out);
        QVERIFY(items.isArray());
        qsizetype count = 0;
        bool found = false;
        for (const JsonMember &item : items) {
            ++count;
            found = found || item.value.member(key).toString() == value;
        }
        QVERIFY2(found, json.out.constData());
        QCOMPARE(count, table.out.count('\n'));
    }

    void asks_data()
    {
        QTest::addColumn<StdioCommand>("server");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err"); // part of it
        const auto row = [](const char *tag, const StdioCommand &server, const QStringList &arguments, int exitCode,
                            const char *out, const char *err) {
            QTest::newRow(tag) << server << arguments << exitCode << QByteArray(out) << QByteArray(err);
        };
        const StdioCommand modern = Peers::sdkV2();
        const StdioCommand legacy = Peers::everything();
        const QString scheme = u"peer:/"_s + u'/';
        row("read", modern, {u"read"_s, scheme + u"cities/Brest"_s}, 0, "This is Brest\n", "(MCP 2026-07-28)");
        row("read several", modern, {u"read"_s, scheme + u"motd"_s}, 0, "ahoy\n",
            "#seal, application/octet-stream, 3 B; --output FILE writes it");
        row("read an unknown one", modern, {u"read"_s, scheme + u"nowhere"_s}, 1, "", "-32602");
        row("cancel a read", modern,
            {u"read"_s, scheme + u"slow"_s, u"--cancel-after"_s, u"100"_s, u"--reason"_s, u"enough"_s, u"--linger"_s,
             u"200"_s},
            4, "", "ms: enough\n");
        row("time out", modern, {u"read"_s, scheme + u"slow"_s, u"--timeout"_s, u"100"_s}, 5, "", "timed out");
        row("prompt", modern, {u"prompt"_s, u"travel"_s, uR"({"country":"France","city":"Pau"})"_s}, 0,
            "user: Take me to Pau in France\n", "");
        row("prompt without arguments", modern, {u"prompt"_s, u"travel"_s}, 1, "", "travel failed after");
        row("prompt, legacy", legacy, {u"prompt"_s, u"simple-prompt"_s}, 0,
            "user: This is a simple prompt without arguments.\n", "(MCP 2025-11-25)");
        row("complete", modern, {u"complete"_s, u"prompt"_s, u"travel"_s, u"city"_s, u"B"_s}, 0,
            "Berlin\nBremen\nBrest\n", "");
        row("complete with a context", modern,
            {u"complete"_s, u"prompt"_s, u"travel"_s, u"city"_s, u"B"_s, u"--context"_s, uR"({"country":"France"})"_s},
            0, "Brest\n", "");
        row("complete, legacy", legacy,
            {u"complete"_s, u"prompt"_s, u"completable-prompt"_s, u"name"_s, u"A"_s, u"--context"_s,
             uR"({"department":"Engineering"})"_s},
            0, "Alice\n", "");
        row("complete a template", modern,
            {u"complete"_s, u"template"_s, scheme + u"cities/{name}"_s, u"name"_s, u"P"_s}, 0, "Paris\n", "");
        row("complete for no prompt", modern, {u"complete"_s, u"prompt"_s, u"nobody"_s, u"city"_s, u""_s}, 1, "",
            "the completion of city failed");
        row("read what", modern, {u"read"_s}, 2, "", "URI of a resource is missing");
        row("no such list", modern, {u"list"_s, u"everything"_s}, 2, "", "tools, prompts, resources, templates, tasks");
        row("prompt with a list", modern, {u"prompt"_s, u"travel"_s, u"[1]"_s}, 2, "", "must be a JSON object");
        row("complete what", modern, {u"complete"_s, u"tool"_s}, 2, "", "prompt or template");
        row("complete nothing", modern, {u"complete"_s, u"prompt"_s, u"travel"_s, u"city"_s}, 2, "",
            "the beginning of its value");
        row("a bad context", modern,
            {u"complete"_s, u"prompt"_s, u"travel"_s, u"city"_s, u"B"_s, u"--context"_s, u"{"_s}, 2, "", "not JSON");
        row("a context of other values", modern,
            {u"complete"_s, u"prompt"_s, u"travel"_s, u"city"_s, u"B"_s, u"--context"_s, uR"({"country":"a","n":5})"_s},
            2, "", "the arguments must be strings, and \"n\" is 5");
    }
    void asks()
    {
        QFETCH(const StdioCommand, server);
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, err);
        const CliRun result = run(arguments, server);
        QTEST(result.exitCode, "exitCode");
        QTEST(result.out, "out");
        QVERIFY2(result.err.contains(err), result.err.constData());
    }

    void readsIntoFiles()
    {
        const QTemporaryDir folder;
        const QString uri = u"peer:/"_s + u"/motd"_s;
        const QString path = folder.filePath(u"motd"_s);
        const CliRun result = run({u"read"_s, uri, u"-o"_s, path}, Peers::sdkV2());
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY(result.out.isEmpty());
        const auto contentOf = [](const QString &name) {
            QFile file(name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : file.errorString().toUtf8();
        };
        QCOMPARE(contentOf(path), "ahoy\n");
        QCOMPARE(contentOf(path + u".2"_s), QByteArray("\0\xff\n", 3));
        QVERIFY(!(QFile::permissions(path) & (QFileDevice::ReadGroup | QFileDevice::ReadOther)));
        const CliRun failed = run({u"read"_s, uri, u"-o"_s, folder.filePath(u"no/such/folder"_s)}, Peers::sdkV2());
        QCOMPARE(failed.exitCode, 6);
        QVERIFY2(failed.err.contains("cannot write"), failed.err.constData());
    }

    void reports_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("role");
        QTest::addColumn<QString>("subject");
        QTest::addColumn<QByteArray>("holds"); // pointer into the result
        const QString uri = u"peer:/"_s + u"/motd"_s;
        QTest::newRow("read") << QStringList{u"read"_s, uri} << "uri"_ba << uri << "/contents/1/blob"_ba;
        QTest::newRow("prompt") << QStringList{u"prompt"_s, u"travel"_s, uR"({"country":"F","city":"P"})"_s}
                                << "prompt"_ba << u"travel"_s << "/messages/0/content/text"_ba;
        QTest::newRow("complete") << QStringList{u"complete"_s, u"prompt"_s, u"travel"_s, u"city"_s, u"B"_s}
                                  << "argument"_ba << u"city"_s << "/completion/values/2"_ba;
    }
    void reports()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, role);
        QFETCH(const QByteArray, holds);
        const CliRun result = run(arguments + QStringList{u"--json"_s}, Peers::sdkV2());
        QCOMPARE(result.exitCode, 0);
        const JsonValue report(result.out);
        QTEST(report.member(role).toString(), "subject");
        QCOMPARE(report.member("state").toString(), u"succeeded"_s);
        QVERIFY2(report.member("result").pointer(holds).isString(), result.out.constData());
    }

    void undeclaredListsAreNotRequested()
    {
        const CliRun result = run({u"list"_s, u"prompts"_s, u"--json"_s}, Peers::filesystem(QDir::tempPath()));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, "[]\n");
        QVERIFY2(result.err.contains("does not declare the capability"), result.err.constData());
    }

    void recordedAndCompared()
    {
        QTemporaryDir folder;
        const QString first = folder.filePath(u"first.pullcord"_s);
        const QString second = folder.filePath(u"second.pullcord"_s);
        QCOMPARE(
            run({u"call"_s, u"echo"_s, uR"({"message":"a"})"_s, u"--capture"_s, first}, Peers::everything()).exitCode,
            0);
        QCOMPARE(
            run({u"call"_s, u"echo"_s, uR"({"message":"b"})"_s, u"--capture"_s, second}, Peers::everything()).exitCode,
            0);
        const CliRun diff = CliRun::of({u"diff"_s, first, second, u"--filter"_s, u"name:echo"_s});
        QCOMPARE(diff.exitCode, 1);
        QVERIFY2(diff.out.contains("params ~ /arguments/message: \"a\" → \"b\""), diff.out.constData());
        QVERIFY2(diff.out.contains("answer ~ /content/0/text: \"Echo: a\" → \"Echo: b\""), diff.out.constData());
        const CliRun recorded =
            run({u"capture"_s, folder.filePath(u"third.pullcord"_s), u"--for"_s, u"500"_s}, Peers::everything());
        QCOMPARE(recorded.exitCode, 0);
        QVERIFY2(recorded.out.contains("notifications/initialized"), recorded.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliCatalog)
#include "tst_clicatalog.moc"
