// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow/workbench.h"

#include "core/mcp/conversation.h"
#include "ui/panels/callpanel.h"
#include "ui/panels/detailspanel.h"
#include "ui/panels/messagespanel.h"
#include "ui/panels/requestspanel.h"
#include "ui/panels/serverpanel.h"
#include "ui/panels/statisticspanel.h"
#include "ui/panels/stderrpanel.h"
#include "ui/panels/timelinepanel.h"
#include "ui/settings.h"
#include "ui/views/filterbar.h"
#include "ui/views/form/schemaeditor.h"
#include "ui/views/requesttable.h"
#include "ui/views/timeline/timelineview.h"

#include <QHeaderView>
#include <QLocale>
#include <QTabWidget>

namespace Pullcord {
using namespace Qt::StringLiterals;

Workbench::Workbench(Actions &actions, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_middle(new QSplitter(Qt::Vertical, this))
    , m_lower(new QTabWidget(this))
    , m_server(new ServerPanel(actions, this))
    , m_requests(new RequestsPanel(actions, this))
    , m_messages(new MessagesPanel(actions, this))
    , m_stderr(new StderrPanel(this))
    , m_statistics(new StatisticsPanel(this))
    , m_timeline(new TimelinePanel(m_requests->model(), this))
    , m_details(new DetailsPanel(this))
{
    setObjectName(u"columnSplitter"_s);
    m_lower->setObjectName(u"lowerTabs"_s);
    m_lower->setAccessibleName(tr("Messages and server output"));
    m_lower->setDocumentMode(true);
    m_lower->addTab(m_messages, tr("Messages"));
    m_lower->addTab(m_stderr, tr("Server Output"));
    m_lower->addTab(m_timeline, tr("Timeline"));
    m_lower->addTab(m_statistics, tr("Statistics"));
    m_lower->setCornerWidget(m_messages->filterBar());
    m_middle->setObjectName(u"middleSplitter"_s);
    m_middle->addWidget(m_requests);
    m_middle->addWidget(m_lower);
    m_middle->setStretchFactor(0, 3);
    m_middle->setStretchFactor(1, 1);
    addWidget(m_server);
    addWidget(m_middle);
    addWidget(m_details);
    setStretchFactor(1, 1);
    connectPanels();
}

Workbench::~Workbench() = default;

void Workbench::connectPanels()
{
    connect(m_requests, &RequestsPanel::selectionChanged, this, [this] {
        m_messagesSelected = false;
        m_details->showRequest(m_requests->currentRow());
        emit selectionChanged();
    });
    connect(m_messages, &MessagesPanel::selectionChanged, this, [this] {
        m_messagesSelected = true;
        m_details->showMessage(m_messages->currentIndex());
        emit selectionChanged();
    });
    connect(m_requests, &RequestsPanel::rowsChanged, this, &Workbench::contentChanged);
    connect(&m_messages->model(), &QAbstractItemModel::rowsInserted, this, &Workbench::contentChanged);
    connect(&m_stderr->model(), &QAbstractItemModel::rowsInserted, this, [this] {
        m_lower->setTabText(m_lower->indexOf(m_stderr),
                            tr("Server Output (%1)").arg(QLocale().toString(m_stderr->model().rowCount())));
    });
    m_statistics->setFilter([this](qsizetype row) { return m_requests->passesFilter(row); });
    connect(m_requests->filterBar(), &FilterBar::changed, m_statistics, &StatisticsPanel::refresh);
    connect(m_statistics, &StatisticsPanel::filterRequested, this, [this](const QString &filter) {
        m_requests->filterBar()->showOnly(filter);
        m_requests->table()->setFocus();
    });
    connect(m_requests, &RequestsPanel::selectionChanged, this,
            [this] { m_timeline->view()->setCurrentLogRow(m_requests->currentRow()); });
    connect(m_timeline->view(), &TimelineView::currentChanged, m_requests, &RequestsPanel::select);
    connect(m_timeline->view(), &TimelineView::rangeChosen, this, [this](qint64 from, qint64 to) {
        for (FilterBar *bar : filterBars())
            bar->showBetween(from, to);
    });
    connect(m_lower, &QTabWidget::currentChanged, this,
            [this] { m_messages->filterBar()->setVisible(m_lower->currentWidget() == m_messages); });
}

void Workbench::setConversation(Conversation *conversation)
{
    m_conversation = conversation;
    m_lower->setTabText(m_lower->indexOf(m_stderr), tr("Server Output"));
    m_details->setConversation(nullptr); // first, since the others let go of their selections
    m_server->setConversation(conversation);
    m_timeline->setConversation(nullptr); // it paints from the model of the requests
    m_requests->setConversation(conversation);
    m_timeline->setConversation(conversation);
    m_messages->setConversation(conversation);
    m_stderr->setConversation(conversation);
    m_statistics->setConversation(conversation);
    m_details->setConversation(conversation);
}

QList<LogTable *> Workbench::tables() const
{
    return {m_requests->table(), m_messages->table(), m_statistics->table()};
}

void Workbench::restoreLayout(const Settings &settings)
{
    const int one = fontMetrics().averageCharWidth();
    if (!restoreState(settings.layout(objectName())))
        setSizes({32 * one, qMax(window()->width() - 78 * one, 60 * one), 46 * one}); // a window may begin narrow
    if (!m_middle->restoreState(settings.layout(m_middle->objectName())))
        m_middle->setSizes({560, 260});
    m_details->restoreState(settings.layout(m_details->objectName()));
    m_messages->filterBar()->setShowsHttp(settings.value(Settings::ShowHttp));
    m_server->splitter()->restoreState(settings.layout(m_server->splitter()->objectName()));
    SchemaEditor *arguments = m_server->callPanel()->editor();
    arguments->restoreLayout(settings.layout(arguments->objectName()));
    for (LogTable *table : tables()) {
        table->horizontalHeader()->restoreState(settings.layout(table->objectName()));
        table->setChosenWidths(!settings.layout(table->objectName() + u"Widths"_s).isEmpty());
    }
}

void Workbench::saveLayout(Settings &settings) const
{
    settings.setLayout(m_details->objectName(), m_details->saveState());
    settings.set(Settings::ShowHttp, m_messages->filterBar()->showsHttp());
    const SchemaEditor *arguments = m_server->callPanel()->editor();
    settings.setLayout(arguments->objectName(), arguments->saveLayout());
    for (const QSplitter *splitter : {static_cast<const QSplitter *>(this), static_cast<const QSplitter *>(m_middle),
                                      static_cast<const QSplitter *>(m_server->splitter())})
        settings.setLayout(splitter->objectName(), splitter->saveState());
    for (const LogTable *table : tables()) {
        settings.setLayout(table->objectName(), table->horizontalHeader()->saveState());
        settings.setLayout(table->objectName() + u"Widths"_s, table->hasChosenWidths() ? "chosen"_ba : ""_ba);
    }
}

void Workbench::refresh()
{
    const Session *session = m_conversation ? m_conversation->session() : nullptr;
    m_requests->setReasonIsSent(!session || session->tracker().dialect().signal != Dialect::Signal::CloseStream);
    m_messages->refresh();
    m_statistics->refresh();
    m_details->refresh();
}

LogTable *Workbench::selectedTable() const
{
    return m_messagesSelected ? m_messages->table() : m_requests->table();
}

bool Workbench::hasSelection() const
{
    return m_conversation && selectedTable()->selectionModel()->hasSelection();
}

ExportSelection Workbench::selection() const
{
    if (m_messagesSelected)
        return ExportSelection::ofEvents(m_messages->selectedIndices());
    const QList<qsizetype> rows = m_requests->selectedRows();
    return ExportSelection::ofRequests(m_conversation->capture(), m_conversation->log(), {rows.begin(), rows.end()});
}

QByteArrayList Workbench::selectedBytes() const
{
    std::vector<qsizetype> indices;
    if (m_messagesSelected) {
        indices = m_messages->selectedIndices();
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
    const qsizetype index = m_messages->currentIndex();
    return m_conversation && index >= 0 ? m_conversation->capture().entry(index).row : -1;
}

void Workbench::showInRequests()
{
    if (const qsizetype row = requestOfMessage(); row >= 0)
        m_requests->select(row);
}

void Workbench::showInMessages()
{
    const qsizetype row = m_requests->currentRow();
    if (!m_conversation || row < 0)
        return;
    m_lower->setCurrentWidget(m_messages);
    m_messages->select(m_conversation->log().record(row).requestEvent);
}

QList<FilterBar *> Workbench::filterBars() const
{
    return {m_requests->filterBar(), m_messages->filterBar()};
}

void Workbench::focusFilter()
{
    const bool lower = m_messages->table()->hasFocus();
    (lower ? m_messages->filterBar() : m_requests->filterBar())->focusText();
}

} // namespace Pullcord
