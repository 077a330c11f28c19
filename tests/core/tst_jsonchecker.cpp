// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"

#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestJsonChecker : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void accepts_data();
    void accepts();
    void refuses_data();
    void refuses();
};

void TestJsonChecker::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestJsonChecker::accepts_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("object") << R"({"a":1})"_ba;
    QTest::newRow("1e400") << "1e400"_ba;
    QTest::newRow("big") << "[1000000000000000000000000000000]"_ba;
    QTest::newRow("lone surrogate") << R"("\ud800")"_ba;
}

void TestJsonChecker::accepts()
{
    QFETCH(QByteArray, text);
    JsonChecker checker;
    const auto error = checker.check(text);
    QVERIFY2(!error, error ? qPrintable(error->reason) : "");
}

void TestJsonChecker::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qsizetype>("offset");
    QTest::newRow("empty") << ""_ba << qsizetype(0);
    QTest::newRow("no colon") << R"({"a" 1})"_ba << qsizetype(5);
    QTest::newRow("banner") << "Server up"_ba << qsizetype(0);
    QTest::newRow("surrogate") << "\"\xED\xA0\x80\""_ba << qsizetype(2);
}

void TestJsonChecker::refuses()
{
    QFETCH(QByteArray, text);
    JsonChecker checker;
    const auto error = checker.check(text);
    QVERIFY(error);
    QTEST(error->offset, "offset");
}

QTEST_GUILESS_MAIN(TestJsonChecker)
#include "tst_jsonchecker.moc"
