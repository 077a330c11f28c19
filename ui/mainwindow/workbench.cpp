// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/workbench.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/findingmarks.h"
#include "ui/panels/detailspanel.h"
#include "ui/panels/findingspanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverlogpanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/panels/statisticspanel.h"
#include "ui/panels/stderrpanel.h"
#include "ui/panels/timelinepanel.h"
#include "ui/views/filterbar.h"
#include "ui/views/findingsbar.h"
#include "ui/views/letterwidth.h"
#include "ui/views/logbar.h"
#include "ui/views/requesttable.h"
#include "ui/views/tabcorner.h"
#include "ui/views/tighttabs.h"
#include "ui/views/timeline/timelineview.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QTabWidget>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
// In characters.
constexpr int NarrowestServer = 19;
constexpr int NarrowestLower = 34;
constexpr int NarrowestDetails = 20;
} // namespace

Workbench::Workbench(Actions &actions, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_viewDetails(actions.viewDetails)
    , m_middle(new QSplitter(Qt::Vertical, this))
    , m_lower(new TightTabs(this))
    , m_server(new ServerPanel(actions, this))
    , m_requests(new RequestsPanel(actions, this))
    , m_messages(new MessagesPanel(actions, this))
    , m_log(new ServerLogPanel(actions, this))
    , m_stderr(new StderrPanel(this))
    , m_statistics(new StatisticsPanel(this))
    , m_timeline(new TimelinePanel(m_requests->grouped(), this))
    , m_marks(new FindingMarks(this))
    , m_findings(new FindingsPanel(actions, *m_marks, this))
    , m_details(new DetailsPanel(this))
{
    setObjectName(u"columnSplitter"_s);
    makeLower();
    m_middle->setObjectName(u"middleSplitter"_s);
    m_middle->addWidget(m_requests);
    m_middle->addWidget(m_lower);
    m_middle->setStretchFactor(0, 3);
    m_middle->setStretchFactor(1, 1);
    addWidget(m_server);
    addWidget(m_middle);
    addWidget(m_details);
    setStretchFactor(1, 1);
    makeHidden();
    makeTurns();
    fitFont();
    connectPanels();
}

Workbench::~Workbench() = default;

void Workbench::fitFont()
{
    const int one = letterWidth(fontMetrics());
    m_server->setMinimumWidth(NarrowestServer * one);
    // Keep a minimum that does not depend on the contents.
    m_details->setMinimumWidth(NarrowestDetails * one);
    m_lower->setMinimumWidth(NarrowestLower * one); // not the width of its widest tab
}

QSize Workbench::minimumSizeHint() const
{
    const auto least = [](const QWidget *panel) {
        return panel->minimumWidth() > 0 ? panel->minimumWidth() : panel->minimumSizeHint().width();
    };
    const int server = m_server->isHidden() ? 0 : least(m_server) + handleWidth();
    return {server + qMax(least(m_middle), least(m_details)), QSplitter::minimumSizeHint().height()};
}

void Workbench::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitFont();
        takeTurns();
    }
}

void Workbench::makeLower()
{
    m_lower->setObjectName(u"lowerTabs"_s);
    m_lower->setAccessibleName(tr("Messages, server log and output, timeline, statistics, findings"));
    m_lower->setDocumentMode(true);
    m_lower->addTab(m_messages, tr("Messages"));
    m_lower->addTab(m_log, tr("Server Log"));
    m_lower->addTab(m_stderr, tr("Server Output"));
    m_lower->addTab(m_timeline, tr("Timeline"));
    m_lower->addTab(m_statistics, tr("Statistics"));
    m_lower->addTab(m_findings, tr("Findings"));
    auto *corner = new TabCorner(m_lower);
    corner->layout()->addWidget(m_messages->filterBar());
    m_lower->setCornerWidget(corner);
    connect(m_lower, &QTabWidget::currentChanged, this,
            [this] { m_messages->filterBar()->setVisible(m_lower->currentWidget() == m_messages); });
}

void Workbench::connectSelection()
{
    connect(m_requests, &RequestsPanel::selectionChanged, this, [this] {
        setSelected(Place::Requests);
        showCurrent();
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::selectionChanged, this, [this] {
        setSelected(Place::Messages);
        showCurrent();
        emit selectionChanged();
    });
    for (const LogModel *model :
         {static_cast<const LogModel *>(&m_requests->model()), static_cast<const LogModel *>(&m_messages->model())})
        connect(model, &LogModel::looked, this, &Workbench::tellHidden);
    connect(m_log, &ServerLogPanel::selectionChanged, this, [this] {
        setSelected(Place::ServerLog);
        m_details->showMessage(m_log->currentEvent());
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::hiddenWanted, this, [this](qsizetype row) {
        setSelected(Place::Requests);
        m_details->showRequest(row);
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::hiddenWanted, this, [this](qsizetype event) {
        setSelected(Place::Messages);
        m_details->showMessage(event);
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::unpinRequested, this, &Workbench::unpinRequested);
    connect(m_messages, &MessagesPanel::unpinRequested, this, &Workbench::unpinRequested);
    connect(m_log, &ServerLogPanel::messageWanted, this, &Workbench::showInMessages);
    // Moves between the two tables, also by keyboard.
    connect(m_requests, &RequestsPanel::messageWanted, this, [this] {
        if (messageToShow() < 0)
            return;
        showInMessages();
        m_messages->table()->setFocus();
    });
    connect(m_messages, &MessagesPanel::requestWanted, this, [this] {
        if (requestOfMessage() < 0)
            return;
        showInRequests();
        m_requests->table()->setFocus();
    });
    connect(m_details, &DetailsPanel::messageWanted, this, &Workbench::showMessage);
}

void Workbench::connectFindings()
{
    m_requests->model().setFindings(*m_marks);
    m_messages->model().setFindings(*m_marks);
    connect(m_marks, &FindingMarks::changed, this, &Workbench::countFindings);
    connect(m_findings, &FindingsPanel::selectionChanged, this, [this] {
        if (!m_findings->current())
            return; // nothing selected, or hidden by the filter
        setSelected(Place::Findings);
        if (m_findings->currentRequest() >= 0)
            m_details->showRequest(m_findings->currentRequest());
        else
            m_details->showMessage(m_findings->currentEvent());
        emit selectionChanged();
    });
    connect(m_findings, &FindingsPanel::chosen, this, [this] {
        const qsizetype row = m_findings->currentRequest();
        row >= 0 ? showRequest(row) : showMessage(m_findings->currentEvent());
        (row >= 0 ? static_cast<LogTable *>(m_requests->table()) : m_messages->table())->setFocus();
    });
    connect(m_findings, &FindingsPanel::messageWanted, this, &Workbench::showMessage);
    connect(m_findings, &FindingsPanel::requestWanted, this, &Workbench::showRequest);
}

/// Counts warnings and errors only.
void Workbench::countFindings()
{
    const qsizetype count = m_marks->count();
    m_lower->setTabText(m_lower->indexOf(m_findings),
                        count > 0 ? tr("Findings (%1)").arg(QLocale().toString(count)) : tr("Findings"));
}

void Workbench::connectPanels()
{
    connectSelection();
    connectFindings();
    connect(m_details, &DetailsPanel::requestWanted, m_requests, &RequestsPanel::select);
    connect(m_requests, &RequestsPanel::rowsChanged, this, &Workbench::contentChanged);
    connect(&m_messages->model(), &QAbstractItemModel::rowsInserted, this, &Workbench::contentChanged);
    connect(&m_log->model(), &QAbstractItemModel::rowsInserted, this, &Workbench::contentChanged);
    connect(&m_stderr->model(), &QAbstractItemModel::rowsInserted, this, [this] {
        m_lower->setTabText(m_lower->indexOf(m_stderr),
                            tr("Server Output (%1)").arg(QLocale().toString(m_stderr->model().rowCount())));
    });
    m_statistics->setFilter([this](qsizetype row) { return m_requests->passesFilter(row); });
    connect(m_requests->filterBar(), &FilterBar::changed, m_statistics, &StatisticsPanel::refresh);
    connect(m_details, &DetailsPanel::filterWanted, this, [this](const QString &filter) {
        const bool ofMessages = m_selected == Place::Messages;
        (ofMessages ? m_messages->filterBar() : m_requests->filterBar())->showOnly(filter);
    });
    connect(m_statistics, &StatisticsPanel::filterRequested, this, [this](const QString &filter) {
        m_requests->filterBar()->showOnly(filter);
        m_requests->table()->setFocus();
    });
    connect(m_requests, &RequestsPanel::selectionChanged, this,
            [this] { m_timeline->view()->setCurrentLogRow(m_requests->currentRow()); });
    connect(m_timeline->view(), &TimelineView::currentChanged, m_requests, &RequestsPanel::select);
    connect(m_timeline->view(), &TimelineView::foldWanted, m_requests->table(), &RequestTableView::setFolded);
    connect(m_timeline->view(), &TimelineView::rangeChosen, this, [this](qint64 from, qint64 to) {
        for (FilterBar *bar : filterBars())
            bar->showBetween(from, to);
    });
    for (FilterBar *bar : filterBars()) {
        connect(bar, &FilterBar::betweenDropped, this, [this] {
            m_timeline->view()->forgetRange();
            for (FilterBar *each : filterBars())
                each->dropBetween();
        });
    }
}

void Workbench::setConversation(Conversation *conversation, const Findings *findings)
{
    m_conversation = conversation;
    setSelected(Place::Requests);
    m_lower->setTabText(m_lower->indexOf(m_stderr), tr("Server Output"));
    m_details->setConversation(nullptr); // first, since the others clear their selections
    m_server->setConversation(conversation);
    m_timeline->setConversation(nullptr); // it paints from the model of the requests
    m_marks->setSource(findings, conversation ? &conversation->log() : nullptr);
    m_requests->setConversation(conversation);
    m_timeline->setConversation(conversation);
    m_messages->setConversation(conversation);
    m_log->setConversation(conversation);
    m_stderr->setConversation(conversation);
    m_statistics->setConversation(conversation);
    m_findings->setSource(conversation, findings);
    m_details->setConversation(conversation);
}

QList<LogTable *> Workbench::tables() const
{
    return {m_requests->table(), m_messages->table(), m_log->table(), m_statistics->table(), m_findings->table()};
}

void Workbench::refresh()
{
    const Session *session = m_conversation ? m_conversation->session() : nullptr;
    m_requests->setReasonIsSent(!session || session->tracker().dialect().signal != Dialect::Signal::CloseStream);
    m_messages->refresh();
    m_statistics->refresh();
    m_log->refresh();
    const qsizetype logged = m_log->model().total();
    m_lower->setTabText(m_lower->indexOf(m_log),
                        logged > 0 ? tr("Server Log (%1)").arg(QLocale().toString(logged)) : tr("Server Log"));
    m_details->refresh();
}

void Workbench::setColorRules(const QList<ColorRule> &rules)
{
    m_requests->setColorRules(rules);
    m_messages->setColorRules(rules);
}

QList<FilterBar *> Workbench::filterBars() const
{
    return {m_requests->filterBar(), m_messages->filterBar()};
}

void Workbench::focusFilter()
{
    const QWidget *focused = QApplication::focusWidget();
    if (focused && m_details->isAncestorOf(focused))
        return m_details->find();
    if (m_log->table()->hasFocus())
        m_log->bar()->focusText();
    else if (focused && m_findings->isAncestorOf(focused))
        m_findings->bar()->focusText();
    else
        (m_messages->table()->hasFocus() ? m_messages->filterBar() : m_requests->filterBar())->focusText();
}

} // namespace Pullcord
