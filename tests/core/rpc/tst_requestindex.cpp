// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requestindex.h"

#include <QTest>

#include <map>
#include <random>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// Index from ids to serials, with ids that collide.
class TestRequestIndex : public QObject
{
    Q_OBJECT

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    void distinguishesSimilarIds()
    {
        const QList<Key> keys{key("7"),   key("\"7\""), key("7", Direction::ServerToClient), key("70"), key("-7"),
                              key("7.0"), key("0")};
        for (const Key &one : keys)
            insert(one);
        for (qsizetype i = 0; i < keys.size(); ++i)
            QCOMPARE(m_index.value(keys[i], Nothing), quint64(i));
        QVERIFY(!m_index.contains(key("77")));
        QVERIFY(!m_index.contains(key("null")));
    }

    void findsTheLatest()
    {
        insert(key("7"));
        insert(key("7"));
        QCOMPARE(m_index.value(key("7"), Nothing), 1U);
        m_index.remove(key("7"), 0); // the key no longer maps to this serial
        QCOMPARE(m_index.value(key("7"), Nothing), 1U);
        m_index.remove(key("7"), 1);
        QCOMPARE(m_index.value(key("7"), Nothing), Nothing);
    }

    /// Compared with a map over thousands of insertions and removals: keys beside a removed one must still be found.
    void agreesWithAMap_data()
    {
        QTest::addColumn<int>("step");
        for (const int step : {1, 10, 16, 64, 1 << 20})
            QTest::addRow("ids %d apart", step) << step;
    }
    void agreesWithAMap()
    {
        QFETCH(const int, step);
        std::map<qint64, quint64> expected;
        std::mt19937 random(7);
        for (int i = 0; i < 20'000; ++i) {
            const qint64 id = qint64(random() % 3000) * step;
            const Key one{Direction::ClientToServer, RequestId(id)};
            if (const auto known = expected.find(id); known != expected.end() && random() % 2 == 0) {
                m_index.remove(one, known->second);
                expected.erase(known);
            } else {
                expected[id] = insert(one);
            }
        }
        for (int n = 0; n < 3000; ++n) {
            const qint64 id = qint64(n) * step;
            const auto known = expected.find(id);
            QCOMPARE(m_index.value({Direction::ClientToServer, RequestId(id)}, Nothing),
                     known == expected.end() ? Nothing : known->second);
        }
    }

    void cleanup()
    {
        m_keys.clear();
        m_index = RequestIndex([this](quint64 serial, const Key &one) { return m_keys[serial] == one; });
    }

private:
    using Key = RequestIndex::Key;
    static constexpr quint64 Nothing = 1'000'000'000;

    static Key key(const char *id, Direction direction = Direction::ClientToServer)
    {
        return {direction, RequestId::fromJson(id)};
    }
    quint64 insert(const Key &one)
    {
        m_keys.push_back(one);
        m_index.insert(one, m_keys.size() - 1);
        return m_keys.size() - 1;
    }

    std::vector<Key> m_keys; ///< by serial
    RequestIndex m_index{[this](quint64 serial, const Key &one) { return m_keys[serial] == one; }};
};

QTEST_GUILESS_MAIN(TestRequestIndex)
#include "tst_requestindex.moc"
