// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// P09: use of capabilities that were not declared.
class TestFindingsCapabilities : public QObject
{
    Q_OBJECT

private slots:
    void init() { FindingTable::failOnWarnings(); }

    /// The declared capabilities count, in both directions.
    void goesByCapabilities()
    {
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        const QByteArrayList lines{"10 > request 1 resources/subscribe {\"uri\":\"a:b\"}", "11 < result 1",
                                   "20 < request 5 sampling/createMessage", "21 > error 5 -32601 no"};
        QCOMPARE(script.run(lines)->codes(), "");
        script.m_serverCapabilities = R"({"tools":{},"resources":{"subscribe":false}})";
        QCOMPARE(script.run(lines)->codes(), "P09:error");
        script.m_clientCapabilities = "{}";
        const auto run = script.run(lines);
        QCOMPARE(run->codes(), "P09:error P09:error");
        QCOMPARE(run->findings->at(1).accused, Direction::ServerToClient);
        script.m_revision = "2025-03-26";
        QCOMPARE(script.run(lines)->codes(), "P09:warning P09:warning");
    }

    /// Uses within a request, such as a mode, count from the revision that defines them.
    void goesByCapabilitiesOfUses_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QByteArray>("client");
        QTest::addColumn<QByteArray>("server");
        QTest::addColumn<QByteArray>("found");
        const auto row = [](const char *name, const QByteArray &method, const QByteArray &params,
                            const QByteArray &client, const QByteArray &server, const QByteArray &found) {
            QTest::newRow(name) << method << params << client << server << found;
        };
        const QByteArray plain = R"({"tools":{}})";
        const QByteArray elicitation = "elicitation/create";
        const QByteArray url = R"({"mode":"url"})";
        row("url", elicitation, url, R"({"elicitation":{}})", plain, "P09:error");
        row("url, form declared", elicitation, url, R"({"elicitation":{"form":{}}})", plain, "P09:error");
        row("url, declared", elicitation, url, R"({"elicitation":{"url":{}}})", plain, "");
        row("url, nothing declared", elicitation, url, "{}", plain, "P09:error");
        row("form", elicitation, R"({"mode":"form"})", R"({"elicitation":{}})", plain, "");
        const QByteArray sampling = "sampling/createMessage";
        row("tools", sampling, R"({"tools":[]})", R"({"sampling":{}})", plain, "P09:error");
        row("tools, declared", sampling, R"({"tools":[]})", R"({"sampling":{"tools":{}}})", plain, "");
        row("no tools", sampling, R"({"messages":[]})", R"({"sampling":{}})", plain, "");
        const QByteArray task = R"({"name":"a","task":{}})";
        row("task", "tools/call", task, "{}", R"({"tools":{},"tasks":{"list":{}}})", "P09:error");
        row("task, declared", "tools/call", task, "{}", R"({"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}})",
            "");
        row("no task", "tools/call", R"({"name":"a"})", "{}", R"({"tools":{}})", "");
        row("task, nothing declared", "tools/call", task, "{}", plain, "P09:error");
        row("sampling as a task", sampling, R"({"task":{}})", R"({"sampling":{}})", plain, "P09:warning");
        row("elicitation as a task", elicitation, R"({"task":{}})", R"({"elicitation":{}})", plain, "P09:warning");
    }
    void goesByCapabilitiesOfUses()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, params);
        QFETCH(const QByteArray, client);
        QFETCH(const QByteArray, server);
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_clientCapabilities = client;
        script.m_serverCapabilities = server;
        const bool isCall = method == "tools/call";
        const QByteArrayList lines{(isCall ? "10 > request 1 " : "10 < request 1 ") + method + ' ' + params,
                                   isCall ? "20 < error 1 -32601 no" : "20 > error 1 -32601 no"};
        QTEST(script.run(lines)->codes(), "found");
    }

    /// A notification needs a capability of its sender.
    void goesByCapabilitiesOfNotices_data()
    {
        QTest::addColumn<QByteArray>("notice");
        QTest::addColumn<QByteArray>("client");
        QTest::addColumn<QByteArray>("server");
        QTest::addColumn<QByteArray>("found");
        const auto row = [](const QByteArray &notice, const QByteArray &client, const QByteArray &server,
                            const QByteArray &found) {
            QTest::addRow("%s %s %s", notice.constData(), client.constData(), server.constData())
                << notice << client << server << found;
        };
        const QByteArray log = "< notify notifications/message";
        row(log, "{}", R"({"tools":{}})", "P09:error*2");
        row(log, "{}", R"({"tools":{},"logging":{}})", "");
        const QByteArray tools = "< notify notifications/tools/list_changed";
        row(tools, "{}", R"({"tools":{}})", "P09:error*2");
        row(tools, "{}", R"({"tools":{"listChanged":false}})", "P09:error*2");
        row(tools, "{}", R"({"tools":{"listChanged":true}})", "");
        const QByteArray roots = "> notify notifications/roots/list_changed";
        row(roots, R"({"roots":{}})", R"({"tools":{}})", "P09:error*2");
        row(roots, R"({"roots":{"listChanged":true}})", R"({"tools":{}})", "");
        const QByteArray updated = R"(< notify notifications/resources/updated {"uri":"a:b"})";
        row(updated, "{}", R"({"tools":{},"resources":{}})", "P09:error*2");
        row(updated, "{}", R"({"tools":{},"resources":{"subscribe":true}})", "");
        row("> byhand notify notifications/roots/list_changed", "{}", R"({"tools":{}})", "P09:info*2");
        row("> notify notifications/tools/list_changed", "{}", R"({"tools":{}})", "");
    }
    void goesByCapabilitiesOfNotices()
    {
        QFETCH(const QByteArray, notice);
        QFETCH(const QByteArray, client);
        QFETCH(const QByteArray, server);
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_clientCapabilities = client;
        script.m_serverCapabilities = server;
        QTEST(script.run({"20 " + notice, "30 " + notice})->codes(), "found");
    }

    /// Both sides may have tasks, but only in the revision that defines them.
    void knowsTasksOfBothSides()
    {
        const auto codes = [](const QByteArray &revision, const QByteArray &line) {
            FindingScript script = FindingScript::named(revision + " stdio");
            script.m_clientCapabilities = R"({"tasks":{"list":{}}})";
            return script.run({"20 " + line})->codes();
        };
        for (const QByteArray line : {R"(< notify notifications/tasks/status {"taskId":"t","status":"working"})",
                                      R"(> notify notifications/tasks/status {"taskId":"t","status":"working"})",
                                      R"(< request 5 tasks/get {"taskId":"t"})", "< request 5 tasks/list"}) {
            QCOMPARE(codes("2025-06-18", line), "P10:warning");
            QCOMPARE(codes("2025-11-25", line), "");
            QCOMPARE(codes("2026-07-28", line), "P10:warning");
        }
        QCOMPARE(codes("2025-11-25", R"(< request 5 tasks/cancel {"taskId":"t"})"), "P09:error");
    }

    void goesByTheLastHandshake()
    {
        FindingScript script = FindingScript::named("2025-11-25 stdio");
        script.m_serverCapabilities = R"({"tools":{}})";
        QCOMPARE(script
                     .run({"10 < notify notifications/message", "20 > request 8 initialize {}",
                           R"(25 < result 8 {"protocolVersion":"2025-11-25","capabilities":{"logging":{}}})",
                           "26 > notify notifications/initialized", "30 < notify notifications/message"})
                     ->codes(),
                 "P09:error");
    }

    void knowsWhatWasAndWhatIsUnknown()
    {
        FindingScript first = FindingScript::named("2024-11-05 stdio");
        first.m_serverCapabilities = R"({"tools":{}})"; // the capability "completions" did not exist yet
        const QByteArrayList completes{"10 > request 1 completion/complete", "20 < result 1"};
        QCOMPARE(first.run(completes)->codes(), "");
        first.m_revision = "2025-03-26";
        QCOMPARE(first.run(completes)->codes(), "P09:warning");
        FindingScript old = FindingScript::named("2025-06-18 stdio");
        old.m_clientCapabilities = R"({"sampling":{}})";
        const QByteArrayList tools{R"(10 < request 1 sampling/createMessage {"tools":[]})", "20 > error 1 -1 no"};
        QCOMPARE(old.run(tools)->codes(), ""); // needs a capability only since 2025-11-25
        const QByteArrayList changed{"20 < notify notifications/tools/list_changed"};
        old.m_serverCapabilities = R"({"tools":{}})";
        QCOMPARE(old.run(changed)->codes(), "P09:error");
        old.m_revision = "2025-03-26";
        QCOMPARE(old.run(changed)->codes(), "P09:warning");
        FindingScript silent = FindingScript::named("2025-11-25 stdio");
        silent.m_hasHandshake = false; // without a handshake no capability is missing
        QCOMPARE(
            silent
                .run(QByteArrayList{"0 > request 0 initialize {}", R"(5 < result 0 {"protocolVersion":"2025-11-25"})",
                                    "6 > notify notifications/initialized"} +
                     changed)
                ->codes(),
            "");
    }

    /// In 2026-07-28 each request declares the capabilities of its sender.
    void goesByCapabilitiesOfTheRequest()
    {
        const auto codes = [](const QByteArray &declared) {
            return FindingScript::named("2026-07-28 stdio")
                .run({R"(10 > request 1 tools/call {"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":)"
                      R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":)" +
                          declared + "}}",
                      R"(20 < result 1 {"resultType":"input_required","inputRequests":{"a":{"method":"roots/list"},)"
                      R"("b":{"method":"elicitation/create"},"c":{"method":"x/y"}}})"});
        };
        QCOMPARE(codes(R"({"roots":{},"elicitation":{}})")->codes(), "");
        const auto run = codes(R"({"roots":{}})");
        QCOMPARE(run->codes(), "P09:error");
        QVERIFY(run->findings->at(0).sentence.contains(u"elicitation/create"_s));
        QCOMPARE(run->findings->at(0).accused, Direction::ServerToClient);
        QCOMPARE(run->findings->at(0).events.size(), 2);
        const auto none = FindingScript::named("2026-07-28 stdio")
                              .run({R"(10 > request 1 tools/call {"name":"a","_meta":)"
                                    R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})",
                                    R"(20 < result 1 {"resultType":"input_required","inputRequests":)"
                                    R"({"a":{"method":"roots/list"}}})"});
        QCOMPARE(none->codes(), "P13:error"); // P13 reports the missing declaration
    }

    /// The mode of an input request needs its capability too.
    void goesByUsesOfTheRequest()
    {
        const auto codes = [](const QByteArray &declared, const QByteArray &mode) {
            QByteArray call =
                R"(10 > request 1 tools/call {"name":"a","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":DECLARED}}})";
            QByteArray asks = R"(20 < result 1 {"resultType":"input_required","inputRequests":{"a":)"
                              R"({"method":"elicitation/create","params":{"mode":"MODE"}}}})";
            call.replace("DECLARED", declared);
            asks.replace("MODE", mode);
            return FindingScript::named("2026-07-28 stdio").run({call, asks})->codes();
        };
        QCOMPARE(codes(R"({"form":{}})", "url"), "P09:error");
        QCOMPARE(codes(R"({"url":{}})", "url"), "");
        QCOMPARE(codes("{}", "form"), "");
    }
};

QTEST_GUILESS_MAIN(TestFindingsCapabilities)
#include "tst_findingscapabilities.moc"
