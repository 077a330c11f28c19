// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "ui/models/catalog/catalogfilter.h"
#include "ui/models/catalog/catalogtexts.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <random>

using namespace Qt::StringLiterals;
using namespace Pullcord;
using Kind = CatalogList::Kind;

class TestCatalogModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void merges_data();
    void merges();
    void keepsPersistentIndexes();
    void thousandsTakeFewSteps();
    void searchFindsAllWords();
    void exactNamesAreFoundFirst();
    void sectionsShowTheirState();
    void excludedToolsShowTheReason();
    void titlesFollowTheRule();
    void annotationsAreDescribed();
    void cacheHintsAreDescribed_data();
    void cacheHintsAreDescribed();

private:
    [[nodiscard]] static CatalogItem itemOf(const QByteArray &json) { return CatalogItem::from(JsonValue(json)); }
    [[nodiscard]] static QList<CatalogItem> itemsOf(const QString &names);
    [[nodiscard]] static QString names(const QAbstractItemModel &model, Kind kind);
    [[nodiscard]] QString detail(Kind kind) const
    {
        return m_found->index(int(kind), 0).data(CatalogModel::DetailRole).toString();
    }

    std::unique_ptr<CatalogModel> m_model;
    std::unique_ptr<CatalogFilter> m_found;
};

void TestCatalogModel::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
    m_found.reset();
    m_model = std::make_unique<CatalogModel>();
    m_found = std::make_unique<CatalogFilter>(*m_model);
    for (QAbstractItemModel *model :
         {static_cast<QAbstractItemModel *>(m_model.get()), static_cast<QAbstractItemModel *>(m_found.get())})
        new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::Fatal, model);
}

QList<CatalogItem> TestCatalogModel::itemsOf(const QString &names)
{
    QList<CatalogItem> items;
    for (const QChar name : names)
        items.append(itemOf(R"({"name":)" + JsonText::quoted(QString(name)) + "}"));
    return items;
}

QString TestCatalogModel::names(const QAbstractItemModel &model, Kind kind)
{
    const QModelIndex section = model.index(int(kind), 0);
    QString names;
    for (int row = 0; row < model.rowCount(section); ++row)
        names += model.index(row, 0, section).data().toString();
    return names;
}

void TestCatalogModel::merges_data()
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

void TestCatalogModel::merges()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    m_model->setItems(Kind::Tools, itemsOf(u"zyx"_s));
    m_model->setItems(Kind::Prompts, itemsOf(before));
    m_model->setItems(Kind::Resources, itemsOf(u"rst"_s));
    QHash<QString, QPersistentModelIndex> kept; // the first of each name
    const QModelIndex section = m_found->index(int(Kind::Prompts), 0);
    for (int row = int(before.size()) - 1; row >= 0; --row)
        kept.insert(before.at(row), m_found->index(row, 0, section));
    QCOMPARE(names(*m_model, Kind::Prompts), before);
    m_model->setItems(Kind::Prompts, itemsOf(after));
    QCOMPARE(names(*m_model, Kind::Prompts), after);
    QCOMPARE(names(*m_found, Kind::Prompts), after);
    QCOMPARE(names(*m_model, Kind::Tools) + names(*m_model, Kind::Resources), u"zyxrst"_s);
    for (auto each = kept.cbegin(); each != kept.cend(); ++each) {
        QCOMPARE(each.value().isValid(), after.contains(each.key()));
        QCOMPARE(each.value().data().toString(), after.contains(each.key()) ? each.key() : QString());
    }
}

void TestCatalogModel::keepsPersistentIndexes()
{
    m_model->setItems(Kind::Tools, itemsOf(u"abc"_s));
    const QPersistentModelIndex b(m_model->index(1, 0, m_model->sectionIndex(Kind::Tools)));
    QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
    QList<CatalogItem> items = itemsOf(u"xbca"_s);
    items[1] = itemOf(R"({"name":"b","description":"new"})");
    m_model->setItems(Kind::Tools, items);
    QVERIFY(b.isValid());
    QCOMPARE(m_model->item(b)->description, u"new"_s);
    QVERIFY(changed.count() > 0);
    changed.clear();
    m_model->setItems(Kind::Tools, items);
    QCOMPARE(changed.count(), 0);
}

/// Each step lays out the views, so the number of steps must not grow with the list.
void TestCatalogModel::thousandsTakeFewSteps()
{
    m_found.reset(); // the testers read every row after every step
    m_model = std::make_unique<CatalogModel>();
    constexpr int Count = 5000;
    QList<CatalogItem> items;
    for (int i = 0; i < Count; ++i)
        items.append(itemOf(R"({"name":"tool_)" + QByteArray::number(i) + "\"}"));
    m_model->setItems(Kind::Tools, items);
    std::shuffle(items.begin(), items.end(), std::minstd_rand(1));
    items.resize(Count / 2);
    for (int i = 0; i < Count; i += 2)
        items.insert(i, itemOf(R"({"name":"other_)" + QByteArray::number(i) + "\"}"));
    int steps = 0;
    const auto count = [&steps] { ++steps; };
    connect(m_model.get(), &QAbstractItemModel::layoutChanged, this, count);
    connect(m_model.get(), &QAbstractItemModel::rowsRemoved, this, count);
    connect(m_model.get(), &QAbstractItemModel::rowsInserted, this, count);
    connect(m_model.get(), &QAbstractItemModel::dataChanged, this, count);
    m_model->setItems(Kind::Tools, items);
    QVERIFY2(steps > 0 && steps <= 6, qPrintable(QString::number(steps)));
    const QModelIndex section = m_model->sectionIndex(Kind::Tools);
    for (int row = 0; row < Count; ++row)
        QCOMPARE(m_model->index(row, 0, section).data().toString(), items.at(row).name);
}

void TestCatalogModel::searchFindsAllWords()
{
    m_model->setItems(Kind::Tools, {itemOf(R"({"name":"read_file","title":"Read","description":"A file of yours"})"),
                                    itemOf(R"({"name":"write_file","description":"Writes"})")});
    m_model->setState(Kind::Tools, CatalogModel::State::Complete);
    m_model->setItems(Kind::Resources, {itemOf(R"({"name":"motd","uri":"file:///etc/motd"})")});
    m_model->setState(Kind::Resources, CatalogModel::State::Complete);
    QCOMPARE(detail(Kind::Tools), u"2"_s);
    m_found->setText(u"  FILE re "_s);
    QCOMPARE(names(*m_found, Kind::Tools), u"Read"_s);
    QCOMPARE(names(*m_found, Kind::Resources), QString());
    QCOMPARE(detail(Kind::Tools), u"1 of 2"_s);
    m_found->setText(u"etc"_s); // URIs are searched too
    QCOMPARE(names(*m_found, Kind::Resources), u"motd"_s);
    QCOMPARE(detail(Kind::Tools), u"0 of 2"_s);
    m_found->setText({});
    QCOMPARE(names(*m_found, Kind::Tools), u"Readwrite_file"_s);
}

/// An exact name comes before items above it and before descriptions. Without the search, the order of the server
/// returns.
void TestCatalogModel::exactNamesAreFoundFirst()
{
    m_model->setItems(Kind::Tools, {itemOf(R"({"name":"call","description":"Once"})"),
                                    itemOf(R"({"name":"wait","description":"Waits for all"})"),
                                    itemOf(R"({"name":"all","description":"Everything"})")});
    m_model->setState(Kind::Tools, CatalogModel::State::Complete);
    m_found->setText(u"al"_s);
    QCOMPARE(names(*m_found, Kind::Tools), u"callwaitall"_s);
    m_found->setText(u"All"_s);
    QCOMPARE(names(*m_found, Kind::Tools), u"allcallwait"_s);
    m_found->setText(u"call"_s);
    QCOMPARE(names(*m_found, Kind::Tools), u"call"_s);
    m_found->setText({});
    QCOMPARE(names(*m_found, Kind::Tools), u"callwaitall"_s);
}

void TestCatalogModel::sectionsShowTheirState()
{
    using State = CatalogModel::State;
    QCOMPARE(detail(Kind::Prompts), QString());
    m_model->setState(Kind::Prompts, State::Loading);
    QCOMPARE(detail(Kind::Prompts), u"loading…"_s);
    m_model->setState(Kind::Prompts, State::NotDeclared);
    QCOMPARE(detail(Kind::Prompts), u"not offered"_s);
    m_model->setState(Kind::Prompts, State::Complete);
    QCOMPARE(detail(Kind::Prompts), u"none"_s);
    m_model->setState(Kind::Prompts, State::Failed, u"It broke."_s);
    QCOMPARE(detail(Kind::Prompts), u"failed"_s);
    QVERIFY(m_model->sectionIndex(Kind::Prompts).data(Qt::ToolTipRole).toString().contains(u"It broke."_s));
    m_model->setItems(Kind::Prompts, itemsOf(u"ab"_s));
    QCOMPARE(detail(Kind::Prompts), u"2, incomplete"_s);
    m_model->setState(Kind::Prompts, State::Loading);
    QCOMPARE(detail(Kind::Prompts), u"2, loading…"_s);
    m_model->clear();
    QCOMPARE(detail(Kind::Prompts), QString());
    QCOMPARE(m_model->rowCount(m_model->sectionIndex(Kind::Prompts)), 0);
}

void TestCatalogModel::excludedToolsShowTheReason()
{
    m_model->setItems(Kind::Tools, itemsOf(u"ab"_s), {{u"b"_s, u"its header is wrong"_s}});
    m_model->setState(Kind::Tools, CatalogModel::State::Complete);
    const QModelIndex section = m_model->sectionIndex(Kind::Tools);
    const QModelIndex a = m_model->index(0, 0, section);
    const QModelIndex b = m_model->index(1, 0, section);
    QCOMPARE(a.data(CatalogModel::ExcludedRole).toString(), QString());
    QCOMPARE(b.data(CatalogModel::ExcludedRole).toString(), u"its header is wrong"_s);
    QVERIFY((b.flags() & Qt::ItemIsSelectable) != 0); // so that its description can be read
    QVERIFY(b.data(Qt::ToolTipRole).toString().contains(u"This tool cannot be called: its header is wrong"_s));
    QCOMPARE(detail(Kind::Tools), u"1, and 1 that cannot be called"_s);
}

void TestCatalogModel::titlesFollowTheRule()
{
    m_model->setItems(Kind::Tools,
                      {itemOf(R"({"name":"n1","title":"T1","annotations":{"title":"A1"}})"),
                       itemOf(R"({"name":"n2","annotations":{"title":"A2"}})"), itemOf(R"({"name":"n3"})")});
    const QModelIndex section = m_model->sectionIndex(Kind::Tools);
    QStringList rows;
    for (int row = 0; row < 3; ++row) {
        const QModelIndex item = m_model->index(row, 0, section);
        rows << item.data().toString() + u'|' + item.data(CatalogModel::DetailRole).toString();
    }
    QCOMPARE(rows, (QStringList{u"T1|n1"_s, u"A2|n2"_s, u"n3|"_s}));
}

void TestCatalogModel::annotationsAreDescribed()
{
    const CatalogItem tool =
        itemOf(R"({"name":"n","description":"D","annotations":{"readOnlyHint":true,"openWorldHint":false}})");
    QCOMPARE(CatalogTexts::summary(Kind::Tools, tool),
             u"D\nThe server claims: changes nothing, stays within the server"_s);
    const CatalogItem file = itemOf(R"({"name":"n","uri":"file:///n","mimeType":"text/plain","size":1200,
                                        "annotations":{"audience":["user","assistant"],"priority":0.5}})");
    QCOMPARE(CatalogTexts::summary(Kind::Resources, file),
             u"file:///n\ntext/plain, 1.20 kB\nFor: user, assistant\nPriority: 0.5"_s);
}

void TestCatalogModel::cacheHintsAreDescribed_data()
{
    QTest::addColumn<qint64>("ttl");
    QTest::addColumn<bool>("isFresh");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << qint64(0) << false << u"The server does not allow caching."_s;
    QTest::newRow("fresh") << qint64(120'000) << true
                           << u"The server allows caching for 2 min 00 s, for this user only (private).\n"
                              "Fresh until 12:01:00. Refresh reloads it anyway."_s;
    QTest::newRow("stale") << qint64(30'000) << false
                           << u"The server allows caching for 30.0 s, for this user only (private).\n"
                              "Stale since 11:59:30. Refresh reloads it."_s;
    QTest::newRow("changed") << qint64(120'000) << false
                             << u"The server allows caching for 2 min 00 s, for this user only (private).\n"
                                "Stale: the server has reported a change since. Refresh reloads it."_s;
}

void TestCatalogModel::cacheHintsAreDescribed()
{
    QFETCH(qint64, ttl);
    QFETCH(bool, isFresh);
    constexpr qint64 Minute = 60'000'000'000;
    const CatalogTexts::Clock noon{.monotonic = 10 * Minute, .wall = QDateTime({2026, 8, 1}, QTime(12, 0))};
    const CacheHints hints{.ttl = std::chrono::milliseconds(ttl), .received = 9 * Minute};
    QTEST(CatalogTexts::cacheHints(hints, isFresh, noon), "text");
    QCOMPARE(CatalogTexts::received(hints, noon), u"Received at 11:59:00."_s);
    const CacheHints ever{.ttl = std::chrono::milliseconds::max(), .received = 9 * Minute};
    QVERIFY(CatalogTexts::cacheHints(ever, true, noon).contains(u"Fresh until"_s));
}

QTEST_GUILESS_MAIN(TestCatalogModel)
#include "tst_catalogmodel.moc"
