// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findingtable.h"

#include "core/mcp/validation/mcpschema.h"
#include "core/mcp/validation/messagecheck.h"

using namespace Pullcord;
using namespace Pullcord::FindingTable;
using namespace Qt::StringLiterals;

/// P11 and P12: validation of messages and results against the schemas, in slices.
class TestFindingsSchema : public QObject
{
    Q_OBJECT

private:
    static FindingScript named(const QByteArray &name)
    {
        FindingScript script = FindingScript::named(name);
        script.m_schemas = Findings::Schemas::Checked;
        return script;
    }
    const FindingScript m_legacy = named("2025-11-25 stdio");
    const QByteArrayList m_tools{
        R"(8 > request 1 tools/list)",
        R"(9 < result 1 {"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}]})"};

private slots:
    void init() { failOnWarnings(); }

    void finds_data();
    void finds() { compareRow(named); }

    void saysWhere()
    {
        const auto run = m_legacy.run({R"(10 > request 1 tools/call {"name":"t"})",
                                       R"(20 < result 1 {"content":[{"type":"text","text":1}],"isError":0})"});
        QCOMPARE(run->codes(), "P11:error");
        const Finding &finding = run->findings->at(0);
        QCOMPARE(finding.accused, Direction::ServerToClient);
        QCOMPARE(finding.events, (QList<qint64>{5, 6}));
        QCOMPARE(finding.row, 2);
        QCOMPARE(finding.time, 20 * FindingScript::Millisecond);
        QVERIFY2(finding.sentence.startsWith(u"The response to tools/call is not valid for MCP 2025-11-25: /result/"_s),
                 qPrintable(finding.sentence));
        QVERIFY2(finding.sentence.endsWith(u", and 1 more"_s), qPrintable(finding.sentence));
        QCOMPARE(finding.reference(), u"2025-11-25, schema"_s);
    }

    /// A name that occurs twice is found at any depth, but only within one object.
    void findsDuplicates()
    {
        const auto codes = [this](const QByteArray &result) {
            return m_legacy.run({"10 > request 2 tools/list", "11 < result 2 " + result})->codes();
        };
        const QByteArray tools = R"({"tools":[{"name":"a","inputSchema":{"type":"object"%2}%1}]})";
        const auto with = [&](const QByteArray &member, const QByteArray &inner) {
            return QByteArray(tools).replace("%1", member).replace("%2", inner);
        };
        const QByteArray twice = R"(,"name":"b")";
        const QByteArray escaped = ",\"ty\\u0070e\":\"object\"";
        const QByteArray elsewhere =
            ",\"description\":\"{\\\"name\\\":1,\\\"name\\\":2}\",\"_meta\":{\"name\":1,\"inputSchema\":2}";
        QCOMPARE(codes(with({}, {})), "");
        QCOMPARE(codes(with(twice, {})), "P02:warning");
        QCOMPARE(codes(with({}, escaped)), "P02:warning");
        QCOMPARE(codes(with(elsewhere, {})), "");
        const auto run = m_legacy.run({"10 > request 2 tools/list", "11 < result 2 " + with(twice, {})});
        QCOMPARE(
            run->findings->at(0).sentence,
            u"The member name occurs twice in an object (/result/tools/0): some readers take the first, others the last"_s);
    }

    /// Each invalid entry of a list is a finding.
    void namesEntries()
    {
        const QByteArrayList listed{
            "10 > request 2 tools/list",
            R"(11 < result 2 {"tools":[{"name":"good","inputSchema":{"type":"object"}},{"name":"bad"},)"
            R"({"name":"worse","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes","title":3}},5]})"};
        const auto run = m_legacy.run(listed);
        QCOMPARE(run->codes(), "P11:error P11:error P11:error");
        const auto said = [&](qsizetype index) { return QString(run->findings->at(index).sentence); };
        QVERIFY2(said(0).startsWith(u"The entry bad of tools/list is not valid for MCP 2025-11-25: /inputSchema"_s),
                 qPrintable(said(0)));
        QVERIFY2(said(1).startsWith(u"The entry worse of tools/list is not valid for MCP 2025-11-25: /annotations/"_s),
                 qPrintable(said(1)));
        QVERIFY2(said(1).endsWith(u", and 1 more"_s), qPrintable(said(1)));
        QVERIFY2(said(2).startsWith(u"The entry #4 of tools/list"_s), qPrintable(said(2)));
        const QByteArrayList again{"20 > request 3 tools/list",
                                   QByteArray(listed.last()).replace("11 < result 2", "21 < result 3")};
        QCOMPARE(m_legacy.run(listed + again)->codes(), "P11:error*2 P11:error*2 P11:error*2");
    }

    /// A handshake that fails is validated by the revision that the client offered.
    void judgesAFailedHandshake()
    {
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const QByteArray asks =
            R"(0 > request 0 initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}})";
        const auto codes = [&](const QByteArray &result) {
            return script.run({asks, "5 < result 0 " + result})->codes();
        };
        QCOMPARE(codes(R"({})"), "P22:error P11:error");
        QCOMPARE(codes(R"({"protocolVersion":7,"capabilities":{},"serverInfo":{"name":"s","version":"1"}})"),
                 "P22:error");
        QCOMPARE(codes(R"({"protocolVersion":"1.0","capabilities":[]})"), "P22:warning P11:error");
        QCOMPARE(codes(R"({"protocolVersion":"1.0","capabilities":{},"serverInfo":{"name":"s","version":"1"}})"),
                 "P22:warning");
        for (const QByteArray id : {"[0]", "true", "null"})
            QCOMPARE(script.run({asks, R"(5 < {"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})"})->codes(),
                     "P11:error");
    }

    /// Texts about a whole message name no place in it, instead of an empty one.
    void namesNoEmptyPlace()
    {
        for (const QByteArray message :
             {R"({"jsonrpc":"2.0","id":[1],"result":{}})", R"({"jsonrpc":"2.0","id":"1","result":[]})",
              R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})", R"([])", R"(5)", R"("x")", R"({"id":1})"}) {
            const auto run = m_legacy.run({"10 < " + message});
            for (qsizetype i = 0; i < run->findings->count(); ++i) {
                const QString sentence = run->findings->at(i).sentence;
                QVERIFY2(!sentence.contains(u"\"\""_s) && !sentence.contains(u"  "_s), qPrintable(sentence));
            }
            for (const TranslatableText &remark : MessageCheck::remarks(message, Revision::R2025_11_25))
                QVERIFY2(!remark.contains(u"\"\""_s) && !remark.startsWith(u' '), qPrintable(remark));
        }
    }

    void saysWhatWasPromised()
    {
        const auto run =
            m_legacy.run(m_tools + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})",
                                                  R"(20 < result 2 {"content":[],"structuredContent":{"n":"x"}})"});
        QCOMPARE(run->codes(), "P12:error");
        const Finding &finding = run->findings->at(0);
        QVERIFY2(finding.sentence.contains(u"output schema of the tool: /n must be"_s), qPrintable(finding.sentence));
        QCOMPARE(finding.events, (QList<qint64>{6, 7, 8})); // including the declared schema
    }

    void saysWhatItIs()
    {
        const auto said = [this](const QByteArray &message) -> QString {
            return m_legacy.run({"10 > " + message})->first(FindingCode::P11).sentence.section(u':', 0, 0);
        };
        QCOMPARE(said(R"({"jsonrpc":"2.0","id":9,"method":5})"), u"A request is not valid for MCP 2025-11-25"_s);
        QCOMPARE(said(R"({"jsonrpc":"2.0","method":5})"), u"A notification is not valid for MCP 2025-11-25"_s);
        QCOMPARE(said(R"({"jsonrpc":"2.0","id":9,"result":5})"), u"A response is not valid for MCP 2025-11-25"_s);
        QCOMPARE(said(R"({"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":5}})"),
                 u"The message tools/call is not valid for MCP 2025-11-25"_s);
    }

    /// A masked text may differ from the original.
    void accusesNobodyOfMasks_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArrayList>("lines");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char *name, const char *script, const QByteArrayList &lines, const char *code) {
            QTest::newRow(name) << QByteArray(script) << lines << QByteArray(code);
        };
        row("message", "2025-11-25 stdio",
            {R"(10 > request 1 tools/call {"name":"t"})", R"(20 < result 1 {"content":"***"})"}, "P11:error");
        row("result", "2025-11-25 stdio",
            m_tools + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})",
                                     R"(20 < result 2 {"content":[],"structuredContent":{"n":"***"}})"},
            "P12:error");
        row("schema", "2025-11-25 stdio",
            {m_tools.first(), QByteArray(m_tools.last()).replace("\"n\":{", "\"***\":{"),
             R"(10 > request 2 tools/call {"name":"t"})", R"(20 < result 2 {"content":[],"structuredContent":{}})"},
            "P12:error");
        row("meta", "2026-07-28 stdio",
            {R"(10 > {"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"***":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})",
             R"(20 < {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}})"},
            "P13:error");
    }
    void accusesNobodyOfMasks()
    {
        QFETCH(const QByteArray, script);
        QFETCH(const QByteArrayList, lines);
        QFETCH(const QByteArray, code);
        FindingScript whole = named(script);
        const auto accused = whole.run(lines);
        QVERIFY2(accused->codes().contains(code), accused->codes().constData());
        QCOMPARE(accused->findings->unchecked(), UncheckedMessages());
        whole.m_isRedacted = true;
        const auto run = whole.run(lines);
        QVERIFY2(!run->codes().contains(code), run->codes().constData());
        QCOMPARE(run->findings->unchecked(), (UncheckedMessages{.masked = 1}));
    }

    /// Each fault is reported once, by the most specific rule.
    void leavesToOthersWhatTheySay()
    {
        const QByteArray list = R"(20 < {"jsonrpc":"2.0","id":1,"result":{"tools":[],"ttlMs":0,"cacheScope":"private")";
        const FindingScript script = named("2026-07-28 stdio");
        QCOMPARE(script.run({"10 > request 1 tools/list", list + "}}"})->codes(), "P13:error");
        QCOMPARE(script.run({"10 > request 1 tools/list", list + R"(,"resultType":"x"}})"})->codes(), "P13:error");
        QCOMPARE(script.run({"10 > request 1 tools/list", list + R"(,"resultType":5}})"})->codes(), "P13:error");
    }

    /// One validation cannot be interrupted, so it is bounded; those that exceed the bound are counted.
    void boundsOneCheck()
    {
        const QByteArray rows =
            R"({"type":"array","items":{"anyOf":[{"required":["a"]},{"required":["b"]},{"properties":{"c":{"type":"string"}}}]}})";
        const QByteArrayList tools{
            "8 > request 1 tools/list",
            R"(9 < result 1 {"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"r":)" +
                rows + "}}}]}"};
        const auto unchecked = [&](int count) {
            const QByteArray row = R"({"c":"text"})";
            const QByteArray all = '[' + QByteArrayList(count, row).join(',') + ']';
            return m_legacy
                .run(tools + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})",
                                            R"(20 < result 2 {"content":[],"structuredContent":{"r":)" + all + "}}"})
                ->findings->unchecked();
        };
        QCOMPARE(unchecked(500), UncheckedMessages());
        QCOMPARE(unchecked(40'000), (UncheckedMessages{.tooLarge = 1}));
        QByteArrayList unknown = tools;
        unknown[1].replace(rows, "{\"$ref\":\"urn:elsewhere\"}");
        const auto elsewhere =
            m_legacy.run(unknown + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})",
                                                  R"(20 < result 2 {"content":[],"structuredContent":{"r":1}})"});
        QCOMPARE(elsewhere->findings->unchecked(), (UncheckedMessages{.undecided = 1}));
    }

    /// Validation waits for the revision.
    void judgesWhatCameBeforeTheRevision()
    {
        FindingScript script = m_legacy;
        script.m_hasHandshake = false;
        const QByteArrayList lines{
            R"(0 > request 0 initialize {"protocolVersion":"2025-11-25","capabilities":{}})",
            R"(5 < result 0 {"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"s","version":"1"}})",
            "6 > notify notifications/initialized"};
        const auto run = script.run(lines);
        QCOMPARE(run->codes(), "P11:error"); // clientInfo is missing
        QCOMPARE(run->findings->at(0).events, QList<qint64>{0});
        QCOMPARE(script.runLive(lines)->codes(), "P11:error");
    }

    /// The findings do not depend on when they are computed: live with checks between the events, long after, or from
    /// the file.
    void sameWheneverItIsLookedAt()
    {
        const QByteArrayList lines = m_tools + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})",
                                                              "20 > cancel 2",
                                                              R"(21 > request 3 tools/call)",
                                                              R"(40 < result 2 {"content":[]})",
                                                              R"(50 < result 3 {"content":1})",
                                                              R"(60 > request 4 tools/call {"name":"t"})",
                                                              R"(70 < result 4 {"content":[]})",
                                                              R"(80 > request 5 tools/call {"name":"t"})",
                                                              R"(90 < result 5 {"content":[]})",
                                                              "95 > cancel 77"};
        const auto file = m_legacy.run(lines);
        QCOMPARE(file->codes(), "P11:error C01:warning P12:error*3 P11:error C21:error");
        for (int step = 1; step < 20; ++step) {
            auto run = m_legacy.begin(*Capture::createTemporary(file->capture->header()));
            QList<Finding> kept;
            connect(run->findings.get(), &Findings::added, this,
                    [&](qsizetype index) { kept.insert(index, run->findings->at(index)); });
            connect(run->findings.get(), &Findings::changed, this,
                    [&](qsizetype index) { kept[index] = run->findings->at(index); });
            connect(run->findings.get(), &Findings::withdrawn, this, [&](qsizetype index) { kept.removeAt(index); });
            for (qsizetype index = 0; index < file->capture->count(); ++index) {
                const Event event = file->capture->eventAt(index);
                run->log->feed(event, FindingScript::append(*run->capture, event));
                if (index % step == 0)
                    run->findings->continueChecking(Findings::AllAtOnce);
                if (index % 7 == 0)
                    run->findings->continueChecking(std::chrono::nanoseconds(0)); // one check
            }
            run->findings->finish();
            run->findings->continueChecking(Findings::AllAtOnce);
            QCOMPARE(run->codes(), file->codes());
            for (qsizetype i = 0; i < kept.size(); ++i)
                QVERIFY2(kept.at(i) == file->findings->at(i), qPrintable(kept.at(i).sentence));
            QCOMPARE(kept.size(), file->findings->count());
        }
    }

    /// Recording does no validation.
    void isLookedAtLater()
    {
        const auto run = m_legacy.run({R"(10 > request 1 tools/call {"name":1})"}, true);
        QCOMPARE(run->codes(), "");
        QCOMPARE(run->findings->toCheck(), run->capture->count());
        QVERIFY(run->findings->continueChecking(std::chrono::nanoseconds(0)));
        QCOMPARE(run->findings->toCheck(), run->capture->count() - 1);
        QVERIFY(!run->findings->continueChecking(Findings::AllAtOnce));
        QCOMPARE(run->findings->toCheck(), 0);
        QCOMPARE(run->codes(), "P11:error");
    }

    void ignoresSchemasWhereAsked()
    {
        FindingScript script = m_legacy;
        script.m_schemas = Findings::Schemas::Ignored;
        QCOMPARE(script.run({R"(10 > request 1 tools/call {"name":1})", "11 < result 1"})->codes(), "");
    }

    void saysWhatIsNotChecked()
    {
        const QByteArray filling(SchemaVerdict::Longest, 'x');
        const auto longOne =
            m_legacy.run({"10 > request 1 tools/call {\"name\":1,\"arguments\":{\"a\":\"" + filling + "\"}}",
                          R"(11 < result 1 {"content":[]})"});
        QCOMPARE(longOne->codes(), "");
        QCOMPARE(longOne->findings->unchecked(), (UncheckedMessages{.tooLong = 1}));
        FindingScript unknown = m_legacy;
        unknown.m_hasHandshake = false;
        const auto middle = unknown.run({R"(10 > request 1 tools/call {"name":1})", "11 < result 1"});
        QCOMPARE(middle->codes(), "");
        QCOMPARE(middle->findings->unchecked(), (UncheckedMessages{.noRevision = 2}));
    }
};

namespace {

/// After the handshake of the script comes another one, whose revision the findings name.
void addHandshakeRows()
{
    const auto answered = [](const QByteArray &version) {
        return QByteArrayList{
            R"(20 > request "i" initialize {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}})",
            R"(21 < result "i" {)" + version + R"("capabilities":{},"serverInfo":{"name":"s","version":"1"}})"};
    };
    addRow("P22 of none", Legacy, answered(""), "P22:error");
    addRow("P22 of a number", Legacy, answered(R"("protocolVersion":20250618,)"), "P22:error");
    addRow("P22 of an unknown one", Legacy, answered(R"("protocolVersion":"2099-01-01",)"), "P22:warning");
    addRow("P22 of one without a handshake", Legacy, answered(R"("protocolVersion":"2026-07-28",)"), "P22:warning");
    addRow("P22 not of an older one", Legacy, answered(R"("protocolVersion":"2024-11-05",)"), "");
    const auto echoed = [&](const QByteArray &version) {
        QByteArrayList lines = answered(R"("protocolVersion":")" + version + "\",");
        lines.first().replace("2025-11-25", version);
        return lines;
    };
    addRow("P22 not of an unknown one that was offered", Legacy, echoed("DRAFT-2027"), "");
    addRow("P22 of one without a handshake that was offered", Legacy, echoed("2026-07-28"), "P22:info");
    const auto offered = [&](const QByteArray &version) {
        QByteArrayList lines = answered(R"("protocolVersion":"2025-11-25",)");
        lines.first().replace(R"("protocolVersion":"2025-11-25",)", version);
        return lines;
    };
    addRow("P22 of a client", Legacy, offered(""), "P22:error");
    addRow("P22 of a client's number", Legacy, offered(R"("protocolVersion":1.0,)"), "P22:error");
    addRow("P22 not of a client's draft", Legacy, offered(R"("protocolVersion":"DRAFT-2027",)"), "");
}

} // namespace

void TestFindingsSchema::finds_data()
{
    addColumns();
    addHandshakeRows();
    const QByteArrayList call{R"(10 > request 2 tools/call {"name":"t"})"};

    addRow("P11 params", Legacy, {R"(10 > request 2 tools/call {"name":1})", R"(11 < result 2 {"content":[]})"},
           "P11:error");
    addRow("P11 none", Legacy, {call.first(), R"(11 < result 2 {"content":[]})"}, "");
    addRow("P11 result", Legacy, {call.first(), R"(11 < result 2 {"content":1})"}, "P11:error");
    addRow("P11 more in it", Legacy, {call.first(), R"(11 < result 2 {"content":[],"x":1})"}, "");
    addRow("P11 notification", Legacy, {R"(10 < notify notifications/message {"level":"loud","data":1})"}, "P11:error");
    addRow("P11 notification that is right", Legacy, {R"(10 < notify notifications/message {"level":"info","data":1})"},
           "");
    addRow("P11 grows", Legacy,
           {R"(10 < notify notifications/message {"level":"loud","data":1})",
            R"(12 < notify notifications/message {"level":"loud","data":2})",
            R"(13 < notify notifications/message {"level":"info"})"},
           "P11:error*2 P11:error");
    addRow("P11 typed by hand", Legacy,
           {R"(10 > byhand request 2 tools/call {"name":1})", R"(11 < result 2 {"content":[]})"}, "P11:info");
    addRow("P11 another revision", "2024-11-05 stdio",
           {call.first(), R"(11 < result 2 {"content":[{"type":"audio","data":"","mimeType":"a/b"}]})"}, "P11:error");
    addRow("P11 since then", "2025-03-26 stdio",
           {call.first(), R"(11 < result 2 {"content":[{"type":"audio","data":"","mimeType":"a/b"}]})"}, "");
    addRow(
        "P11 in a batch", "2025-03-26 stdio",
        {R"(10 > [{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":1}},{"jsonrpc":"2.0","id":9,"method":"ping"}])",
         R"(11 < [{"jsonrpc":"2.0","id":8,"result":{"content":[]}},{"jsonrpc":"2.0","id":9,"result":{}}])"},
        "P11:error");
    addRow(
        "P11 fractions of a form", Legacy,
        {R"(10 < request 3 elicitation/create {"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"number"}}}})",
         R"(11 > result 3 {"action":"accept","content":{"n":1.5}})"},
        "");
    addRow(
        "P11 a form's answer", Legacy,
        {R"(10 < request 3 elicitation/create {"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"number"}}}})",
         R"(11 > result 3 {"action":"perhaps"})"},
        "P11:error");
    addRow("P11 error without an id", Legacy,
           {R"(10 < {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a"}})"}, "");
    addRow("P11 cancels have their own", Legacy,
           {call.first(),
            R"(11 > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":1}})",
            R"(12 > request 3 ping)", "13 < result 3"},
           "C27:error");
    addRow("P11 progress that is no number", Legacy,
           {call.first(), R"(11 < progress 2 "half")", R"(12 < result 2 {"content":[]})"}, "P11:error");
    addRow("P11 token that is none", Legacy, {R"(11 < progress {"a":1} 1)"}, "P11:error");
    addRow("P11 progress has its own", Legacy,
           {call.first(), "11 < progress 2 1", "12 < progress 2 1", R"(13 < result 2 {"content":[]})"}, "P07:warning");
    addRow("P11 _meta has its own", Modern,
           {R"(10 > request 2 tools/call {"name":"t","_meta":{}})", R"(11 < result 2 {"content":[]})"}, "P13:error");
    addRow("P11 modern", Modern, {R"(10 > request 2 tools/call {})", R"(11 < result 2 {"content":[]})"}, "P11:error");
    const QByteArray untyped = R"(11 < {"jsonrpc":"2.0","id":2,"result":)";
    addRow("P11 beside a missing type", Modern, {call.first(), untyped + R"({"content":"no"}})"},
           "P13:error P11:error");
    addRow("P11 beside a missing type, of what is missing too", Modern, {call.first(), untyped + R"({"x":1}})"},
           "P13:error P11:error");
    addRow("P11 not of the missing type itself", Modern, {call.first(), untyped + R"({"content":[]}})"}, "P13:error");
    addRow("P11 modern that is right", Modern, {call.first(), R"(11 < result 2 {"content":[]})"}, "");
    addRow("P11 methods of one's own", Legacy, {"10 > request 2 x/y {\"a\":1}", "11 < result 2 {\"b\":2}"}, "");

    const auto output = [&](const char *name, const QByteArray &result, const QByteArray &codes) {
        QTest::newRow(name) << Legacy << m_tools + call + QByteArrayList{"11 < result 2 " + result} << codes;
    };
    output("P12 type", R"({"content":[],"structuredContent":{"n":"x"}})", "P12:error");
    output("P12 matches", R"({"content":[],"structuredContent":{"n":1}})", "");
    output("P12 missing", R"({"content":[]})", "P12:error");
    output("P12 missing, and the tool failed", R"({"content":[],"isError":true})", "");
    QTest::newRow("P12 late") << Legacy
                              << m_tools +
                                     QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})", "20 > cancel 2",
                                                    R"(100 < result 2 {"content":[],"structuredContent":{"n":"x"}})"}
                              << "C01:warning P12:error"_ba;
    QTest::newRow("P12 late, and it matches")
        << Legacy
        << m_tools + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})", "20 > cancel 2",
                                    R"(100 < result 2 {"content":[],"structuredContent":{"n":1}})"}
        << "C01:warning"_ba;
    QTest::newRow("P12 late, and it tells of the cancel")
        << Legacy
        << m_tools + QByteArrayList{R"(10 > request 2 tools/call {"name":"t"})", "20 > cancel 2",
                                    R"(100 < result 2 {"content":[{"type":"text","text":"cancelled"}],"isError":true})"}
        << "C04:warning"_ba;
    QTest::newRow("P12 no list before") << Legacy
                                        << QByteArrayList{call.first(), "10.5 > request 1 tools/list",
                                                          "10.7" + m_tools.last().mid(1),
                                                          R"(11 < result 2 {"content":[]})"}
                                        << QByteArray();
}

QTEST_GUILESS_MAIN(TestFindingsSchema)
#include "tst_findingsschema.moc"
