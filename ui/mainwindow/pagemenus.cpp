// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/pagemenus.h"

#include "core/proxy/control/runningproxies.h"
#include "ui/actions.h"
#include "ui/mainwindow/sources/hostlogmenu.h"
#include "ui/models/servertexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/recentcaptures.h"
#include "ui/services.h"
#include "ui/settings.h"
#include "ui/views/style/icons.h"

#include <QMenu>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Menu of recent and kept captures; filled when the parent menu opens.
class RecentMenu final : public QMenu
{
    Q_OBJECT

public:
    RecentMenu(const Settings &settings, const QString &sessionsFolder, QMenu &menu);
    ~RecentMenu() override;

signals:
    void captureChosen(const QString &path);

private:
    void fill();

    const Settings &m_settings;
    QString m_sessionsFolder;
};

RecentMenu::RecentMenu(const Settings &settings, const QString &sessionsFolder, QMenu &menu)
    : QMenu(tr("&Recent Captures"), &menu)
    , m_settings(settings)
    , m_sessionsFolder(sessionsFolder)
{
    setObjectName(u"recentCapturesMenu"_s);
    menu.addMenu(this);
    connect(&menu, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

RecentMenu::~RecentMenu() = default;

void RecentMenu::fill()
{
    clear();
    const QList<RecentCapture> captures = RecentCapture::all(m_settings, m_sessionsFolder);
    for (const RecentCapture &capture : captures) {
        QAction *action = addAction(Texts::noMnemonic(capture.text));
        action->setToolTip(Texts::toolTip(capture.path));
        connect(action, &QAction::triggered, this, [this, path = capture.path] { emit captureChosen(path); });
    }
    setEnabled(!captures.isEmpty());
}

/// Menu of saved servers by group; filled when the parent menu opens.
class SavedMenu final : public QMenu
{
    Q_OBJECT

public:
    SavedMenu(const Settings &settings, QMenu &menu);
    ~SavedMenu() override;

signals:
    void serverChosen(const Pullcord::ServerTarget &target);

private:
    void fill();

    const Settings &m_settings;
};

SavedMenu::SavedMenu(const Settings &settings, QMenu &menu)
    : QMenu(tr("Sa&ved Servers"), &menu)
    , m_settings(settings)
{
    setObjectName(u"savedServersMenu"_s);
    menu.addMenu(this);
    connect(&menu, &QMenu::aboutToShow, this, &SavedMenu::fill);
}

SavedMenu::~SavedMenu() = default;

void SavedMenu::fill()
{
    clear();
    const ServerList saved = m_settings.savedServers();
    QString group;
    for (const ServerTarget &server : saved.servers()) {
        // Ampersands in names are literal.
        if (server.group != group)
            addSection(Texts::noMnemonic(group = server.group));
        QAction *action = addAction(Icons::icon(server.isHttp() ? "plug" : "terminal"), Texts::noMnemonic(server.name));
        action->setToolTip(Texts::toolTip(server.shownAddress()));
        connect(action, &QAction::triggered, this, [this, server] { emit serverChosen(server); });
    }
    setEnabled(!saved.isEmpty());
}

/// Menu of the proxies that run.
class ProxiesMenu final : public QMenu
{
    Q_OBJECT

public:
    ProxiesMenu(RunningProxies *proxies, QMenu &menu);
    ~ProxiesMenu() override;

signals:
    void captureChosen(const QString &path);

private:
    void fill();

    const RunningProxies *m_proxies; ///< null: none are looked for
};

ProxiesMenu::ProxiesMenu(RunningProxies *proxies, QMenu &menu)
    : QMenu(tr("Running Proxies"), &menu)
    , m_proxies(proxies)
{
    setObjectName(u"runningProxiesMenu"_s);
    setToolTipsVisible(true);
    menu.addMenu(this);
    if (proxies) {
        connect(proxies, &RunningProxies::updated, this, &ProxiesMenu::fill);
        connect(&menu, &QMenu::aboutToShow, proxies, &RunningProxies::look);                // one may have been killed
        connect(this, &QMenu::aboutToHide, this, &ProxiesMenu::fill, Qt::QueuedConnection); // after the chosen action
    }
    fill();
}

ProxiesMenu::~ProxiesMenu() = default;

/// Does nothing while the user chooses: entries must not move under the pointer.
void ProxiesMenu::fill()
{
    if (isVisible())
        return;
    clear();
    const QList<ProxyInfo> proxies = m_proxies ? m_proxies->all() : QList<ProxyInfo>();
    for (const ProxyInfo &proxy : proxies) {
        QAction *action = addAction(Icons::icon("route"), Texts::noMnemonic(ServerTexts::ofProxy(proxy)));
        action->setToolTip(Texts::toolTip(ServerTexts::placesOf(proxy)));
        action->setEnabled(!proxy.capture.isEmpty()); // written to standard output
        connect(action, &QAction::triggered, this, [this, path = proxy.capture] { emit captureChosen(path); });
    }
    setEnabled(!proxies.isEmpty());
}

PageMenus::PageMenus(const Services &services, const Actions &actions, QWidget *page)
    : QObject(page)
    , m_actions(actions)
    , m_page(page)
{
    makeFile(services);
    makeServer(services);
    makeRequest();
    makeMark();
    makeViewAndHelp();
}

PageMenus::~PageMenus() = default;

QMenu *PageMenus::add(const QString &title)
{
    m_menus.append(new QMenu(title, m_page));
    return m_menus.constLast();
}

void PageMenus::makeFile(const Services &services)
{
    const Actions &a = m_actions;
    QMenu *file = add(tr("&File"));
    file->addActions({a.newTab, a.newWindow, a.connectServer, a.connectDemo, a.openCapture, a.followCommand});
    file->addAction(a.reopenSession);
    const auto *recent = new RecentMenu(services.settings, services.sessionsFolder, *file);
    connect(recent, &RecentMenu::captureChosen, this, &PageMenus::captureChosen);
    const auto *logs = new HostLogMenu(*file);
    connect(logs, &HostLogMenu::logChosen, this, &PageMenus::captureChosen);
    file->addSeparator();
    file->addActions({a.exportAll, a.exportSelection, a.stop});
    file->addSeparator();
    file->addActions({a.closeTab, a.closeOtherTabs, a.reopenTab});
    file->addSeparator();
    file->addActions({a.clearKept, a.preferences, a.quit});
}

void PageMenus::makeServer(const Services &services)
{
    const Actions &a = m_actions;
    QMenu *server = add(tr("&Server"));
    server->setToolTipsVisible(true); // they explain why a server cannot be reconnected
    server->addActions({a.disconnectServer, a.reconnect, a.restart, a.checkConnection, a.duplicateTab, a.copyCommand});
    server->addSeparator();
    const auto *saved = new SavedMenu(services.settings, *server);
    connect(saved, &SavedMenu::serverChosen, this, &PageMenus::serverChosen);
    server->addActions({a.saveServer, a.importServers, a.exportServers, a.watchHost});
    const auto *proxies = new ProxiesMenu(services.proxies, *server);
    connect(proxies, &ProxiesMenu::captureChosen, this, &PageMenus::captureChosen);
    server->addSeparator();
    server->addActions(
        {a.callTool, a.fetch, a.watchResource, a.refreshCatalog, a.tasks, a.lab, a.labWithArguments, a.answering});
}

void PageMenus::makeRequest()
{
    const Actions &a = m_actions;
    QMenu *request = add(tr("&Request"));
    request->addActions({a.cancel, a.cancelAll, a.keepWaiting, a.answerWithError, a.chooseError, a.heldMessages,
                         a.answer, a.resend, a.editAndResend, a.sendMessage});
    request->addSeparator();
    request->addActions(
        {a.showMessages, a.showRequest, a.copyRows, a.copyId, a.copyJson, a.copyCli, a.copyCurl, a.compare});
    request->addSeparator();
    request->addActions({a.copyIssue, a.silenceRule});
}

void PageMenus::makeMark()
{
    const Actions &a = m_actions;
    QMenu *mark = add(tr("&Mark"));
    mark->addActions({a.pin, a.note});
    mark->addSeparator();
    mark->addActions(a.colors);
    mark->addSeparator();
    mark->addActions({a.removeMarks, a.colorRules});
}

void PageMenus::makeViewAndHelp()
{
    const Actions &a = m_actions;
    QMenu *view = add(tr("&View"));
    view->addActions({a.viewServer, a.viewMessages, a.viewDetails});
    view->addSeparator();
    view->addActions({a.groupRequests, a.sortByColumn, a.arrivalOrder});
    view->addSeparator();
    view->addAction(a.hideNoise);
    view->addActions(a.noiseKinds);
    view->addSeparator();
    view->addActions({a.commandPalette, a.searchCatalog, a.find, a.findInDetails, a.findNext, a.findPrevious});
    view->addSeparator();
    view->addActions({a.nextTab, a.previousTab, a.moveTabLeft, a.moveTabRight});
    QMenu *go = add(tr("&Go"));
    go->addAction(a.goRequests);
    go->addActions(a.lowerTabs);
    go->addSeparator();
    go->addActions(a.detailsTabs);
    go->addAction(a.rawAsHex);
    go->addSeparator();
    go->addActions({a.timelineCloser, a.timelineFarther, a.timelineWhole, a.foldIdle});
    add(tr("&Help"))->addActions({a.userGuide, a.startTour, a.diagnostics, a.about});
}

} // namespace Pullcord

#include "pagemenus.moc"
