// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/statisticspanel.h"

#include "core/capture/capture.h"
#include "core/mcp/conversation.h"
#include "ui/views/requests/histogramdelegate.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/tables/tableheader.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds ShortestWait = 500ms;
constexpr int WaitPerWork = 10; ///< pause, as a multiple of the duration of the last count

} // namespace

StatisticsPanel::StatisticsPanel(QWidget *parent)
    : QWidget(parent)
    , m_table(new GrowingTableView(this))
    , m_onlyFiltered(new QCheckBox(tr("&Only requests that match the filter"), this))
{
    setObjectName(u"statisticsPanel"_s);
    m_sorted.setSourceModel(&m_model);
    m_table->setObjectName(u"statisticsTable"_s);
    m_table->setAccessibleName(tr("Statistics of requests"));
    m_table->setModel(&m_sorted);
    m_table->setItemDelegate(new HistogramDelegate(m_table));
    m_table->titles().setScale(StatisticsModel::Latency, HistogramDelegate::scale());
    setColumns();
    m_table->setEmptyText(tr("Nothing to count yet. Each method and tool that is called gets a row here."));
    m_table->setToolTip(tr("Press Enter or double-click to show the requests of a row"));
    m_table->setFollowsFromStart(false);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // in order of occurrence
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_onlyFiltered->setObjectName(u"onlyFiltered"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *head = new QHBoxLayout; // above the table, so that the message bar does not move it
    head->setContentsMargins(4, 4, 4, 4);
    head->addWidget(m_onlyFiltered);
    layout->addLayout(head);
    layout->addWidget(m_table);
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, [this] {
        if (m_hasNews && isVisible())
            count();
    });
    connect(m_onlyFiltered, &QCheckBox::toggled, this, &StatisticsPanel::count);
    setTabOrder(m_table, m_onlyFiltered);
    connect(new RowChoice(m_table), &RowChoice::chosen, this, [this](const QModelIndex &index) {
        if (index.data(StatisticsModel::IsTotalRole).toBool() && m_onlyFiltered->isChecked())
            return; // they are shown already
        emit filterRequested(index.data(StatisticsModel::FilterRole).toString());
    });
}

StatisticsPanel::~StatisticsPanel() = default;

void StatisticsPanel::setConversation(Conversation *conversation)
{
    m_conversation = conversation;
    m_model.setSummary({});
    m_wait.stop();
    refresh();
}

void StatisticsPanel::setFilter(std::function<bool(qsizetype)> passes)
{
    m_passes = std::move(passes);
    refresh();
}

void StatisticsPanel::refresh()
{
    m_hasNews = true;
    if (isVisible() && !m_wait.isActive())
        m_wait.start(m_model.rowCount() == 0 ? 0ms : ShortestWait);
}

void StatisticsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    count();
}

void StatisticsPanel::setColumns()
{
    constexpr ColumnLayout::Width Count{6, 4};
    constexpr ColumnLayout::Width Duration{8, 8};
    constexpr ColumnLayout::Width Bytes{8, 8};
    QList<ColumnLayout::Width> widths(StatisticsModel::ColumnCount, Count);
    widths[StatisticsModel::Method] = {ColumnLayout::Icon + 17, ColumnLayout::Icon + 9};
    widths[StatisticsModel::Target] = {18, 9};
    for (const int column : {StatisticsModel::Median, StatisticsModel::P95, StatisticsModel::P99})
        widths[column] = Duration;
    widths[StatisticsModel::Latency] = {38, 18}; // counts of all classes
    widths[StatisticsModel::Sent] = widths[StatisticsModel::Received] = Bytes;
    widths[StatisticsModel::AfterCancel] = Duration;
    m_table->setColumns(widths, StatisticsModel::Target,
                        {StatisticsModel::P95, StatisticsModel::P99, // the histogram shows them, too
                         StatisticsModel::Sent, StatisticsModel::Received});
}

void StatisticsPanel::count()
{
    if (!m_conversation)
        return;
    m_hasNews = false;
    QElapsedTimer work;
    work.start();
    m_model.setSummary(Statistics::summary(m_conversation->log(), m_onlyFiltered->isChecked() ? m_passes : nullptr,
                                           m_conversation->capture().hasTimes()));
    const std::chrono::milliseconds wait(work.elapsed() * WaitPerWork);
    if (wait > ShortestWait) // changes wait that long
        m_wait.start(wait);
}

} // namespace Pullcord
