// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonvalue.h"
#include "core/jsoncorpus.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// Calls everything on a value and its children, a few levels deep; returns the number of values.
int visit(const JsonValue &value, QByteArrayView within, int depth = 0)
{
    int count = 1;
    const QByteArrayView raw = value.raw();
    if (!raw.isEmpty() && (raw.begin() < within.begin() || raw.end() > within.end()))
        return -1000000; // a view must never leave its text
    (void)value.toString();
    (void)value.toUtf8();
    (void)value.toInteger();
    (void)value.toDouble();
    (void)value.toBool();
    (void)value.isInteger();
    (void)value.member("k");
    (void)value.element(1);
    (void)value.pointer("/a/0/~1");
    for (const JsonMember &child : value) {
        (void)child.key();
        if (depth < 20)
            count += visit(child.value, raw, depth + 1);
    }
    return count;
}

} // namespace

class TestJsonValue : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void findsTypes_data();
    void findsTypes();
    void walksInOrder();
    void walksLongContainers();
    void keepsTheBytes_data();
    void keepsTheBytes();
    void decodesStrings_data();
    void decodesStrings();
    void keepsALeadingByteOrderMark();
    void convertsNumbers_data();
    void convertsNumbers();
    void convertsBooleans();
    void findsMembers_data();
    void findsMembers();
    void findsElements();
    void followsPointers_data();
    void followsPointers();
    void skipsInOnePass();
    void survivesAnyText_data();
    void survivesAnyText();
};

void TestJsonValue::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonValue::findsTypes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<JsonType>("type");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("nothing") << ""_ba << JsonType::Invalid << ""_ba;
    QTest::newRow("space") << " \n"_ba << JsonType::Invalid << ""_ba;
    QTest::newRow("no JSON") << "hello"_ba << JsonType::Invalid << ""_ba;
    QTest::newRow("null") << " null "_ba << JsonType::Null << "null"_ba;
    QTest::newRow("true") << "true"_ba << JsonType::Bool << "true"_ba;
    QTest::newRow("false") << "\tfalse"_ba << JsonType::Bool << "false"_ba;
    QTest::newRow("number") << "-1.50e+7\r\n"_ba << JsonType::Number << "-1.50e+7"_ba;
    QTest::newRow("string") << "\" a \""_ba << JsonType::String << "\" a \""_ba;
    QTest::newRow("array") << " [ 1 ] "_ba << JsonType::Array << "[ 1 ]"_ba;
    QTest::newRow("object") << "{}"_ba << JsonType::Object << "{}"_ba;
}

void TestJsonValue::findsTypes()
{
    QFETCH(QByteArray, text);
    const JsonValue value(text);
    QTEST(value.type(), "type");
    QTEST(value.raw().toByteArray(), "raw");
    QCOMPARE(value.isValid(), value.type() != JsonType::Invalid);
}

void TestJsonValue::walksInOrder()
{
    const QByteArray text = R"( { "z" : 1 , "a":[true, {"x":"]}"}], "z":"\u007a","\u0061":{} } )"_ba;
    QByteArray seen;
    for (const JsonMember &child : JsonValue(text)) {
        QVERIFY(!child.rawKey.isEmpty());
        seen += child.rawKey.toByteArray() + '=' + child.value.raw().toByteArray() + ';';
    }
    QCOMPARE(seen, R"("z"=1;"a"=[true, {"x":"]}"}];"z"="\u007a";"\u0061"={};)"_ba);

    seen.clear();
    for (const JsonMember &child : JsonValue(R"([ 1,"a\"]",[],[[2]], {} ,null])")) {
        QVERIFY(child.rawKey.isEmpty());
        seen += child.value.raw().toByteArray() + ';';
    }
    QCOMPARE(seen, R"(1;"a\"]";[];[[2]];{};null;)"_ba);

    for (const char *childless : {"[]", "{ }", "1", "\"a\"", "null", ""})
        QVERIFY(JsonValue(childless).begin() == JsonValue(childless).end());
}

// Children of every length around the 64-byte blocks in which containers are skipped.
void TestJsonValue::walksLongContainers()
{
    for (int length = 0; length < 200; ++length) {
        for (const QByteArray &piece : {"x"_ba, "}"_ba, R"(\")"_ba, R"(\\)"_ba, R"(\n)"_ba}) {
            const QByteArray string = '"' + piece.repeated(length) + '"';
            const QByteArray child = R"({"k":[)" + string + R"(,{}],"l":)" + string + '}';
            const QByteArray text = '[' + child + ',' + string + ',' + child + ']';
            const JsonValue value(text);
            QCOMPARE(value.element(0).raw(), child);
            QCOMPARE(value.element(1).raw(), string);
            QCOMPARE(value.element(2).raw(), child);
            QVERIFY(!value.element(3).isValid());
            QCOMPARE(value.pointer("/2/k/0").raw(), string);
        }
    }
}

void TestJsonValue::keepsTheBytes_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const Corpus::Good &good : Corpus::good())
        QTest::newRow(good.name) << good.text;
}

// The children joined again give the text.
void TestJsonValue::keepsTheBytes()
{
    QFETCH(QByteArray, text);
    const JsonValue value(text);
    QVERIFY(value.isValid());
    QCOMPARE(value.raw(), text.trimmed());
    QVERIFY(visit(value, text) > 0);
    if (!value.isArray() && !value.isObject())
        return;
    const char *previous = value.raw().begin() + 1;
    for (const JsonMember &child : value) {
        const QByteArrayView first = child.rawKey.isEmpty() ? child.value.raw() : child.rawKey;
        const auto between = QByteArrayView(previous, first.begin()).toByteArray();
        QVERIFY2(QByteArrayList({""_ba, ","_ba}).contains(between.simplified().replace(" ", "")), between.constData());
        previous = child.value.raw().end();
    }
    const auto rest = QByteArrayView(previous, value.raw().end() - 1).toByteArray();
    QCOMPARE(rest.trimmed(), ""_ba);
}

void TestJsonValue::decodesStrings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("string");
    QTest::newRow("empty") << R"("")"_ba << u""_s;
    QTest::newRow("plain") << R"("abc /")"_ba << u"abc /"_s;
    QTest::newRow("escapes") << R"("\"\\\/\b\f\n\r\t")"_ba << u"\"\\/\b\f\n\r\t"_s;
    QTest::newRow("unicode") << R"("\u00e9\u20AC\u0041z")"_ba << u"é€Az"_s;
    QTest::newRow("pair") << R"("<\ud83d\ude00>")"_ba << u"<😀>"_s;
    QTest::newRow("UTF-8") << "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""_ba << u"é€😀"_s;
    QTest::newRow("NUL") << R"("a\u0000b")"_ba << QString(QChar(u'a')) + QChar(0) + u'b';
    QTest::newRow("lone high") << R"("\ud800")"_ba << u"\uFFFD"_s;
    QTest::newRow("lone low") << R"("\udc00x")"_ba << u"\uFFFDx"_s;
    QTest::newRow("two high") << R"("\ud800\ud801")"_ba << u"\uFFFD\uFFFD"_s;
    QTest::newRow("two low") << R"("\udc00\udc01")"_ba << u"\uFFFD\uFFFD"_s;
    QTest::newRow("high, then a pair") << R"("\ud800\ud83d\ude00")"_ba << u"\uFFFD😀"_s;
    QTest::newRow("high, other escape") << R"("\ud800\n")"_ba << u"\uFFFD\n"_s;
    QTest::newRow("escaped backslash, u") << R"("\\u0041")"_ba << u"\\u0041"_s;
    QTest::newRow("number") << "12"_ba << QString();
    QTest::newRow("array") << R"(["a"])"_ba << QString();
}

void TestJsonValue::decodesStrings()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, string);
    const JsonValue value(text);
    QCOMPARE(value.toString(), string);
    QCOMPARE(value.toString().isNull(), !value.isString());
    QCOMPARE(value.toUtf8(), string.toUtf8());
}

void TestJsonValue::keepsALeadingByteOrderMark()
{
    QCOMPARE(JsonValue("\"\xEF\xBB\xBFx\"").toString(), u"\uFEFFx"_s);
    QCOMPARE(JsonValue(R"("\ufeffx")").toString(), u"\uFEFFx"_s);
}

void TestJsonValue::convertsNumbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isInteger");
    QTest::addColumn<QVariant>("integer");
    QTest::addColumn<QVariant>("real");
    const QVariant none;
    QTest::newRow("0") << "0"_ba << true << QVariant(0LL) << QVariant(0.0);
    QTest::newRow("-0") << "-0"_ba << true << QVariant(0LL) << QVariant(0.0);
    QTest::newRow("42") << "42"_ba << true << QVariant(42LL) << QVariant(42.0);
    QTest::newRow("largest") << "9223372036854775807"_ba << true << QVariant(std::numeric_limits<qint64>::max())
                             << QVariant(9223372036854775807.0);
    QTest::newRow("smallest") << "-9223372036854775808"_ba << true << QVariant(std::numeric_limits<qint64>::min())
                              << QVariant(-9223372036854775808.0);
    QTest::newRow("2^63") << "9223372036854775808"_ba << true << none << QVariant(9223372036854775808.0);
    QTest::newRow("1.0") << "1.0"_ba << false << none << QVariant(1.0);
    QTest::newRow("1e2") << "1e2"_ba << false << none << QVariant(100.0);
    QTest::newRow("1E+2") << "1E+2"_ba << false << none << QVariant(100.0);
    QTest::newRow("-1.5e-3") << "-1.5e-3"_ba << false << none << QVariant(-0.0015);
    QTest::newRow("1e400") << "1e400"_ba << false << none << none;
    QTest::newRow("string") << "\"1\""_ba << false << none << none;
    QTest::newRow("true") << "true"_ba << false << none << none;
}

void TestJsonValue::convertsNumbers()
{
    QFETCH(QByteArray, text);
    QFETCH(QVariant, integer);
    QFETCH(QVariant, real);
    const JsonValue value(text);
    QTEST(value.isInteger(), "isInteger");
    QCOMPARE(value.toInteger().has_value(), integer.isValid());
    QCOMPARE(value.toInteger().value_or(0), integer.toLongLong());
    QCOMPARE(value.toDouble().has_value(), real.isValid());
    QCOMPARE(value.toDouble().value_or(0), real.toDouble());
}

void TestJsonValue::convertsBooleans()
{
    QCOMPARE(JsonValue("true").toBool(), std::optional<bool>(true));
    QCOMPARE(JsonValue("false").toBool(), std::optional<bool>(false));
    QVERIFY(!JsonValue("null").toBool());
    QVERIFY(!JsonValue("1").toBool());
    QVERIFY(!JsonValue("\"true\"").toBool());
    QVERIFY(!JsonValue().toBool());
}

void TestJsonValue::findsMembers_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("first") << "a"_ba
                           << "1"_ba;
    QTest::newRow("last of several") << "b"_ba
                                     << "\"second\""_ba;
    QTest::newRow("escaped in the text") << "c/d"_ba
                                         << "[3]"_ba;
    QTest::newRow("empty name") << ""_ba
                                << "4"_ba;
    QTest::newRow("non-ASCII") << "\xC3\xA9"_ba
                               << "5"_ba;
    QTest::newRow("pair") << "\xF0\x9F\x98\x80"_ba
                          << "6"_ba;
    QTest::newRow("nested only") << "deep"_ba
                                 << ""_ba;
    QTest::newRow("missing") << "nope"_ba
                             << ""_ba;
    QTest::newRow("prefix") << "inne"_ba
                            << ""_ba;
}

void TestJsonValue::findsMembers()
{
    QFETCH(QByteArray, name);
    const QByteArray text = "{\"a\":1,\"b\":\"first\",\"inner\":{\"deep\":0},\"b\":\"second\","
                            "\"c\\u002fd\":[3],\"\":4,\"\xC3\xA9\":5,\"\\ud83d\\ude00\":6}"_ba;
    QTEST(JsonValue(text).member(name).raw().toByteArray(), "raw");
    QVERIFY(!JsonValue("[\"a\"]").member(name).isValid());
    QVERIFY(!JsonValue().member(name).isValid());
}

void TestJsonValue::findsElements()
{
    const JsonValue array("[10, [20], {\"a\":30}]");
    QCOMPARE(array.element(0).toInteger(), std::optional<qint64>(10));
    QCOMPARE(array.element(1).raw(), "[20]");
    QCOMPARE(array.element(2).raw(), "{\"a\":30}");
    QVERIFY(!array.element(3).isValid());
    QVERIFY(!array.element(-1).isValid());
    QVERIFY(!JsonValue("{\"0\":1}").element(0).isValid());
}

void TestJsonValue::followsPointers_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("raw");
    // Examples of RFC 6901 section 5.
    QTest::newRow("foo") << "/foo"_ba
                         << R"(["bar","baz"])"_ba;
    QTest::newRow("foo/0") << "/foo/0"_ba
                           << R"("bar")"_ba;
    QTest::newRow("empty name") << "/"_ba
                                << "0"_ba;
    QTest::newRow("a/b") << "/a~1b"_ba
                         << "1"_ba;
    QTest::newRow("c%d") << "/c%d"_ba
                         << "2"_ba;
    QTest::newRow("g|h") << "/g|h"_ba
                         << "4"_ba;
    QTest::newRow("backslash") << "/i\\j"_ba
                               << "5"_ba;
    QTest::newRow("quote") << "/k\"l"_ba
                           << "6"_ba;
    QTest::newRow("space") << "/ "_ba
                           << "7"_ba;
    QTest::newRow("m~n") << "/m~0n"_ba
                         << "8"_ba;
    QTest::newRow("~1 is not unescaped twice") << "/x~01"_ba
                                               << "9"_ba;
    QTest::newRow("deep") << "/o/p/1/q"_ba
                          << "true"_ba;
    QTest::newRow("past the end") << "/foo/2"_ba
                                  << ""_ba;
    QTest::newRow("dash") << "/foo/-"_ba
                          << ""_ba;
    QTest::newRow("leading zero") << "/foo/00"_ba
                                  << ""_ba;
    QTest::newRow("negative") << "/foo/-1"_ba
                              << ""_ba;
    QTest::newRow("index of 30 digits") << "/foo/100000000000000000000000000000"_ba
                                        << ""_ba;
    QTest::newRow("name in an array") << "/foo/bar"_ba
                                      << ""_ba;
    QTest::newRow("below a scalar") << "/ /x"_ba
                                    << ""_ba;
    QTest::newRow("no slash") << "foo"_ba
                              << ""_ba;
    QTest::newRow("bad escape") << "/m~2n"_ba
                                << ""_ba;
    QTest::newRow("open escape") << "/m~"_ba
                                 << ""_ba;
    QTest::newRow("slash at the end") << "/foo/"_ba
                                      << ""_ba;
}

void TestJsonValue::followsPointers()
{
    QFETCH(QByteArray, pointer);
    const QByteArray text = R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,)"
                            R"("k\"l":6," ":7,"m~n":8,"x~1":9,"o":{"p":[0,{"q":true}]}})"_ba;
    QTEST(JsonValue(text).pointer(pointer).raw().toByteArray(), "raw");
    QCOMPARE(JsonValue(text).pointer("").raw(), text);
}

// A million brackets deep: no recursion, and linear time.
void TestJsonValue::skipsInOnePass()
{
    const QByteArray deep = QByteArray(1000000, '[') + QByteArray(1000000, ']');
    const QByteArray text = "{\"deep\":" + deep + ",\"after\":1}";
    QCOMPARE(JsonValue(text).member("after").raw(), "1");
    QCOMPARE(JsonValue(text).member("deep").raw().size(), deep.size());
}

void TestJsonValue::survivesAnyText_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const Corpus::Bad &bad : Corpus::bad())
        QTest::newRow(bad.name) << bad.text;
}

// Invalid text does no harm, cut at any byte: no view leaves its bytes, and a sanitizer checks the reads.
void TestJsonValue::survivesAnyText()
{
    QFETCH(QByteArray, text);
    const qsizetype step = text.size() < 10000 ? 1 : text.size() / 5;
    for (qsizetype length = 0; length <= text.size(); length += step) {
        const std::unique_ptr<char[]> exact(new char[size_t(length)]);
        std::copy_n(text.begin(), length, exact.get());
        const QByteArrayView view(exact.get(), length);
        QVERIFY(visit(JsonValue(view), view) > 0);
    }
}

QTEST_GUILESS_MAIN(TestJsonValue)
#include "tst_jsonvalue.moc"
