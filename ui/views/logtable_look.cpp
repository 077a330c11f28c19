// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/logtable.h"

#include "ui/views/contrast.h"
#include "ui/views/listdelegate.h"
#include "ui/views/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QPushButton>

#include <utility>

// Appearance: rows and colours, and the text of an empty table.

namespace Pullcord {
using namespace Qt::StringLiterals;

void LogTable::setEmptyText(const QString &text)
{
    if (std::exchange(m_emptyText, text) != text && (!model() || model()->rowCount() == 0))
        viewport()->update();
}

void LogTable::setEmptyButton(const QString &text)
{
    if (!m_emptyButton && text.isEmpty())
        return;
    if (!m_emptyButton) {
        m_emptyButton = new QPushButton(viewport());
        m_emptyButton->setObjectName(objectName() + u"Clear"_s);
        m_emptyButton->setAutoDefault(false);
        connect(m_emptyButton, &QPushButton::clicked, this, &LogTable::emptyPressed);
    }
    m_emptyButton->setText(text);
    placeEmptyButton();
}

/// Places the button below the centred text.
void LogTable::placeEmptyButton()
{
    if (!m_emptyButton)
        return;
    const int line = fontMetrics().lineSpacing();
    const QSize size = m_emptyButton->sizeHint();
    const int top = qMin(viewport()->height() / 2 + line, viewport()->height() - size.height());
    m_emptyButton->setGeometry((viewport()->width() - size.width()) / 2, top, size.width(), size.height());
    m_emptyButton->setVisible(!m_emptyButton->text().isEmpty() && (!model() || model()->rowCount() == 0));
}

void LogTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount() > 0))
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const int margin = 2 * fontMetrics().height();
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
}

void LogTable::changeEvent(QEvent *event)
{
    m_isRearranged = true; // may change every row
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        paintSelection();
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange)
        return;
    fitRows();
    fitFont();
}

void LogTable::setLeads(bool leads)
{
    if (std::exchange(m_leads, leads) != leads)
        paintSelection();
}

void LogTable::paintSelection()
{
    constexpr double Share = 0.3; // share of the highlight colour over the background
    QPalette colors = Theme::paletteFor(*this);
    if (!m_leads) {
        const QColor back = Contrast::over(colors.color(QPalette::Highlight), colors.color(QPalette::Base), Share);
        colors.setColor(QPalette::Highlight, back);
        colors.setColor(QPalette::HighlightedText, Contrast::readable(colors.color(QPalette::Text), {back}));
    }
    setPalette(colors);
}

void LogTable::fitRows()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(ListDelegate::rowHeight(fontMetrics()));
}

} // namespace Pullcord
