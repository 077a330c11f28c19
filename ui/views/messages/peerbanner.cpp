// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/peerbanner.h"

#include "ui/views/style/theme.h"

#include <QEvent>

namespace Pullcord {

PeerBanner::PeerBanner(QWidget *parent)
    : PeerLabel(parent)
{
    setAutoFillBackground(true);
    setMargin(4);
    applyColor();
    hide();
}

PeerBanner::~PeerBanner() = default;

void PeerBanner::say(const QString &text)
{
    setText(text);
    setHidden(text.isEmpty());
}

void PeerBanner::applyColor()
{
    QPalette colors = Theme::paletteFor(*this);
    colors.setColor(QPalette::Window, Theme::of(colors).warningBack);
    setPalette(colors);
}

void PeerBanner::changeEvent(QEvent *event)
{
    PeerLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColor();
}

} // namespace Pullcord
