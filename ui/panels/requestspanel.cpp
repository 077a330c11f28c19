// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/requestspanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/filter/filtercompletion.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/texts.h"
#include "ui/panels/rowfilters.h"
#include "ui/views/filter/filterbar.h"
#include "ui/views/filter/filterline.h"
#include "ui/views/requests/pinnedview.h"
#include "ui/views/requests/requesttable.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/rowchoice.h"
#include "ui/views/widgets/foldingbutton.h"
#include "ui/views/widgets/plainlabel.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
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

void RequestsPanel::setFindings(const FindingMarks &findings)
{
    m_model.setFindings(findings);
    connect(&findings, &FindingMarks::changed, m_pinned, &PinnedView::refresh); // pinned rows need not be in the table
}

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
        menu->addActions({actions.cancel});
        if (!m_waiting->isHidden())
            menu->addActions({actions.keepWaiting, actions.answerWithError, actions.chooseError});
        menu->addActions({actions.answer, actions.resend, actions.editAndResend, actions.showMessages});
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
    connect(&m_model, &GrowingTableModel::looked, m_pinned,
            &PinnedView::refresh); // independent of the rows in the table
    connect(this, &RequestsPanel::selectionChanged, this, [this] { m_pinned->showCurrent(currentRow()); });
}

void RequestsPanel::showPinned()
{
    QList<qsizetype> rows;
    const QList<MarkTarget> places = m_conversation ? m_conversation->log().marks().pinned() : QList<MarkTarget>();
    for (const MarkTarget &place : places) {
        if (const qsizetype row = m_conversation->log().rowAt(place); row >= 0)
            rows.append(row);
    }
    m_pinned->setSources(rows);
}

MarkTarget RequestsPanel::placeOf(qsizetype logRow) const
{
    const RequestLog &log = m_conversation->log();
    return log.marks().placeOf(log.record(logRow));
}

QList<MarkTarget> RequestsPanel::selectedPlaces() const
{
    if (!m_conversation)
        return {};
    if (const qsizetype pinned = m_pinned->focused(); pinned >= 0)
        return {placeOf(pinned)};
    QList<MarkTarget> places;
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
    m_model.setFilter(RowFilters::filter(*m_conversation, *m_filter), RowFilters::noise(*m_conversation, *m_filter));
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
        m_model.setRuleColors(RowFilters::colors(*m_conversation, m_rules));
    m_pinned->refresh();
}

void RequestsPanel::sayHidden()
{
    m_filter->setCounts(m_model.rowCount(), m_conversation ? m_conversation->log().count() : 0, m_model.isSearching());
    RowFilters::sayHidden(m_model.hidden().count(), *m_filter, *m_table,
                          m_model.isFiltered()
                              ? tr("No request matches the filter.")
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
    if (conversation->follower()) // no sender waits any more
        connect(conversation->follower(), &CaptureFollower::ended, m_table->viewport(), qOverload<>(&QWidget::update));
    m_model.setSource(&conversation->log(),
                      {.now = [conversation] { return conversation->now(); },
                       .canCancel =
                           [this, conversation](qsizetype row) {
                               return m_canCancel ? m_canCancel(conversation->log().record(row))
                                                  : conversation->canCancel(row);
                           },
                       .isWaiting = [conversation](qsizetype row) { return conversation->question(row) != nullptr; },
                       .isContinuing = [conversation](qsizetype row) { return conversation->isContinuing(row); },
                       .task = [conversation](qsizetype row) { return conversation->task(row); },
                       .capture = &conversation->capture(),
                       .continuingRows = [conversation] { return conversation->continuingRows(); }});
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

QWidget *RequestsPanel::makeBar(Actions &actions)
{
    auto *bar = new QWidget(this);
    auto *lines = new QVBoxLayout(bar);
    lines->setContentsMargins(2, 2, 2, 0);
    lines->setSpacing(2);
    m_barLine = new QHBoxLayout;
    m_filterLine = new QHBoxLayout;
    lines->addLayout(m_barLine);
    lines->addLayout(m_filterLine);
    bar->installEventFilter(this);
    for (QAction *action : {actions.cancel, actions.cancelAll}) {
        auto *button = new FoldingButton(bar);
        button->setDefaultAction(action);
        button->setObjectName(action->objectName() + u"Button"_s);
        button->setFocusPolicy(Qt::TabFocus);
        m_barLine->addWidget(button);
        m_folding << button;
    }
    m_barLine->addWidget(makeWaiting(actions, bar));
    m_reasonLabel = new PlainLabel(tr("Reas&on:"), bar);
    m_reasonLabel->setObjectName(u"reasonLabel"_s);
    m_reasonLabel->setBuddy(m_reason);
    makeReason();
    m_barLine->addSpacing(8);
    m_barLine->addWidget(m_reasonLabel);
    m_barLine->addWidget(m_reason);
    m_barLine->addSpacing(8);
    m_barLine->addWidget(m_filter);
    m_barLine->addWidget(makeToDetails(*actions.viewDetails, bar));
    shareBar();
    connect(m_filter->line(), &FilterLine::roomWanted, this, &RequestsPanel::shareBar);
    connect(m_table, &GrowingTableView::emptyPressed, m_filter, [this] {
        m_filter->showOnly({});
        m_table->setFocus();
    });
    m_filter->offerNoise(actions.hideNoise, actions.noiseKinds);
    connect(m_filter, &FilterBar::changed, this, &RequestsPanel::applyFilter);
    connect(&m_model, &GrowingTableModel::looked, this, &RequestsPanel::sayHidden);
    m_filter->line()->setKnown([this](FilterField::Id field) {
        return m_conversation ? FilterCompletion::valuesIn(m_conversation->log(), field) : QStringList();
    });
    return bar;
}

/// The button shows the current choice, its menu both.
QToolButton *RequestsPanel::makeWaiting(const Actions &actions, QWidget *bar)
{
    auto *button = new FoldingButton(bar);
    button->setObjectName(u"waitingButton"_s);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::TabFocus);
    auto *menu = new QMenu(button);
    menu->setToolTipsVisible(true);
    menu->addActions({actions.keepWaiting, actions.answerWithError, actions.chooseError});
    button->setMenu(menu);
    const auto show = [button, &actions] {
        const QAction &chosen = *(actions.keepWaiting->isChecked() ? actions.keepWaiting : actions.answerWithError);
        button->setText(Texts::plain(chosen.text()));
        button->setIcon(chosen.icon());
        AccessibleNames::setToolTip(button, chosen.toolTip());
        button->setAccessibleName(Texts::plain(chosen.text()));
    };
    connect(actions.keepWaiting, &QAction::changed, button, show);
    show();
    button->hide();
    m_folding << button;
    m_waiting = button;
    return button;
}

void RequestsPanel::setOperator(std::function<bool(const RequestRecord &)> canCancel)
{
    m_canCancel = std::move(canCancel);
    m_waiting->setVisible(bool(m_canCancel));
    fitBar();
    m_table->viewport()->update();
}

QToolButton *RequestsPanel::makeToDetails(QAction &action, QWidget *bar)
{
    auto *button = new FoldingButton(bar);
    button->setDefaultAction(&action);
    button->setObjectName(action.objectName() + u"Button"_s);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(Texts::plain(action.text()));
    const auto setIcon = [button] { button->setIcon(Icons::icon("arrow-right")); }; // its menu entry has no icon
    connect(&action, &QAction::changed, button, setIcon);
    setIcon();
    button->hide();
    m_folding << button;
    m_toDetails = button;
    return button;
}

/// Gives the filter all the room while it is edited.
void RequestsPanel::shareBar()
{
    const bool filterWantsRoom = m_filter->line()->wantsRoom() && m_barLine->indexOf(m_filter) >= 0;
    m_barLine->setStretchFactor(m_reason, filterWantsRoom ? 0 : 2);
    m_barLine->setStretchFactor(m_filter, filterWantsRoom ? 1 : 3);
}

int RequestsPanel::leastReason() const
{
    constexpr int Less = 2; ///< characters less than usual
    return m_reason->sizeHint().width() - Less * letterWidth(m_reason->fontMetrics());
}

int RequestsPanel::leastBar() const
{
    int least = aroundBar();
    for (int i = 0; i < m_barLine->count(); ++i) {
        const QLayoutItem &item = *m_barLine->itemAt(i);
        const QWidget *part = item.widget();
        if (!part)
            least += item.sizeHint().width();
        else if (part != m_reasonLabel && part != m_filter && !part->isHidden())
            least += (part == m_reason ? leastReason() : part->minimumSizeHint().width()) + m_barLine->spacing();
    }
    return least - m_barLine->spacing();
}

int RequestsPanel::aroundBar() const
{
    const QMargins around = m_reason->parentWidget()->layout()->contentsMargins();
    return around.left() + around.right();
}

/// Fits the bar to the width in steps: buttons with icons lose their texts, then the label of the reason is hidden,
/// then the reason shrinks, and at last the filter moves to its own line.
void RequestsPanel::fitBar()
{
    const int filter = m_barLine->spacing() + m_filter->minimumSizeHint().width();
    int room = width() - leastBar();
    const bool isOneLine = room >= filter;
    room -= isOneLine ? filter : 0;
    if (isOneLine != (m_barLine->indexOf(m_filter) >= 0)) {
        (isOneLine ? m_filterLine : m_barLine)->removeWidget(m_filter);
        if (isOneLine)
            m_barLine->insertWidget(m_barLine->indexOf(m_toDetails), m_filter);
        else
            m_filterLine->addWidget(m_filter);
        shareBar();
    }
    const int ofReason = qBound(0, room, m_reason->sizeHint().width() - leastReason());
    m_reason->setMinimumWidth(leastReason() + ofReason);
    room -= ofReason;
    const int label = m_reasonLabel->sizeHint().width() + m_barLine->spacing();
    m_reasonLabel->setVisible(room >= label);
    room -= room >= label ? label : 0;
    for (auto each = m_folding.rbegin(); each != m_folding.rend(); ++each) {
        FoldingButton *button = *each;
        if (button->isHidden())
            continue;
        const int words = button->sizeHint().width() - button->minimumSizeHint().width();
        const bool hasRoom = room >= words;
        room -= hasRoom ? words : 0;
        button->setMinimumWidth(hasRoom ? button->sizeHint().width() : 0);
        button->setMaximumWidth(hasRoom ? QWIDGETSIZE_MAX : button->minimumSizeHint().width());
    }
}

QSize RequestsPanel::minimumSizeHint() const
{
    return {qMax(leastBar(), aroundBar() + m_filter->minimumSizeHint().width()), QWidget::minimumSizeHint().height()};
}

/// A change of the bar's contents may change its layout.
bool RequestsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitBar();
    return QWidget::eventFilter(watched, event);
}

void RequestsPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitBar();
}

void RequestsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitBar();
}

void RequestsPanel::offerDetails(bool offers)
{
    m_toDetails->setVisible(offers);
    fitBar();
}

void RequestsPanel::makeReason()
{
    m_reason->setObjectName(u"reason"_s);
    m_reason->setAccessibleName(tr("Reason for cancelling"));
    m_reason->setEditable(true);
    m_reason->setInsertPolicy(QComboBox::NoInsert);
    m_reason->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_reason->setMinimumContentsLength(5);
    QLineEdit *edit = m_reason->lineEdit();
    edit->setObjectName(u"reasonEdit"_s);
    edit->setAccessibleName(tr("Reason for cancelling"));
    setReasonIsSent(true);
    // Shows the beginning of a long reason unless it is being edited.
    connect(m_reason, &QComboBox::activated, edit, [edit] { edit->home(false); });
    connect(edit, &QLineEdit::textChanged, edit, [edit] {
        if (!edit->isModified() && !edit->hasFocus())
            edit->home(false);
    });
    connect(qApp, &QApplication::focusChanged, edit, [this, edit](const QWidget *before) {
        if (before == m_reason)
            edit->home(false);
    });
    connect(edit, &QLineEdit::returnPressed, this, [this] { emit cancelRequested(selectedRows()); });
}

void RequestsPanel::setReasonIsSent(bool isSent)
{
    m_reason->setToolTip(
        isSent ? tr("Reason for cancelling. It is sent with the cancellation. Enter cancels the selected requests.")
               : tr("Reason for cancelling. Here a request is cancelled by closing its stream: the reason is not sent, "
                    "but saved as a note in the capture. Enter cancels the selected requests."));
    m_reason->lineEdit()->setPlaceholderText(isSent ? tr("sent along; Enter cancels")
                                                    : tr("saved as a note; Enter cancels"));
}

} // namespace Pullcord
