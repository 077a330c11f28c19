// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/noanimationstyle.h"

#include "ui/views/style/contrast.h"

#include <QApplication>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace Pullcord {
using namespace Qt::StringLiterals;

NoAnimationStyle::NoAnimationStyle(const QString &name)
    : QProxyStyle(name.isEmpty() ? nullptr : QStyleFactory::create(name))
{}

NoAnimationStyle::~NoAnimationStyle() = default;

void NoAnimationStyle::calm()
{
    QApplication::setStyle(new NoAnimationStyle);
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip,
                                      Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
        QApplication::setEffectEnabled(effect, false);
}

int NoAnimationStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                                QStyleHintReturn *returnData) const
{
    if (hint == SH_Widget_Animate || hint == SH_Widget_Animation_Duration ||
        hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

void NoAnimationStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                     const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    constexpr double LeastForFrames = 3; // WCAG 2.1, 1.4.11; rounded frames are blended with the background
    constexpr int FrameShade = 140;      // percent, as in Fusion
    const bool isRadio = element == PE_IndicatorRadioButton;
    const QColor window = option->palette.color(QPalette::Window);
    const QColor frame = window.darker(FrameShade);
    if ((element != PE_IndicatorCheckBox && !isRadio) || baseStyle()->name() != "fusion"_L1 ||
        !option->state.testFlag(State_Enabled) || window.lightness() >= 128)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, isRadio);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(Contrast::readable(frame, {window, option->palette.color(QPalette::Base)},
                                       isRadio ? Contrast::LeastForText : LeastForFrames));
    const QRectF place = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isRadio)
        painter->drawEllipse(place.adjusted(1, 1, 0, 0));
    else
        painter->drawRect(place);
    painter->restore();
}

} // namespace Pullcord
