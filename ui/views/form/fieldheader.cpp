// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/fieldheader.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/elidedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

namespace Pullcord {

FieldHeader::FieldHeader(const QString &title, const QString &description, QWidget *parent)
    : QWidget(parent)
    , m_arrow(new QToolButton(this))
    , m_summary(new ElidedLabel(this))
    , m_layout(new QHBoxLayout(this))
{
    m_arrow->setAutoRaise(true);
    m_arrow->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_arrow->setFocusPolicy(Qt::TabFocus);
    m_arrow->setArrowType(Qt::RightArrow);
    m_arrow->setText(Texts::noMnemonic(title));
    AccessibleNames::setToolTip(m_arrow, description);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    m_layout->addWidget(m_arrow);
    m_layout->addWidget(m_summary, 1);
    connect(m_arrow, &QToolButton::clicked, this, [this] { setOpen(!m_isOpen); });
    dimSummary();
}

FieldHeader::~FieldHeader() = default;

void FieldHeader::setOpen(bool open)
{
    if (open == m_isOpen)
        return;
    m_isOpen = open;
    m_arrow->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    emit openChanged(open);
}

void FieldHeader::setFoldable(bool foldable)
{
    m_arrow->setEnabled(foldable);
}

void FieldHeader::setSummary(const QString &summary)
{
    m_summary->setText(summary);
}

void FieldHeader::addButton(QToolButton *button)
{
    m_layout->addWidget(button);
}

void FieldHeader::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dimSummary();
}

void FieldHeader::dimSummary()
{
    m_summary->setPalette({});
    QPalette colors = m_summary->palette();
    colors.setColor(QPalette::WindowText, Theme::of(colors).dim);
    m_summary->setPalette(colors);
}

} // namespace Pullcord
