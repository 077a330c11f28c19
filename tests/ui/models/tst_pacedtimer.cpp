// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/pacedtimer.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;

/// PacedTimer fires at once after a pause, else once per interval.
class TestPacedTimer : public QObject
{
    Q_OBJECT

private slots:
    void firstTimeoutComesSoon();
    void laterChangesAreGathered();
};

void TestPacedTimer::firstTimeoutComesSoon()
{
    PacedTimer timer;
    QVERIFY(!timer.isActive());
    timer.request();
    QCOMPARE(timer.intervalAsDuration(), PacedTimer::Soon);
    QVERIFY(timer.isSingleShot());
}

void TestPacedTimer::laterChangesAreGathered()
{
    PacedTimer timer;
    QSignalSpy fired(&timer, &QTimer::timeout);
    timer.request();
    timer.request();
    QTRY_COMPARE(fired.count(), 1);
    QVERIFY(!timer.isActive());
    timer.request();
    QVERIFY(timer.intervalAsDuration() <= PacedTimer::Interval);
    const std::chrono::milliseconds wait = timer.intervalAsDuration();
    timer.request();
    QCOMPARE(timer.intervalAsDuration(), wait);
    QTRY_COMPARE(fired.count(), 2);
}

QTEST_GUILESS_MAIN(TestPacedTimer)
#include "tst_pacedtimer.moc"
