// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace Pullcord {

/// The style of the desktop, or another, without its animations. Qt's own styles do not ask the desktop whether its user wants any, so that
/// there are none for anybody: in a log that follows a server enough moves by itself.
class CalmStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    /// That style, by its name; empty: the desktop's.
    explicit CalmStyle(const QString &name = {});
    ~CalmStyle() override;

    /// Makes it the program's, and switches off what menus and tool tips do.
    static void calm();

    /// Nor do buttons of dialogs have icons: those that Qt brings for them are not of our set.
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                                QStyleHintReturn *returnData) const override;
    /// Fusion draws the frames of what can be checked darker than the window, which nobody sees on a dark one.
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
};

} // namespace Pullcord
