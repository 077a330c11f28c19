// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"
#include "ui/actions.h"
#include "ui/panels/details/resulttab.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTextEdit>

#include <chrono>
#include <cstdio>
#include <ctime>

/// The real window under load. Usage: bench_window flood COUNT | steady SECONDS | result BYTES | cancel COUNT | open FILE

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Time of the last paint event of a widget or one of its children.
class PaintWatch final : public QObject
{
public:
    explicit PaintWatch(const QWidget *watched)
        : m_watched(watched)
    {
        qApp->installEventFilter(this);
    }
    [[nodiscard]] bool painted() const { return m_painted; }
    void forget() { m_painted = false; }

protected:
    bool eventFilter(QObject *object, QEvent *event) override
    {
        const auto *widget = event->type() == QEvent::Paint ? qobject_cast<QWidget *>(object) : nullptr;
        m_painted = m_painted || (widget && (widget == m_watched || m_watched->isAncestorOf(widget)));
        return false;
    }

private:
    const QWidget *m_watched;
    bool m_painted = false;
};

int failed(const char *why)
{
    std::fprintf(stderr, "bench_window: %s\n", why);
    return 1;
}

qint64 monotonic()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// Percent of a core that this process takes in the next seconds.
double shareOfCore(std::chrono::seconds duration)
{
    const auto used = [] {
        timespec now{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
    };
    QElapsedTimer clock;
    clock.start();
    const double before = used();
    QEventLoop loop;
    QTimer::singleShot(duration, &loop, &QEventLoop::quit);
    loop.exec();
    constexpr double Percent = 100;
    return Percent * (used() - before) / (double(clock.nsecsElapsed()) / 1e9);
}

/// Two tables with plain models and Qt's own delegate, which get the rows of 75 messages per second, and follow them.
class BareTables
{
public:
    explicit BareTables(const QSize &size)
    {
        for (const int column : {11, 8}) {
            auto *model = new QStandardItemModel(0, column, &m_splitter);
            auto *table = new QTableView(&m_splitter);
            table->verticalHeader()->hide();
            table->setModel(model);
        }
        m_splitter.setOrientation(Qt::Vertical);
        m_splitter.resize(size);
        m_splitter.show();
        QObject::connect(&m_tick, &QTimer::timeout, &m_splitter, [this] {
            ++m_ticks;
            add(0, 2 + m_ticks % 2); // 25 requests per second
            add(1, 7 + m_ticks % 2); // 75 messages per second
        });
        m_tick.start(100);
    }

private:
    void add(int which, int rows)
    {
        auto *table = qobject_cast<QTableView *>(m_splitter.widget(which));
        auto *model = qobject_cast<QStandardItemModel *>(table->model());
        for (int i = 0; i < rows; ++i) {
            QList<QStandardItem *> cells;
            for (int column = 0; column < model->columnCount(); ++column)
                cells << new QStandardItem(u"%1 in %2"_s.arg(model->rowCount()).arg(column));
            model->appendRow(cells);
        }
        table->scrollToBottom();
    }

    QSplitter m_splitter;
    QTimer m_tick;
    int m_ticks = 0;
};

class Bench
{
public:
    Bench()
    {
        ServerTarget target;
        target.name = u"Emitter"_s;
        target.command.program = Probe::program(u"bench_emitter"_s);
        target.command.arguments = {u"serve"_s, u"100"_s};
        target.revision = LatestLegacy;
        m_fixture.window->connectTo(target);
        m_isConnected = m_fixture.waitForTools() && m_fixture.waitForLists();
    }
    [[nodiscard]] bool isConnected() const { return m_isConnected; }

    int flood(const QByteArray &count)
    {
        const double number = double(count.toLongLong());
        Probe::report("drained.rate", number / Probe::drained(Probe::program(u"bench_emitter"_s),
                                                              {u"flood"_s, QString::fromLatin1(count)}));
        const Probe::Heartbeat heart;
        QElapsedTimer clock;
        clock.start();
        const qsizetype row = m_fixture.call(u"flood"_s, "{\"count\":" + count + '}');
        if (row < 0 || !Probe::waitUntil([&] { return !m_fixture.record(row).isOpen(); }))
            return failed("the flood has no end");
        Probe::report("window.rate", number / (double(clock.nsecsElapsed()) / 1e9));
        m_fixture.flush();
        Probe::report("window.gap", heart.longestGapMs());
        return 0;
    }

    /// 75 messages per second, beside two tables of Qt that get as many rows.
    int steady(const QByteArray &seconds)
    {
        const std::chrono::seconds duration(seconds.toInt());
        {
            BareTables tables(m_fixture.window->size());
            Probe::report("steady.tables", shareOfCore(duration));
        }
        constexpr std::chrono::seconds Before{2}; // columns fit, and the tables are full
        constexpr std::chrono::seconds After{1};
        const qsizetype row = m_fixture.call(
            u"steady"_s, "{\"seconds\":" + QByteArray::number((Before + duration + After).count()) + '}');
        if (row < 0)
            return failed("the call was not made");
        (void)shareOfCore(Before);
        Probe::report("steady.window", shareOfCore(duration));
        return m_fixture.record(row).isOpen() ? 0 : failed("the messages ended too early");
    }

    int result(const QByteArray &bytes)
    {
        auto *tab = m_fixture.find<ResultTab>(u"resultTab"_s);
        const Probe::Memory before = Probe::memoryOf(QCoreApplication::applicationPid());
        const Probe::Heartbeat heart;
        qint64 arrived = 0;
        const qsizetype row = m_fixture.call(u"big"_s, "{\"bytes\":" + bytes + '}');
        if (row < 0)
            return failed("the call was not made");
        m_fixture.select(row);
        QObject::connect(&m_fixture.log(), &RequestLog::rowChanged, tab, [&](qsizetype changed) {
            if (changed == row && !m_fixture.record(row).isOpen() && arrived == 0)
                arrived = monotonic();
        });
        PaintWatch watch(tab);
        const auto isShown = [&] { return arrived != 0 && tab->isVisible() && tab->hasContent() && watch.painted(); };
        if (!Probe::waitUntil([&] {
                if (arrived == 0)
                    watch.forget();
                return isShown();
            }))
            return failed("the result is not shown");
        Probe::report("result.visible", double(monotonic() - arrived) / 1e6);
        Probe::report("result.gap", heart.longestGapMs());
        const qint64 grown = Probe::memoryOf(QCoreApplication::applicationPid()).anonymous - before.anonymous;
        Probe::report("result.memory", double(grown) / double(bytes.toLongLong()));
        return 0;
    }

    int cancel(const QByteArray &count)
    {
        const qsizetype row = m_fixture.call(u"wait"_s, "{}");
        if (row < 0)
            return failed("the call was not made");
        m_fixture.select(row);
        m_fixture.flush();
        const qint64 pressed = monotonic();
        m_fixture.window->actions().cancel->trigger();
        if (m_fixture.record(row).isOpen())
            return failed("the request is not cancelled");
        Probe::report("cancel.written", double(monotonic() - pressed) / 1e6);
        if (const qint64 read = cancelRead(); read > 0)
            Probe::report("cancel.read", double(read - pressed) / 1e6);

        for (int i = 0; i < count.toInt(); ++i)
            m_fixture.conversation().callTool(u"wait"_s, "{}")->start();
        if (!Probe::waitUntil([&] { return m_fixture.log().openCount() == count.toInt(); }))
            return failed("not all requests are in flight");
        m_fixture.flush();
        const qint64 all = monotonic();
        m_fixture.window->actions().cancelAll->trigger();
        if (!Probe::waitUntil([&] { return m_fixture.log().openCount() == 0; }))
            return failed("not all requests were cancelled");
        Probe::report("cancel.all", double(monotonic() - all) / 1e6);
        return 0;
    }

private:
    /// Returns the time at which the emitter read the last cancel.
    qint64 cancelRead()
    {
        const qsizetype row = m_fixture.call(u"clock"_s, "{}");
        if (row < 0 || !Probe::waitUntil([&] { return !m_fixture.record(row).isOpen(); }))
            return 0;
        const Capture &capture = m_fixture.conversation().capture();
        const QByteArray line = capture.line(m_fixture.record(row).responseEvent).toByteArray();
        const qsizetype at = line.indexOf("\"text\":\"");
        return at < 0 ? 0 : line.mid(at + 8, line.indexOf('"', at + 8) - at - 8).toLongLong();
    }

    WindowFixture m_fixture;
    bool m_isConnected = false;
};

int open(const QString &path)
{
    WindowFixture fixture;
    auto *table = fixture.find<QTableView>(u"requestTable"_s);
    const Probe::Heartbeat heart;
    const qint64 begun = monotonic();
    fixture.window->openCapture(path);
    PaintWatch watch(table);
    if (!Probe::waitUntil([&] {
            if (table->model()->rowCount() == 0)
                watch.forget();
            return table->isVisible() && watch.painted();
        }))
        return failed("no rows");
    Probe::report("open.visible", double(monotonic() - begun) / 1e6);
    if (!Probe::waitUntil([&] { return !fixture.conversation().follower()->isReading(); }))
        return failed("the file has no end");
    Probe::report("open.seconds", double(monotonic() - begun) / 1e9);
    fixture.flush();
    Probe::report("open.gap", heart.longestGapMs());
    return 0;
}

} // namespace

int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const QString what = words.value(1);
    const QByteArray argument = words.value(2).toLocal8Bit();
    if (words.size() != 3)
        return failed("Usage: bench_window flood COUNT | steady SECONDS | result BYTES | cancel COUNT | open FILE");
    if (what == u"open")
        return open(words[2]);
    Bench bench;
    if (!bench.isConnected())
        return failed("the emitter does not answer");
    if (what == u"flood")
        return bench.flood(argument);
    if (what == u"steady")
        return bench.steady(argument);
    if (what == u"result")
        return bench.result(argument);
    if (what == u"cancel")
        return bench.cancel(argument);
    return failed("no such load");
}
