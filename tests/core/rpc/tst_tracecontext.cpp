// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/tracecontext.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

/// The trace keys of `_meta`, by W3C Trace Context and W3C Baggage.
class TestTraceContext : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }
    void parent_data();
    void parent();
    void partsOfAParent();
    void state_data();
    void state();
    void baggage_data();
    void baggage();

private:
    /// Returns "a=b c=d", or the error.
    [[nodiscard]] static QString shown(const Result<QList<TraceContext::Member>> &members)
    {
        if (!members)
            return members.error().detail;
        QStringList texts;
        for (const TraceContext::Member &member : *members)
            texts << QString::fromUtf8(member.key + '=' + member.value);
        return texts.join(u' ');
    }
};

void TestTraceContext::parent_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("problem"); // empty: valid
    const QByteArray trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const QByteArray span = "00f067aa0ba902b7";
    const QByteArray good = "00-" + trace + '-' + span + "-01";
    QTest::newRow("good") << good << u""_s;
    QTest::newRow("not sampled") << "00-" + trace + '-' + span + "-00" << u""_s;
    QTest::newRow("newer version") << "cc-" + trace + '-' + span + "-01" << u""_s;
    QTest::newRow("newer version with more") << "cc-" + trace + '-' + span + "-01-what" << u""_s;
    QTest::newRow("newer version that runs on") << "cc-" + trace + '-' + span + "-01what" << u"its flags do not end"_s;
    QTest::newRow("version 00 with more") << good + "-what" << u"its flags are followed by more data"_s;
    QTest::newRow("version ff") << "ff" + good.sliced(2) << u"its version"_s;
    QTest::newRow("version of letters") << "zz" + good.sliced(2) << u"its version"_s;
    QTest::newRow("empty") << QByteArray("") << u"it has 0 characters"_s;
    QTest::newRow("short") << good.chopped(1) << u"it has 54 characters instead of 55"_s;
    QTest::newRow("upper case") << "00-" + trace.toUpper() + '-' + span + "-01" << u"it contains characters"_s;
    QTest::newRow("no dash") << "00-" + trace + '_' + span + "-01" << u"there is no dash at character 36"_s;
    QTest::newRow("zero trace") << "00-" + QByteArray(32, '0') + '-' + span + "-01" << u"its trace id is all zero"_s;
    QTest::newRow("zero parent") << "00-" + trace + '-' + QByteArray(16, '0') + "-01" << u"its parent id is all zero"_s;
    QTest::newRow("bad flags") << "00-" + trace + '-' + span + "-0g" << u"it contains characters"_s;
}

void TestTraceContext::parent()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, problem);
    const Result<TraceContext> context = TraceContext::parse(text);
    QCOMPARE(bool(context), problem.isEmpty());
    if (!context)
        QVERIFY2(context.error().detail.startsWith(problem), qPrintable(context.error().detail));
}

void TestTraceContext::partsOfAParent()
{
    const auto context = TraceContext::parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03");
    QVERIFY(context);
    QCOMPARE(context->version, "00");
    QCOMPARE(context->traceId, "4bf92f3577b34da6a3ce929d0e0e4736");
    QCOMPARE(context->parentId, "00f067aa0ba902b7");
    QVERIFY(context->isSampled() && context->isRandom());
    const auto other = TraceContext::parse("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-fc");
    QVERIFY(other && !other->isSampled() && !other->isRandom()); // unknown bits are ignored
}

void TestTraceContext::state_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("empty") << QByteArray() << u""_s;
    QTest::newRow("two") << QByteArray("congo=t61rcWkgMzE,rojo=00f067aa0ba902b7")
                         << u"congo=t61rcWkgMzE rojo=00f067aa0ba902b7"_s;
    QTest::newRow("space and empty members") << QByteArray(" a=1 ,, \tb=2,") << u"a=1 b=2"_s;
    QTest::newRow("tenant") << QByteArray("1a-2f@foo=x y") << u"1a-2f@foo=x y"_s;
    QTest::newRow("twice") << QByteArray("a=1,b=2,a=3") << u"“a” occurs twice in it"_s;
    QTest::newRow("no value") << QByteArray("a=1,b") << u"“b” is not one of its members"_s;
    QTest::newRow("empty value") << QByteArray("a=") << u"“a=” is not one of its members"_s;
    QTest::newRow("upper case") << QByteArray("A=1") << u"“A=1” is not one of its members"_s;
    QTest::newRow("equals in the value") << QByteArray("a=1=2") << u"“a=1=2” is not one of its members"_s;
    QTest::newRow("long value") << "a=" + QByteArray(257, 'x')
                                << u"“a=%1” is not one of its members"_s.arg(QString(38, u'x'));
    QByteArray many;
    for (int i = 0; i < 33; ++i)
        many += 'k' + QByteArray::number(i) + "=v,";
    QTest::newRow("33") << many << u"it has more than the 32 allowed members"_s;
}

void TestTraceContext::state()
{
    QFETCH(QByteArray, text);
    QTEST(shown(TraceContext::stateMembers(text)), "expected");
}

void TestTraceContext::baggage_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("two") << QByteArray("userId=alice, serverNode = DF%2028 ") << u"userId=alice serverNode=DF 28"_s;
    QTest::newRow("properties") << QByteArray("a=1;meta;other=2,b=") << u"a=1 b="_s;
    QTest::newRow("equals in the value") << QByteArray("a=b=c") << u"a=b=c"_s;
    QTest::newRow("no value") << QByteArray("a") << u"“a” is not one of its members"_s;
    QTest::newRow("space in the key") << QByteArray("a b=1") << u"“a b=1” is not one of its members"_s;
    QTest::newRow("quote in the value") << QByteArray("a=\"1\"") << u"“a=\"1\"” is not one of its members"_s;
}

void TestTraceContext::baggage()
{
    QFETCH(QByteArray, text);
    QTEST(shown(TraceContext::baggageMembers(text)), "expected");
}

QTEST_GUILESS_MAIN(TestTraceContext)
#include "tst_tracecontext.moc"
