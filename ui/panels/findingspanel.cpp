// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/findingspanel.h"

#include "core/findings/findings.h"
#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/findings/findingsmodel.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/views/findings/findingsbar.h"
#include "ui/views/findings/findingview.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/tables/rowdelegate.h"

#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Paints findings: severity as icon and colour; Info in grey.
class FindingDelegate final : public RowDelegate
{
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

protected:
    [[nodiscard]] Look look(const QModelIndex &index, const QPalette &palette) const override;
};

RowDelegate::Look FindingDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const auto severity = FindingSeverity(index.data(FindingsModel::SeverityRole).toInt());
    Look look;
    if (severity == FindingSeverity::Info)
        look.text = theme.dim;
    if (index.column() == FindingsModel::Severity) {
        const StateLook found = lookOf(severity, theme);
        look.icon = found.icon;
        look.iconColor = look.text = found.color;
    }
    if (index.column() == FindingsModel::Request)
        look.elide = Qt::ElideMiddle; // names and ids differ at their ends
    return look;
}

namespace {
constexpr int UsualView = 44;  ///< characters, for readable sentences
constexpr int LeastTable = 32; ///< characters, for severity, code and the beginning of the description
} // namespace

FindingsPanel::FindingsPanel(const Actions &actions, FindingMarks &marks, QWidget *parent)
    : QWidget(parent)
    , m_marks(marks)
    , m_bar(new FindingsBar(this))
    , m_splitter(new QSplitter(this))
    , m_table(new GrowingTableView(this))
    , m_view(new FindingView({actions.copyIssue, actions.silenceRule}, this))
{
    setObjectName(u"findingsPanel"_s);
    m_shown.setSourceModel(&m_model);
    makeTable(actions);
    m_splitter->setObjectName(u"findingsSplitter"_s);
    setFocusProxy(m_table);
    m_splitter->addWidget(m_table);
    m_splitter->addWidget(m_view);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setChildrenCollapsible(false);
    const int character = letterWidth(fontMetrics());
    m_splitter->setSizes({2 * UsualView * character, UsualView * character});
    m_table->setMinimumWidth(LeastTable * character);
    m_view->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_splitter, 1);
    connect(m_bar, &FindingsBar::changed, this, &FindingsPanel::applyFilter);
    connect(&m_marks, &FindingMarks::changed, this, &FindingsPanel::onMarksChanged);
    connect(m_view, &FindingView::requestWanted, this, &FindingsPanel::requestWanted);
    connect(m_view, &FindingView::messageWanted, this, &FindingsPanel::messageWanted);
    connect(m_view, &FindingView::meaningWanted, this, &FindingsPanel::meaningWanted);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &FindingsPanel::showCurrent);
    connect(&m_tick, &QTimer::timeout, this, &FindingsPanel::tellChecked);
    sayWhyEmpty();
}

FindingsPanel::~FindingsPanel() = default;

void FindingsPanel::makeTable(const Actions &actions)
{
    m_table->setObjectName(u"findingsTable"_s);
    m_table->setAccessibleName(tr("Findings"));
    m_table->setModel(&m_shown);
    m_table->setItemDelegate(new FindingDelegate(m_table));
    QList<ColumnLayout::Width> widths(FindingsModel::ColumnCount);
    widths[FindingsModel::Severity] = {ColumnLayout::Icon + 7, ColumnLayout::Icon + 7};
    widths[FindingsModel::Code] = {7, 6};
    widths[FindingsModel::Time] = {9, 8};
    widths[FindingsModel::By] = {6, 6};
    widths[FindingsModel::Request] = {22, 10};
    widths[FindingsModel::Sentence] = {36, 14};
    m_table->setColumns(widths);
    m_table->setToolTip(tr("Press Enter or double-click to go to the request"));
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // in the order of Findings
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, &actions](const QPoint &at) {
        auto *menu = new QMenu(m_table);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions({actions.showRequest, actions.showMessages, actions.copyIssue, actions.copyRows,
                          actions.copyJson, actions.exportSelection});
        menu->addSeparator();
        menu->addAction(actions.silenceRule);
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    const QItemSelectionModel *selection = m_table->selectionModel();
    for (const auto &tell : {&FindingsPanel::showCurrent, &FindingsPanel::selectionChanged}) {
        connect(selection, &QItemSelectionModel::selectionChanged, this, tell);
        connect(selection, &QItemSelectionModel::currentRowChanged, this, tell);
    }
    connect(m_table, &QAbstractItemView::clicked, this, &FindingsPanel::selectionChanged);
    connect(new RowChoice(m_table), &RowChoice::chosen, this, &FindingsPanel::chosen);
}

void FindingsPanel::setSource(Conversation *conversation, const Findings *findings)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    m_conversation = conversation;
    if (m_findings)
        m_findings->disconnect(&m_tick);
    m_findings = findings;
    m_model.setSource(findings, conversation ? &conversation->log() : nullptr);
    if (findings)
        connect(findings, &Findings::checkedOn, &m_tick, &PacedTimer::request);
    m_bar->setUnapplied(conversation ? UnappliedRules::in(conversation->capture()) : UnappliedRules());
    tellChecked();
    showCurrent();
    sayWhyEmpty();
}

void FindingsPanel::tellChecked()
{
    m_bar->setChecked(m_findings ? m_findings->toCheck() : 0,
                      m_findings ? m_findings->unchecked() : UncheckedMessages());
}

void FindingsPanel::applyFilter()
{
    m_shown.setFilter(m_bar->least(), m_bar->text());
    sayWhyEmpty();
}

void FindingsPanel::onMarksChanged()
{
    if (m_shown.silenced() != m_marks.silenced()) {
        m_shown.setSilenced(m_marks.silenced());
        m_bar->setSilenced(m_marks.silenced());
    }
    sayWhyEmpty();
}

const Finding *FindingsPanel::current() const
{
    const QItemSelectionModel *selection = m_table->selectionModel();
    const QModelIndex index = m_shown.mapToSource(selection->currentIndex());
    return m_conversation && index.isValid() && selection->hasSelection() ? m_model.find(index.row()) : nullptr;
}

qsizetype FindingsPanel::currentRequest() const
{
    const Finding *finding = current();
    return finding ? finding->row : -1;
}

qsizetype FindingsPanel::currentEvent() const
{
    const Finding *finding = current();
    return finding && !finding->events.isEmpty() ? finding->events.constLast() : -1;
}

std::vector<qsizetype> FindingsPanel::selectedEvents() const
{
    std::vector<qsizetype> events;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &row : rows) {
        if (const Finding *finding = m_model.find(m_shown.mapToSource(row).row()))
            events.insert(events.end(), finding->events.begin(), finding->events.end());
    }
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    return events;
}

void FindingsPanel::showCurrent()
{
    const Finding *finding = current();
    if (finding)
        m_view->setFinding(*finding, m_conversation->capture(), m_conversation->log());
    m_view->setVisible(finding);
}

void FindingsPanel::sayWhyEmpty()
{
    if (m_model.rowCount() > 0 && m_bar->isFiltering())
        m_table->setEmptyText(tr("No finding matches the filter."));
    else if (m_marks.silencedCount() > 0)
        m_table->setEmptyText(tr("All findings here are from muted rules."));
    else
        m_table->setEmptyText(
            tr("No findings yet. Protocol violations by either side appear here, especially about cancelling: late "
               "responses, cancellations of unknown requests, progress that continues."));
}

} // namespace Pullcord

#include "findingspanel.moc"
