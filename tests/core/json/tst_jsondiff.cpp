// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsondiff.h"

#include "core/json/jsontext.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestJsonDiff : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void finds_data();
    void finds();
    void isSymmetric_data() { finds_data(); }
    void isSymmetric();
    void depthIsBounded();
    void differencesAreBounded();
    void longArraysAreComparedByPlace();
    void hugeTextsAreCompared();

private:
    static QStringList told(const JsonDiff &diff);
};

/// "+ place: value", "- place: value", "~ place place: value -> value".
QStringList TestJsonDiff::told(const JsonDiff &diff)
{
    QStringList all;
    for (const JsonDifference &each : diff.differences) {
        const auto text = [](const JsonValue &value) { return QString::fromUtf8(JsonText::compact(value.raw())); };
        if (each.kind == JsonDifference::Kind::Added)
            all << u"+ %1: %2"_s.arg(each.rightPointer, text(each.right));
        else if (each.kind == JsonDifference::Kind::Removed)
            all << u"- %1: %2"_s.arg(each.leftPointer, text(each.left));
        else if (each.leftPointer == each.rightPointer)
            all << u"~ %1: %2 -> %3"_s.arg(each.leftPointer, text(each.left), text(each.right));
        else
            all << u"~ %1 %2: %3 -> %4"_s.arg(each.leftPointer, each.rightPointer, text(each.left), text(each.right));
    }
    return all;
}

void TestJsonDiff::finds_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QStringList>("differences");
    const auto row = [](const char *name, const QByteArray &left, const QByteArray &right, const QStringList &all) {
        QTest::newRow(name) << left << right << all;
    };
    row("equal", R"({"a":[1,{"b":null}]})", R"({"a":[1,{"b":null}]})", {});
    row("white space", R"({ "a" : [ 1 , 2 ] })", R"({"a":[1,2]})", {});
    row("order of members", R"({"a":1,"b":2})", R"({"b":2,"a":1})", {});
    row("spelling of strings", R"({"a":"A\/","\u0062":1})", R"({"a":"\u0041/","b":1})", {});
    row("text of numbers", "[1.0,1e2,18446744073709551617]", "[1,100,18446744073709551616]",
        {u"~ /0: 1.0 -> 1"_s, u"~ /1: 1e2 -> 100"_s, u"~ /2: 18446744073709551617 -> 18446744073709551616"_s});
    row("scalar", "1", R"("1")", {u"~ : 1 -> \"1\""_s});
    row("type", R"({"a":{}})", R"({"a":[]})", {u"~ /a: {} -> []"_s});
    row("added and removed", R"({"a":1,"b":{"c":true}})", R"({"b":{"d":false}})",
        {u"- /a: 1"_s, u"- /b/c: true"_s, u"+ /b/d: false"_s});
    row("deep", R"({"a":{"b":[{"c":1}]}})", R"({"a":{"b":[{"c":2}]}})", {u"~ /a/b/0/c: 1 -> 2"_s});
    row("names in pointers", R"({"a/b":{"~":1}})", R"({"a/b":{"~":2}})", {u"~ /a~1b/~0: 1 -> 2"_s});
    row("same name twice", R"({"a":1,"a":2})", R"({"a":2})", {});
    row("empty name", R"({"":1})", R"({"":2})", {u"~ /: 1 -> 2"_s});
    row("inserted", "[1,2,3]", "[1,9,2,3]", {u"+ /1: 9"_s});
    row("inserted before", "[1,2,3]", "[0,1,2,3]", {u"+ /0: 0"_s});
    row("removed from an array", "[1,2,3]", "[1,3]", {u"- /1: 2"_s});
    row("element changed", R"([1,{"x":1},3])", R"([1,{"x":2},3])", {u"~ /1/x: 1 -> 2"_s});
    row("changed behind an insertion", R"([1,2,{"x":1}])", R"([0,1,2,{"x":2}])",
        {u"+ /0: 0"_s, u"~ /2/x /3/x: 1 -> 2"_s});
    row("moved", R"(["a","b","c"])", R"(["b","c","a"])", {u"- /0: \"a\""_s, u"+ /2: \"a\""_s});
    row("emptied", "[1,2]", "[]", {u"- /0: 1"_s, u"- /1: 2"_s});
    row("lone surrogates differ", R"(["\ud800"])", R"(["\udbff"])", {u"~ /0: \"\\ud800\" -> \"\\udbff\""_s});
}

void TestJsonDiff::finds()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    const JsonDiff diff = JsonDiff::of(JsonValue(left), JsonValue(right));
    QVERIFY(diff.isComplete);
    QTEST(told(diff), "differences");
}

void TestJsonDiff::isSymmetric()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QFETCH(QStringList, differences);
    const JsonDiff diff = JsonDiff::of(JsonValue(right), JsonValue(left));
    const auto count = [](const QStringList &all, QChar kind) {
        return all.filter(QRegularExpression(u"^\\%1"_s.arg(kind))).size();
    };
    QCOMPARE(count(told(diff), u'+'), count(differences, u'-'));
    QCOMPARE(count(told(diff), u'-'), count(differences, u'+'));
    QCOMPARE(count(told(diff), u'~'), count(differences, u'~'));
}

void TestJsonDiff::depthIsBounded()
{
    const QByteArray left = QByteArray("[").repeated(1000) + '1' + QByteArray("]").repeated(1000);
    const QByteArray right = QByteArray("[").repeated(1000) + '2' + QByteArray("]").repeated(1000);
    const JsonDiff diff = JsonDiff::of(JsonValue(left), JsonValue(right));
    QCOMPARE(diff.differences.size(), 1);
    QCOMPARE(diff.differences.first().leftPointer, u"/0"_s.repeated(JsonDiffLimits().maxDepth));
}

void TestJsonDiff::differencesAreBounded()
{
    const QByteArray left = "[1" + QByteArray(",1").repeated(5000) + ']';
    const QByteArray right = "[2" + QByteArray(",2").repeated(5000) + ']';
    const JsonDiff diff = JsonDiff::of(JsonValue(left), JsonValue(right), {.maxDifferences = 10});
    QCOMPARE(diff.differences.size(), 10);
    QVERIFY(!diff.isComplete);
    QVERIFY(JsonDiff::of(JsonValue("[1,2]"), JsonValue("[3,4]"), {.maxDifferences = 2}).isComplete);
}

void TestJsonDiff::longArraysAreComparedByPlace()
{
    QByteArray left = "[0";
    for (int i = 1; i < 20'000; ++i)
        left += ',' + QByteArray::number(i);
    const QByteArray inside = left.sliced(3);
    left += ']';
    const QByteArray right = "[-1," + inside + ",-2]"; // the middle has not moved, but both ends differ
    const JsonDiff diff = JsonDiff::of(JsonValue(left), JsonValue(right));
    QVERIFY(diff.isComplete);
    QCOMPARE(told(diff), (QStringList{u"~ /0: 0 -> -1"_s, u"+ /20000: -2"_s}));
    const QByteArray shifted = "[7,1,0," + inside + ",3,4]";
    QVERIFY(!JsonDiff::of(JsonValue(left), JsonValue(shifted)).isComplete); // every place differs
}

void TestJsonDiff::hugeTextsAreCompared()
{
    const QByteArray text =
        R"({"content":[)" + QByteArray(R"({"type":"text","text":"hello there"},)").repeated(1'000'000) + R"({"n":1}]})";
    QByteArray copy = text;
    copy.detach();
    QVERIFY(JsonDiff::of(JsonValue(text), JsonValue(copy)).differences.isEmpty());
    copy.replace(R"({"n":1})", R"({"n":2})");
    QCOMPARE(told(JsonDiff::of(JsonValue(text), JsonValue(copy))), QStringList{u"~ /content/1000000/n: 1 -> 2"_s});
}

QTEST_GUILESS_MAIN(TestJsonDiff)
#include "tst_jsondiff.moc"
