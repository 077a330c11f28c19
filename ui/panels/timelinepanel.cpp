// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timelinepanel.h"

#include "core/mcp/conversation.h"
#include "ui/views/style/icons.h"
#include "ui/views/timeline/timelineview.h"
#include "ui/views/widgets/elidedlabel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QToolButton *makeButton(const char *icon, const QString &name, const QString &title, const QString &toolTip,
                        QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(name);
    button->setIcon(Icons::icon(icon));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(toolTip);
    button->setAccessibleName(title);
    return button;
}

} // namespace

TimelinePanel::TimelinePanel(GroupedRequestModel &model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_view(new TimelineView(this))
    , m_fold(new QCheckBox(tr("&Fold idle time"), this))
{
    setObjectName(u"timelinePanel"_s);
    m_view->setObjectName(u"timelineView"_s);
    m_view->setAccessibleName(tr("Requests over time"));
    m_view->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_view);
}

TimelinePanel::~TimelinePanel() = default;

QWidget *TimelinePanel::makeBar()
{
    auto *bar = new QWidget(this);
    auto *closer =
        makeButton("zoom-in", u"timelineCloser"_s, tr("Zoom in"), tr("Zoom in (+, or Ctrl and the wheel)"), bar);
    auto *farther = makeButton("zoom-out", u"timelineFarther"_s, tr("Zoom out"), tr("Zoom out (−)"), bar);
    auto *whole = makeButton("maximize", u"timelineWhole"_s, tr("Whole time"),
                             tr("Show the whole time and follow as it grows (0)"), bar);
    whole->setCheckable(true);
    whole->setChecked(m_view->isFitted());
    m_fold->setObjectName(u"timelineFold"_s);
    auto *hint = new ElidedLabel(tr("Drag over a time range to filter both tables."), bar);
    hint->setForegroundRole(QPalette::PlaceholderText);
    connect(closer, &QToolButton::clicked, m_view, &TimelineView::zoomIn);
    connect(farther, &QToolButton::clicked, m_view, &TimelineView::zoomOut);
    connect(whole, &QToolButton::clicked, m_view, &TimelineView::fit);
    connect(m_view, &TimelineView::fittedChanged, whole, &QToolButton::setChecked);
    connect(m_fold, &QCheckBox::toggled, m_view, &TimelineView::setFoldsGaps);

    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(2, 2, 6, 2);
    for (QToolButton *button : {closer, farther, whole})
        layout->addWidget(button);
    layout->addWidget(m_fold);
    layout->addStretch(1);
    layout->addWidget(hint);
    return bar;
}

void TimelinePanel::setConversation(Conversation *conversation)
{
    if (conversation)
        m_view->setSource(&m_model, &conversation->capture(), &conversation->log(),
                          [conversation] { return conversation->now(); });
    else
        m_view->setSource(nullptr, nullptr, nullptr);
}

} // namespace Pullcord
