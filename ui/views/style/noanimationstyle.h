// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace Pullcord {

/// A style without animations, on top of the desktop's or another style. Qt's styles ignore the desktop setting for
/// reduced motion, so animations are always off.
class NoAnimationStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    /// Wraps the style of this name; empty: the desktop's style.
    explicit NoAnimationStyle(const QString &name = {});
    ~NoAnimationStyle() override;

    /// Installs it in the application, and turns off the effects of menus and tool tips.
    static void calm();

    /// Also removes icons from dialog buttons, because the icons of Qt do not match those of the program.
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                                QStyleHintReturn *returnData) const override;
    /// Redraws the frames of check boxes and radio buttons, which Fusion makes darker than the window: invisible on a
    /// dark one.
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
};

} // namespace Pullcord
