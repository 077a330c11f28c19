// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/startpage.h"

#include "core/capture/formatting.h"
#include "core/config/wrapping/wrapstore.h"
#include "core/proxy/control/runningproxies.h"
#include "ui/actions.h"
#include "ui/models/poolwork.h"
#include "ui/models/servertexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/recentcaptures.h"
#include "ui/services.h"
#include "ui/settings.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/plainlabel.h"
#include "ui/views/widgets/savedserverlist.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollBar>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int ListWidth = 30;  ///< minimum, in average characters
constexpr int MostNamed = 4;   ///< titles of former tabs
constexpr int MostOfName = 30; ///< in characters, per title
} // namespace

StartPage::StartPage(Actions &actions, const Services &services, QWidget *parent)
    : QWidget(parent)
    , m_services(services)
    , m_settings(services.settings)
    , m_saved(new SavedServerList(this))
    , m_proxies(new QListWidget(this))
    , m_servers(new QListWidget(this))
    , m_captures(new QListWidget(this))
    , m_lists(makeLists(actions))
{
    setObjectName(u"startPage"_s);
    auto *logo = new PlainLabel(this);
    logo->setPixmap(QPixmap(u":/logo/64.png"_s));
    auto *title = new PlainLabel(u"Pullcord"_s, this);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 2);
    title->setFont(large);
    auto *subtitle =
        new PlainLabel(tr("See every request of a Model Context Protocol conversation, and cancel any of them."), this);
    auto *head = new QHBoxLayout;
    head->addStretch(1);
    head->addWidget(logo);
    head->addSpacing(8);
    head->addWidget(title);
    head->addStretch(1);

    auto *column = new QVBoxLayout(this);
    column->addStretch(5);
    column->addLayout(head);
    column->addWidget(subtitle, 0, Qt::AlignHCenter);
    column->addSpacing(fontMetrics().height());
    const auto addCentered = [column](QWidget *widget) { // as wide as it wants, if there is room
        auto *line = new QHBoxLayout;
        line->addStretch(1);
        line->addWidget(widget, 1000);
        line->addStretch(1);
        column->addLayout(line);
    };
    addCentered(makeButtons(actions));
    column->addWidget(makeReopening(*actions.reopenSession), 0, Qt::AlignHCenter);
    column->addSpacing(fontMetrics().height());
    addCentered(m_lists);
    auto *drop = new PlainLabel(
        tr("Drop a capture or another tool's configuration here, or paste a command, a URL or a configuration."), this);
    drop->setWordWrap(true);
    drop->setAlignment(Qt::AlignHCenter);
    drop->setObjectName(u"dropWords"_s);
    column->addStretch(12);
    column->addWidget(drop); // away from the tour's callouts and from the message bar
    column->addStretch(2);
    auto *paste = new QShortcut(QKeySequence::Paste, this);
    connect(paste, &QShortcut::activated, this, [this] { emit pasted(QApplication::clipboard()->text()); });
    connect(&m_settings, &Settings::savedChanged, this, &StartPage::fill);
    connect(&m_settings, &Settings::recentChanged, this, [this] {
        if (isVisible()) // otherwise showEvent() fills it
            fill();
    });
    if (m_services.proxies)
        connect(m_services.proxies, &RunningProxies::updated, this, [this] {
            if (isVisible()) // otherwise showEvent() fills it
                fillProxies();
        });
    fill();
}

StartPage::~StartPage() = default;

void StartPage::showEvent(QShowEvent *event)
{
    fill();
    if (m_services.proxies)
        m_services.proxies->look(); // one may have been killed
    QWidget::showEvent(event);
    updateWatched();
}

QWidget *StartPage::makeButtons(Actions &actions)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSizeConstraint(QLayout::SetMinAndMaxSize);
    QList<QToolButton *> buttons;
    for (QAction *action : {actions.connectServer, actions.connectDemo, actions.openCapture, actions.watchHost}) {
        auto *button = new QToolButton(row);
        button->setObjectName(u"start_"_s + action->objectName());
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize(QSize(20, 20));
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        layout->addWidget(button);
        buttons << button;
    }
    int width = 0; // the same for all buttons, if there is room
    for (const QToolButton *button : std::as_const(buttons))
        width = qMax(width, button->sizeHint().width() + 4 * letterWidth(fontMetrics()));
    for (QToolButton *button : std::as_const(buttons))
        button->setMaximumWidth(width);
    return row;
}

/// Offers the tabs open at the last end of the program.
QWidget *StartPage::makeReopening(QAction &action)
{
    auto *row = new QWidget(this);
    auto *button = new QToolButton(row);
    button->setObjectName(u"start_"_s + action.objectName());
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    auto *names = new PlainLabel(row);
    names->setObjectName(u"wasOpen"_s);
    names->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addWidget(names, 0, Qt::AlignHCenter);
    const auto update = [row, names, &action] {
        const QStringList titles = action.data().toStringList();
        QStringList shown;
        for (const QString &title : titles.mid(0, MostNamed))
            shown << Formatting::visible(Texts::head(title.simplified(), MostOfName));
        QString text = Texts::listed(shown);
        if (titles.size() > MostNamed)
            text = tr("%1 and %Ln more", "tabs", int(titles.size()) - MostNamed).arg(text);
        names->setText(text);
        row->setHidden(titles.isEmpty());
    };
    connect(&action, &QAction::changed, row, update);
    update();
    return row;
}

QWidget *StartPage::makeLists(Actions &actions)
{
    auto *lists = new QWidget(this);
    auto *grid = new QGridLayout(lists);
    grid->setSizeConstraint(QLayout::SetMinAndMaxSize);
    int column = 0;
    const auto add = [&](QListWidget *list, const QString &title, const QString &name) {
        auto *label = new PlainLabel(title, lists);
        label->setBuddy(list);
        list->setObjectName(name);
        list->setAccessibleName(title);
        list->setMinimumWidth(ListWidth * letterWidth(fontMetrics()));
        list->setFixedHeight(8 * (fontMetrics().height() + 4));
        list->setIconSize(QSize(16, 16));
        list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        grid->addWidget(label, 0, column);
        grid->addWidget(list, 1, column++);
        return label;
    };
    m_proxiesTitle = add(m_proxies, tr("Proxies"), u"runningProxies"_s);
    m_savedTitle = add(m_saved, tr("Saved servers"), u"savedServers"_s);
    m_serversTitle = add(m_servers, tr("Recent servers"), u"recentServers"_s);
    m_capturesTitle = add(m_captures, tr("Recent captures"), u"recentCaptures"_s);
    connect(m_saved, &SavedServerList::activatedServer, this, &StartPage::serverChosen);
    connect(new RowChoice(m_servers), &RowChoice::chosen, this, [this](const QModelIndex &index) {
        if (const auto target = ServerTarget::fromSetting(index.data(Qt::UserRole).toString()))
            emit serverChosen(*target);
    });
    for (QListWidget *list : {m_captures, m_proxies}) {
        connect(new RowChoice(list), &RowChoice::chosen, this, [this, &actions](const QModelIndex &index) {
            if (const QString path = index.data(Qt::UserRole).toString(); !path.isEmpty())
                emit captureChosen(path);
            else
                actions.watchHost->trigger(); // its proxy does not run
        });
    }
    return lists;
}

void StartPage::fill()
{
    m_saved->setServers(m_settings.savedServers());
    m_servers->clear();
    const QList<ServerTarget> servers = m_settings.recentServers();
    const QStringList names = ServerTexts::inList(servers);
    for (qsizetype i = 0; i < servers.size(); ++i) {
        const ServerTarget &target = servers.at(i);
        auto *item = new QListWidgetItem(Icons::icon(target.isHttp() ? "plug" : "terminal"), names.at(i), m_servers);
        item->setData(Qt::UserRole, target.toSetting());
        item->setToolTip(Texts::toolTip(target.shownAddress()));
    }
    m_captures->clear();
    const QList<RecentCapture> captures = RecentCapture::all(m_settings, m_services.sessionsFolder);
    for (const RecentCapture &capture : captures) {
        auto *item = new QListWidgetItem(Icons::icon("file-text"), capture.text, m_captures);
        item->setData(Qt::UserRole, capture.path);
        item->setToolTip(Texts::toolTip(capture.path));
    }
    fillProxies();
}

void StartPage::fillProxies()
{
    const QListWidgetItem *current = m_proxies->currentItem();
    const QString chosen = current ? current->text() : QString();
    m_proxies->clear();
    const QList<ProxyInfo> proxies = m_services.proxies ? m_services.proxies->all() : QList<ProxyInfo>();
    for (const ProxyInfo &proxy : proxies) {
        auto *item = new QListWidgetItem(Icons::icon("route"), ServerTexts::ofProxy(proxy), m_proxies);
        item->setData(Qt::UserRole, proxy.capture);
        item->setToolTip(Texts::toolTip(ServerTexts::placesOf(proxy)));
        if (proxy.capture.isEmpty())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    addWatched(proxies);
    if (const QList<QListWidgetItem *> same = m_proxies->findItems(chosen, Qt::MatchExactly); !same.isEmpty())
        m_proxies->setCurrentItem(same.constFirst());
    showFilled();
}

/// Adds the watched servers of hosts whose proxies do not run.
void StartPage::addWatched(const QList<ProxyInfo> &running)
{
    for (const Watched &server : std::as_const(m_watched)) {
        if (std::ranges::find(running, server.title, &ProxyInfo::title) != running.end())
            continue;
        const QString text =
            server.isBroken ? tr("%1, cannot start", "a watched server") : tr("%1, not running", "a watched server");
        auto *item = new QListWidgetItem(Icons::icon(server.isBroken ? "triangle-alert" : "route"),
                                         text.arg(Formatting::visible(server.title)), m_proxies);
        item->setForeground(palette().brush(QPalette::PlaceholderText));
        item->setToolTip(Texts::toolTip(
            server.isBroken ? tr("%1 is missing. Watch the server again to repair it.").arg(server.program)
                            : tr("The proxy runs while %1 uses this server.").arg(server.host)));
    }
}

QList<StartPage::Watched> StartPage::watchedIn(const WrapStore &store)
{
    QList<Watched> watched;
    const QList<WrapStore::Configuration> hosts = store.wrapped();
    for (const WrapStore::Configuration &host : hosts) {
        for (const ImportedServer &server : host.servers) {
            if (server.isUsable() && !server.disabled && ServerWrapping::isWrapped(server.target))
                watched << Watched{.title = ServerWrapping::title(server.target),
                                   .host = host.place.tool,
                                   .program = server.target.command.program,
                                   .isBroken = ServerWrapping::isBroken(server.target)};
        }
    }
    return watched;
}

/// Reads in a thread of the pool, since configurations of hosts may have many megabytes.
void StartPage::updateWatched()
{
    if (!isVisible())
        return; // showEvent() reads them
    runInPool(
        this, [store = WrapStore::ofUser()] { return watchedIn(store); },
        [this, read = ++m_reads](const QList<Watched> &watched) {
            if (read != m_reads)
                return;
            m_watched = watched;
            fillProxies();
        });
}

/// Shows the lists that have rows, as wide as their rows.
void StartPage::showFilled()
{
    bool any = false;
    const auto show = [&any](QAbstractItemView *list, QLabel *title) {
        const int beside = 2 * list->frameWidth() + list->verticalScrollBar()->sizeHint().width();
        list->setMaximumWidth(qMax(list->minimumWidth(), list->sizeHintForColumn(0) + beside));
        const bool hasRows = list->model()->rowCount() > 0;
        list->setVisible(hasRows);
        title->setVisible(hasRows);
        any = any || hasRows;
    };
    show(m_proxies, m_proxiesTitle);
    show(m_saved, m_savedTitle);
    show(m_servers, m_serversTitle);
    show(m_captures, m_capturesTitle);
    m_lists->setVisible(any);
}

} // namespace Pullcord
