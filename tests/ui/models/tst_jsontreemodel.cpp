// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/jsontreemodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestJsonTreeModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void keepsTheText();
    void fetchesBranchByBranch();
    void dividesLongArrays();
    void pointers_data();
    void pointers();
    void nothing();

private:
    /// Replaces the content without the tester, which reads every row and must not do so during a reset.
    void show(const QByteArray &json);
    [[nodiscard]] QModelIndex child(const QModelIndex &parent, int row);

    JsonTreeModel m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestJsonTreeModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester =
        std::make_unique<QAbstractItemModelTester>(&m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
}

void TestJsonTreeModel::show(const QByteArray &json)
{
    m_tester.reset();
    m_model.setJson(json);
    m_tester =
        std::make_unique<QAbstractItemModelTester>(&m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
}

QModelIndex TestJsonTreeModel::child(const QModelIndex &parent, int row)
{
    if (m_model.canFetchMore(parent))
        m_model.fetchMore(parent);
    return m_model.index(row, 0, parent);
}

void TestJsonTreeModel::keepsTheText()
{
    show(R"({"z":1.10,"a":18446744073709551616,"a":"\u0041","n":null,"e":{}})");
    const QModelIndex root = m_model.index(0, 0);
    QCOMPARE(root.data().toString(), u"$"_s);
    QCOMPARE(root.siblingAtColumn(JsonTreeModel::Value).data().toString(), u"{5}"_s);
    const QStringList keys{u"z"_s, u"a"_s, u"a"_s, u"n"_s, u"e"_s};
    const QStringList values{u"1.10"_s, u"18446744073709551616"_s, uR"("\u0041")"_s, u"null"_s, u"{0}"_s};
    for (int row = 0; row < 5; ++row) {
        const QModelIndex key = child(root, row);
        QCOMPARE(key.data().toString(), keys.at(row));
        QCOMPARE(key.siblingAtColumn(JsonTreeModel::Value).data().toString(), values.at(row));
    }
    QVERIFY(!m_model.hasChildren(child(root, 4)));
    QCOMPARE(m_model.rowCount(root), 5);
    QCOMPARE(child(root, 0).data(JsonTreeModel::RawRole).toByteArray(), "1.10");
    QCOMPARE(child(root, 0).data(JsonTreeModel::TypeRole).toInt(), int(JsonType::Number));
}

void TestJsonTreeModel::fetchesBranchByBranch()
{
    m_tester.reset();
    m_model.setJson(R"({"a":{"b":[1,2]}})");
    const QModelIndex root = m_model.index(0, 0);
    QCOMPARE(m_model.rowCount(root), 0);
    QVERIFY(m_model.hasChildren(root));
    QVERIFY(m_model.canFetchMore(root));
    const QModelIndex b = child(child(root, 0), 0);
    QCOMPARE(b.data().toString(), u"b"_s);
    QCOMPARE(m_model.rowCount(b), 0);
    QCOMPARE(child(b, 1).siblingAtColumn(JsonTreeModel::Value).data().toString(), u"2"_s);
    QVERIFY(!m_model.canFetchMore(b));
}

void TestJsonTreeModel::dividesLongArrays()
{
    QByteArray json = "[";
    for (int i = 0; i < 2500; ++i)
        json += (i ? "," : "") + QByteArray::number(i);
    show(json + "]");
    const QModelIndex root = m_model.index(0, 0);
    const QModelIndex last = child(root, 2);
    QCOMPARE(m_model.rowCount(root), 3);
    QCOMPARE(last.data().toString(), u"[2000 … 2499]"_s);
    QCOMPARE(last.data(JsonTreeModel::TypeRole).toInt(), int(JsonType::Invalid));
    const QModelIndex value = child(last, 499);
    QCOMPARE(m_model.rowCount(last), 500);
    QCOMPARE(value.data().toString(), u"2499"_s);
    QCOMPARE(value.siblingAtColumn(JsonTreeModel::Value).data().toString(), u"2499"_s);
    QCOMPARE(value.data(JsonTreeModel::PointerRole).toString(), u"/2499"_s);
}

void TestJsonTreeModel::pointers_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("member") << QByteArray(R"({"x":1})") << u"/x"_s;
    QTest::newRow("slash") << QByteArray(R"({"a/b":1})") << u"/a~1b"_s;
    QTest::newRow("tilde") << QByteArray(R"({"a~b":1})") << u"/a~0b"_s;
    QTest::newRow("element") << QByteArray("[true]") << u"/0"_s;
}

void TestJsonTreeModel::pointers()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, pointer);
    show(json);
    const QModelIndex value = child(m_model.index(0, 0), 0);
    QCOMPARE(value.data(JsonTreeModel::PointerRole).toString(), pointer);
    QCOMPARE(JsonValue(json).pointer(pointer.toUtf8()).raw().toByteArray(),
             value.data(JsonTreeModel::RawRole).toByteArray());
}

void TestJsonTreeModel::nothing()
{
    show({});
    QCOMPARE(m_model.rowCount(), 0);
    show("42");
    QCOMPARE(m_model.rowCount(), 1);
    QVERIFY(!m_model.hasChildren(m_model.index(0, 0)));
}

QTEST_GUILESS_MAIN(TestJsonTreeModel)
#include "tst_jsontreemodel.moc"
