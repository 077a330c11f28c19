// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonspot.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestJsonSpot : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void finds_data();
    void finds();
};

void TestJsonSpot::finds_data()
{
    QTest::addColumn<QByteArray>("json"); // ^ precedes the byte at the offset
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char *name, const QByteArray &json, const QString &pointer, const QByteArray &key,
                        const QByteArray &value) { QTest::newRow(name) << json << pointer << key << value; };
    row("whole", R"(^{"a":1})", QString(), "", R"({"a":1})");
    row("scalar", "4^2", QString(), "", "42");
    row("key", R"({"a":1,"^b":[2]})", u"/b"_s, R"("b")", "[2]");
    row("value", R"({"a":^1,"b":[2]})", u"/a"_s, R"("a")", "1");
    row("inside a string", R"({"a":"x^yz"})", u"/a"_s, R"("a")", R"("xyz")");
    row("element", R"({"a":[1,[2,^3]]})", u"/a/1/1"_s, "", "3");
    row("bracket", R"({"a":^[1]})", u"/a"_s, R"("a")", "[1]");
    row("closing bracket", R"({"a":[1^]})", u"/a"_s, R"("a")", "[1]");
    row("colon", R"({"a"^:1})", u"/a"_s, R"("a")", "1");
    row("comma", R"({"a":1^,"b":2})", QString(), "", R"({"a":1,"b":2})");
    row("escaped name", R"({"a/b~":^1})", u"/a~1b~0"_s, R"("a/b~")", "1");
    row("same name twice", R"({"a":1,"a":^2})", u"/a"_s, R"("a")", "2");
    row("white space", "{\n  ^ \"a\": 1\n}", QString(), "", "{\n   \"a\": 1\n}");
    row("cut", R"({"a":{"b":"x^y)", u"/a/b"_s, R"("b")", R"("xy)");
    row("empty", "^", QString(), "", "");
    row("behind the end", R"([1]^)", QString(), "", "[1]");
}

void TestJsonSpot::finds()
{
    QFETCH(QByteArray, json);
    const qsizetype offset = json.indexOf('^');
    json.remove(offset, 1);
    const JsonSpot spot = JsonSpot::at(json, offset);
    QTEST(spot.pointer, "pointer");
    QTEST(spot.rawKey.toByteArray(), "key");
    QTEST(spot.value.raw().toByteArray(), "value");
}

QTEST_GUILESS_MAIN(TestJsonSpot)
#include "tst_jsonspot.moc"
