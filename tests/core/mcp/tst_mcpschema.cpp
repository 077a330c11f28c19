// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/validation/mcpschema.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Validation of messages by the published schema of their revision.
class TestMcpSchema : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void checks_data()
    {
        QTest::addColumn<Revision>("revision");
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("answered");
        QTest::addColumn<QString>("wrongAt"); // empty: valid
        using R = Revision;
        const auto row = [](const char *tag, R revision, const char *message, const char *answered,
                            const char *wrongAt) {
            QTest::newRow(tag) << revision << QByteArray(message) << QByteArray(answered)
                               << QString::fromLatin1(wrongAt);
        };
        for (const R revision : allRevisions()) {
            QTest::addRow("tools/list, %s", nameOf(revision).data())
                << revision
                << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":7)") +
                       (eraOf(revision) == Era::Modern
                            ? R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})"
                            : "}}")
                << QByteArray() << u"/params/cursor"_s;
        }
        row("version of JSON-RPC", R::R2025_11_25, R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "", "/jsonrpc");
        row("call", R::R2025_11_25, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})", "", "");
        row("call without a name", R::R2025_11_25, R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}})", "",
            "/params/name");
        row("modern call without _meta", R::R2026_07_28,
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})", "", "/params/_meta");
        row("cancel", R::R2024_11_05,
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}})", "", "");
        row("cancel of nothing", R::R2024_11_05,
            R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"x"}})", "", "/params/requestId");
        row("a method of nobody's", R::R2025_11_25, R"({"jsonrpc":"2.0","id":1,"method":"x/y","params":{"a":1}})", "",
            "");
        row("params that are a list", R::R2025_11_25, R"({"jsonrpc":"2.0","id":1,"method":"x/y","params":[1]})", "",
            "/params");
        row("result", R::R2025_06_18, R"({"jsonrpc":"2.0","id":1,"result":{"content":[]}})", "tools/call", "");
        row("result without content", R::R2025_06_18, R"({"jsonrpc":"2.0","id":1,"result":{}})", "tools/call",
            "/result/content");
        row("result of an unknown request", R::R2025_06_18, R"({"jsonrpc":"2.0","id":1,"result":{}})", "", "");
        row("empty result", R::R2025_06_18, R"({"jsonrpc":"2.0","id":1,"result":{}})", "ping", "");
        row("questions", R::R2026_07_28,
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s"}})", "tools/call",
            "");
        row("a form with a fraction", R::R2025_11_25,
            R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"n":1.5}}})", "elicitation/create", "");
        row("a form with an object", R::R2025_11_25,
            R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"n":{}}}})", "elicitation/create",
            "/result/content/n");
        row("error", R::R2025_11_25, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}})", "", "");
        row("error without a message", R::R2025_11_25, R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601}})", "",
            "/error/message");
    }
    void checks()
    {
        QFETCH(const Revision, revision);
        QFETCH(const QByteArray, message);
        QFETCH(const QByteArray, answered);
        QFETCH(const QString, wrongAt);
        const QList<JsonSchemaError> errors = McpSchema::of(revision).check(message, answered);
        QCOMPARE(errors.isEmpty(), wrongAt.isEmpty());
        if (!wrongAt.isEmpty())
            QCOMPARE(errors.constFirst().instanceLocation, wrongAt);
    }

    void methods()
    {
        QVERIFY(McpSchema::of(Revision::R2024_11_05).knows("initialize"));
        QVERIFY(!McpSchema::of(Revision::R2024_11_05).knows("elicitation/create"));
        QVERIFY(McpSchema::of(Revision::R2025_06_18).knows("elicitation/create"));
        QVERIFY(!McpSchema::of(Revision::R2026_07_28).knows("initialize"));
        QVERIFY(McpSchema::of(Revision::R2026_07_28).knows("subscriptions/listen"));
        QVERIFY(McpSchema::of(Revision::R2026_07_28).knows("notifications/cancelled"));
    }
};

QTEST_GUILESS_MAIN(TestMcpSchema)
#include "tst_mcpschema.moc"
