// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/toolmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Pullcord;

class TestToolModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void merges_data();
    void merges();
    void keepsPersistentIndexes();

private:
    [[nodiscard]] static QList<Tool> toolsOf(const QString &names);
    [[nodiscard]] QString names() const;

    ToolModel m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestToolModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_tester.reset();
    m_model.setTools({});
    m_tester =
        std::make_unique<QAbstractItemModelTester>(&m_model, QAbstractItemModelTester::FailureReportingMode::Fatal);
}

QList<Tool> TestToolModel::toolsOf(const QString &names)
{
    QList<Tool> tools;
    for (const QChar name : names) {
        Tool tool;
        tool.name = name;
        tool.raw = "{}";
        tools.append(tool);
    }
    return tools;
}

QString TestToolModel::names() const
{
    QString names;
    for (int row = 0; row < m_model.rowCount(); ++row)
        names += m_model.index(row).data().toString();
    return names;
}

void TestToolModel::merges_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("first") << u""_s << u"abc"_s;
    QTest::newRow("same") << u"abc"_s << u"abc"_s;
    QTest::newRow("gone") << u"abc"_s << u"ac"_s;
    QTest::newRow("all gone") << u"abc"_s << u""_s;
    QTest::newRow("others") << u"abc"_s << u"xyz"_s;
    QTest::newRow("inserted") << u"ac"_s << u"xabyc"_s;
    QTest::newRow("turned round") << u"abcd"_s << u"dcba"_s;
    QTest::newRow("mixed") << u"abcdef"_s << u"fxbaye"_s;
    QTest::newRow("twice") << u"ab"_s << u"aab"_s;
    QTest::newRow("twice before") << u"aab"_s << u"ba"_s;
}

void TestToolModel::merges()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    m_model.setTools(toolsOf(before));
    QCOMPARE(names(), before);
    m_model.setTools(toolsOf(after));
    QCOMPARE(names(), after);
}

void TestToolModel::keepsPersistentIndexes()
{
    m_model.setTools(toolsOf(u"abc"_s));
    const QPersistentModelIndex b(m_model.index(1));
    QSignalSpy changed(&m_model, &QAbstractItemModel::dataChanged);
    QList<Tool> tools = toolsOf(u"xbca"_s);
    tools[1].raw = R"({"name":"b"})";
    tools[1].description = u"new"_s;
    m_model.setTools(tools);
    QVERIFY(b.isValid());
    QCOMPARE(b.data().toString(), u"b"_s);
    QCOMPARE(b.data(ToolModel::DescriptionRole).toString(), u"new"_s);
    QVERIFY(changed.count() > 0);
}

QTEST_GUILESS_MAIN(TestToolModel)
#include "tst_toolmodel.moc"
