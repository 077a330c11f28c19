// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/workbench.h"

#include "core/mcp/conversation.h"
#include "ui/panels/detailspanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverlogpanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/panels/statisticspanel.h"
#include "ui/panels/stderrpanel.h"
#include "ui/panels/timelinepanel.h"
#include "ui/views/filterbar.h"
#include "ui/views/logbar.h"
#include "ui/views/requesttable.h"
#include "ui/views/tabcorner.h"
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
constexpr int NarrowestServer = 20;
constexpr int NarrowestLower = 50;
constexpr int NarrowestDetails = 20;
} // namespace

Workbench::Workbench(Actions &actions, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_middle(new QSplitter(Qt::Vertical, this))
    , m_lower(new QTabWidget(this))
    , m_server(new ServerPanel(actions, this))
    , m_requests(new RequestsPanel(actions, this))
    , m_messages(new MessagesPanel(actions, this))
    , m_log(new ServerLogPanel(actions, this))
    , m_stderr(new StderrPanel(this))
    , m_statistics(new StatisticsPanel(this))
    , m_timeline(new TimelinePanel(m_requests->grouped(), this))
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
    fitFont();
    connectPanels();
}

Workbench::~Workbench() = default;

void Workbench::fitFont()
{
    const int one = fontMetrics().averageCharWidth();
    m_server->setMinimumWidth(NarrowestServer * one);
    // Whatever comes into it, it stays as wide as it is.
    m_details->setMinimumWidth(NarrowestDetails * one);
    m_lower->setMinimumWidth(NarrowestLower * one); // not what its widest tab wants
}

void Workbench::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitFont();
}

void Workbench::makeLower()
{
    m_lower->setObjectName(u"lowerTabs"_s);
    m_lower->setAccessibleName(tr("Messages, server log and output, timeline, statistics"));
    m_lower->setDocumentMode(true);
    m_lower->addTab(m_messages, tr("Messages"));
    m_lower->addTab(m_log, tr("Server Log"));
    m_lower->addTab(m_stderr, tr("Server Output"));
    m_lower->addTab(m_timeline, tr("Timeline"));
    m_lower->addTab(m_statistics, tr("Statistics"));
    auto *corner = new TabCorner(m_lower);
    corner->layout()->addWidget(m_messages->filterBar());
    m_lower->setCornerWidget(corner);
    connect(m_lower, &QTabWidget::currentChanged, this,
            [this] { m_messages->filterBar()->setVisible(m_lower->currentWidget() == m_messages); });
}

void Workbench::connectSelection()
{
    connect(m_requests, &RequestsPanel::selectionChanged, this, [this] {
        m_selected = Place::Requests;
        m_details->showRequest(m_requests->currentRow());
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::selectionChanged, this, [this] {
        m_selected = Place::Messages;
        m_details->showMessage(m_messages->currentIndex());
        emit selectionChanged();
    });
    connect(m_log, &ServerLogPanel::selectionChanged, this, [this] {
        m_selected = Place::ServerLog;
        m_details->showMessage(m_log->currentEvent());
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::hiddenWanted, this, [this](qsizetype row) {
        m_selected = Place::Requests;
        m_details->showRequest(row);
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::hiddenWanted, this, [this](qsizetype event) {
        m_selected = Place::Messages;
        m_details->showMessage(event);
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::unpinRequested, this, &Workbench::unpinRequested);
    connect(m_messages, &MessagesPanel::unpinRequested, this, &Workbench::unpinRequested);
    connect(m_log, &ServerLogPanel::messageWanted, this, &Workbench::showInMessages);
    // From one table to the other and back, with the keys too.
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

void Workbench::connectPanels()
{
    connectSelection();
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

void Workbench::setConversation(Conversation *conversation)
{
    m_conversation = conversation;
    m_selected = Place::Requests;
    m_lower->setTabText(m_lower->indexOf(m_stderr), tr("Server Output"));
    m_details->setConversation(nullptr); // first, since the others let go of their selections
    m_server->setConversation(conversation);
    m_timeline->setConversation(nullptr); // it paints from the model of the requests
    m_requests->setConversation(conversation);
    m_timeline->setConversation(conversation);
    m_messages->setConversation(conversation);
    m_log->setConversation(conversation);
    m_stderr->setConversation(conversation);
    m_statistics->setConversation(conversation);
    m_details->setConversation(conversation);
}

QList<LogTable *> Workbench::tables() const
{
    return {m_requests->table(), m_messages->table(), m_log->table(), m_statistics->table()};
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

LogTable *Workbench::selectedTable() const
{
    return m_selected == Place::Messages    ? m_messages->table()
           : m_selected == Place::ServerLog ? m_log->table()
                                            : m_requests->table();
}

QList<LogTable *> Workbench::sortableTables() const
{
    return {m_requests->table(), m_messages->table()};
}

LogTable *Workbench::sortableTable() const
{
    return m_selected == Place::ServerLog ? nullptr : selectedTable();
}

QList<MarkedPlace> Workbench::selectedPlaces() const
{
    if (!m_conversation)
        return {};
    if (m_selected == Place::Requests)
        return m_requests->selectedPlaces();
    const std::vector<qsizetype> events =
        m_selected == Place::Messages ? m_messages->selectedEvents() : m_log->selectedEvents();
    QList<MarkedPlace> places;
    for (const qsizetype event : events)
        places.append(MarkedPlace{.event = event});
    return places;
}

bool Workbench::hasSelection() const
{
    return m_conversation && selectedTable()->selectionModel()->hasSelection();
}

ExportSelection Workbench::selection() const
{
    const Marks &marks = m_conversation->log().marks();
    if (m_selected == Place::Messages)
        return ExportSelection::ofEvents(m_messages->selectedIndices()).withMarks(marks);
    if (m_selected == Place::ServerLog)
        return ExportSelection::ofEvents(m_log->selectedEvents()).withMarks(marks);
    const QList<qsizetype> rows = m_requests->selectedWholes();
    return ExportSelection::ofRequests(m_conversation->capture(), m_conversation->log(), {rows.begin(), rows.end()})
        .withMarks(marks);
}

std::vector<qsizetype> Workbench::selectedMessages() const
{
    return m_selected == Place::Messages ? m_messages->selectedIndices() : std::vector<qsizetype>();
}

QByteArrayList Workbench::selectedBytes() const
{
    std::vector<qsizetype> indices;
    if (m_selected == Place::Messages) {
        indices = m_messages->selectedIndices();
    } else if (m_selected == Place::ServerLog) {
        indices = m_log->selectedEvents();
    } else {
        const QList<qsizetype> rows = m_requests->selectedRows();
        for (const qsizetype row : rows)
            indices.push_back(m_conversation->log().record(row).requestEvent);
    }
    QByteArrayList messages;
    for (const qsizetype index : indices) {
        if (index >= 0)
            messages << m_conversation->capture().eventAt(index).bytes;
    }
    return messages;
}

qsizetype Workbench::requestOfMessage() const
{
    if (m_selected == Place::ServerLog)
        return m_log->currentRequest();
    const qsizetype index = m_messages->currentIndex();
    return m_conversation && index >= 0 ? m_conversation->capture().entry(index).row : -1;
}

qsizetype Workbench::messageToShow() const
{
    if (m_selected == Place::ServerLog)
        return m_log->currentEvent();
    const qsizetype row = m_requests->currentRow();
    return m_conversation && row >= 0 ? m_conversation->log().record(row).requestEvent : -1;
}

qsizetype Workbench::selectedEntry() const
{
    return m_conversation && m_selected == Place::Messages ? m_messages->currentIndex() : messageToShow();
}

void Workbench::showInRequests()
{
    const qsizetype row = requestOfMessage();
    if (row < 0)
        return;
    if (!m_requests->passesFilter(row))
        m_requests->filterBar()->showOnly({}); // it hides what somebody wants to see
    m_requests->select(row);
}

void Workbench::showInMessages()
{
    showMessage(messageToShow());
}

void Workbench::showMessage(qsizetype captureIndex)
{
    if (!m_conversation || captureIndex < 0)
        return;
    m_lower->setCurrentWidget(m_messages);
    m_messages->select(captureIndex);
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
    else
        (m_messages->table()->hasFocus() ? m_messages->filterBar() : m_requests->filterBar())->focusText();
}

} // namespace Pullcord
