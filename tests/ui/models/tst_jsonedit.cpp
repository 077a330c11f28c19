// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "ui/models/catalog/jsonedit.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Changes of one member in JSON text; the rest of the text stays as typed.
class TestJsonEdit : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void changesValues_data();
    void changesValues();
    void addsElements_data();
    void addsElements();
    void swapsElements();
};

void TestJsonEdit::changesValues_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value"); // empty: remove
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *pointer, const char *value,
                        const char *after) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(pointer) << QByteArray(value) << QByteArray(after);
    };
    row("replace", R"({"a" : 1, "x":  [ 2 ] ,"b":3})", "/x", "true", R"({"a" : 1, "x":  true ,"b":3})");
    row("replace the last of two", R"({"x":1,"x":2})", "/x", "3", R"({"x":1,"x":3})");
    row("escaped name", R"({"\u0078":1})", "/x", "2", R"({"\u0078":2})");
    row("name with a slash", R"({"a/b":1,"c~d":2})", "/a~1b", "3", R"({"a/b":3,"c~d":2})");
    row("add to nothing", "{}", "/x", "1", "{\n  \"x\": 1\n}");
    row("add on the line", R"({"a":1, "b":2})", "/x", "3", R"({"a":1, "b":2, "x": 3})");
    row("add on a new line", "{\n    \"a\": 1\n}", "/x", "2", "{\n    \"a\": 1,\n    \"x\": 2\n}");
    row("remove the first", R"({"x":1, "b":2})", "/x", "", R"({"b":2})");
    row("remove the last", R"({"a":1, "x":2})", "/x", "", R"({"a":1})");
    row("remove one in the middle", "{\n \"a\":1,\n \"x\":2,\n \"b\":3\n}", "/x", "", "{\n \"a\":1,\n \"b\":3\n}");
    row("remove the only one", R"({ "x" : 1 })", "/x", "", "{}");
    row("remove every one", R"({"x":1,"a":2,"x":3})", "/x", "", R"({"a":2})");
    row("remove those at the start", R"({"x":1,  "x":2, "a":3})", "/x", "", R"({"a":3})");
    row("remove all there is", R"({"x":1,"x":2})", "/x", "", "{}");
    row("remove what is not there", R"({"a":1})", "/x", "", R"({"a":1})");
    row("remove below what is not there", R"({"a":1})", "/x/y", "", R"({"a":1})");
    row("inside", "{\n  \"o\": {\n    \"a\": 1\n  }, \"z\": 1.10\n}", "/o/b", "2",
        "{\n  \"o\": {\n    \"a\": 1,\n    \"b\": 2\n  }, \"z\": 1.10\n}");
    row("inside an empty one", "{\n  \"o\": {}\n}", "/o/a", "1", "{\n  \"o\": {\n    \"a\": 1\n  }\n}");
    row("make what is missing", "{\n  \"a\": 1\n}", "/o/p", "2", "{\n  \"a\": 1,\n  \"o\": {\n    \"p\": 2\n  }\n}");
    row("make what is no object", R"({"o":null})", "/o/p", "2", R"({"o":{"p":2}})");
    row("several lines", "{\n  \"a\": 1\n}", "/a", "{\n  \"b\": [\n    1\n  ]\n}",
        "{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  }\n}");
    row("several lines on a line", R"({"a":1})", "/b", "[\n  1\n]", R"({"a":1, "b": [1]})");
    row("element", "[1, 2 ,3]", "/1", "true", "[1, true ,3]");
    row("remove the first element", "[1, 2]", "/0", "", "[2]");
    row("remove the last element", "[1, 2]", "/1", "", "[1]");
    row("remove the only element", "[ 1 ]", "/0", "", "[]");
    row("element of an element", R"([{"a":1}, {"a":2}])", "/1/a", "3", R"([{"a":1}, {"a":3}])");
    row("the whole", R"({"a":1})", "", "[]", "[]");
}

void TestJsonEdit::changesValues()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, value);
    const auto wanted = value.isEmpty() ? std::nullopt : std::optional(value);
    const QByteArray result = JsonEdit::withValue(before, pointer, wanted);
    QTEST(result, "after");
    QVERIFY(!JsonChecker().check(result));
}

void TestJsonEdit::addsElements_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *value, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(value) << QByteArray(after);
    };
    row("the first", R"({"l":[]})", "1", R"({"l":[1]})");
    row("the second", R"({"l":[1]})", "2", R"({"l":[1, 2]})");
    row("the third", R"({"l":[1,2]})", "3", R"({"l":[1,2,3]})");
    row("an object", "{\n  \"l\": []\n}", "{\n  \"a\": 1\n}", "{\n  \"l\": [\n    {\n      \"a\": 1\n    }\n  ]\n}");
    row("another object", "{\n  \"l\": [\n    {}\n  ]\n}", "{\n  \"a\": 1\n}",
        "{\n  \"l\": [\n    {},\n    {\n      \"a\": 1\n    }\n  ]\n}");
    row("no array yet", R"({"a":1})", "2", R"({"a":1, "l": [2]})");
    row("not an array", R"({"l":"x"})", "2", R"({"l":[2]})");
}

void TestJsonEdit::addsElements()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, value);
    QTEST(JsonEdit::withElement(before, "/l", value), "after");
}

void TestJsonEdit::swapsElements()
{
    const QByteArray text = R"({"l":[1, "two" , [3]]})";
    QCOMPARE(JsonEdit::withSwapped(text, "/l", 0, 1), R"({"l":["two", 1 , [3]]})");
    QCOMPARE(JsonEdit::withSwapped(text, "/l", 2, 0), R"({"l":[[3], "two" , 1]})");
    QCOMPARE(JsonEdit::withSwapped(text, "/l", 2, 3), text);
    QCOMPARE(JsonEdit::withSwapped(text, "/l", -1, 0), text);
}

QTEST_GUILESS_MAIN(TestJsonEdit)
#include "tst_jsonedit.moc"
