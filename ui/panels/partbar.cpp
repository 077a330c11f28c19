// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/partbar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

PartBar::PartBar(QWidget *parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->setSpacing(2);
    using Kind = RequestPart::Kind;
    for (const Kind kind : {Kind::Request, Kind::Answer, Kind::Cancel, Kind::ClosedStream, Kind::LateAnswer}) {
        auto *button = new QToolButton(this);
        button->setText(RequestPart{kind, RequestRecord::NoEvent}.label());
        button->setObjectName(u"part%1"_s.arg(int(kind)));
        button->setCheckable(true);
        button->setAutoRaise(true);
        m_buttons->addButton(button, int(kind));
        layout->addWidget(button);
    }
    layout->addStretch(1);
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) {
        m_wanted = RequestPart::Kind(id);
        choose();
        emit chosen();
    });
}

PartBar::~PartBar() = default;

void PartBar::setParts(const QList<RequestPart> &parts)
{
    m_parts = parts;
    const QList<QAbstractButton *> buttons = m_buttons->buttons();
    for (QAbstractButton *button : buttons) {
        const auto kind = RequestPart::Kind(m_buttons->id(button));
        button->setVisible(std::any_of(m_parts.cbegin(), m_parts.cend(),
                                       [kind](const RequestPart &part) { return part.kind == kind; }));
    }
    choose();
}

void PartBar::choose()
{
    // A late answer is the answer for whoever wants to read one; without either, the request is shown until it comes.
    using Kind = RequestPart::Kind;
    const auto find = [this](Kind kind) {
        return std::find_if(m_parts.cbegin(), m_parts.cend(),
                            [kind](const RequestPart &part) { return part.kind == kind; });
    };
    auto part = find(m_wanted);
    if (part == m_parts.cend() && m_wanted == Kind::Answer)
        part = find(Kind::LateAnswer);
    if (part == m_parts.cend())
        part = m_parts.cbegin();
    m_event = part == m_parts.cend() ? RequestRecord::NoEvent : part->event;
    if (part != m_parts.cend())
        m_buttons->button(int(part->kind))->setChecked(true);
}

} // namespace Pullcord
