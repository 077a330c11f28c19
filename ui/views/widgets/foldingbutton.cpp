// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/foldingbutton.h"

#include <QScopedValueRollback>
#include <QStyleOptionToolButton>

namespace Pullcord {

FoldingButton::FoldingButton(QWidget *parent)
    : QToolButton(parent)
{
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

FoldingButton::~FoldingButton() = default;

QSize FoldingButton::sizeHint() const
{
    const QScopedValueRollback<Measure> whole(m_measure, Measure::Whole);
    return QToolButton::sizeHint();
}

QSize FoldingButton::minimumSizeHint() const
{
    QStyleOptionToolButton option;
    const QScopedValueRollback<Measure> folded(m_measure, Measure::Folded);
    initStyleOption(&option);
    const QSize content = option.iconSize + QSize(4, 4); // as in QToolButton
    return style()->sizeFromContents(QStyle::CT_ToolButton, &option, content, this);
}

void FoldingButton::initStyleOption(QStyleOptionToolButton *option) const
{
    QToolButton::initStyleOption(option);
    const int text = option->fontMetrics.size(Qt::TextShowMnemonic, option->text).width();
    const bool isNarrow = m_measure == Measure::AsItIs && width() < option->iconSize.width() + text;
    if (m_measure == Measure::Folded || isNarrow)
        option->toolButtonStyle = Qt::ToolButtonIconOnly;
}

} // namespace Pullcord
