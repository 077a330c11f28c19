// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"
#include "core/json/jsonscanner.h"
#include "core/jsoncorpus.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

/// Longer than the limit for simdjson.
constexpr qsizetype Long = qsizetype(600) << 10;

const QByteArray Everything = "{\"k\\u0041\": [1, -0.5e+3, true, false, null, \"\xC3\xA9\\n\\\\\\\"\xF0\x9F\x98\x80\","
                              " {}, [] , {\"a\":{\"b\":[[0],[\"\"]]}}],\r\n\t\"\xE6\x97\xA5\" :\"\\ud83d\\ude00\"}"_ba;

} // namespace

class TestJsonChecker : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void accepts_data();
    void accepts();
    void refuses_data();
    void refuses();
    void refusesEveryTruncation_data();
    void refusesEveryTruncation();
    void agreesWithItselfOnEveryChangedByte();
    void findsLineAndColumn_data();
    void findsLineAndColumn();
    void keepsTheDepthLimit_data();
    void keepsTheDepthLimit();
    void keepsTheSizeLimit();
    void judgesLongTexts();
    void isReusable();
};

void TestJsonChecker::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonChecker::accepts_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const Corpus::Good &good : Corpus::good())
        QTest::newRow(good.name) << good.text;
}

// Valid text is accepted by the checker, by its scanner alone, and inside a text too long for simdjson.
void TestJsonChecker::accepts()
{
    QFETCH(QByteArray, text);
    JsonChecker checker;
    const auto reason = [](const std::optional<JsonError> &error) {
        return error ? error->reason : TranslatableText();
    };
    QCOMPARE(reason(checker.check(text)), QString());
    QCOMPARE(reason(JsonScanner(text, 1024).scan()), QString());
    QCOMPARE(reason(checker.check(QByteArray(Long, ' ') + text)), QString());
}

void TestJsonChecker::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qsizetype>("offset");
    QTest::addColumn<QString>("reason");
    for (const Corpus::Bad &bad : Corpus::bad())
        QTest::newRow(bad.name) << bad.text << bad.offset << QString::fromLatin1(bad.reason);
}

void TestJsonChecker::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(qsizetype, offset);
    QFETCH(QString, reason);
    JsonChecker checker;
    const auto error = checker.check(text);
    QVERIFY(error);
    QCOMPARE(error->offset, offset);
    QVERIFY2(error->reason.contains(reason), qPrintable(error->reason));
    // White space after a value changes nothing, unless the text ends inside the value.
    const auto padded = checker.check(text + QByteArray(Long, ' '));
    QVERIFY(padded);
    QVERIFY(padded->offset >= offset);
}

void TestJsonChecker::refusesEveryTruncation_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("everything") << Everything;
    QTest::newRow("request")
        << R"({"jsonrpc":"2.0","id":"7","method":"x","params":{"_meta":{"progressToken":1.5}}})"_ba;
    QTest::newRow("string") << "\"\\u00e9\xE2\x82\xAC\\\"\""_ba;
    QTest::newRow("array") << "[[[1,2],[]],{\"a\":-1E-7}]"_ba;
}

// A truncated text has its error at its end, because everything before is valid.
void TestJsonChecker::refusesEveryTruncation()
{
    QFETCH(QByteArray, text);
    JsonChecker checker;
    QVERIFY(!checker.check(text));
    for (qsizetype length = 0; length < text.size(); ++length) {
        const auto error = checker.check(QByteArrayView(text).first(length));
        QVERIFY2(error, qPrintable(QString::number(length)));
        QCOMPARE(error->offset, length);
        QVERIFY2(error->reason.contains(u"the text ends"_s) || length == 0, qPrintable(error->reason));
    }
}

// simdjson and the scanner are independent: whatever simdjson accepts, the scanner must accept.
void TestJsonChecker::agreesWithItselfOnEveryChangedByte()
{
    JsonChecker checker;
    int refused = 0;
    for (qsizetype i = 0; i < Everything.size(); ++i) {
        for (int byte = 0; byte < 256; ++byte) {
            QByteArray text = Everything;
            text[i] = char(byte);
            const auto verdict = checker.check(text);
            const auto scanned = JsonScanner(text, 1024).scan();
            QVERIFY2(verdict.has_value() == scanned.has_value(), text.constData());
            if (!verdict)
                continue;
            ++refused;
            QVERIFY2(verdict->offset >= i, text.constData()); // the text before is still valid
        }
    }
    QVERIFY(refused > 20000);
}

void TestJsonChecker::findsLineAndColumn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("first byte") << "x"_ba << 1 << 1;
    QTest::newRow("first line") << "[1, x]"_ba << 1 << 5;
    QTest::newRow("third line") << "[\n1,\n  x]"_ba << 3 << 3;
    QTest::newRow("CRLF") << "[\r\n1,\r\nx]"_ba << 3 << 1;
    QTest::newRow("at the end of a line") << "[1\n\n"_ba << 3 << 1;
    QTest::newRow("characters, not bytes") << "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\",x]"_ba << 1 << 8;
    QTest::newRow("before it is counted too") << "[\"\xC3\xA9\",\n\"\xC3\xA9\xC3\xA9\" x]"_ba << 2 << 6;
    QTest::newRow("empty") << ""_ba << 1 << 1;
}

void TestJsonChecker::findsLineAndColumn()
{
    QFETCH(QByteArray, text);
    const auto error = JsonChecker().check(text);
    QVERIFY(error);
    QTEST(error->line, "line");
    QTEST(error->column, "column");
}

void TestJsonChecker::keepsTheDepthLimit_data()
{
    QTest::addColumn<int>("limit");
    for (const int limit : {0, 1, 2, 63, 1023, 1024, 1025, 5000})
        QTest::addRow("%d", limit) << limit;
}

void TestJsonChecker::keepsTheDepthLimit()
{
    QFETCH(int, limit);
    JsonChecker checker({.maxDepth = limit});
    const auto nested = [](int depth, const QByteArray &inner) {
        return QByteArray(depth, '[') + inner + QByteArray(depth, ']');
    };
    QVERIFY(!checker.check(nested(limit, "1"_ba)));
    QVERIFY(!checker.check(nested(limit, ""_ba) + (limit == 0 ? "1"_ba : ""_ba)));
    for (const QByteArray &inner : {"1"_ba, ""_ba, "{}"_ba}) {
        const auto error = checker.check(nested(limit + 1, inner));
        QVERIFY(error);
        QCOMPARE(error->offset, limit);
        QVERIFY(error->reason.contains(u"limit of %1"_s.arg(limit)));
        QVERIFY(error->isLimit);
    }
    const auto object = checker.check(nested(limit, "{}"_ba));
    QVERIFY(object);
    QCOMPARE(object->offset, limit);
}

void TestJsonChecker::keepsTheSizeLimit()
{
    JsonChecker checker({.maxSize = 10});
    QVERIFY(!checker.check("[12345678]"));
    const auto error = checker.check("[123456789]");
    QVERIFY(error);
    QVERIFY(error->reason.contains(u"longer than the limit of 10 bytes"_s));
    QVERIFY(error->isLimit);
}

void TestJsonChecker::judgesLongTexts()
{
    JsonChecker checker;
    QByteArray text = "{\"a\":[" + QByteArray("\"some text \xE2\x82\xAC\\n\",").repeated(200000) + "1]}";
    QVERIFY(!checker.check(text));
    const qsizetype middle = text.indexOf("some", text.size() / 2);
    text[middle] = '\x01';
    auto error = checker.check(text);
    QVERIFY(error);
    QCOMPARE(error->offset, middle);
    QVERIFY(!error->isLimit);
    text[middle] = '\xFF';
    error = checker.check(text);
    QVERIFY(error);
    QCOMPARE(error->offset, middle);
}

// One checker handles texts of all sizes in any order, also after a move.
void TestJsonChecker::isReusable()
{
    JsonChecker first;
    for (const qsizetype size : {1, 5000, 3, 100000, 262144, 262145, 10, 4096, 4097}) {
        const QByteArray text = "\"" + QByteArray(size, 'x') + "\"";
        QVERIFY(!first.check(text));
        QVERIFY(first.check(text + "x"));
    }
    JsonChecker second = std::move(first);
    QVERIFY(!second.check("[]"));
    QVERIFY(second.check("[}"));
}

QTEST_GUILESS_MAIN(TestJsonChecker)
#include "tst_jsonchecker.moc"
