// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/statisticspanel.h"

#include "core/capture/capture.h"
#include "core/mcp/conversation.h"
#include "ui/models/texts.h"
#include "ui/views/requests/histogramdelegate.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/tables/tableheader.h"
#include "ui/views/widgets/flowlayout.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds ShortestWait = 500ms;
constexpr int LatencyWidth = 38; ///< characters, for the counts of all classes
constexpr int WaitPerWork = 10;  ///< pause, as a multiple of the duration of the last count

} // namespace

StatisticsPanel::StatisticsPanel(QWidget *parent)
    : QWidget(parent)
    , m_table(new GrowingTableView(this))
    , m_onlyFiltered(new QCheckBox(tr("&Only requests that match the filter"), this))
    , m_leftOut(new QToolButton(this))
{
    setObjectName(u"statisticsPanel"_s);
    m_sorted.setSourceModel(&m_model);
    m_table->setObjectName(u"statisticsTable"_s);
    m_table->setAccessibleName(tr("Statistics of requests"));
    m_table->setModel(&m_sorted);
    m_table->setItemDelegate(new HistogramDelegate(m_table));
    m_table->titles().setScale(StatisticsModel::Latency, HistogramDelegate::scale());
    m_table->setColumnWidths({u"xxxelicitation/create"_s, u"a_tool_name"_s, u"0,000"_s, u"0,000"_s, u"0,000"_s,
                              u"0,000"_s, u"000.0 ms"_s, u"000.0 ms"_s, u"000.0 ms"_s, QString(LatencyWidth, u'0'),
                              u"000.0 MB"_s, u"000.0 MB"_s, u"000.0 ms"_s});
    m_table->setSpareColumns({StatisticsModel::Sent, StatisticsModel::Received, StatisticsModel::P95,
                              StatisticsModel::P99}, // the histogram shows them, too
                             {StatisticsModel::Latency, StatisticsModel::Median, StatisticsModel::Failed,
                              StatisticsModel::Cancelled, StatisticsModel::Late});
    m_table->setGrowingColumns({{StatisticsModel::Target, u"echo"_s}, {StatisticsModel::Method, u"xxxprompts/list"_s}});
    m_table->setEmptyText(tr("Nothing to count yet. Each method and tool that is called gets a row here."));
    m_table->setToolTip(tr("Press Enter or double-click to show the requests of a row"));
    m_table->setFollowsFromStart(false);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // in order of occurrence
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setStretchLastSection(false); // keeps figures below their title
    m_onlyFiltered->setObjectName(u"onlyFiltered"_s);
    m_leftOut->setObjectName(u"leftOutColumns"_s);
    m_leftOut->setFocusPolicy(Qt::TabFocus);
    connect(m_leftOut, &QToolButton::clicked, this, [this] {
        if (m_table->hasChosenColumns())
            m_table->setChosenColumns(false);
        else
            m_table->showLeftOut();
    });
    for (const auto signal : {&GrowingTableView::leftOutChanged, &GrowingTableView::columnsChosen})
        connect(m_table, signal, this, &StatisticsPanel::sayWhatIsLeftOut);
    sayWhatIsLeftOut();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *row = new QWidget(this); // above the table, so that the message bar does not move it
    auto *head = new FlowLayout(row);
    head->setContentsMargins(4, 4, 4, 4);
    head->setSpacing(4);
    head->addWidget(m_onlyFiltered);
    head->addWidget(m_leftOut);
    layout->addWidget(row);
    layout->addWidget(m_table);
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, [this] {
        if (m_hasNews && isVisible())
            count();
    });
    connect(m_onlyFiltered, &QCheckBox::toggled, this, &StatisticsPanel::count);
    setTabOrder(m_table, m_onlyFiltered);
    setTabOrder(m_onlyFiltered, m_leftOut);
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

void StatisticsPanel::sayWhatIsLeftOut()
{
    if (m_table->hasChosenColumns()) {
        m_leftOut->setText(tr("Show Fewer Columns"));
        AccessibleNames::setToolTip(m_leftOut, tr("Hide the columns that do not fit"));
        return m_leftOut->show();
    }
    const QStringList titles = m_table->leftOut();
    m_leftOut->setText(tr("Show %Ln More Columns", nullptr, int(titles.size())));
    AccessibleNames::setToolTip(m_leftOut, tr("No room for: %1").arg(Texts::listed(titles)));
    m_leftOut->setVisible(!titles.isEmpty());
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
