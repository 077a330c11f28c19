// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/calmstyle.h"

#include <QApplication>
#include <QStyleFactory>

namespace Pullcord {

CalmStyle::CalmStyle(const QString &name)
    : QProxyStyle(name.isEmpty() ? nullptr : QStyleFactory::create(name))
{}

CalmStyle::~CalmStyle() = default;

void CalmStyle::calm()
{
    QApplication::setStyle(new CalmStyle);
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip,
                                      Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
        QApplication::setEffectEnabled(effect, false);
}

int CalmStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                         QStyleHintReturn *returnData) const
{
    if (hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration ||
        hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

} // namespace Pullcord
