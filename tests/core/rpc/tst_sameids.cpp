// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "captureevents.h"
#include "core/rpc/requesttracker.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace Pullcord;
using namespace Pullcord::CaptureEvents;
using namespace Qt::StringLiterals;

/// Open requests with the same id: which one a response belongs to, and that it is found quickly.
class TestSameIds : public QObject
{
    Q_OBJECT

private:
    static constexpr QByteArrayView Call = R"({"jsonrpc":"2.0","id":1,"method":"m"})";
    static constexpr QByteArrayView Result = R"({"jsonrpc":"2.0","id":1,"result":{}})";
    static constexpr QByteArrayView Refusal = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":""}})";
    static constexpr QByteArrayView Cancel =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})";

    static RequestTracker::Transitions feed(RequestTracker &tracker, QByteArrayView bytes, bool fromServer)
    {
        return tracker.feed(fromServer ? CaptureEvents::fromServer(bytes.toByteArray()) : message(bytes.toByteArray()),
                            0);
    }

private slots:
    void init() { QTest::failOnWarning(QRegularExpression(u".?"_s)); }

    /// "Invalid Request" belongs to the oldest request that came while another was open. Other responses belong to the
    /// oldest.
    void rules()
    {
        QRandomGenerator random(7);
        RequestTracker tracker;
        QList<std::pair<quint64, bool>> open; // serial, and true if another was open when it came
        for (int step = 0; step < 3000; ++step) {
            const quint32 what = random.bounded(quint32(open.size() > 12 ? 3 : 5));
            if (what > 1) {
                const quint64 serial = feed(tracker, Call, false).at(0).serial;
                open.append({serial, !open.isEmpty()});
                QCOMPARE(tracker.record(serial)->duplicateId, open.constLast().second);
                continue;
            }
            if (open.isEmpty())
                continue;
            qsizetype expected = 0;
            if (what == 1) {
                for (expected = 0; expected < open.size() && !open.at(expected).second;)
                    ++expected;
            }
            if (expected == open.size())
                continue; // would belong to the only one
            const auto transitions = feed(tracker, what == 1 ? Refusal : Result, true);
            QCOMPARE(transitions.size(), 1);
            QCOMPARE(transitions.at(0).serial, open.takeAt(expected).first);
            QCOMPARE(tracker.openCount(), open.size());
        }
    }

    void cancelled()
    {
        RequestTracker tracker;
        for (int i = 0; i < 3; ++i)
            feed(tracker, Call, false);
        const quint64 cancelled = feed(tracker, Cancel, false).at(0).serial;
        QSet<quint64> answered;
        for (int i = 0; i < 2; ++i)
            answered.insert(feed(tracker, Result, true).at(0).serial);
        QCOMPARE(answered.size(), 2);
        QVERIFY(!answered.contains(cancelled));
        QCOMPARE(tracker.openCount(), 0);
    }

    /// Comparing every response with every request would take hours.
    void many_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("results") << Result.toByteArray();
        QTest::newRow("refusals") << Refusal.toByteArray();
    }

    void many()
    {
        QFETCH(const QByteArray, answer);
        constexpr int Many = 100'000;
        RequestTracker tracker;
        const Event call = message(Call.toByteArray());
        const Event answered = CaptureEvents::fromServer(answer);
        for (int i = 0; i < Many; ++i)
            tracker.feed(call, i);
        for (int i = 0; i < Many; ++i)
            QCOMPARE(tracker.feed(answered, Many + i).size(), 1);
        QCOMPARE(tracker.openCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestSameIds)
#include "tst_sameids.moc"
