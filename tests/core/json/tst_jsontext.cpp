// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/jsoncorpus.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestJsonText : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void indents_data();
    void indents();
    void takesAnyIndent();
    void stopsIndentingDeepLevels();
    void compacts_data();
    void compacts();
    void movesOnlyWhiteSpace_data();
    void movesOnlyWhiteSpace();
    void quotes_data();
    void quotes();
    void quotesAnything();
    void addsMembers_data();
    void addsMembers();
};

void TestJsonText::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonText::indents_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("indented");
    QTest::newRow("number") << " 1.10 "_ba
                            << "1.10"_ba;
    QTest::newRow("string") << R"("a, b: {c}")"_ba
                            << R"("a, b: {c}")"_ba;
    QTest::newRow("empty") << "[ ]"_ba
                           << "[]"_ba;
    QTest::newRow("empty object") << "{\n}"_ba
                                  << "{}"_ba;
    QTest::newRow("array") << "[1,2]"_ba
                           << "[\n  1,\n  2\n]"_ba;
    QTest::newRow("object") << R"({"a":1,"b":[],"a":{}})"_ba
                            << "{\n  \"a\": 1,\n  \"b\": [],\n  \"a\": {}\n}"_ba;
    QTest::newRow("nested") << R"({"a":[{"b":null}]})"_ba
                            << "{\n  \"a\": [\n    {\n      \"b\": null\n    }\n  ]\n}"_ba;
    QTest::newRow("indented otherwise") << "[\n\t1 ,\r\n\t{ \"a\"\n:2}]"_ba
                                        << "[\n  1,\n  {\n    \"a\": 2\n  }\n]"_ba;
    QTest::newRow("big numbers") << "[1e400,18446744073709551616,1.0]"_ba
                                 << "[\n  1e400,\n  18446744073709551616,\n  1.0\n]"_ba;
}

void TestJsonText::indents()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, indented);
    QCOMPARE(JsonText::indented(text), indented);
    QCOMPARE(JsonText::indented(indented), indented);
}

void TestJsonText::takesAnyIndent()
{
    QCOMPARE(JsonText::indented("[[1]]", 4), "[\n    [\n        1\n    ]\n]"_ba);
    QCOMPARE(JsonText::indented("[[1]]", 0), "[\n[\n1\n]\n]"_ba);
    QCOMPARE(JsonText::indented("[[1]]", -3), JsonText::indented("[[1]]", 0));
}

// Deep nesting must not inflate a short text.
void TestJsonText::stopsIndentingDeepLevels()
{
    const QByteArray nest = QByteArray(1000, '[') + QByteArray(1000, ']');
    const QByteArray text = "[" + (nest + ",").repeated(20) + "1]";
    const QByteArray indented = JsonText::indented(text);
    QVERIFY(indented.size() <= text.size() * (2 + 2 * JsonText::MaxIndentedDepth));
    QCOMPARE(JsonText::compact(indented), text);
    QVERIFY(indented.contains("\n" + QByteArray(2 * JsonText::MaxIndentedDepth, ' ') + "["));
}

void TestJsonText::compacts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("compact");
    QTest::newRow("nothing to do") << R"({"a":[1,2]})"_ba
                                   << R"({"a":[1,2]})"_ba;
    QTest::newRow("space everywhere") << " {\t\"a b\" :\r\n[ 1 , \" \\\" \" ]\n} "_ba
                                      << R"({"a b":[1," \" "]})"_ba;
    QTest::newRow("number") << "\n-1.0E+2\n"_ba
                            << "-1.0E+2"_ba;
    QTest::newRow("string ends in a backslash") << R"([ "\\" , 1 ])"_ba
                                                << R"(["\\",1])"_ba;
}

void TestJsonText::compacts()
{
    QFETCH(QByteArray, text);
    QTEST(JsonText::compact(text), "compact");
}

void TestJsonText::movesOnlyWhiteSpace_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const Corpus::Good &good : Corpus::good())
        QTest::newRow(good.name) << good.text;
}

void TestJsonText::movesOnlyWhiteSpace()
{
    QFETCH(QByteArray, text);
    JsonChecker checker;
    const QByteArray compact = JsonText::compact(text);
    const QByteArray indented = JsonText::indented(text);
    QVERIFY(!checker.check(compact));
    QVERIFY(!checker.check(indented));
    QVERIFY(compact.size() <= text.size());
    QCOMPARE(JsonText::compact(indented), compact);
    QCOMPARE(JsonText::indented(compact), indented);
    QCOMPARE(JsonText::compact(compact), compact);
    QVERIFY(!compact.contains('\n'));
}

void TestJsonText::quotes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("quoted");
    QTest::newRow("empty") << ""_ba
                           << R"("")"_ba;
    QTest::newRow("plain") << "a/b 'c'"_ba
                           << R"("a/b 'c'")"_ba;
    QTest::newRow("special") << "\"\\\b\f\n\r\t"_ba
                             << R"("\"\\\b\f\n\r\t")"_ba;
    QTest::newRow("control") << QByteArray("\0\x01\x1F\x7F", 4) << "\"\\u0000\\u0001\\u001f\x7F\""_ba;
    QTest::newRow("non-ASCII") << "\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80"_ba
                               << "\"\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80\""_ba;
    QTest::newRow("not UTF-8") << "a\xFF\"b"_ba
                               << "\"a\xEF\xBF\xBD\\\"b\""_ba;
}

void TestJsonText::quotes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, quoted);
    QCOMPARE(JsonText::quoted(QByteArrayView(text)), quoted);
    QCOMPARE(JsonText::quoted(QString::fromUtf8(text)), quoted);
}

void TestJsonText::quotesAnything()
{
    JsonChecker checker;
    for (char16_t c = 0; c < 0xFFFF; ++c) {
        const QString text = u"<"_s + c + u'>';
        const QByteArray quoted = JsonText::quoted(text);
        QVERIFY2(!checker.check(quoted), quoted.constData());
        QCOMPARE(JsonValue(quoted).toString(), QChar::isSurrogate(c) ? u"<\uFFFD>"_s : text);
    }
    QCOMPARE(JsonText::quoted(QStringView(u"\uFEFFx")), "\"\xEF\xBB\xBFx\""_ba);
    QCOMPARE(JsonText::quoted(QByteArrayView("\xEF\xBB\xBFx\xFF")), "\"\xEF\xBB\xBFx\xEF\xBF\xBD\""_ba);
}

void TestJsonText::addsMembers_data()
{
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("to nothing") << ""_ba
                                << "a"_ba
                                << "1"_ba
                                << R"({"a":1})"_ba;
    QTest::newRow("to an empty object") << "{ }"_ba
                                        << "a"_ba
                                        << "1"_ba
                                        << R"({"a":1})"_ba;
    QTest::newRow("at the end") << R"({"z":1.0})"_ba
                                << "a"_ba
                                << "[]"_ba
                                << R"({"z":1.0,"a":[]})"_ba;
    QTest::newRow("space stays inside") << " { \"z\" : { } } "_ba
                                        << "a"_ba
                                        << "null"_ba
                                        << R"({ "z" : { },"a":null})"_ba;
    QTest::newRow("name is quoted") << "{}"_ba
                                    << "\"\n"_ba
                                    << "0"_ba
                                    << R"({"\"\n":0})"_ba;
    QTest::newRow("in its place") << R"({ "a" : 1, "b":2})"_ba
                                  << "a"_ba
                                  << "[9]"_ba
                                  << R"({ "a" : [9], "b":2})"_ba;
    QTest::newRow("last of several") << R"({"a":1,"\u0061":2})"_ba
                                     << "a"_ba
                                     << "3"_ba
                                     << R"({"a":1,"\u0061":3})"_ba;
    QTest::newRow("nested is another") << R"({"b":{"a":1}})"_ba
                                       << "a"_ba
                                       << "2"_ba
                                       << R"({"b":{"a":1},"a":2})"_ba;
}

void TestJsonText::addsMembers()
{
    QFETCH(QByteArray, object);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, result);
    QCOMPARE(JsonText::withMember(object, name, value), result);
    QVERIFY(!JsonChecker().check(result));
    QCOMPARE(JsonValue(result).member(name).raw(), value);
}

QTEST_GUILESS_MAIN(TestJsonText)
#include "tst_jsontext.moc"
