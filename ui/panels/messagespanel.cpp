// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/messagespanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/texts.h"
#include "ui/panels/rowfilters.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/requests/pinnedview.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/growingtableview.h"
#include "ui/views/tables/rowchoice.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

using namespace MessageTable;

namespace {

QColor kindColor(EventKind event, MessageKind message, const Theme &theme)
{
    switch (event) {
    case EventKind::Message:
        return message == MessageKind::Error || message == MessageKind::None ? theme.failure : QColor();
    case EventKind::Malformed:
    case EventKind::Failed:
    case EventKind::Unsent:
        return theme.failure;
    case EventKind::Cancel:
    case EventKind::Timeout:
        return theme.warning;
    default:
        return theme.dim;
    }
}

} // namespace

RowDelegate::Look MessageDelegate::look(const QModelIndex &index, const QPalette &palette) const
{
    const Theme &theme = Theme::of(palette);
    const auto event = EventKind(index.data(EventKindRole).toInt());
    const bool late = index.data(LateRole).toBool();
    const bool wire = Texts::hasTravelled(event);
    Look look;
    if (late || !wire)
        look.text = theme.dim;
    switch (index.column()) {
    case MessageTable::Direction:
        if (wire) {
            const StateLook arrow = lookOf(Pullcord::Direction(index.data(DirectionRole).toInt()), theme);
            look.icon = arrow.icon;
            look.iconColor = late ? theme.dim : arrow.color;
        }
        break;
    case Kind:
        if (!late)
            look.text = kindColor(event, MessageKind(index.data(MessageKindRole).toInt()), theme);
        if (index.data(FlawedRole).toBool()) {
            look.icon = "triangle-alert";
            look.iconColor = theme.warning;
        }
        break;
    case Id:
        look.elide = Qt::ElideMiddle;
        break;
    case Method:
        if (index.data(BorrowedMethodRole).toBool())
            look.text = theme.dim;
        look.struck = late;
        break;
    case Content:
        look.monospace = wire;
        look.struck = late;
        break;
    default:
        break;
    }
    return look;
}

MessagesPanel::MessagesPanel(Actions &actions, QWidget *parent)
    : QWidget(parent)
    , m_table(new GrowingTableView(this))
    , m_filter(new FilterBar(FilterBar::For::Messages, this))
{
    setObjectName(u"messagesPanel"_s);
    m_table->setObjectName(u"messageTable"_s);
    m_table->setAccessibleName(tr("Messages"));
    m_table->setModel(&m_model);
    m_table->setSortable();
    m_table->setItemDelegate(&m_delegate);
    m_table->setEmptyText(tr("No messages yet."));
    setColumns();
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this, &actions](const QPoint &at) {
        auto *menu = new QMenu(m_table);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addActions({actions.resend, actions.editAndResend, actions.showRequest});
        actions.addMarks(*menu);
        menu->addActions({actions.copyRows, actions.copyJson, actions.compare, actions.exportSelection});
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    makePinned();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table);
    connect(m_table, &GrowingTableView::emptyPressed, m_filter, [this] {
        m_filter->showOnly({});
        m_table->setFocus();
    });
    m_filter->offerNoise(actions.hideNoise, actions.noiseKinds);
    connect(m_filter, &FilterBar::changed, this, &MessagesPanel::applyFilter);
    connect(&m_model, &GrowingTableModel::looked, this, &MessagesPanel::sayHidden);
    m_filter->line()->setKnown([this](FilterField::Id field) {
        return m_conversation ? FilterCompletion::valuesIn(m_conversation->log(), field) : QStringList();
    });
    m_model.setShowsHttp(m_filter->showsHttp());
    connect(new RowChoice(m_table), &RowChoice::chosen, this, &MessagesPanel::requestWanted);
    const QItemSelectionModel *selection = m_table->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &MessagesPanel::selectionChanged);
    connect(selection, &QItemSelectionModel::currentRowChanged, this, &MessagesPanel::selectionChanged);
    connect(m_table, &QAbstractItemView::clicked, this,
            &MessagesPanel::selectionChanged); // also for a click on the current row
}

MessagesPanel::~MessagesPanel() = default;

void MessagesPanel::setFindings(const FindingMarks &findings)
{
    m_model.setFindings(findings);
    connect(&findings, &FindingMarks::changed, m_pinned, &PinnedView::refresh); // pinned rows need not be in the table
}

void MessagesPanel::setColumns()
{
    QList<ColumnLayout::Width> widths(MessageTable::ColumnCount);
    widths[MessageTable::Number] = {4, 3};
    widths[MessageTable::Time] = {9, 9};
    widths[MessageTable::Direction] = {ColumnLayout::Icon + 10, ColumnLayout::Icon + 9};
    widths[MessageTable::Kind] = {ColumnLayout::Icon + 15, 10};
    widths[MessageTable::Id] = {5, 3};
    widths[MessageTable::Method] = {20, 14};
    widths[MessageTable::Size] = {8, 7};
    widths[MessageTable::Content] = {24, 14};
    m_table->setColumns(widths);
}

void MessagesPanel::makePinned()
{
    m_pinsChanged.setSingleShot(true); // there may be many at once
    m_pinsChanged.setInterval(0);
    connect(&m_pinsChanged, &QTimer::timeout, this, &MessagesPanel::showPinned);
    const auto read = [this](qsizetype index, int column, int role) { return m_model.dataOf(index, column, role); };
    m_pinned = new PinnedView(*m_table, read, {});
    m_pinned->setObjectName(u"pinnedMessages"_s);
    m_pinned->setAccessibleName(tr("Pinned messages"));
    connect(&m_model, &GrowingTableModel::looked, m_pinned, &PinnedView::refresh);
    connect(&m_model, &QAbstractItemModel::dataChanged, m_pinned, &PinnedView::refresh);
    connect(m_pinned, &PinnedView::chosen, this, [this](qsizetype index) {
        m_model.flush();
        if (const int row = m_model.rowOf(index); row >= 0)
            m_table->selectOnly(row);
        else
            emit hiddenWanted(index);
    });
    connect(m_pinned, &PinnedView::unpinRequested, this, [this](qsizetype index) { emit unpinRequested({index, {}}); });
    connect(this, &MessagesPanel::selectionChanged, this, [this] { m_pinned->showCurrent(currentIndex()); });
}

void MessagesPanel::showPinned()
{
    QList<qsizetype> indices;
    const QList<MarkTarget> places = m_conversation ? m_conversation->log().marks().pinned() : QList<MarkTarget>();
    for (const MarkTarget &place : places) {
        if (place.id.isEmpty()) // otherwise a request is marked
            indices.append(place.event);
    }
    m_pinned->setSources(indices);
}

std::vector<qsizetype> MessagesPanel::selectedEvents() const
{
    const qsizetype pinned = m_pinned->focused();
    return pinned >= 0 ? std::vector{pinned} : selectedIndices();
}

void MessagesPanel::setConversation(Conversation *conversation)
{
    m_table->setFollowsFromStart(conversation && conversation->isGrowing());
    m_conversation = conversation;
    m_pinned->setSources({});
    if (conversation)
        m_model.setSource(&conversation->capture(), &conversation->log());
    else
        m_model.setSource(nullptr, nullptr);
    applyColors();
    applyFilter();
    showPinned();
    refresh();
    if (!conversation)
        return;
    connect(&conversation->log().marks(), &Marks::pinsChanged, &m_pinsChanged, qOverload<>(&QTimer::start));
}

void MessagesPanel::refresh()
{
    m_filter->setHttpCount(m_model.httpCount());
}

void MessagesPanel::applyFilter()
{
    if (!m_conversation)
        return;
    m_model.setShowsHttp(m_filter->showsHttp());
    const qsizetype current = currentIndex();
    m_model.setFilter(RowFilters::filter(*m_conversation, *m_filter), RowFilters::noise(*m_conversation, *m_filter));
    sayHidden();
    if (m_model.rowOf(current) >= 0)
        select(current);
}

void MessagesPanel::setColorRules(const QList<ColorRule> &rules)
{
    m_rules = rules;
    applyColors();
}

void MessagesPanel::applyColors()
{
    if (m_conversation)
        m_model.setRuleColors(RowFilters::colors(*m_conversation, m_rules));
    m_pinned->refresh();
}

void MessagesPanel::sayHidden()
{
    m_filter->setCounts(m_model.rowCount(), m_model.total(), m_model.isSearching());
    RowFilters::sayHidden(m_model.hidden().count(), *m_filter, *m_table,
                          m_filter->filter().isEmpty() ? tr("No messages yet.") : tr("No message matches the filter."));
}

qsizetype MessagesPanel::currentIndex() const
{
    const QModelIndex current = m_table->selectionModel()->currentIndex();
    return current.isValid() ? m_model.sourceOf(current.row()) : -1;
}

std::vector<qsizetype> MessagesPanel::selectedIndices() const
{
    std::vector<qsizetype> indices;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex &row : rows)
        indices.push_back(m_model.sourceOf(row.row()));
    std::sort(indices.begin(), indices.end());
    return indices;
}

void MessagesPanel::select(qsizetype captureIndex)
{
    const bool wasCurrent = currentIndex() == captureIndex;
    m_model.flush();
    if (m_model.hidden().has(captureIndex))
        m_model.showAnyway(captureIndex);
    if (m_model.rowOf(captureIndex) < 0) {
        m_filter->showOnly({}); // the filter hides the row
        m_model.flush();
    }
    if (const int row = m_model.rowOf(captureIndex); row >= 0)
        m_table->selectOnly(row);
    if (wasCurrent)
        emit selectionChanged(); // other contents may have been shown since
}

} // namespace Pullcord
