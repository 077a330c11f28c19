// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/requestspanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/panels/rowtests.h"
#include "ui/views/filterbar.h"
#include "ui/views/filterline.h"
#include "ui/views/pinnedview.h"
#include "ui/views/requesttable.h"
#include "ui/views/rowchoice.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

RequestsPanel::RequestsPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_group(actions.groupRequests)
    , m_table(new RequestTableView(this))
    , m_reason(new QComboBox(this))
    , m_filter(new FilterBar(FilterBar::For::Requests, this))
{
    setObjectName(u"requestsPanel"_s);
    makeTable(actions);
    makePinned();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeBar(actions));
    layout->addWidget(m_table, 1);
}

RequestsPanel::~RequestsPanel() = default;

void RequestsPanel::makeTable(Actions &actions)
{
    m_table->setObjectName(u"requestTable"_s);
    m_table->setAccessibleName(tr("Requests"));
    m_table->setModel(&m_grouped);
    m_table->setSortable();
    m_table->horizontalHeader()->addAction(m_group);
    m_table->setEmptyText(tr("No requests yet. Every request in either direction appears here."));
    m_table->addAction(actions.cancel);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, &actions](const QPoint &at) {
        auto *menu = new QMenu(m_table);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions({actions.cancel, actions.answer, actions.resend, actions.editAndResend, actions.showMessages});
        actions.addMarks(*menu);
        menu->addActions({actions.copyRows, actions.copyId, actions.copyJson, actions.copyCli, actions.copyCurl,
                          actions.compare, actions.exportSelection});
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    auto *choice = new RowChoice(m_table);
    choice->setExcept([this](const QPoint &place) { return m_table->isOnButton(place); });
    connect(choice, &RowChoice::chosen, this, &RequestsPanel::messageWanted);
    connectModels();
}

void RequestsPanel::makePinned()
{
    m_pinsChanged.setSingleShot(true); // there may be many at once
    m_pinsChanged.setInterval(0);
    connect(&m_pinsChanged, &QTimer::timeout, this, &RequestsPanel::showPinned);
    const auto read = [this](qsizetype row, int column, int role) {
        const bool isOfButton = role == RequestTable::CancellableRole || role == RequestTable::WaitingRole;
        return isOfButton ? QVariant() : m_model.dataOf(row, column, role); // only the table has buttons
    };
    m_pinned = new PinnedView(*m_table, read, RequestTable::OpenRole);
    m_pinned->setObjectName(u"pinnedRequests"_s);
    m_pinned->setAccessibleName(tr("Pinned requests"));
    connect(m_pinned, &PinnedView::chosen, this, [this](qsizetype row) {
        select(row);
        if (currentRow() != row)
            emit hiddenWanted(row);
    });
    connect(m_pinned, &PinnedView::unpinRequested, this, [this](qsizetype row) {
        if (m_conversation)
            emit unpinRequested(placeOf(row));
    });
    connect(&m_model, &LogModel::looked, m_pinned, &PinnedView::refresh); // independent of the rows in the table
    connect(this, &RequestsPanel::selectionChanged, this, [this] { m_pinned->showCurrent(currentRow()); });
}

void RequestsPanel::showPinned()
{
    QList<qsizetype> rows;
    const QList<MarkedPlace> places = m_conversation ? m_conversation->log().marks().pinned() : QList<MarkedPlace>();
    for (const MarkedPlace &place : places) {
        if (const qsizetype row = m_conversation->log().rowAt(place); row >= 0)
            rows.append(row);
    }
    m_pinned->setSources(rows);
}

MarkedPlace RequestsPanel::placeOf(qsizetype logRow) const
{
    const RequestLog &log = m_conversation->log();
    return log.marks().placeOf(log.record(logRow));
}

QList<MarkedPlace> RequestsPanel::selectedPlaces() const
{
    if (!m_conversation)
        return {};
    if (const qsizetype pinned = m_pinned->focused(); pinned >= 0)
        return {placeOf(pinned)};
    QList<MarkedPlace> places;
    for (const qsizetype row : selectedRows())
        places.append(placeOf(row));
    return places;
}

void RequestsPanel::setGrouping(bool grouping)
{
    m_group->setChecked(grouping);
}

void RequestsPanel::connectModels()
{
    const QItemSelectionModel *selection = m_table->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &RequestsPanel::selectionChanged);
    connect(selection, &QItemSelectionModel::currentRowChanged, this, &RequestsPanel::selectionChanged);
    connect(m_table, &QAbstractItemView::clicked, this,
            &RequestsPanel::selectionChanged); // also for a click on the current row
    connect(this, &RequestsPanel::selectionChanged, this, [this] { m_grouped.setHeld(currentRow()); });
    connect(m_group, &QAction::toggled, &m_grouped, &GroupedRequestModel::setGrouping);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &RequestsPanel::rowsChanged);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &RequestsPanel::rowsChanged);
    connect(m_table, &RequestTableView::cancelPressed, this,
            [this](const QModelIndex &index) { emit cancelRequested({m_grouped.sourceOf(index.row())}); });
    connect(m_table, &RequestTableView::answerPressed, this,
            [this](const QModelIndex &index) { emit answerRequested(m_grouped.sourceOf(index.row())); });
}

void RequestsPanel::applyFilter()
{
    if (!m_conversation)
        return;
    const qsizetype current = currentRow();
    m_model.setFilter(RowTests::filter(*m_conversation, *m_filter), RowTests::noise(*m_conversation, *m_filter));
    sayHidden();
    if (m_model.rowOf(current) >= 0)
        select(current);
}

void RequestsPanel::setColorRules(const QList<ColorRule> &rules)
{
    m_rules = rules;
    applyColors();
}

void RequestsPanel::applyColors()
{
    if (m_conversation)
        m_model.setRuleColors(RowTests::colors(*m_conversation, m_rules));
    m_pinned->refresh();
}

void RequestsPanel::sayHidden()
{
    m_filter->setCounts(m_model.rowCount(), m_conversation ? m_conversation->log().count() : 0, m_model.isSearching());
    RowTests::sayHidden(m_model.hidden().count(), *m_filter, *m_table,
                        m_model.isFiltered() ? tr("No request matches the filter.")
                                             : tr("No requests yet. Every request in either direction appears here."));
}

void RequestsPanel::setConversation(Conversation *conversation)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    m_conversation = conversation;
    m_pinned->setSources({}); // the old ones belong to another log
    if (!conversation) {
        m_model.setSource(nullptr);
        return;
    }
    connect(&conversation->log().marks(), &Marks::pinsChanged, &m_pinsChanged, qOverload<>(&QTimer::start));
    connect(conversation, &Conversation::aspectChanged, this, [this, conversation](qsizetype row) {
        if (m_conversation == conversation)
            m_model.touch(row);
    });
    m_model.setSource(&conversation->log(),
                      {.now = [conversation] { return conversation->now(); },
                       .canCancel = [conversation](qsizetype row) { return conversation->canCancel(row); },
                       .isWaiting = [conversation](qsizetype row) { return conversation->question(row) != nullptr; },
                       .goesOn = [conversation](qsizetype row) { return conversation->goesOn(row); },
                       .task = [conversation](qsizetype row) { return conversation->task(row); },
                       .capture = &conversation->capture(),
                       .rowsGoingOn = [conversation] { return conversation->rowsGoingOn(); }});
    applyColors();
    applyFilter();
    showPinned();
}

QList<qsizetype> RequestsPanel::selectedRows() const
{
    QList<qsizetype> rows;
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &index : selected)
        rows.append(m_grouped.sourceOf(index.row()));
    std::sort(rows.begin(), rows.end());
    return rows;
}

QList<qsizetype> RequestsPanel::selectedWholes() const
{
    QList<qsizetype> rows;
    for (const qsizetype row : selectedRows())
        rows += m_grouped.wholeOf(row);
    std::sort(rows.begin(), rows.end());
    return rows;
}

qsizetype RequestsPanel::currentRow() const
{
    const QModelIndex current = m_table->selectionModel()->currentIndex();
    if (!current.isValid() || !m_table->selectionModel()->isRowSelected(current.row()))
        return -1;
    return m_grouped.sourceOf(current.row());
}

void RequestsPanel::select(qsizetype logRow)
{
    const bool wasCurrent = currentRow() == logRow;
    m_model.flush();
    if (m_model.hidden().has(logRow))
        m_model.showAnyway(logRow);
    m_grouped.reveal(logRow);
    if (const int row = m_grouped.rowOf(logRow); row >= 0)
        m_table->selectOnly(row);
    if (wasCurrent)
        emit selectionChanged(); // other contents may have been shown since
}

QString RequestsPanel::reason() const
{
    const QString typed = m_reason->currentText().trimmed();
    return typed.isEmpty() ? QString() : typed;
}

void RequestsPanel::setReasons(const QStringList &reasons)
{
    const QString typed = m_reason->currentText();
    m_reason->clear();
    m_reason->addItems(reasons);
    m_reason->setEditText(typed);
    if (!m_reason->hasFocus())
        m_reason->lineEdit()->home(false);
}

} // namespace Pullcord
