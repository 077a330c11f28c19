// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0

// Processor time of a server after a cancellation: sampled and reported, live and from the file.

#include "core/capture/processload.h"
#include "core/findings/findings.h"
#include "e2e/livefixture.h"
#include "e2e/peers.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace Pullcord;
using namespace Qt::StringLiterals;

namespace {

constexpr int Limit = LiveFixture::Limit;

qsizetype looksIn(const Capture &capture)
{
    qsizetype count = 0;
    for (qsizetype index = 0; index < capture.count(); ++index)
        count += capture.entry(index).kind == EventKind::Process;
    return count;
}

QStringList sentencesOf(const Findings &findings)
{
    QStringList sentences;
    for (qsizetype index = 0; index < findings.count(); ++index)
        sentences << u"%1 %2"_s.arg(findings.at(index).kind().name, findings.at(index).sentence);
    return sentences;
}

} // namespace

class TestProcessLoad : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void reportsWork_data();
    void reportsWork();
    void samplesOnlyAfterACancellation();
    void endsWithTheServer();

private:
    [[nodiscard]] bool connectToDemo();
    [[nodiscard]] const Capture &capture() const { return m_live.conversation->capture(); }

    QTemporaryDir m_folder;
    LiveFixture m_live;
};

void TestProcessLoad::init()
{
    QTest::failOnWarning(QRegularExpression(u".?"_s));
}

void TestProcessLoad::cleanup()
{
    QVERIFY(m_live.leave());
    QFile::remove(m_folder.filePath(u"x.pullcord"_s));
}

bool TestProcessLoad::connectToDemo()
{
    ClientOptions options;
    options.revision = Revision::R2025_11_25;
    return m_live.connectTo(Peers::demoServer({}), {}, options, m_folder.filePath(u"x.pullcord"_s));
}

void TestProcessLoad::reportsWork_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<bool>("works");
    QTest::newRow("works on") << u"burn"_s << R"({"ms": 20000})"_ba << true;
    QTest::newRow("does nothing") << u"deaf"_s << "{}"_ba << false;
}

void TestProcessLoad::reportsWork()
{
    QFETCH(const QString, tool);
    QFETCH(const QByteArray, arguments);
    QFETCH(const bool, works);
    QVERIFY(connectToDemo());
    Findings findings(m_live.conversation->capture(), m_live.conversation->log());
    LogicalCall *call = m_live.begin(Client::namedParams(tool, arguments));
    QTRY_COMPARE_WITH_TIMEOUT(m_live.rowsOf("tools/call").size(), 1, Limit);
    const qsizetype row = m_live.rowsOf("tools/call").first();
    call->cancel(u"enough"_s);
    const auto load = [&] {
        const RequestRecord record = m_live.conversation->log().record(row);
        return record.cancellation && record.cancellation->signalTime != 0
                   ? ProcessLoad::after(capture(), record.cancellation->event, record.cancellation->signalTime, 0)
                   : ProcessLoad();
    };
    constexpr qint64 Whole = 3'000'000'000; // ns
    QTRY_VERIFY_WITH_TIMEOUT(load().length() >= Whole, Limit);
    QVERIFY(load().samples.size() >= 3);
    QCOMPARE(load().samples.first().usage.processes, 1);
    QVERIFY(load().samples.first().time - load().from < Whole / 10);
    const double share = load().share().value_or(-1);
    QVERIFY2(works ? share > 0.1 : share >= 0 && share < 0.1, qPrintable(QString::number(share)));

    findings.advance(load().from + load().length() + Whole);
    const QStringList live = sentencesOf(findings);
    QCOMPARE(live.size(), 1);
    const QRegularExpression expected(
        u"^C16 Nothing more arrived for the request on the wire in the 2.00 s after the cancellation; the server's "
        "processes used [0-9.]+ % of a core in the 3.0[0-9] s after it$"_s);
    QVERIFY2(expected.match(live.first()).hasMatch(), qPrintable(live.first()));

    const auto file = Conversation::fromFile(m_folder.filePath(u"x.pullcord"_s));
    QVERIFY(file);
    QCOMPARE(looksIn((*file)->capture()), load().samples.size());
    Findings again((*file)->capture(), (*file)->log());
    again.finish();
    QCOMPARE(sentencesOf(again), live);
}

void TestProcessLoad::samplesOnlyAfterACancellation()
{
    QVERIFY(connectToDemo());
    QCOMPARE(m_live.call(u"echo"_s, R"({"text": "x"})"), u"x"_s);
    m_live.begin(Client::namedParams(u"deaf"_s, "{}"))->leg()->detach();
    QCOMPARE(m_live.call(u"slow"_s, R"({"ms": 600})"), u"Done in 10 steps"_s);
    QCOMPARE(looksIn(capture()), 0);
}

void TestProcessLoad::endsWithTheServer()
{
    QVERIFY(connectToDemo());
    LogicalCall *call = m_live.begin(Client::namedParams(u"die_on_cancel"_s, "{}"));
    QTRY_COMPARE_WITH_TIMEOUT(m_live.rowsOf("tools/call").size(), 1, Limit);
    call->cancel({});
    QTRY_COMPARE_WITH_TIMEOUT(m_live.conversation->rpc()->state(), Transport::State::Idle, Limit);
    QVERIFY(looksIn(capture()) <= 2);
    QCOMPARE(capture().entry(capture().count() - 1).kind, EventKind::Closed);
}

QTEST_GUILESS_MAIN(TestProcessLoad)
#include "tst_processload.moc"
