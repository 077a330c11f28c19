// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/envelope.h"

#include "core/jsoncorpus.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestEnvelope : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void findsTheMembers();
    void findsKindsAndProblems_data();
    void findsKindsAndProblems();
    void readsEscapedKeysAndMethods();
    void usesTheLastOfDuplicates();
    void readsBatches();
    void readsBatchesWithoutMessages_data();
    void readsBatchesWithoutMessages();
    void readsDeepMessages();
    void survivesAnyText_data();
    void survivesAnyText();
};

void TestEnvelope::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestEnvelope::findsTheMembers()
{
    const QByteArray bytes =
        R"( { "params" : {"id":9,"method":"no"} ,"method":"tools/call", "id" :"a", "jsonrpc":"2.0","x":1} )"_ba;
    const Envelope request = Envelope::of(bytes);
    QCOMPARE(request.kind, MessageKind::Request);
    QCOMPARE(int(request.problems), int(NoProblem));
    QCOMPARE(request.methodName(bytes), "tools/call"_ba);
    QVERIFY(request.hasMethod(bytes, "tools/call") && !request.hasMethod(bytes, "tools/list"));
    QCOMPARE(request.method.in(bytes), "\"tools/call\"");
    QCOMPARE(request.params.in(bytes), R"({"id":9,"method":"no"})");
    QCOMPARE(request.requestId(bytes), RequestId::fromString(u"a"));
    QVERIFY(request.result.isEmpty() && request.error.isEmpty());
    QVERIFY(!request.isResponse());

    const QByteArray answer = R"({"jsonrpc":"2.0","id":18446744073709551616,"result":[1e400]})"_ba;
    const Envelope result = Envelope::of(answer);
    QCOMPARE(result.kind, MessageKind::Result);
    QCOMPARE(result.result.in(answer), "[1e400]");
    QCOMPARE(result.requestId(answer).toJson(), "18446744073709551616"_ba);
    QVERIFY(result.isResponse());

    const QByteArray refusal = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"no"}})"_ba;
    const Envelope error = Envelope::of(refusal);
    QCOMPARE(error.kind, MessageKind::Error);
    QCOMPARE(error.error.in(refusal), R"({"code":-32800,"message":"no"})");
    QVERIFY(error.isResponse());
}

void TestEnvelope::findsKindsAndProblems_data()
{
    QTest::addColumn<QByteArray>("members"); // members after "jsonrpc":"2.0", or a whole text
    QTest::addColumn<MessageKind>("kind");
    QTest::addColumn<int>("problems");
    const auto add = [](const char *members, MessageKind kind, int problems) {
        QTest::newRow(members) << QByteArray(members) << kind << problems;
    };
    using Kind = MessageKind;
    add(R"("id":1,"method":"m")", Kind::Request, NoProblem);
    add(R"("id":"","method":"")", Kind::Request, NoProblem);
    add(R"("method":"m")", Kind::Notification, NoProblem);
    add(R"("method":"m","params":{})", Kind::Notification, NoProblem);
    add(R"("method":"m","params":[])", Kind::Notification, NoProblem);
    add(R"("id":1,"result":null)", Kind::Result, NoProblem);
    add(R"("id":1,"error":{"code":1,"message":""})", Kind::Error, NoProblem);
    add(R"("error":{"code":-32700,"message":"parse"})", Kind::Error, NoProblem);
    add(R"("id":null,"error":{"code":-32700,"message":"parse"})", Kind::Error, NoProblem);

    add(R"("id":null,"method":"m")", Kind::Request, BadId);
    add(R"("id":1.5,"method":"m")", Kind::Request, BadId);
    add(R"("id":1.0,"method":"m")", Kind::Request, BadId);
    add(R"("id":true,"method":"m")", Kind::Request, BadId);
    add(R"("id":[1],"result":1)", Kind::Result, BadId);
    add(R"("id":{},"error":{"code":1,"message":""})", Kind::Error, BadId);
    add(R"("id":null,"result":1)", Kind::Result, BadId);
    add(R"("result":1)", Kind::Result, BadId);

    add(R"("method":1)", Kind::Notification, BadMethod);
    add(R"("id":1,"method":null)", Kind::Request, BadMethod);
    add(R"("method":"m","params":1)", Kind::Notification, BadParams);
    add(R"("method":"m","params":null)", Kind::Notification, BadParams);

    add(R"("id":1,"error":"no")", Kind::Error, BadError);
    add(R"("id":1,"error":null)", Kind::Error, BadError);
    add(R"("id":1,"error":{})", Kind::Error, BadError);
    add(R"("id":1,"error":{"code":"1","message":""})", Kind::Error, BadError);
    add(R"("id":1,"error":{"code":1.5,"message":""})", Kind::Error, BadError);
    add(R"("id":1,"error":{"code":1})", Kind::Error, BadError);

    add(R"("id":1,"result":1,"error":{"code":1,"message":""})", Kind::Error, ResultAndError);
    add(R"("id":1,"result":1,"error":null)", Kind::Result, ResultAndError | BadError);
    add(R"("id":1,"result":null,"error":{"code":1,"message":""})", Kind::Error, ResultAndError);
    add(R"("id":1,"method":"m","result":1)", Kind::Request, MethodInResponse);
    add(R"("method":"m","error":{"code":1,"message":""})", Kind::Notification, MethodInResponse);
    add(R"("id":1)", Kind::None, NothingToDo);
    add(R"("x":1)", Kind::None, NothingToDo);
    add(R"("id":1,"id":2,"method":"m")", Kind::Request, DuplicateKey);
    add(R"("jsonrpc":"2.0","method":"m")", Kind::Notification, DuplicateKey);
    add(R"("x":1,"x":2,"method":"m")", Kind::Notification, NoProblem);
    add(R"("Method":"m","ID":1)", Kind::None, NothingToDo);

    add(R"({"method":"m"})", Kind::Notification, NoVersion);
    add(R"({"jsonrpc":"1.0","method":"m"})", Kind::Notification, NoVersion);
    add(R"({"jsonrpc":2.0,"method":"m"})", Kind::Notification, NoVersion);
    add(R"({"jsonrpc":"\u0032.0","method":"m"})", Kind::Notification, NoProblem);
    add(R"({"id":1,"method":"m","x":1,"params":{}})", Kind::Request, NoVersion);
    add(R"({"id":"a","method":"GET","level":"info"})", Kind::None, NoVersion | NotRpc);
    add(R"({"method":"GET","level":"info"})", Kind::None, NoVersion | NotRpc);
    add(R"({"level":"info","method":"GET","params":{},"path":"/x"})", Kind::None, NoVersion | NotRpc);
    add(R"({"method":"GET","params":{},"path":"/x"})", Kind::None, NoVersion | NotRpc);
    add(R"({"severity":"INFO","id":7,"method":"GET","params":{}})", Kind::None, NoVersion | NotRpc);
    add(R"({"level":"error","error":"boom","msg":"x"})", Kind::None, NoVersion | NotRpc);
    add(R"({"level":"error","error":{"code":1,"message":"x"}})", Kind::None, NoVersion | NotRpc);
    add(R"({"level":30,"result":"ok","id":9})", Kind::None, NoVersion | NotRpc);
    add(R"({"id":9,"result":"ok","x":1})", Kind::Result, NoVersion);
    add(R"({"id":9,"error":{"code":1,"message":"x"},"x":1})", Kind::Error, NoVersion);
    add(R"({"method":"GET","params":{}})", Kind::Notification, NoVersion);
    add(R"("level":"info","method":"m","params":{},"path":"/x")", Kind::Notification, NoProblem);
    add(R"("id":1,"method":"GET","level":"info")", Kind::Request, NoProblem);
    add("{}", Kind::None, NoVersion | NothingToDo);
    for (const char *bare : {"[]", " [ ] ", "1", "\"method\"", "true", "null"})
        add(bare, Kind::None, NotAnObject);
    add("[1]", Kind::Batch, NoProblem);
}

void TestEnvelope::findsKindsAndProblems()
{
    QFETCH(QByteArray, members);
    const QByteArray bytes =
        members.startsWith('"') && members != "\"method\""_ba ? R"({"jsonrpc":"2.0",)" + members + '}' : members;
    const Envelope envelope = Envelope::of(bytes);
    QTEST(envelope.kind, "kind");
    QTEST(int(envelope.problems), "problems");
}

void TestEnvelope::readsEscapedKeysAndMethods()
{
    const QByteArray bytes = R"({"jsonrpc":"2.0","\u0069d":1,"m\u0065thod":"tools\/c\u0061ll","par\u0061ms":{}})"_ba;
    const Envelope envelope = Envelope::of(bytes);
    QCOMPARE(envelope.kind, MessageKind::Request);
    QCOMPARE(int(envelope.problems), int(NoProblem));
    QCOMPARE(envelope.methodName(bytes), "tools/call"_ba);
    QCOMPARE(envelope.id.in(bytes), "1");
    QCOMPARE(envelope.params.in(bytes), "{}");
    const QByteArray nameless = R"({"jsonrpc":"2.0","method":""})"_ba;
    QVERIFY(!Envelope::of(nameless).hasMethod(nameless, "")); // the name of a method that a dialect lacks
}

void TestEnvelope::usesTheLastOfDuplicates()
{
    const QByteArray bytes = R"({"jsonrpc":"2.0","id":1,"method":"a","id":2,"\u006dethod":"b"})"_ba;
    const Envelope envelope = Envelope::of(bytes);
    QCOMPARE(int(envelope.problems), int(DuplicateKey));
    QCOMPARE(envelope.requestId(bytes), RequestId(2));
    QCOMPARE(envelope.methodName(bytes), "b"_ba);
}

void TestEnvelope::readsBatches()
{
    const QByteArray bytes = R"( [ {"jsonrpc":"2.0","id":1,"method":"a","params":{"k":[1]}} ,)"
                             R"({"jsonrpc":"2.0","method":"b"}, 7, [{"jsonrpc":"2.0","method":"c"}],)"
                             R"({"jsonrpc":"2.0","id":"x","result":{}}, {} ] )"_ba;
    QCOMPARE(Envelope::of(bytes).kind, MessageKind::Batch);
    QCOMPARE(int(Envelope::of(bytes).problems), int(NoProblem));
    const QList<Envelope> items = Envelope::batchItems(bytes);
    QCOMPARE(items.size(), 6);
    QCOMPARE(items[0].kind, MessageKind::Request);
    QCOMPARE(items[0].methodName(bytes), "a"_ba);
    QCOMPARE(items[0].params.in(bytes), R"({"k":[1]})");
    QCOMPARE(items[1].kind, MessageKind::Notification);
    QCOMPARE(items[1].methodName(bytes), "b"_ba);
    QCOMPARE(items[2].kind, MessageKind::None);
    QCOMPARE(int(items[2].problems), int(NotAnObject));
    QCOMPARE(items[3].kind, MessageKind::None);
    QCOMPARE(int(items[3].problems), int(NotAnObject));
    QCOMPARE(items[4].kind, MessageKind::Result);
    QCOMPARE(items[4].requestId(bytes), RequestId::fromString(u"x"));
    QCOMPARE(items[4].result.in(bytes), "{}");
    QCOMPARE(int(items[5].problems), NoVersion | NothingToDo);
}

void TestEnvelope::readsBatchesWithoutMessages_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char *bytes : {"[]", "{}", "1", R"({"jsonrpc":"2.0","method":"a"})", ""})
        QTest::newRow(bytes) << QByteArray(bytes);
}

void TestEnvelope::readsBatchesWithoutMessages()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(Envelope::batchItems(bytes).isEmpty());
    QVERIFY(Envelope::of(bytes).kind != MessageKind::Batch);
}

void TestEnvelope::readsDeepMessages()
{
    const QByteArray deep = QByteArray(100000, '[') + QByteArray(100000, ']');
    const QByteArray bytes = R"({"jsonrpc":"2.0","params":)" + deep + R"(,"method":"a\"]}","id":-1})";
    const Envelope envelope = Envelope::of(bytes);
    QCOMPARE(envelope.kind, MessageKind::Request);
    QCOMPARE(envelope.params.in(bytes), deep);
    QCOMPARE(envelope.methodName(bytes), "a\"]}"_ba);
    QVERIFY(envelope.hasMethod(bytes, "a\"]}") && !envelope.hasMethod(bytes, "a\\\"]}"));
}

void TestEnvelope::survivesAnyText_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const Corpus::Bad &bad : Corpus::bad())
        QTest::newRow(bad.name) << bad.text;
    QTest::newRow("message") << R"({"jsonrpc":"2.0","id":1,"method":"m\n","params":{"a":["b\""]}})"_ba;
}

// Even for invalid JSON, which callers exclude, every span lies inside the text.
void TestEnvelope::survivesAnyText()
{
    QFETCH(QByteArray, text);
    const qsizetype step = text.size() < 10000 ? 1 : text.size() / 5;
    for (qsizetype length = 0; length <= text.size(); length += step) {
        const QByteArrayView bytes = QByteArrayView(text).first(length);
        QList<Envelope> envelopes = Envelope::batchItems(bytes);
        envelopes.append(Envelope::of(bytes));
        for (const Envelope &envelope : envelopes) {
            for (const Span span : {envelope.id, envelope.method, envelope.params, envelope.result, envelope.error})
                QVERIFY(qsizetype(span.offset) + qsizetype(span.length) <= length);
        }
    }
}

QTEST_GUILESS_MAIN(TestEnvelope)
#include "tst_envelope.moc"
