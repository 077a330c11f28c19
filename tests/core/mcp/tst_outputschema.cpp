// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "capturefolder.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/mcp/validation/outputcheck.h"

#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// The output schema that applied to a call, from the capture.
class TestOutputSchema : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void schemaAtTheTimeOfTheCall_data();
    void schemaAtTheTimeOfTheCall();
};

namespace {

QByteArray list(int id, const QByteArray &tools, const QByteArray &params = "{}")
{
    const QByteArray number = QByteArray::number(id);
    return "c"
           R"({"jsonrpc":"2.0","id":)" +
           number + R"(,"method":"tools/list","params":)" + params + "}\n" +
           "s"
           R"({"jsonrpc":"2.0","id":)" +
           number + R"(,"result":{"tools":[)" + tools + "]}}\n";
}

QByteArray tool(const QByteArray &name, const QByteArray &schema)
{
    return R"({"name":")" + name + R"(","inputSchema":{})" + (schema.isEmpty() ? "" : R"(,"outputSchema":)" + schema) +
           '}';
}

} // namespace

void TestOutputSchema::schemaAtTheTimeOfTheCall_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("schema");
    const QByteArray none;
    QTest::newRow("never listed") << none << none << none;
    QTest::newRow("listed") << list(1, tool("t", R"({"type":"array"})")) << none << R"({"type":"array"})"_ba;
    QTest::newRow("listed without") << list(1, tool("t", {})) << none << none;
    QTest::newRow("another tool") << list(1, tool("u", "{}")) << none << none;
    QTest::newRow("listed later") << none << list(1, tool("t", "{}")) << none;
    QTest::newRow("the last of two lists") << list(1, tool("t", "true")) + list(2, tool("t", "{}")) << none << "{}"_ba;
    QTest::newRow("changed since") << list(1, tool("t", "{}")) << list(2, tool("t", "true")) << "{}"_ba;
    QTest::newRow("gone from the last list") << list(1, tool("t", "{}")) + list(2, tool("u", "{}")) << none << none;
    QTest::newRow("on an earlier page") << list(1, tool("t", "{}")) + list(2, tool("u", "{}"), R"({"cursor":""})")
                                        << none << "{}"_ba;
}

void TestOutputSchema::schemaAtTheTimeOfTheCall()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, schema);
    const auto capture = Capture::createTemporary({});
    QVERIFY(capture);
    RequestLog log(**capture);
    JsonChecker checker;
    const auto feed = [&](const QByteArray &lines) {
        const QByteArrayList all = lines.split('\n');
        for (const QByteArray &line : all) {
            if (line.isEmpty())
                continue;
            const Event event = Event::ofBytes(
                line.mid(1), line.startsWith('c') ? Direction::ClientToServer : Direction::ServerToClient, checker);
            log.feed(event, (*capture)->append(event));
        }
    };
    feed(before);
    const qsizetype row = log.count();
    feed(R"(c{"jsonrpc":"2.0","id":"call","method":"tools/call","params":{"name":"t"}})");
    feed(after);
    QCOMPARE(outputSchemaAt(**capture, log, row), schema);

    // The same schema applies to the result of the task of that call.
    Event following = Event::ofBytes(R"({"jsonrpc":"2.0","id":"result","method":"tasks/result","params":{}})",
                                     Direction::ClientToServer, checker);
    following.details.insert(u"follows"_s, u"\"call\""_s);
    log.feed(following, (*capture)->append(following));
    QCOMPARE(outputSchemaAt(**capture, log, log.count() - 1), schema);
}

QTEST_GUILESS_MAIN(TestOutputSchema)
#include "tst_outputschema.moc"
