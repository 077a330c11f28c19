// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/hanginglayout.h"

#include <QTextBlock>
#include <QTextLayout>
#include <QtMath>

#include <algorithm>

namespace Pullcord {

HangingLayout::HangingLayout(QTextDocument *document)
    : QPlainTextDocumentLayout(document)
{}

HangingLayout::~HangingLayout() = default;

QRectF HangingLayout::blockBoundingRect(const QTextBlock &block) const
{
    const QRectF wrapped = QPlainTextDocumentLayout::blockBoundingRect(block); // lays it out if necessary
    if (!block.isValid() || block.layout()->lineCount() < 2 || block.length() > LongestHung || !hang(block))
        return wrapped;
    if (!m_isTelling) { // receivers ask for other blocks, too
        auto *self = const_cast<HangingLayout *>(this);
        self->m_isTelling = true;
        emit self->documentSizeChanged(documentSize());
        self->m_isTelling = false;
    }
    return QPlainTextDocumentLayout::blockBoundingRect(block);
}

bool HangingLayout::hang(QTextBlock block)
{
    QTextLayout &lines = *block.layout();
    const QString text = block.text();
    const auto first = std::ranges::find_if(text, [](QChar character) { return !character.isSpace(); });
    const qreal edge = lines.lineAt(0).x();
    const qreal width = lines.lineAt(0).width();
    // In a narrow view, at least half of the width remains for the text.
    const qreal indent = qMin(lines.lineAt(0).cursorToX(int(first - text.begin())) - edge, width / 2);
    if (indent < 1 || lines.lineAt(1).x() > edge)
        return false;
    const int before = lines.lineCount();
    lines.beginLayout();
    qreal height = 0;
    for (QTextLine line = lines.createLine(); line.isValid(); line = lines.createLine()) {
        const qreal in = line.textStart() == 0 ? 0 : indent;
        line.setLeadingIncluded(true);
        line.setLineWidth(width - in);
        line.setPosition({edge + in, height});
        height += line.height();
        if (line.leading() < 0)
            height += qCeil(line.leading());
    }
    lines.endLayout();
    block.setLineCount(block.isVisible() ? lines.lineCount() : 0);
    return lines.lineCount() != before;
}

} // namespace Pullcord
