// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/everywindow.h"

#include "core/json/jsonvalue.h"
#include "ui/actions.h"
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/dialogs/closedialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/networkdialog.h"
#include "ui/dialogs/connect/valuesdialog.h"
#include "ui/dialogs/diagnosticsdialog.h"
#include "ui/dialogs/doctorwindow.h"
#include "ui/dialogs/errordialog.h"
#include "ui/dialogs/followdialog.h"
#include "ui/dialogs/guidewindow.h"
#include "ui/dialogs/helddialog.h"
#include "ui/dialogs/labwindow.h"
#include "ui/dialogs/lists/colorruleswindow.h"
#include "ui/dialogs/lists/exportdialog.h"
#include "ui/dialogs/lists/exportserversdialog.h"
#include "ui/dialogs/lists/importdialog.h"
#include "ui/dialogs/lists/watchdialog.h"
#include "ui/dialogs/preferencesdialog.h"
#include "ui/dialogs/senddialog.h"
#include "ui/dialogs/tasksdialog.h"
#include "ui/windowfixture.h"

#include <QCheckBox>
#include <QFile>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

namespace Pullcord {
using namespace Qt::StringLiterals;

EveryWindow::EveryWindow(WindowFixture &fixture, std::function<bool()> connect)
    : m_fixture(fixture)
    , m_connect(std::move(connect))
{
    if (!m_connect)
        m_connect = [this] { return m_fixture.connectToDemo({u"--legacy-only"_s}); };
}

EveryWindow::~EveryWindow() = default;

QStringList EveryWindow::names()
{
    return {u"start"_s,    u"conversation"_s, u"result"_s,      u"connect"_s,        u"connect to a URL"_s,
            u"import"_s,   u"confirm"_s,      u"preferences"_s, u"about"_s,          u"answer"_s,
            u"tasks"_s,    u"send"_s,         u"palette"_s,     u"tour"_s,           u"guide"_s,
            u"tabs"_s,     u"closing"_s,      u"color rules"_s, u"export servers"_s, u"export"_s,
            u"findings"_s, u"lab"_s,          u"doctor"_s,      u"follow"_s,         u"network"_s,
            u"values"_s,   u"diagnostics"_s,  u"watch"_s,       u"held"_s,           u"error"_s};
}

QWidget *EveryWindow::open(const QString &what)
{
    if (what == u"start"_s)
        return m_fixture.window.get();
    if (what == u"connect"_s || what == u"connect to a URL"_s) {
        m_dialog =
            std::make_unique<ConnectDialog>(m_fixture.settings, m_fixture.dialogs, m_fixture.services.demoServer);
        m_dialog->findChild<QTabWidget *>(u"serverKinds"_s)->setCurrentIndex(what == u"connect"_s ? 0 : 1);
    } else if (what == u"import"_s) {
        auto dialog = std::make_unique<ImportDialog>(m_fixture.settings, m_fixture.dialogs);
        dialog->readText(u"{\"a\": {\"command\": \"${b}\", \"env\": {\"C\": \"d\"}}, \"bad\": {}}"_s);
        m_dialog = std::move(dialog);
    } else if (what == u"error"_s) {
        m_dialog = std::make_unique<ErrorDialog>(OperatorCancel::ErrorResponse());
    } else if (what == u"held"_s) {
        auto dialog = std::make_unique<HeldDialog>(
            HeldDialog::Host{.call = [](const QByteArray &, const QByteArray &) {},
                             .remarks = [](const QByteArray &) { return QStringList{u"/params: missing"_s}; }},
            u"demo"_s);
        const QByteArray held =
            R"({"number":3,"from":"client","rule":"stop","action":"hold","milliseconds":2500,)"
            R"("size":46,"id":7,"method":"tools/call","text":"{\"method\":\"tools/call\",\"id\":7}"})";
        const QByteArray all = R"({"held":[)" + held + R"(],"heldCount":1})";
        const QByteArray rules =
            R"({"rules":[{"name":"stop","match":"","action":"hold","enabled":true,"matches":1,"left":2}]})";
        dialog->setRules(JsonValue(rules));
        dialog->setHeld(JsonValue(all));
        dialog->setMessage(JsonValue(all));
        m_dialog = std::move(dialog);
    } else if (what == u"watch"_s) {
        auto dialog = std::make_unique<WatchDialog>(u"/usr/bin/pullcord-cli"_s, m_fixture.dialogs);
        const QString path = m_fixture.file(u"mcp.json"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) ||
            file.write("{\"a\": {\"command\": \"b\", \"env\": {\"C\": \"d\"}}, \"bad\": {}}") < 0)
            return nullptr;
        file.close();
        dialog->showFile(path);
        dialog->findChild<QCheckBox *>(u"importCheck"_s)->setChecked(true);
        m_dialog = std::move(dialog);
    } else if (what == u"confirm"_s) {
        m_dialog = std::make_unique<ConfirmDialog>(m_fixture.services.demoServer);
    } else if (what == u"preferences"_s) {
        m_dialog = std::make_unique<PreferencesDialog>(m_fixture.settings, u"/tmp"_s);
    } else if (what == u"color rules"_s) {
        m_fixture.settings.setColorRules({{.name = u"slow"_s, .filter = u"time>2s"_s}});
        m_dialog = std::make_unique<ColorRulesWindow>(m_fixture.settings);
    } else if (what == u"export servers"_s) {
        ServerList saved;
        ServerTarget server = m_fixture.services.demoServer;
        server.group = u"group"_s;
        server.command.setVariables.insert(u"TOKEN"_s, u"secret"_s);
        saved.put(server);
        m_dialog = std::make_unique<ExportServersDialog>(saved);
    } else if (what == u"palette"_s) {
        m_fixture.window->actions().commandPalette->trigger();
        return m_fixture.window.get();
    } else if (what == u"tour"_s) {
        m_fixture.window->actions().startTour->trigger();
        return m_fixture.window.get();
    } else if (what == u"follow"_s) {
        m_dialog = std::make_unique<FollowDialog>(u"ssh host pullcord-cli follow a.pullcord"_s);
    } else if (what == u"values"_s) {
        m_dialog = std::make_unique<ValuesDialog>(
            u"Values for Placeholders"_s, u"The configuration of weather has placeholders. Enter their values."_s,
            QList<ValuesDialog::Field>{{u"${K}"_s, u"secret"_s},
                                       {.label = u"${F}"_s, .value = u"/srv"_s, .isSecret = false}});
    } else if (what == u"guide"_s) {
        m_dialog = std::make_unique<GuideWindow>();
    } else if (what == u"network"_s) {
        m_dialog = std::make_unique<NetworkDialog>(m_fixture.dialogs, HttpNetwork(), false, nullptr);
    } else if (what == u"diagnostics"_s) {
        m_dialog = std::make_unique<DiagnosticsDialog>(m_fixture.services);
    } else if (what == u"about"_s) {
        m_dialog = std::make_unique<AboutDialog>(u"1"_s);
    } else {
        if (!m_connect())
            return nullptr;
        if (what == u"conversation"_s)
            return m_fixture.window.get();
        if (what == u"tabs"_s) {
            m_fixture.window->actions().duplicateTab->trigger();
            return m_fixture.waitForTools() ? m_fixture.window.get() : nullptr;
        }
        if (what == u"export"_s) {
            m_fixture.settings.setExportRules({u"header:X-Team"_s, u"pattern:("_s});
            m_fixture.window->actions().exportAll->trigger();
            return m_fixture.find<ExportDialog>(u"exportDialog"_s);
        }
        if (what == u"send"_s) {
            m_fixture.window->actions().sendMessage->trigger();
            return m_fixture.find<SendDialog>(u"sendDialog"_s);
        }
        if (what == u"doctor"_s) {
            m_fixture.window->actions().checkConnection->trigger();
            return m_fixture.find<DoctorWindow>(u"doctorWindow"_s);
        }
        if (what == u"lab"_s) {
            m_fixture.window->actions().lab->trigger();
            return m_fixture.find<LabWindow>(u"labWindow"_s);
        }
        if (what == u"tasks"_s) {
            m_fixture.window->actions().tasks->trigger();
            return m_fixture.find<TasksDialog>(u"tasksDialog"_s);
        }
        if (what == u"result"_s) {
            const qsizetype row = m_fixture.call(u"content"_s, "{}");
            const auto isShown = [&] { return m_fixture.find<QWidget>(u"pieceImage"_s) != nullptr; };
            return row >= 0 && QTest::qWaitFor(isShown, 10'000) ? m_fixture.window.get() : nullptr;
        }
        if (what == u"findings"_s)
            return openFindings();
        const qsizetype row = m_fixture.call(u"ask_elicitation"_s, "{}") + 1;
        if (!QTest::qWaitFor([&] { return m_fixture.requests()->rowCount() > row; }, 5000))
            return nullptr;
        if (what == u"closing"_s) {
            m_fixture.window->actions().closeTab->trigger();
            return m_fixture.find<CloseDialog>(u"closeDialog"_s);
        }
        m_fixture.select(row);
        m_fixture.window->actions().answer->trigger();
        return m_fixture.find<AnswerDialog>(u"answerDialog"_s);
    }
    m_dialog->show();
    return m_dialog.get();
}

/// Shows one finding.
QWidget *EveryWindow::openFindings()
{
    m_fixture.call(u"answers_twice"_s, "{}");
    m_fixture.window->actions().lowerTabs.constLast()->trigger();
    auto *table = m_fixture.find<QTableView>(u"findingsTable"_s);
    if (!QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, 10'000))
        return nullptr;
    table->selectRow(0);
    m_fixture.find<QTreeView>(u"catalogTree"_s)
        ->setCurrentIndex(m_fixture.offered(CatalogList::Kind::Tools, u"content"_s)); // its text has no English words
    return m_fixture.window.get();
}

} // namespace Pullcord
