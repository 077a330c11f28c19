// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capture.h"
#include "core/capture/instanttargets.h"
#include "core/capture/requestlog.h"

#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;
using Kind = InstantTargets::Kind;

class TestInstantTargets : public QObject
{
    Q_OBJECT

private slots:
    void numbersTheTargets_data();
    void numbersTheTargets();
    void readsEachEventOnce();
    void eachMarkFindsItsTarget();

private:
    const QList<InstantTargets::Event> m_events = {
        {Kind::Other, 0}, {Kind::Request, 0, "1"}, {Kind::Request, 1, "1"}, {Kind::Mark, 0},
        {Kind::Batch, 0}, {Kind::Request, 0, "1"}, {Kind::Request, 0, "2"},
    };
};

void TestInstantTargets::numbersTheTargets_data()
{
    QTest::addColumn<quint32>("connection");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QList<qsizetype>>("targets");

    QTest::newRow("events") << 0U << ""_ba << QList<qsizetype>{0, 1, 4, 5, 6};
    QTest::newRow("events of another connection") << 1U << ""_ba << QList<qsizetype>{2};
    QTest::newRow("requests and batches") << 0U << "1"_ba << QList<qsizetype>{1, 4, 5};
    QTest::newRow("an id used once") << 0U << "2"_ba << QList<qsizetype>{4, 6};
    QTest::newRow("an unknown id") << 0U << "3"_ba << QList<qsizetype>{4};
    QTest::newRow("no batch") << 1U << "1"_ba << QList<qsizetype>{2};
    QTest::newRow("an unknown connection") << 7U << "1"_ba << QList<qsizetype>();
}

void TestInstantTargets::numbersTheTargets()
{
    QFETCH(const quint32, connection);
    QFETCH(const QByteArray, id);
    QFETCH(const QList<qsizetype>, targets);

    InstantTargets all([this](qsizetype index) { return m_events[index - 10]; });
    all.select(10, 10 + m_events.size());
    for (qsizetype number = 0; number < targets.size(); ++number) {
        QCOMPARE(all.at(connection, id, number), 10 + targets[number]);
        QCOMPARE(all.numberOf(connection, id, 10 + targets[number]), number);
    }
    QCOMPARE(all.at(connection, id, targets.size()), -1);
}

/// Marks of one instant, each at the end of a growing capture, must not read the whole instant again.
void TestInstantTargets::readsEachEventOnce()
{
    constexpr qsizetype Count = 2000;
    qsizetype reads = 0;
    InstantTargets targets([&](qsizetype index) -> InstantTargets::Event {
        ++reads;
        return {index % 2 == 0 ? Kind::Request : Kind::Mark, 0, QByteArray::number(index)};
    });
    for (qsizetype end = 1; end <= Count; ++end) {
        targets.select(0, end);
        const qsizetype index = (end - 1) / 2 * 2;
        QCOMPARE(targets.at(0, QByteArray::number(index), 0), index);
        QCOMPARE(targets.at(0, {}, index / 2), index);
    }
    QCOMPARE(reads, Count);
    targets.select(1, Count);
    QCOMPARE(targets.at(0, {}, 0), 2);
    QCOMPARE(reads, 2 * Count - 1);
}

void TestInstantTargets::eachMarkFindsItsTarget()
{
    constexpr int Count = 300;
    QByteArray text = R"({"pullcord":"1.0"})"
                      "\n";
    const auto at = [](int connection) { return R"({"t":5,"c":)" + QByteArray::number(connection); };
    for (int i = 0; i < Count; ++i)
        text += at(i % 3) + R"(,"d":"c2s","k":"message","m":{"jsonrpc":"2.0","id":)" + QByteArray::number(i / 6) +
                R"(,"method":"a"}})" + '\n';
    for (int i = Count - 1; i >= 0; --i)
        text += at(i % 3) + R"(,"k":"mark","of":5,"id":")" + QByteArray::number(i / 6) + R"(","nth":)" +
                QByteArray::number(i / 3 % 2) + R"(,"note":")" + QByteArray::number(i) + R"("})" + '\n';
    text += R"({"t":5,"k":"mark","of":9223372036854775807,"note":"nowhere"})"
            "\n";
    const auto capture = *Capture::fromText(text, u"marks"_s);
    while (capture->readMore(1 << 20))
        ;
    const RequestLog log(*capture);
    QCOMPARE(log.count(), Count);
    for (int i = 0; i < Count; ++i) {
        const RequestRecord record = log.record(i);
        QCOMPARE(log.marks().ofRequest(record).note, QString::number(i));
        const Event written = log.marks().eventFor(log.marks().placeOf(record), {.pinned = true});
        QCOMPARE(written.details.value("nth"_L1).toInteger(), qint64(i / 3 % 2));
    }
}

QTEST_GUILESS_MAIN(TestInstantTargets)
#include "tst_instanttargets.moc"
