// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/event.h"
#include "core/rpc/lineframer.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestEnvelope : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void findsTheParts();
};

void TestEnvelope::findsTheParts()
{
    const QByteArray bytes =
        R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"x":[1]}})"_ba;
    const Envelope envelope = Envelope::of(bytes);
    QCOMPARE(envelope.kind, MessageKind::Request);
    QCOMPARE(int(envelope.problems), int(NoProblem));
    QCOMPARE(envelope.methodName(bytes), "tools/call"_ba);
    QCOMPARE(envelope.params.in(bytes), R"({"x":[1]})"_ba);
    QCOMPARE(envelope.requestId(bytes), RequestId::fromString(u"a"));
}

QTEST_GUILESS_MAIN(TestEnvelope)
#include "tst_envelope.moc"
