// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/placeholdercolor.h"

#include <QApplication>
#include <QEvent>

namespace Pullcord {

namespace {

constexpr int Faint = 128;        ///< alpha of a placeholder, as in Qt's own palettes
constexpr int LeastContrast = 50; ///< of the lightness, 0 to 255

bool isReadable(const QColor &color, const QColor &base)
{
    const int distance = qAbs(qGray(color.rgb()) - qGray(base.rgb()));
    return distance * color.alpha() / 255 >= LeastContrast;
}

void mend()
{
    const QPalette palette = QApplication::palette();
    QPalette mended; // of which only what is set counts
    bool isMended = false;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        const QColor color = PlaceholderColor::readable(palette, group);
        isMended = isMended || color != palette.color(group, QPalette::PlaceholderText);
        mended.setColor(group, QPalette::PlaceholderText, color);
    }
    if (isMended)
        QApplication::setPalette(mended);
}

} // namespace

PlaceholderColor::PlaceholderColor(QApplication &app)
    : QObject(nullptr)
{
    app.installEventFilter(this);
    mend();
}

PlaceholderColor::~PlaceholderColor() = default;

QColor PlaceholderColor::readable(const QPalette &palette, QPalette::ColorGroup group)
{
    const QColor own = palette.color(group, QPalette::PlaceholderText);
    if (isReadable(own, palette.color(group, QPalette::Base)))
        return own;
    QColor text = palette.color(group, QPalette::Text);
    text.setAlpha(Faint);
    return text;
}

bool PlaceholderColor::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && watched == QCoreApplication::instance())
        mend();
    return false;
}

} // namespace Pullcord
