// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/requestspanel.h"

#include "core/mcp/conversation.h"
#include "ui/actions.h"
#include "ui/models/filtercompletion.h"
#include "ui/models/texts.h"
#include "ui/views/filterbar.h"
#include "ui/views/filterline.h"
#include "ui/views/foldingbutton.h"
#include "ui/views/icons.h"
#include "ui/views/letterwidth.h"
#include "ui/views/plainlabel.h"
#include "ui/views/requesttable.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

// The bar above the table, and how it adapts to the width.

namespace Pullcord {
using namespace Qt::StringLiterals;

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
    connect(m_table, &LogTable::emptyPressed, m_filter, [this] {
        m_filter->showOnly({});
        m_table->setFocus();
    });
    m_filter->offerNoise(actions.hideNoise, actions.noiseKinds);
    connect(m_filter, &FilterBar::changed, this, &RequestsPanel::applyFilter);
    connect(&m_model, &LogModel::looked, this, &RequestsPanel::sayHidden);
    m_filter->line()->setKnown([this](FilterField::Id field) {
        return m_conversation ? FilterCompletion::valuesIn(m_conversation->log(), field) : QStringList();
    });
    return bar;
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

/// Fits the bar to the width in steps: buttons with icons lose their texts, then the label of the reason goes. Then the
/// reason shrinks, and at last the filter moves to its own line.
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
