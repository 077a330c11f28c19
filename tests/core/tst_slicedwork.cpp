// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/slicedwork.h"

#include <QCoreApplication>
#include <QTest>
#include <QTimer>

#include <memory>

using namespace Pullcord;

class TestSlicedWork : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void oneSlicePerTurn();
    void eachWorkInItsTurn();
    void startedTwice();
    void stopsInItsSlice();
    void stopsAnother();
    void continuesOnceStarted();
    void isDestroyedWhileWaiting();
    void isDestroyedInItsSlice();
    void othersContinueMeanwhile();

private:
    std::unique_ptr<SlicedWork> make(char name);
    /// Runs the event loop for `count` turns.
    void turn(int count = 1);

    QByteArray m_done; ///< one letter per slice
};

std::unique_ptr<SlicedWork> TestSlicedWork::make(char name)
{
    auto work = std::make_unique<SlicedWork>();
    connect(work.get(), &SlicedWork::slice, this, [this, name] { m_done += name; });
    return work;
}

void TestSlicedWork::turn(int count)
{
    for (int i = 0; i < count; ++i)
        QCoreApplication::processEvents();
}

void TestSlicedWork::init()
{
    m_done.clear();
}

void TestSlicedWork::oneSlicePerTurn()
{
    const auto a = make('a');
    const auto b = make('b');
    a->start();
    b->start();
    QVERIFY(a->isActive());
    QCOMPARE(m_done, "");
    turn();
    QCOMPARE(m_done, "a");
    turn();
    QCOMPARE(m_done, "ab");
}

void TestSlicedWork::eachWorkInItsTurn()
{
    const auto a = make('a');
    const auto b = make('b');
    const auto c = make('c');
    a->start();
    b->start();
    turn();
    c->start();
    turn(6);
    QCOMPARE(m_done, "abacbac");
}

void TestSlicedWork::startedTwice()
{
    const auto a = make('a');
    const auto b = make('b');
    a->start();
    a->start();
    b->start();
    a->start();
    turn(4);
    QCOMPARE(m_done, "abab");
}

void TestSlicedWork::stopsInItsSlice()
{
    const auto a = make('a');
    const auto b = make('b');
    connect(a.get(), &SlicedWork::slice, a.get(), &SlicedWork::stop);
    a->start();
    b->start();
    turn(4);
    QCOMPARE(m_done, "abbb");
    QVERIFY(!a->isActive());
}

void TestSlicedWork::stopsAnother()
{
    const auto a = make('a');
    const auto b = make('b');
    const auto c = make('c');
    a->start();
    b->start();
    c->start();
    connect(a.get(), &SlicedWork::slice, b.get(), &SlicedWork::stop);
    turn(4);
    QCOMPARE(m_done, "acac");
    a->stop(); // the next to run
    turn(2);
    QCOMPARE(m_done, "acaccc");
}

void TestSlicedWork::continuesOnceStarted()
{
    const auto a = make('a');
    a->start();
    a->stop();
    turn();
    QCOMPARE(m_done, "");
    a->start();
    turn();
    QCOMPARE(m_done, "a");
}

void TestSlicedWork::isDestroyedWhileWaiting()
{
    auto a = make('a');
    const auto b = make('b');
    a->start();
    b->start();
    a.reset();
    turn(2);
    QCOMPARE(m_done, "bb");
}

void TestSlicedWork::isDestroyedInItsSlice()
{
    auto a = make('a');
    const auto b = make('b');
    connect(a.get(), &SlicedWork::slice, this, [&a] { a.reset(); });
    a->start();
    b->start();
    turn(3);
    QCOMPARE(m_done, "abb");
}

/// Other events are handled between two slices.
void TestSlicedWork::othersContinueMeanwhile()
{
    const auto a = make('a');
    const auto b = make('b');
    QTimer beat;
    beat.callOnTimeout(this, [this] { m_done += '.'; });
    beat.start(0);
    a->start();
    b->start();
    turn(4);
    QCOMPARE(m_done.count('.'), 4);
    QVERIFY(!m_done.contains("ab") && !m_done.contains("ba"));
    QCOMPARE(m_done.count('a'), 2);
}

QTEST_GUILESS_MAIN(TestSlicedWork)
#include "tst_slicedwork.moc"
