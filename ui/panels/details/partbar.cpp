// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/partbar.h"

#include "ui/views/widgets/flowlayout.h"

#include <QButtonGroup>
#include <QToolButton>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

PartBar::PartBar(QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
    , m_progress(new QToolButton(this))
{
    setObjectName(u"partBar"_s);
    auto *layout = new FlowLayout(this);
    layout->setContentsMargins(2, 0, 2, 0);
    layout->setSpacing(0);
    using Kind = RequestPart::Kind;
    for (const Kind kind : {Kind::Unsent, Kind::Request, Kind::Answer, Kind::Cancel, Kind::ClosedStream,
                            Kind::LateResponse, Kind::TaskResult}) {
        auto *button = new QToolButton(this);
        button->setText(RequestPart{kind, RequestRecord::NoEvent}.label());
        button->setObjectName(u"part%1"_s.arg(int(kind)));
        button->setCheckable(true);
        button->setAutoRaise(true);
        m_buttons->addButton(button, int(kind));
        layout->addWidget(button);
    }
    m_progress->setObjectName(u"partProgress"_s);
    m_progress->setAutoRaise(true);
    m_progress->setToolTip(tr("All progress notifications, including late ones"));
    m_progress->hide();
    layout->addWidget(m_progress);
    connect(m_progress, &QAbstractButton::clicked, this, &PartBar::progressWanted);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) {
        const bool isAll = id == int(Kind::Answer) && !has(Kind::TaskResult); // without a task, it is the result
        m_wanted = isAll ? Kind::TaskResult : Kind(id);
        choose();
        emit chosen();
    });
}

PartBar::~PartBar() = default;

void PartBar::setParts(const QList<RequestPart> &parts)
{
    m_parts = parts;
    const QList<QAbstractButton *> buttons = m_buttons->buttons();
    for (QAbstractButton *button : buttons)
        button->setVisible(has(RequestPart::Kind(m_buttons->id(button))));
    choose();
}

void PartBar::setProgress(qint64 count)
{
    m_progress->setVisible(count > 0);
    m_progress->setText(tr("Progress (%L1)", "the number of notifications").arg(count));
}

bool PartBar::has(RequestPart::Kind kind) const
{
    return std::any_of(m_parts.cbegin(), m_parts.cend(), [kind](const RequestPart &part) { return part.kind == kind; });
}

void PartBar::choose()
{
    // The result of a call is the result of its task, else its response, else a late response. Without any, the request
    // is shown until one comes.
    using Kind = RequestPart::Kind;
    const auto find = [this](Kind kind) {
        return std::find_if(m_parts.cbegin(), m_parts.cend(),
                            [kind](const RequestPart &part) { return part.kind == kind; });
    };
    auto part = find(m_wanted);
    if (part == m_parts.cend() && m_wanted == Kind::TaskResult)
        part = find(Kind::Answer);
    if (part == m_parts.cend() && (m_wanted == Kind::TaskResult || m_wanted == Kind::Answer))
        part = find(Kind::LateResponse);
    if (part == m_parts.cend())
        part = m_parts.cbegin();
    m_event = part == m_parts.cend() ? RequestRecord::NoEvent : part->event;
    if (part != m_parts.cend())
        m_buttons->button(int(part->kind))->setChecked(true);
}

} // namespace Pullcord
