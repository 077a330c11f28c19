// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/fielddescription.h"

#include "ui/models/peertexts.h"
#include "ui/views/aloud.h"
#include "ui/views/theme.h"

#include <QPainter>

namespace Pullcord {
using namespace Qt::StringLiterals;

FieldDescription::FieldDescription(const QString &text, QWidget *parent)
    : QLabel(Texts::inOneLine(text.simplified()), parent)
{
    setTextFormat(Qt::PlainText);
    Aloud::setToolTip(this, text);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long one does not widen the form
}

FieldDescription::~FieldDescription() = default;

QSize FieldDescription::minimumSizeHint() const
{
    return {4 * fontMetrics().averageCharWidth(), fontMetrics().height()};
}

QSize FieldDescription::sizeHint() const
{
    return minimumSizeHint();
}

void FieldDescription::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(Theme::of(palette()).dim);
    painter.drawText(rect(), int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, width()));
}

} // namespace Pullcord
