// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/statisticspanel.h"

#include "core/capture/capture.h"
#include "core/capture/statistics.h"
#include "core/mcp/conversation.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/tables/tableheader.h"

#include <QCheckBox>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Returns the position of a class, 0 to 1.
double partOf(qsizetype number, qsizetype all)
{
    return double(number) / double(all);
}

} // namespace

HeaderScale HistogramDelegate::scale()
{
    constexpr qint64 NsPerMs = 1'000'000;
    constexpr auto &Edges = Statistics::Histogram::UpperEdges;
    HeaderScale scale;
    for (const auto &[ns, label] : {std::pair{NsPerMs, u"1 ms"_s},
                                    {10 * NsPerMs, u"10 ms"_s},
                                    {100 * NsPerMs, u"100 ms"_s},
                                    {1000 * NsPerMs, u"1 s"_s},
                                    {10'000 * NsPerMs, u"10 s"_s}}) {
        const auto number = std::ranges::find(Edges, ns) - Edges.begin() + 1;
        scale.ticks.append({partOf(number, qsizetype(Edges.size()) + 1), label});
    }
    return scale;
}

QString HistogramDelegate::countText(qint64 count, int room, const QFontMetrics &metrics)
{
    const QLocale locale;
    QStringList texts{locale.toString(count)};
    if (count >= 1'000'000)
        texts << locale.toString(count / 1'000'000) + u'M';
    else if (count >= 1000)
        texts << locale.toString(count / 1000) + u'k';
    const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= room; };
    return count == 0 ? QString() : *std::ranges::find_if(texts << QString(), fits);
}

void HistogramDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto counts = index.data(StatisticsModel::CountsRole).value<QList<qint64>>();
    if (counts.isEmpty()) {
        RowDelegate::paint(painter, option, index);
    } else {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        paintBackground(painter, item);
        paintBars(painter, item, counts);
    }
    if (!index.data(StatisticsModel::IsTotalRole).toBool())
        return;
    const QRect below(option.rect.left(), option.rect.bottom(), option.rect.width(), 1);
    painter->fillRect(below, Theme::of(option.palette).dim);
}

void HistogramDelegate::paintBars(QPainter *painter, const QStyleOptionViewItem &option, const QList<qint64> &counts)
{
    const qint64 most = *std::max_element(counts.cbegin(), counts.cend());
    if (most == 0)
        return;
    constexpr float Faint = 0.3F; // a count must be readable on it
    const QColor line = Theme::of(option.palette).line;
    const QColor text = textColor(option);
    QColor bar = text;
    bar.setAlphaF(Faint);
    const int bottom = option.rect.bottom() - 1;
    const int whole = option.rect.height() - 5;
    painter->save();
    painter->setFont(option.font);
    painter->setPen(text);
    for (const HeaderScale::Tick &tick : scale().ticks)
        painter->fillRect(HeaderScale::position(option.rect, tick.at) - 1, option.rect.top(), 1, option.rect.height(),
                          line);
    for (qsizetype i = 0; i < counts.size(); ++i) {
        const int left = HeaderScale::position(option.rect, partOf(i, counts.size()));
        const int width = qMax(1, HeaderScale::position(option.rect, partOf(i + 1, counts.size())) - left - 1);
        // Any count but 0 is visible.
        const int height = counts.at(i) == 0 ? 1 : qMax(2, int(counts.at(i) * whole / most));
        painter->fillRect(left, bottom + 1 - height, width, height, counts.at(i) == 0 ? line : bar);
        painter->drawText(QRect(left, option.rect.top(), width, option.rect.height()), Qt::AlignCenter,
                          countText(counts.at(i), width, option.fontMetrics));
    }
    painter->restore();
}

void HistogramDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    RowDelegate::initStyleOption(option, index);
    makeTotalBold(option, index);
}

QSize HistogramDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    makeTotalBold(&item, index);
    return RowDelegate::sizeHint(item, index);
}

void HistogramDelegate::makeTotalBold(QStyleOptionViewItem *option, const QModelIndex &index)
{
    if (!index.data(StatisticsModel::IsTotalRole).toBool())
        return;
    option->font.setBold(true);
    option->fontMetrics = QFontMetrics(option->font);
}

RowDelegate::Look HistogramDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    if (index.column() != StatisticsModel::Method || index.data(StatisticsModel::IsTotalRole).toBool())
        return {};
    const StateLook direction =
        lookOf(Direction(index.data(StatisticsModel::DirectionRole).toInt()), Theme::of(palette));
    return {.icon = direction.icon, .iconColor = direction.color};
}

StatisticsOrder::StatisticsOrder(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(StatisticsModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

StatisticsOrder::~StatisticsOrder() = default;

bool StatisticsOrder::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    if (left.data(StatisticsModel::IsTotalRole).toBool())
        return sortOrder() == Qt::AscendingOrder;
    if (right.data(StatisticsModel::IsTotalRole).toBool())
        return sortOrder() == Qt::DescendingOrder;
    return QSortFilterProxyModel::lessThan(left, right);
}

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
