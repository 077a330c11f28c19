// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/fielddescription.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/theme.h"

#include <QEvent>

namespace Pullcord {

FieldDescription::FieldDescription(const QString &text, QWidget *parent)
    : PeerLabel(Texts::inOneLine(text.simplified()), parent)
{
    constexpr int MostLines = 2;
    setMostLines(MostLines);
    AccessibleNames::setToolTip(this, text);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum); // a long one must not widen the form
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    paintDim();
}

FieldDescription::~FieldDescription() = default;

void FieldDescription::changeEvent(QEvent *event)
{
    PeerLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        paintDim();
}

void FieldDescription::paintDim()
{
    QPalette colors = Theme::paletteFor(*this);
    colors.setColor(QPalette::WindowText, Theme::of(colors).dim);
    setPalette(colors);
}

} // namespace Pullcord
