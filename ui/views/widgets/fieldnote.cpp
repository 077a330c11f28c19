// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/fieldnote.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/theme.h"

#include <QEvent>

namespace Pullcord {

FieldNote::FieldNote(QWidget *parent)
    : PeerLabel(parent)
{
    hide();
}

FieldNote::~FieldNote() = default;

void FieldNote::say(const QString &text, bool isHint)
{
    m_isHint = isHint;
    setText(Texts::head(text));
    setHidden(text.isEmpty());
    color();
}

void FieldNote::changeEvent(QEvent *event)
{
    PeerLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        color();
}

void FieldNote::color()
{
    QPalette colors = Theme::paletteFor(*this);
    const Theme &theme = Theme::of(colors);
    colors.setColor(QPalette::WindowText, m_isHint ? theme.dim : theme.failure);
    setPalette(colors);
}

} // namespace Pullcord
