// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/drophint.h"

#include "ui/views/style/icons.h"

#include <QPainter>

namespace Pullcord {
using namespace Qt::StringLiterals;

DropHint::DropHint(QWidget *over)
    : QWidget(over)
{
    setObjectName(u"dropHint"_s);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

DropHint::~DropHint() = default;

void DropHint::offer(const QString &text)
{
    m_text = text;
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void DropHint::paintEvent(QPaintEvent *)
{
    constexpr float Cover = 0.85F; // the window stays recognizable, but does not interfere with the text
    constexpr int Round = 8;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor back = palette().color(QPalette::Window);
    back.setAlphaF(Cover);
    painter.fillRect(rect(), back);
    const int margin = fontMetrics().height();
    const QRect frame = rect().adjusted(margin, margin, -margin, -margin);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 3, Qt::DashLine));
    painter.drawRoundedRect(frame, Round, Round);
    const int icon = 2 * fontMetrics().height();
    const QRect words = frame.adjusted(margin, 0, -margin, 0);
    Icons::icon("download")
        .paint(&painter, QRect(frame.center().x() - icon / 2, frame.center().y() - 2 * icon, icon, icon));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(words, Qt::AlignCenter | Qt::TextWordWrap, m_text);
}

} // namespace Pullcord
