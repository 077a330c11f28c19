// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/models/catalog/catalogmodel.h"
#include "ui/models/growingtablemodel.h"
#include "ui/models/languages.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/messages/jsoneditor.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <algorithm>
#include <iterator>

namespace Pullcord {
using namespace Qt::StringLiterals;

void PresetFileDialogs::openFile(QWidget *, const QString &, const QString &folder, const QString &,
                                 std::function<void(const QString &)> done)
{
    startFolder = folder;
    if (!path.isEmpty())
        done(path);
}

void PresetFileDialogs::openFolder(QWidget *, const QString &, std::function<void(const QString &)> done)
{
    if (!path.isEmpty())
        done(path);
}

void PresetFileDialogs::saveFile(QWidget *, const QString &, const QString &name, const QStringList &filters,
                                 const QStringList &, std::function<void(const SaveChoice &)> done)
{
    offered = name;
    labels = filters;
    if (!path.isEmpty())
        done({path, filter});
}

void WindowFixture::failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support )"_s));
}

WindowFixture::WindowFixture(Person person, const QString &language)
    : store(folder.filePath(u"settings.ini"_s), QSettings::IniFormat)
    , settings(store)
    , services{.settings = settings,
               .dialogs = dialogs,
               .eras = eras,
               .kept = kept,
               .demoServer = demoServer(),
               .commandLine = u"/usr/bin/pullcord-cli"_s,
               .sessionsFolder = folder.filePath(u"sessions"_s),
               .program = u"Pullcord test"_s,
               .version = u"1"_s}
{
    settings.set(Settings::TourSeen, person == Person::Returns);
    Languages::speak(language);
    window = std::make_unique<MainWindow>(services);
    window->resize(1440, 900);
    window->show();
}

WindowFixture::~WindowFixture() = default;

ServerTarget WindowFixture::demoServer(const QStringList &switches)
{
    ServerTarget target;
    target.name = u"Demo server"_s;
    target.command.program = qEnvironmentVariable("PULLCORD_BIN_DIR") + u"/pullcord-demo-server"_s;
    target.command.arguments = switches;
    return target;
}

void WindowFixture::openAt(int width)
{
    window.reset(); // saves its layout
    store.clear();
    settings.set(Settings::TourSeen, true);
    window = std::make_unique<MainWindow>(services);
    window->resize(width, 800);
    window->show();
}

bool WindowFixture::connectToDemo(const QStringList &switches)
{
    window->connectTo(demoServer(switches));
    return waitForTools();
}

bool WindowFixture::waitForTools()
{
    return QTest::qWaitFor(
        [this] {
            const QModelIndex tools = section(CatalogList::Kind::Tools);
            return tools.model()->rowCount(tools) > 0;
        },
        20'000);
}

bool WindowFixture::waitForLists()
{
    const auto isQuiet = [this] {
        const RequestLog &requests = log();
        for (qsizetype row = 0; row < requests.count(); ++row) {
            const RequestRecord record = requests.record(row);
            if (record.isOpen() && record.method != "subscriptions/listen")
                return false;
        }
        return showsLists();
    };
    return QTest::qWaitFor(isQuiet, 10'000);
}

bool WindowFixture::showsLists() const
{
    return std::none_of(std::begin(CatalogList::AllKinds), std::end(CatalogList::AllKinds),
                        [this](CatalogList::Kind kind) {
                            return conversation().catalog()->list(kind).isLoading() ||
                                   section(kind).data(CatalogModel::DetailRole).toString().contains(u"loading"_s);
                        });
}

QModelIndex WindowFixture::section(CatalogList::Kind kind) const
{
    return find<QTreeView>(u"catalogTree"_s)->model()->index(int(kind), 0);
}

QModelIndex WindowFixture::offered(CatalogList::Kind kind, const QString &key) const
{
    const QModelIndex top = section(kind);
    const QAbstractItemModel *model = top.model();
    for (int row = 0; row < model->rowCount(top); ++row) {
        const QModelIndex item = model->index(row, 0, top);
        if (item.data(CatalogModel::KeyRole).toString() == key)
            return item;
    }
    return {};
}

qsizetype WindowFixture::call(const QString &tool, const QByteArray &arguments)
{
    const QModelIndex found = offered(CatalogList::Kind::Tools, tool);
    if (!found.isValid())
        return -1;
    find<QTreeView>(u"catalogTree"_s)->setCurrentIndex(found);
    SchemaEditor *editor = window->page().findChild<CallPanel *>()->editor();
    if (!arguments.isEmpty())
        editor->json()->setText(arguments);
    qsizetype row = log().count();
    window->actions().callTool->trigger();
    const auto isThere = [&] { // the server may have sent a request meanwhile
        while (row < log().count() && record(row).method != "tools/call")
            ++row;
        return row < log().count();
    };
    if (!QTest::qWaitFor(isThere, 10'000))
        return -1;
    flush();
    return row;
}

void WindowFixture::select(qsizetype logRow) const
{
    flush();
    find<RequestsPanel>(u"requestsPanel"_s)->select(logRow);
}

qsizetype WindowFixture::selected() const
{
    return find<RequestsPanel>(u"requestsPanel"_s)->currentRow();
}

QAbstractItemModel *WindowFixture::requests() const
{
    return &find<RequestsPanel>(u"requestsPanel"_s)->model();
}

QAbstractItemModel *WindowFixture::messages() const
{
    return find<QTableView>(u"messageTable"_s)->model();
}

qint64 WindowFixture::serverPid(const Conversation &conversation)
{
    const Capture &capture = conversation.capture();
    qint64 pid = 0;
    for (qsizetype index = 0; index < capture.count(); ++index) {
        if (capture.entry(index).kind == EventKind::Opened)
            pid = capture.eventAt(index).details.value("pid"_L1).toInteger();
    }
    return pid;
}

void WindowFixture::agreeToExport() const
{
    auto *agree = find<QPushButton>(u"exportNow"_s);
    QVERIFY(agree);
    agree->click();
    window->activateWindow(); // as a desktop does when a dialog closes
}

void WindowFixture::flush() const
{
    QCoreApplication::processEvents(); // the capture announces its events at the end of a turn
    static_cast<GrowingTableModel *>(requests())->flush();
    static_cast<GrowingTableModel *>(messages())->flush();
}

QStringList WindowFixture::textOf(const QAbstractItemModel &model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        lines << cells.join(u" | "_s);
    }
    return lines;
}

QByteArrayList WindowFixture::sentWithMethod(const QByteArray &method) const
{
    QByteArrayList messages;
    const Capture &capture = conversation().capture();
    for (qsizetype index = 0; index < capture.count(); ++index) {
        const Event event = capture.eventAt(index);
        if (event.isMessage() && event.direction == Direction::ClientToServer && event.method() == method)
            messages << event.bytes;
    }
    return messages;
}

} // namespace Pullcord
