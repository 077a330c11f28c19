// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"
#include "core/mcp/requests/logicalcall.h"
#include "ui/actions.h"
#include "ui/models/growingtablemodel.h"
#include "ui/models/requests/requestmodelroles.h"
#include "ui/windowfixture.h"

#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>

#include <cstdio>

/// The real window with a lot of data. Usage: bench_growth requests COUNT | tools COUNT | file FILE

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

constexpr int InFlight = 100;

int failed(const char *why)
{
    std::fprintf(stderr, "bench_growth: %s\n", why);
    return 1;
}

/// Measures the time until `isDone`, and the longest time without a frame, as two figures with this prefix.
bool measure(const QByteArray &name, const std::function<void()> &begin, const std::function<bool()> &isDone)
{
    const Probe::Heartbeat heart;
    QElapsedTimer clock;
    clock.start();
    begin();
    if (!Probe::waitUntil(isDone)) {
        failed((name + " has no end").constData());
        return false;
    }
    QCoreApplication::processEvents(); // includes pending paint events
    Probe::report((name + ".seconds").constData(), double(clock.nsecsElapsed()) / 1e9);
    Probe::report((name + ".gap").constData(), heart.longestGapMs());
    return true;
}

bool connectToEmitter(WindowFixture &fixture, const QString &tools)
{
    ServerTarget target;
    target.name = u"Emitter"_s;
    target.command.program = Probe::program(u"bench_emitter"_s);
    target.command.arguments = {u"serve"_s, tools};
    target.revision = LatestLegacy;
    fixture.window->connectTo(target);
    return fixture.waitForTools() && fixture.waitForLists();
}

/// Measures a filter until all rows have been tested.
bool filter(WindowFixture &fixture, const QString &line, QAbstractItemModel *model, const QString &text,
            const QByteArray &name)
{
    const auto *log = qobject_cast<const GrowingTableModel *>(model);
    auto *edit = fixture.find<QLineEdit>(line);
    const int before = model->rowCount();
    return measure(
        name, [&] { edit->setText(text); },
        [&] { return model->rowCount() != before && !(log && log->isSearching()); });
}

int requests(const QByteArray &count)
{
    WindowFixture fixture;
    if (!connectToEmitter(fixture, u"4"_s))
        return failed("the emitter does not answer");
    const qsizetype others = fixture.log().count();
    const qsizetype wanted = count.toLongLong();
    const auto shown = [&] { return fixture.requests()->rowCount(); };
    qsizetype started = 0;
    const std::function<void()> next = [&] {
        if (started == wanted)
            return;
        ++started;
        LogicalCall *call = fixture.conversation().callTool(u"clock"_s, "{}");
        QObject::connect(call, &LogicalCall::finished, call, next);
        call->start();
    };
    const bool filled = measure(
        "table.fill",
        [&] {
            for (int i = 0; i < InFlight; ++i)
                next();
        },
        [&] { return fixture.log().openCount() == 0 && shown() == int(others + wanted); });
    auto *table = fixture.find<QTableView>(u"requestTable"_s);
    const bool sorted =
        filled &&
        measure(
            "table.sort", [&] { table->sortByColumn(RequestTable::Time, Qt::DescendingOrder); }, [] { return true; });
    const bool scrolled = sorted && measure(
                                        "table.scroll",
                                        [&] {
                                            for (int step = 0; step <= 100; ++step) {
                                                QScrollBar *bar = table->verticalScrollBar();
                                                bar->setValue(int(qint64(bar->maximum()) * step / 100));
                                                table->viewport()->repaint();
                                            }
                                        },
                                        [] { return true; });
    if (!scrolled || !filter(fixture, u"requestFilter"_s, fixture.requests(), u"method:initialize"_s, "table.filter"))
        return 1;
    return measure(
               "table.close", [&] { fixture.window.reset(); }, [] { return true; })
               ? 0
               : 1;
}

int tools(const QByteArray &count)
{
    WindowFixture fixture;
    const bool shown = measure(
        "tools.show", [&] { (void)connectToEmitter(fixture, QString::fromLatin1(count)); },
        [&] {
            const QModelIndex section = fixture.section(CatalogList::Kind::Tools);
            return section.isValid() && section.model()->rowCount(section) == count.toInt();
        });
    if (!shown)
        return 1;
    return measure(
               "tools.search", [&] { fixture.find<QLineEdit>(u"catalogSearch"_s)->setText(u"tool77"_s); },
               [&] {
                   const QModelIndex section = fixture.section(CatalogList::Kind::Tools);
                   return section.isValid() && section.model()->rowCount(section) < count.toInt();
               })
               ? 0
               : 1;
}

int file(const QString &path)
{
    WindowFixture fixture;
    const bool read = measure(
        "whole.open", [&] { fixture.window->openCapture(path); },
        [&] { return fixture.log().count() > 0 && !fixture.conversation().follower()->isReading(); });
    fixture.flush();
    if (!read || !filter(fixture, u"messageFilter"_s, fixture.messages(), u"text:needle"_s, "whole.filter"))
        return 1;
    fixture.dialogs.path = fixture.file(u"export.pullcord"_s);
    const qint64 before = Probe::memoryOf(QCoreApplication::applicationPid()).anonymous;
    const bool exported = measure(
        "whole.export",
        [&] {
            fixture.window->actions().exportAll->trigger();
            fixture.agreeToExport();
        },
        [&] { return QFile::exists(fixture.dialogs.path); });
    if (!exported)
        return 1;
    const qint64 grown = Probe::memoryOf(QCoreApplication::applicationPid()).anonymous - before;
    Probe::report("whole.exportMemory", double(grown) / 1e6);
    return measure(
               "whole.close", [&] { fixture.window->actions().closeTab->trigger(); }, [] { return true; })
               ? 0
               : 1;
}

} // namespace

int main(int argc, char *argv[])
{
    const QApplication app(argc, argv);
    const QStringList words = QCoreApplication::arguments();
    const QString what = words.value(1);
    if (what == u"requests" && words.size() == 3)
        return requests(words[2].toLatin1());
    if (what == u"tools" && words.size() == 3)
        return tools(words[2].toLatin1());
    if (what == u"file" && words.size() == 3)
        return file(words[2]);
    return failed("Usage: bench_growth requests COUNT | tools COUNT | file FILE");
}
