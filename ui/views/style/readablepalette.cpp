// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/readablepalette.h"

#include "ui/views/style/contrast.h"

#include <QApplication>

#include <initializer_list>

namespace Pullcord {

namespace {

constexpr double StripeShare = 0.05; // share of the text color in alternate rows
constexpr double HintShare = 0.6;    // share of the text color in hints
constexpr double LineShare = 0.3;    // share of the text color in lines
constexpr double LeastForLines = 1.15;

/// Text and background roles that the desktop sets.
struct Pair
{
    QPalette::ColorRole front;
    QPalette::ColorRole back;
};
constexpr Pair Pairs[] = {
    {QPalette::Text, QPalette::Base},
    {QPalette::WindowText, QPalette::Window},
    {QPalette::ButtonText, QPalette::Button},
    {QPalette::ToolTipText, QPalette::ToolTipBase},
};

void mend(QPalette &palette, QPalette::ColorGroup group)
{
    const auto color = [&](QPalette::ColorRole role) { return palette.color(group, role); };
    const auto set = [&](QPalette::ColorRole role, const QColor &wanted) {
        if (color(role) != wanted)
            palette.setColor(group, role, wanted);
    };
    for (const Pair &pair : Pairs)
        set(pair.front, Contrast::readable(color(pair.front), {color(pair.back)}));
    // Here, the background changes, so that selected text looks as usual.
    set(QPalette::Highlight, Contrast::readable(color(QPalette::Highlight), {color(QPalette::HighlightedText)}));
    const QColor base = color(QPalette::Base);
    const QColor text = color(QPalette::Text);
    if (Contrast::ratio(text, color(QPalette::AlternateBase)) < Contrast::LeastForText)
        set(QPalette::AlternateBase, Contrast::over(text, base, StripeShare));
    const QList<QColor> rows{base, color(QPalette::AlternateBase)};
    set(QPalette::Text, Contrast::readable(text, rows)); // must also be readable on alternate rows
    if (Contrast::readable(color(QPalette::PlaceholderText), rows) != color(QPalette::PlaceholderText))
        set(QPalette::PlaceholderText, Contrast::readable(Contrast::over(text, base, HintShare), rows));
    for (const QPalette::ColorRole link : {QPalette::Link, QPalette::LinkVisited})
        set(link, Contrast::readable(color(link), rows));
    const QColor window = color(QPalette::Window);
    if (Contrast::ratio(color(QPalette::Mid), window) < LeastForLines)
        set(QPalette::Mid, Contrast::over(color(QPalette::WindowText), window, LineShare));
}

} // namespace

ReadablePalette::ReadablePalette(QApplication &app)
{
    app.installEventFilter(this);
    apply();
}

ReadablePalette::~ReadablePalette() = default;

QPalette ReadablePalette::mended(const QPalette &palette)
{
    QPalette better = palette;
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive})
        mend(better, group);
    return better;
}

bool ReadablePalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange)
        apply();
    return false;
}

/// Sets only differing colors; the others keep following the desktop.
void ReadablePalette::apply()
{
    if (m_isApplying)
        return;
    const QPalette present = QApplication::palette();
    const QPalette better = mended(present);
    if (better == present)
        return;
    QPalette changes = present; // with its resolve mask, and no more
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        for (int role = 0; role < QPalette::NColorRoles; ++role) {
            const QColor wanted = better.color(group, QPalette::ColorRole(role));
            if (wanted != present.color(group, QPalette::ColorRole(role)))
                changes.setColor(group, QPalette::ColorRole(role), wanted);
        }
    }
    m_isApplying = true;
    QApplication::setPalette(changes);
    // Otherwise some platform themes (qt6ct) would never change the palette again.
    QCoreApplication::setAttribute(Qt::AA_SetPalette, false);
    m_isApplying = false;
}

} // namespace Pullcord
