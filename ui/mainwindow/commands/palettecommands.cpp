// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/palettecommands.h"

#include "core/mcp/conversation.h"
#include "core/proxy/control/runningproxies.h"
#include "ui/actions.h"
#include "ui/dialogs/commandpalette.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/models/guide.h"
#include "ui/models/languages.h"
#include "ui/models/servertexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/catalogpanel.h"
#include "ui/panels/itempanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/recentcaptures.h"
#include "ui/services.h"
#include "ui/settings.h"

#include <QMenu>
#include <QPointer>

namespace Pullcord {
using namespace Qt::StringLiterals;
using Kind = PaletteEntry::Kind;

namespace {

/// Returns the English name in words; empty if the shown name is English.
QString englishOf(const QString &name)
{
    return Texts::plain(Languages::english(name).join(u' '));
}

} // namespace

PaletteCommands::PaletteCommands(const Services &services, ConversationController &controller, const Actions &actions,
                                 ConversationView &bench, const QList<QMenu *> &menus, QWidget *page)
    : QObject(page)
    , m_services(services)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
    , m_menus(menus)
    , m_palette(new CommandPalette(page))
{
    connect(actions.commandPalette, &QAction::triggered, this, &PaletteCommands::open);
    connect(m_palette, &CommandPalette::chosen, this, &PaletteCommands::run);
    connect(&controller, &ConversationController::aboutToChange, m_palette,
            &CommandPalette::leave); // the entries belong to the old server
}

PaletteCommands::~PaletteCommands() = default;

void PaletteCommands::open()
{
    if (m_palette->isVisible())
        return m_palette->leave();
    m_entries.clear();
    m_runs.clear();
    addActions();
    addTabs();
    addCatalog();
    addServers();
    addCaptures();
    addPages();
    m_palette->window()->activateWindow(); // another window may be active
    m_palette->begin(m_entries, m_services.settings.usedCommands());
}

void PaletteCommands::add(const PaletteEntry &entry, std::function<void()> run)
{
    m_entries.append(entry);
    m_runs.append(std::move(run));
}

void PaletteCommands::run(qsizetype entry)
{
    m_services.settings.addUsedCommand(m_entries.at(entry).key);
    const std::function<void()> run = m_runs.at(entry); // a copy, since it may reopen the palette
    run();
}

void PaletteCommands::addActions()
{
    for (const QMenu *menu : std::as_const(m_menus)) {
        const QList<QAction *> actions = menu->actions();
        for (QAction *action : actions) {
            if (action->menu() || action->isSeparator() || !action->isVisible() || action == m_actions.commandPalette)
                continue;
            add({.kind = Kind::Command,
                 .text = Texts::plain(action->text()),
                 .where = Texts::plain(menu->title()),
                 .shortcut = action->shortcut().toString(QKeySequence::NativeText),
                 .enabled = action->isEnabled(),
                 .whyNot = action->isEnabled() ? QString() : whyNot(action),
                 .english = englishOf(action->text()),
                 .englishWhere = englishOf(menu->title()),
                 .key = u"command/"_s + action->objectName()},
                [action = QPointer(action)] {
                    if (action)
                        action->trigger();
                });
        }
    }
}

QString PaletteCommands::whyNot(const QAction *action) const
{
    const Actions &a = m_actions;
    const Conversation *conversation = m_controller.conversation();
    if (action == a.stop)
        return tr("no file is being read or written");
    if (action == a.keepWaiting || action == a.answerWithError || action == a.chooseError)
        return tr("the tab follows no running proxy");
    if (action == a.heldMessages)
        return tr("the tab follows no running proxy with rules");
    if (action == a.exportServers)
        return tr("no server is saved");
    if (action == a.startTour)
        return tr("the tour is on the demo server: close this conversation first");
    if (action == a.closeOtherTabs || action == a.nextTab || action == a.previousTab)
        return tr("there is no other tab");
    if (action == a.moveTabLeft || action == a.moveTabRight)
        return tr("there is no tab on that side");
    if (!conversation)
        return tr("no conversation is open");
    if (!conversation->isLive() && action == a.reconnect)
        return tr("the file does not contain the command or URL of its server: use Connect");
    if (!conversation->isLive())
        return tr("a file has no server, or no suitable item is selected");
    if (!m_controller.isConnected())
        return tr("the server is not connected, or no suitable item is selected");
    if (action == a.cancelAll)
        return tr("nothing is in flight");
    if (action == a.tasks)
        return tr("the server does not list its tasks");
    return tr("no suitable item is selected");
}

/// Adds the other tabs of the window.
void PaletteCommands::addTabs()
{
    auto *page = qobject_cast<ConversationPage *>(parent());
    auto *window = page ? qobject_cast<MainWindow *>(page->window()) : nullptr;
    const QList<ConversationPage *> pages = window ? window->othersThan(page) : QList<ConversationPage *>();
    for (ConversationPage *other : pages) {
        const TabAppearance look = window->lookOf(other);
        add({.kind = Kind::Tab,
             .text = tr("Go to tab %1").arg(Texts::head(look.text)),
             .where = Texts::head(look.state)},
            [window, other = QPointer(other)] {
                if (other)
                    window->present(other);
            });
    }
}

void PaletteCommands::addCatalog()
{
    const Conversation *conversation = m_controller.conversation();
    if (!conversation || !conversation->isLive())
        return;
    const bool isReady = m_controller.clientState() == Client::State::Ready;
    for (const CatalogList::Kind kind : CatalogList::AllKinds) {
        const QList<CatalogItem> &items = conversation->catalog()->list(kind).items();
        for (const CatalogItem &item : items) {
            PaletteEntry entry{.where = item.title == item.name ? QString() : Texts::head(item.title),
                               .enabled = isReady};
            const QString name = Texts::head(item.name);
            entry.name = name;
            switch (kind) {
            case CatalogList::Kind::Tools:
                entry.kind = Kind::Tool;
                entry.text = tr("Call %1…").arg(name);
                break;
            case CatalogList::Kind::Prompts:
                entry.kind = Kind::Prompt;
                entry.text = tr("Get prompt %1…").arg(name);
                break;
            case CatalogList::Kind::Resources:
            case CatalogList::Kind::ResourceTemplates:
                entry.kind = Kind::Resource;
                entry.text = tr("Read %1…").arg(name);
                entry.where = Texts::head(item.key());
                break;
            }
            if (!isReady)
                entry.whyNot = tr("the server is not connected");
            entry.key = u"item/%1/%2"_s.arg(int(kind)).arg(name);
            add(entry, [this, kind, key = item.key()] { go(kind, key); });
        }
    }
}

void PaletteCommands::go(CatalogList::Kind kind, const QString &key)
{
    m_actions.viewServer->setChecked(true);
    ServerPanel *panel = m_bench.server();
    if (!panel->catalog()->select(kind, key))
        return;
    if (kind == CatalogList::Kind::Tools) {
        panel->showUse();
        panel->callPanel()->focusArguments();
    } else {
        panel->showList();
        panel->catalog()->focusList();
    }
}

void PaletteCommands::addServers()
{
    const auto connectTo = [this](const ServerTarget &target) { return [this, target] { emit serverChosen(target); }; };
    const Settings &settings = m_services.settings;
    const QList<ServerTarget> saved = settings.savedServers().servers();
    for (const ServerTarget &server : saved)
        add({.kind = Kind::Server,
             .text = tr("Connect to %1").arg(server.name),
             .name = server.name,
             .where =
                 server.group.isEmpty() ? server.shownAddress() : u"%1 · %2"_s.arg(server.group, server.shownAddress()),
             .key = u"server/"_s + server.name},
            connectTo(server));
    const QList<ServerTarget> recent = settings.recentServers();
    const QStringList names = ServerTexts::inList(recent);
    for (qsizetype i = 0; i < recent.size(); ++i) // without a key, since the address may be confidential
        add({.kind = Kind::Server, .text = tr("Connect to %1").arg(names.at(i)), .where = tr("recent server")},
            connectTo(recent.at(i)));
}

/// Adds the running proxies and the recent captures.
void PaletteCommands::addCaptures()
{
    const QList<ProxyInfo> proxies = m_services.proxies ? m_services.proxies->all() : QList<ProxyInfo>();
    for (const ProxyInfo &proxy : proxies) {
        if (!proxy.capture.isEmpty()) // otherwise it writes to standard output
            add({.kind = Kind::Capture,
                 .text = tr("Open %1").arg(Texts::head(ServerTexts::ofProxy(proxy))),
                 .where = tr("running proxy")},
                [this, path = proxy.capture] { emit captureChosen(path); });
    }
    const QList<RecentCapture> captures = RecentCapture::all(m_services.settings, m_services.sessionsFolder);
    for (const RecentCapture &capture : captures)
        add({.kind = Kind::Capture, .text = tr("Open %1").arg(capture.text), .where = tr("recent capture")},
            [this, path = capture.path] { emit captureChosen(path); });
}

void PaletteCommands::addPages()
{
    const Guide guide;
    const Guide english(Languages::all().constFirst().code);
    for (const Guide::Page &page : guide.pages()) {
        const qsizetype same = english.indexOf(page.name);
        const QString title = same < 0 ? page.title : english.pages().at(same).title;
        add({.kind = Kind::Page,
             .text = page.title,
             .where = tr("User Guide"),
             .english = title == page.title ? QString() : title,
             .englishWhere = u"User Guide"_s,
             .key = u"guide/"_s + page.name},
            [this, name = page.name] { emit pageChosen(name); });
    }
}

} // namespace Pullcord
