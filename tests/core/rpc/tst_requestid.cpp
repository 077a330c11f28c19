// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requestid.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestRequestId : public QObject
{
    Q_OBJECT

private slots:
    void otherType_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("other"); // empty: none
        QTest::newRow("number") << "7"_ba
                                << "\"7\""_ba;
        QTest::newRow("string of a number") << "\"7\""_ba
                                            << "7"_ba;
        QTest::newRow("escaped") << "\"\\u0037\""_ba
                                 << "7"_ba;
        QTest::newRow("large") << "\"100000000000000000000\""_ba
                               << "100000000000000000000"_ba;
        QTest::newRow("word") << "\"a\""_ba
                              << ""_ba;
        QTest::newRow("true") << "\"true\""_ba
                              << ""_ba;
        QTest::newRow("null") << "null"_ba
                              << ""_ba;
    }
    void otherType()
    {
        QFETCH(const QByteArray, id);
        QFETCH(const QByteArray, other);
        QCOMPARE(RequestId::fromJson(id).asOtherType(), RequestId::fromJson(other));
    }
    void alike_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArrayList>("alike");
        QTest::newRow("number") << "7"_ba << QByteArrayList{"\"7\"", "7.0"};
        QTest::newRow("string of a number") << "\"7\""_ba << QByteArrayList{"7", "7.0"};
        QTest::newRow("fraction of nothing") << "7.0"_ba << QByteArrayList{"\"7.0\"", "7", "\"7\""};
        QTest::newRow("exponent") << "70e-1"_ba << QByteArrayList{"\"70e-1\"", "7", "7.0", "\"7\""};
        QTest::newRow("fraction") << "7.5"_ba << QByteArrayList{"\"7.5\""};
        QTest::newRow("large") << "100000000000000000000"_ba
                               << QByteArrayList{"\"100000000000000000000\"", "100000000000000000000.0"};
        QTest::newRow("no double") << "9007199254740993.0"_ba
                                   << QByteArrayList{"\"9007199254740993.0\"", "9007199254740993",
                                                     "\"9007199254740993\""};
        QTest::newRow("no double, in short") << "1e20"_ba
                                             << QByteArrayList{"\"1e20\"", "100000000000000000000",
                                                               "100000000000000000000.0", "\"100000000000000000000\""};
        QTest::newRow("too long") << "1e999999999"_ba << QByteArrayList{"\"1e999999999\""};
        QTest::newRow("negative") << "-7.0"_ba << QByteArrayList{"\"-7.0\"", "-7", "\"-7\""};
        QTest::newRow("word") << "\"a\""_ba << QByteArrayList();
        QTest::newRow("null") << "null"_ba << QByteArrayList();
        QTest::newRow("none") << ""_ba << QByteArrayList();
    }
    /// Ids that a lenient peer considers equal.
    void alike()
    {
        QFETCH(const QByteArray, id);
        QByteArrayList found;
        for (const RequestId &each : RequestId::fromJson(id).alike())
            found << each.toJson();
        QTEST(found, "alike");
    }
    void init();
    void keepsTheBytes_data();
    void keepsTheBytes();
    void distinguishesIds();
    void comparesStringsByContent();
    void isMadeOfNumbersAndText();
};

void TestRequestId::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestRequestId::keepsTheBytes_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<RequestId::Kind>("kind");
    QTest::addColumn<bool>("legal");
    const auto add = [](const QByteArray &raw, RequestId::Kind kind, bool legal) {
        QTest::newRow(raw.isEmpty() ? "none" : raw.constData()) << raw << kind << legal;
    };
    using Kind = RequestId::Kind;
    add(""_ba, Kind::None, false);
    add("null"_ba, Kind::Null, false);
    add("0"_ba, Kind::Number, true);
    add("1"_ba, Kind::Number, true);
    add("-7"_ba, Kind::Number, true);
    add("9223372036854775808"_ba, Kind::Number, true);
    add("1000000000000000000000000000000"_ba, Kind::Number, true);
    add("1.0"_ba, Kind::Number, false);
    add("1e3"_ba, Kind::Number, false);
    add("\"\""_ba, Kind::String, true);
    add("\"1\""_ba, Kind::String, true);
    add(R"("a\"\u00e9\\")"_ba, Kind::String, true);
    add("true"_ba, Kind::Other, false);
    add("false"_ba, Kind::Other, false);
    add("[1]"_ba, Kind::Other, false);
    add("{\"a\":1}"_ba, Kind::Other, false);
}

void TestRequestId::keepsTheBytes()
{
    QFETCH(QByteArray, raw);
    const RequestId id = RequestId::fromJson(raw);
    QTEST(id.kind(), "kind");
    QTEST(id.isLegal(), "legal");
    QCOMPARE(id.toJson(), raw);
    QCOMPARE(id.display(), QString::fromUtf8(raw));
    const RequestId spaced = RequestId::fromJson(raw.isEmpty() ? raw : " " + raw + "\n");
    QCOMPARE(spaced, id);
    QCOMPARE(spaced.toJson(), raw);
}

// Every pair differs, in either order, and each id equals itself when read again.
void TestRequestId::distinguishesIds()
{
    const QList<QByteArray> raws{
        ""_ba,
        "null"_ba,
        "0"_ba,
        "-0"_ba,
        "1"_ba,
        "1.0"_ba,
        "1e0"_ba,
        "\"1\""_ba,
        "\"1.0\""_ba,
        "10"_ba,
        "true"_ba,
        "\"true\""_ba,
        "[1]"_ba,
        "{}"_ba,
        "\"\""_ba,
        "\"null\""_ba,
        "\" 1\""_ba,
        R"("\"1\"")"_ba,
        R"("\\")"_ba,
        R"("\ud800")"_ba,
        R"("\ud801")"_ba,
        R"("\udc00")"_ba,
        R"("\ufffd")"_ba,
        "9007199254740992"_ba,
        "9007199254740993"_ba,
        "9223372036854775807"_ba,
        "9223372036854775808"_ba,
        "18446744073709551616"_ba,
        "1000000000000000000000000000000"_ba,
        "1000000000000000000000000000001"_ba,
    };
    for (qsizetype i = 0; i < raws.size(); ++i) {
        for (qsizetype j = 0; j < raws.size(); ++j)
            QVERIFY2((RequestId::fromJson(raws[i]) == RequestId::fromJson(raws[j])) == (i == j),
                     (raws[i] + " and " + raws[j]).constData());
    }
    QSet<RequestId> set;
    for (const QByteArray &raw : raws)
        set.insert(RequestId::fromJson(raw));
    QCOMPARE(set.size(), raws.size());
}

void TestRequestId::comparesStringsByContent()
{
    const RequestId plain = RequestId::fromJson("\"a/\xC3\xA9\"");
    const RequestId escaped = RequestId::fromJson(R"("\u0061\/\u00E9")");
    QCOMPARE(plain, escaped);
    QCOMPARE(qHash(plain), qHash(escaped));
    QCOMPARE(escaped.toJson(), R"("\u0061\/\u00E9")"_ba);
    QHash<RequestId, int> hash{{plain, 7}};
    QCOMPARE(hash.value(escaped), 7);
    QVERIFY(!hash.contains(RequestId::fromJson("\"A/\xC3\xA9\"")));
}

void TestRequestId::isMadeOfNumbersAndText()
{
    QCOMPARE(RequestId(42), RequestId::fromJson("42"));
    QCOMPARE(RequestId(std::numeric_limits<qint64>::min()).toJson(), "-9223372036854775808"_ba);
    QCOMPARE(RequestId::fromString(u"42"), RequestId::fromJson("\"42\""));
    QVERIFY(RequestId::fromString(u"42") != RequestId(42));
    QCOMPARE(RequestId::fromString(u"\"\n😀").toJson(), "\"\\\"\\n\xF0\x9F\x98\x80\""_ba);
    QCOMPARE(RequestId::fromString(u"\"\n😀"), RequestId::fromJson(R"("\u0022\u000a\ud83d\ude00")"));
    QCOMPARE(RequestId(), RequestId::fromJson(""));
    QCOMPARE(RequestId().kind(), RequestId::Kind::None);
}

QTEST_GUILESS_MAIN(TestRequestId)
#include "tst_requestid.moc"
