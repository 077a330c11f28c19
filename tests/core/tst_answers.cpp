// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/answers.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// What a person begins with when a server asks.
class TestAnswers : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void answersAreJson();
};

void TestAnswers::answersAreJson()
{
    const QByteArray params = R"({"message":"?","requestedSchema":{"type":"object","properties":{
        "name":{"type":"string","default":"Ada"},"sure":{"type":"boolean"}},"required":["sure"]}})";
    for (const Answers::Invitation &asked : Answers::invitations()) {
        QVERIFY(!JsonChecker().check(Answers::suggestion(asked.method, params)));
        const auto refusal = Answers::refusal(asked.method);
        if (const auto *result = std::get_if<QByteArray>(&refusal))
            QVERIFY(!JsonChecker().check(*result));
    }
    const QByteArray elicited = Answers::suggestion("elicitation/create", params);
    QCOMPARE(JsonValue(elicited).pointer("/content/name").toString(), u"Ada"_s);
    QCOMPARE(JsonValue(elicited).pointer("/content/sure").toBool(), false);
    QCOMPARE(JsonValue(elicited).member("action").toString(), u"accept"_s);
}

QTEST_GUILESS_MAIN(TestAnswers)
#include "tst_answers.moc"
