// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/mcpheaders.h"

#include "core/json/jsonchecker.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// Header fields of each message: spec digest 6.2 and 6.3.
class TestMcpHeaders : public QObject
{
    Q_OBJECT

private:
    static constexpr auto Meta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";

    static QStringList of(const McpHeaders &headers, const QByteArray &message)
    {
        QStringList lines;
        for (const HttpHeader &header : headers.forMessage(message, Envelope::of(message)))
            lines += QString::fromUtf8(header.name + ": " + header.value);
        return lines.sliced(2); // Content-Type and Accept come first in all
    }
    static QByteArray schemaOf(const QByteArray &properties)
    {
        return R"({"type":"object","properties":{)" + properties + "}}";
    }
    static void teach(McpHeaders &headers, const QByteArray &properties)
    {
        const QByteArray result = R"({"tools":[{"name":"t","inputSchema":)" + schemaOf(properties) + "}]}";
        headers.learn("tools/list", JsonValue(result));
    }
    static QByteArray callOf(const QByteArray &arguments)
    {
        return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":)" + arguments + ',' +
               Meta + "}}";
    }

private slots:
    void typedByHand()
    {
        const auto version = [](const McpHeaders &headers, const QByteArray &message) {
            const Envelope envelope = JsonChecker().check(message) ? Envelope() : Envelope::of(message);
            QByteArrayList found;
            for (const HttpHeader &header : headers.forTyped(message, envelope)) {
                if (header.name == "MCP-Protocol-Version" || header.name == "Mcp-Method")
                    found << header.value;
            }
            return found.join(' ');
        };
        const QByteArray bare = R"({"jsonrpc":"2.0","method":"notifications/cancelled"})";
        McpHeaders headers;
        QCOMPARE(version(headers, bare), "");
        headers.learnModern("2026-07-28");
        QCOMPARE(version(headers, bare), "2026-07-28 notifications/cancelled");
        QCOMPARE(version(headers, "{oops"), "2026-07-28");
        QCOMPARE(version(headers, callOf("{}")), "2026-07-28 tools/call"); // once, from the message itself
        headers.learn("initialize", JsonValue(R"({"protocolVersion":"2025-11-25"})"));
        QCOMPARE(version(headers, bare), "2025-11-25");
        QCOMPARE(version(headers, "{oops"), "2025-11-25");
    }

    void lines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("name"); // empty: none
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("plain") << u"Name: value"_s << "Name"_ba
                               << "value"_ba;
        QTest::newRow("blanks") << u" X-A :  b c "_s << "X-A"_ba
                                << "b c"_ba;
        QTest::newRow("colons") << u"Authorization:Basic a:b"_s << "Authorization"_ba
                                << "Basic a:b"_ba;
        QTest::newRow("no colon") << u"hunter2"_s << ""_ba
                                  << ""_ba;
        QTest::newRow("no name") << u": b"_s << ""_ba
                                 << ""_ba;
        QTest::newRow("no value") << u"A:"_s << ""_ba
                                  << ""_ba;
        QTest::newRow("no token") << u"A B: c"_s << ""_ba
                                  << ""_ba;
        QTest::newRow("two lines") << u"A: b\r\nC: d"_s << ""_ba
                                   << ""_ba;
        QTest::newRow("empty") << QString() << ""_ba
                               << ""_ba;
        for (const char *name : {"Host", "content-length", "Transfer-Encoding", "Connection"})
            QTest::newRow(name) << QString::fromLatin1(name) + u": hunter2"_s << ""_ba
                                << ""_ba;
    }
    void lines()
    {
        QFETCH(const QString, line);
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, value);
        const auto header = HttpHeader::fromLine(line);
        QCOMPARE(header.has_value(), !name.isEmpty());
        if (!header) {
            QVERIFY(!header.error().detail.contains(u"hunter2"));
            return;
        }
        QCOMPARE(header->name, name);
        QCOMPARE(header->value, value);
    }

    void legacy()
    {
        const QByteArray message = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}})";
        McpHeaders headers;
        QCOMPARE(of(headers, message), QStringList());
        headers.learn("initialize", JsonValue(R"({"protocolVersion":"2025-03-26"})"));
        QCOMPARE(of(headers, message), QStringList());
        headers.learn("initialize", JsonValue(R"({"protocolVersion":"2025-06-18"})"));
        QCOMPARE(of(headers, message), QStringList({u"MCP-Protocol-Version: 2025-06-18"_s}));
        headers.reset();
        QCOMPARE(of(headers, message), QStringList());
        headers.learn("initialize", JsonValue(R"({"protocolVersion":"9\r\nX: y"})"));
        QCOMPARE(of(headers, message), QStringList());
    }

    void modern_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<QStringList>("extra");
        QTest::newRow("list") << "tools/list"_ba
                              << ""_ba << QStringList();
        QTest::newRow("tool") << "tools/call"_ba
                              << R"("name":"echo",)"_ba << QStringList(u"Mcp-Name: echo"_s);
        QTest::newRow("prompt") << "prompts/get"_ba
                                << R"("name":"p",)"_ba << QStringList(u"Mcp-Name: p"_s);
        QTest::newRow("resource") << "resources/read"_ba
                                  << R"("uri":"file:///a b",)"_ba << QStringList(u"Mcp-Name: file:///a b"_s);
        QTest::newRow("task") << "tasks/get"_ba
                              << R"("taskId":"t-88",)"_ba << QStringList(u"Mcp-Name: t-88"_s);
        QTest::newRow("name of something else") << "x/y"_ba
                                                << R"("name":"p",)"_ba << QStringList();
        QTest::newRow("name that is no string") << "tools/call"_ba
                                                << R"("name":7,)"_ba << QStringList();
        QTest::newRow("encoded") << "tools/call"_ba
                                 << R"("name":"grüß",)"_ba << QStringList(u"Mcp-Name: =?base64?Z3LDvMOf?="_s);
        QTest::newRow("split") << "tools/call"_ba
                               << R"("name":"a\r\nX: y",)"_ba << QStringList(u"Mcp-Name: =?base64?YQ0KWDogeQ==?="_s);
    }

    void modern()
    {
        QFETCH(const QByteArray, method);
        QFETCH(const QByteArray, params);
        QFETCH(const QStringList, extra);
        McpHeaders headers;
        const QByteArray message =
            R"({"jsonrpc":"2.0","id":1,"params":{)" + params + Meta + "},\"method\":\"" + method + "\"}";
        const QStringList both{u"MCP-Protocol-Version: 2026-07-28"_s, u"Mcp-Method: "_s + QString::fromUtf8(method)};
        QCOMPARE(of(headers, message), both + extra);
    }

    void parameters_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("argument");
        QTest::addColumn<QString>("value"); // null: no header
        QTest::newRow("string") << "string"_ba
                                << R"("eu")"_ba << u"eu"_s;
        QTest::newRow("inner space") << "string"_ba
                                     << R"("a b")"_ba << u"a b"_s;
        QTest::newRow("empty") << "string"_ba
                               << "\"\""_ba << u""_s;
        QTest::newRow("leading blank") << "string"_ba
                                       << "\" a\""_ba << u"=?base64?IGE=?="_s;
        QTest::newRow("trailing tab") << "string"_ba
                                      << "\"a\\t\""_ba << u"=?base64?YQk=?="_s;
        QTest::newRow("inner tab") << "string"_ba
                                   << R"("a\tb")"_ba << u"=?base64?YQli?="_s;
        QTest::newRow("looks encoded") << "string"_ba
                                       << R"("=?base64?YQ==?=")"_ba << u"=?base64?PT9iYXNlNjQ/WVE9PT89?="_s;
        QTest::newRow("integer") << "integer"_ba
                                 << "42"_ba << u"42"_s;
        QTest::newRow("negative") << "integer"_ba
                                  << "-7"_ba << u"-7"_s;
        QTest::newRow("integer with a point") << "integer"_ba
                                              << "5.0"_ba << u"5"_s;
        QTest::newRow("integer with an exponent") << "integer"_ba
                                                  << "1e3"_ba << u"1000"_s;
        QTest::newRow("largest") << "integer"_ba
                                 << "9007199254740991"_ba << u"9007199254740991"_s;
        QTest::newRow("too large") << "integer"_ba
                                   << "9007199254740992"_ba << QString();
        QTest::newRow("fraction") << "integer"_ba
                                  << "1.5"_ba << QString();
        QTest::newRow("true") << "boolean"_ba
                              << "true"_ba << u"true"_s;
        QTest::newRow("false") << "boolean"_ba
                               << "false"_ba << u"false"_s;
        QTest::newRow("null") << "string"_ba
                              << "null"_ba << QString();
        QTest::newRow("object") << "string"_ba
                                << "{}"_ba << QString();
    }

    void parameters()
    {
        QFETCH(const QByteArray, type);
        QFETCH(const QByteArray, argument);
        QFETCH(const QString, value);
        McpHeaders headers;
        teach(
            headers,
            R"("plain":{"type":"string"},"nest":{"type":"object","properties":{"a":{"x-mcp-header":"Region","type":)" +
                QByteArray("\"" + type + "\"}}}"));
        const QStringList lines = of(headers, callOf(R"({"plain":"p","nest":{"a":)" + argument + "}}"));
        QCOMPARE(lines.sliced(3), value.isNull() ? QStringList() : QStringList(u"Mcp-Param-Region: "_s + value));
        QCOMPARE(of(headers, callOf("{}")).size(), 3);
    }

    void tooLarge_data()
    {
        QTest::addColumn<bool>("allowed");
        for (const char *number : {"9007199254740991", "-9007199254740991", "9007199254740991.0", "1e-400", "null"})
            QTest::newRow(number) << true;
        for (const char *number : {"9007199254740992", "-9007199254740992", "123456789012345678901234567890", "1e300"})
            QTest::newRow(number) << false;
        QTest::newRow(QByteArray(400, '9').constData()) << false;
    }

    /// The revision forbids such a value in a header, and a server must reject a call without it.
    void tooLarge()
    {
        QFETCH(const bool, allowed);
        McpHeaders headers;
        teach(headers, R"("size":{"type":"integer","x-mcp-header":"Size"},"other":{"type":"integer"})");
        const auto check = [&](const QByteArray &arguments) {
            const QByteArray message = callOf(arguments);
            return headers.check(message, Envelope::of(message));
        };
        const QByteArray number = QTest::currentDataTag();
        const Outcome outcome = check("{\"size\":" + number + '}');
        QCOMPARE(outcome.has_value(), allowed);
        if (!outcome)
            QVERIFY2(outcome.error().detail.startsWith(u"the argument \"size\" is"),
                     qPrintable(outcome.error().detail));
        QVERIFY(check("{\"other\":" + number + '}'));
    }

    void invalidAnnotations_data()
    {
        QTest::addColumn<QByteArray>("properties");
        QTest::addColumn<QString>("why"); // part of the reason; empty: valid
        const auto row = [](const char *name, const QByteArray &properties, const QString &why) {
            QTest::newRow(name) << properties << why;
        };
        row("valid", R"("a":{"type":"string","x-mcp-header":"A"},"b":{"type":"integer","x-mcp-header":"B"})", {});
        row("empty", R"("a":{"type":"string","x-mcp-header":""})", u"valid header name"_s);
        row("no string", R"("a":{"type":"string","x-mcp-header":7})", u"valid header name"_s);
        row("blank", R"("a":{"type":"string","x-mcp-header":"A B"})", u"valid header name"_s);
        row("colon", R"("a":{"type":"string","x-mcp-header":"A:"})", u"valid header name"_s);
        row("non-ASCII", R"("a":{"type":"string","x-mcp-header":"Ä"})", u"valid header name"_s);
        row("twice", R"("a":{"type":"string","x-mcp-header":"X"},"b":{"type":"string","x-mcp-header":"x"})",
            u"occurs twice"_s);
        row("number", R"("a":{"type":"number","x-mcp-header":"A"})", u"/a"_s);
        row("object", R"("a":{"type":"object","x-mcp-header":"A"})", u"type"_s);
        row("without a type", R"("a":{"x-mcp-header":"A"})", u"type"_s);
        row("in items", R"("l":{"type":"array","items":{"type":"string","x-mcp-header":"A"}})", u"reached"_s);
        row("below items", R"("l":{"type":"array","items":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
            u"/l/a"_s);
        row("in oneOf", R"("a":{"oneOf":[{"type":"string","x-mcp-header":"A"}]})", u"reached"_s);
        row("a property of that name", R"("x-mcp-header":{"type":"string"})", {});
        row("in a default", R"("a":{"type":"object","default":{"x-mcp-header":7}})", {});
    }

    void invalidAnnotations()
    {
        QFETCH(const QByteArray, properties);
        QFETCH(const QString, why);
        const QByteArray schema = schemaOf(properties);
        const auto found = ParameterHeaders::inSchema(JsonValue(schema));
        QCOMPARE(found.has_value(), why.isEmpty());
        if (!found)
            QVERIFY2(found.error().detail.contains(why), qPrintable(found.error().detail));
    }
};

QTEST_GUILESS_MAIN(TestMcpHeaders)
#include "tst_mcpheaders.moc"
