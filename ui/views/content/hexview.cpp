// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/hexview.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/views/messages/textview.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// Returns the characters of a line: offset, hex digits, ASCII text, and room for the scroll bar.
constexpr int columnsFor(int perLine)
{
    return 8 + 1 + 3 * perLine + perLine / 16 + 2 + perLine + 4;
}

} // namespace

HexView::HexView(const QByteArray &bytes, QWidget *parent)
    : QWidget(parent)
    , m_bytes(bytes)
    , m_view(new TextView(this))
{
    m_mostHeight = 20 * m_view->fontMetrics().lineSpacing();
    m_view->setObjectName(u"hexText"_s);
    m_view->setAccessibleName(tr("Bytes in hexadecimal digits"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_view);
    if (m_bytes.size() > MostShown) {
        auto *note = new PlainLabel(
            tr("Only the first %1 are shown; save the content to get all of it").arg(Formatting::byteCount(MostShown)),
            this);
        note->setObjectName(u"hexNote"_s);
        note->setWordWrap(true);
        layout->addWidget(note);
    }
    fill(8);
}

HexView::~HexView() = default;

void HexView::setMostHeight(int height)
{
    m_mostHeight = height;
    fill(m_perLine);
}

void HexView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int room = width() / letterWidth(QFontMetrics(m_view->font()));
    int perLine = 16;
    while (perLine > 4 && columnsFor(perLine) > room)
        perLine /= 2;
    fill(perLine);
}

void HexView::fill(int perLine)
{
    if (perLine != m_perLine) {
        m_perLine = perLine;
        m_view->showText(
            ContentTexts::hexDump(QByteArrayView(m_bytes).first(qMin(m_bytes.size(), MostShown)), perLine));
    }
    const qsizetype lines = (qMin(m_bytes.size(), MostShown) + perLine - 1) / perLine;
    const int height = int(std::max<qsizetype>(lines, 1)) * m_view->fontMetrics().lineSpacing() +
                       int(2 * m_view->document()->documentMargin()) + 2;
    m_view->setFixedHeight(std::min(height, m_mostHeight));
}

} // namespace Pullcord
