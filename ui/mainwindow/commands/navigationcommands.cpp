// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/commands/navigationcommands.h"

#include "ui/actions.h"
#include "ui/mainwindow/conversationcontroller.h"
#include "ui/mainwindow/conversationview.h"
#include "ui/panels/details/detailspanel.h"
#include "ui/panels/details/rawtab.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/timelinepanel.h"
#include "ui/views/requests/requesttable.h"
#include "ui/views/tabs/tighttabs.h"
#include "ui/views/timeline/timelineview.h"

#include <QCheckBox>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace Pullcord {

namespace {

/// Returns the first view in the current tab, else the tab bar.
QWidget *placeIn(QTabWidget *tabs)
{
    QWidget *page = tabs->currentWidget();
    if ((page->focusPolicy() & Qt::TabFocus) != 0 || page->focusProxy())
        return page;
    const QList<QAbstractScrollArea *> views = page->findChildren<QAbstractScrollArea *>();
    const auto view = std::find_if(views.begin(), views.end(), [](const QAbstractScrollArea *one) {
        return one->isVisible() && (one->focusPolicy() & Qt::TabFocus) != 0;
    });
    return view != views.end() ? *view : static_cast<QWidget *>(tabs->tabBar());
}

} // namespace

NavigationCommands::NavigationCommands(ConversationController &controller, Actions &actions, ConversationView &bench,
                                       QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_actions(actions)
    , m_bench(bench)
{
    connect(actions.goRequests, &QAction::triggered, &bench, [&bench] {
        bench.showTables();
        bench.requests()->table()->setFocus(Qt::ShortcutFocusReason);
    });
    connectTabs(bench.lower(), actions.lowerTabs, actions.viewMessages);
    connectTabs(bench.details()->tabs(), actions.detailsTabs, actions.viewDetails);
    bench.details()->raw()->follow(actions.rawAsHex);
    connect(actions.rawAsHex, &QAction::triggered, &bench, [this, details = bench.details()] {
        goTo(details->tabs(), details->tabs()->indexOf(details->raw()), m_actions.viewDetails);
    });
    connectTimeline();
    connectSearch();
    connect(bench.details(), &DetailsPanel::tabsChanged, this, &NavigationCommands::updateActions);
    connect(&controller, &ConversationController::changed, this, &NavigationCommands::updateActions);
    updateActions();
}

NavigationCommands::~NavigationCommands() = default;

void NavigationCommands::connectTabs(QTabWidget *tabs, const QList<QAction *> &actions, QAction *shown)
{
    Q_ASSERT(tabs->count() == actions.size());
    for (int i = 0; i < tabs->count(); ++i) {
        const QString toolTip = actions.at(i)->toolTip();
        tabs->tabBar()->setTabToolTip(i, toolTip);
        connect(actions.at(i), &QAction::triggered, tabs, [this, tabs, i, shown] { goTo(tabs, i, shown); });
    }
}

void NavigationCommands::goTo(QTabWidget *tabs, int index, QAction *shown) const
{
    if (tabs == m_bench.lower())
        m_bench.showTables();
    shown->setChecked(true);
    tabs->setCurrentIndex(index);
    placeIn(tabs)->setFocus(Qt::ShortcutFocusReason);
}

void NavigationCommands::connectTimeline()
{
    TimelinePanel *timeline = m_bench.timeline();
    const auto inTimeline = [this, timeline](QAction *action, auto what) {
        connect(action, &QAction::triggered, timeline, [this, timeline, what] {
            goTo(m_bench.lower(), m_bench.lower()->indexOf(timeline), m_actions.viewMessages);
            (timeline->view()->*what)();
        });
    };
    inTimeline(m_actions.timelineCloser, &TimelineView::zoomIn);
    inTimeline(m_actions.timelineFarther, &TimelineView::zoomOut);
    inTimeline(m_actions.timelineWhole, &TimelineView::fit);
    connect(m_actions.foldIdle, &QAction::toggled, timeline->fold(), &QCheckBox::setChecked);
    connect(timeline->fold(), &QCheckBox::toggled, m_actions.foldIdle, &QAction::setChecked);
}

void NavigationCommands::connectSearch()
{
    const Actions &a = m_actions;
    DetailsPanel *details = m_bench.details();
    connect(a.find, &QAction::triggered, &m_bench, &ConversationView::focusFilter);
    connect(a.findInDetails, &QAction::triggered, details, [details, view = a.viewDetails] {
        view->setChecked(true);
        details->find();
    });
    connect(a.findNext, &QAction::triggered, details, [=] { details->findOn(true); });
    connect(a.findPrevious, &QAction::triggered, details, [=] { details->findOn(false); });
}

void NavigationCommands::updateActions()
{
    const Actions &a = m_actions;
    const bool any = m_controller.conversation() != nullptr;
    for (QAction *action : {a.goRequests, a.rawAsHex, a.timelineCloser, a.timelineFarther, a.timelineWhole, a.foldIdle})
        action->setEnabled(any);
    for (QAction *action : a.lowerTabs)
        action->setEnabled(any);
    const QTabWidget *details = m_bench.details()->tabs();
    for (int i = 0; i < details->count(); ++i)
        a.detailsTabs.at(i)->setEnabled(any && details->isTabVisible(i) && details->isTabEnabled(i));
}

} // namespace Pullcord
