// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/reconnectdelay.h"

#include <QTest>

#include <limits>

using namespace Pullcord;
using namespace std::chrono_literals;

/// Delay before a stream is reopened.
class TestReconnectDelay : public QObject
{
    Q_OBJECT

private slots:
    void delays_data()
    {
        QTest::addColumn<qint64>("wish");     // requested delay in ms; -1: none, then 1 s
        QTest::addColumn<QString>("history"); // f: failure, e: a stream without a message, m: a stream with one
        QTest::addColumn<qint64>("delay");
        constexpr qint64 None = -1;
        const auto row = [](const char *history, qint64 wish, qint64 delay) {
            QTest::addRow("%s after %lld", history, wish) << wish << QString::fromLatin1(history) << delay;
        };
        row("m", None, 1000);
        row("e", None, 1000); // polling
        row("ee", None, 2000);
        row("eeee", None, 5000);
        row("eeeem", None, 1000);
        row("f", None, 2000);
        row("fff", None, 8000);
        row("ffffffffff", None, 30'000);
        row("fffe", None, 1000);
        row("m", 200, 200);
        row("eeeeeeeee", 60'000, 60'000);
        row("fff", 60'000, 60'000);
        const qint64 shortest = ReconnectDelay::Shortest.count();
        row("m", 0, shortest);
        row("ee", 0, 2 * shortest);
        const qint64 longest = std::numeric_limits<int>::max();
        row("m", std::numeric_limits<qint64>::max(), longest);
        row("ffffffffff", std::numeric_limits<qint64>::max(), longest);
        row("ffffffffff", longest, longest);
    }

    void delays()
    {
        QFETCH(const qint64, wish);
        QFETCH(const QString, history);
        ReconnectDelay delay(1s);
        if (wish >= 0)
            delay.setServerDelay(std::chrono::milliseconds(wish));
        for (const QChar c : history) {
            if (c == u'f')
                delay.failed();
            else
                delay.streamEnded(c == u'm');
        }
        QTEST(qint64(delay.next().count()), "delay");
    }

    void neverOverflows()
    {
        ReconnectDelay delay(1s);
        for (int i = 0; i < 1000; ++i)
            delay.failed();
        QCOMPARE(delay.failures(), 1000);
        QCOMPARE(delay.next(), ReconnectDelay::LongestBetweenFailed);
    }
};

QTEST_GUILESS_MAIN(TestReconnectDelay)
#include "tst_reconnectdelay.moc"
