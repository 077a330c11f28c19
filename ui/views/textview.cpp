// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/textview.h"

#include "core/capture/humantext.h"
#include "ui/models/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/views/jsonhighlighter.h"
#include "ui/views/theme.h"

#include <QEvent>
#include <QFontDatabase>
#include <QMimeData>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace Pullcord {

TextView::TextView(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_highlighter(new JsonHighlighter(nullptr))
{
    m_highlighter->setParent(this);
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setLineWrapMode(WidgetWidth);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(this->font().pointSizeF());
    setFont(font);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TextView::paintMarks);
}

TextView::~TextView() = default;

void TextView::showText(const QString &text)
{
    put(text, false);
}

void TextView::showJson(const QByteArray &json)
{
    // Four bytes are the most that a character takes.
    const QByteArrayView head = QByteArrayView(json).first(qMin(json.size(), Longest * 4));
    put(Texts::readable(head), json.size() <= LongestColored);
}

void TextView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    m_highlighter->setPalette(palette());
    paintMarks();
}

void TextView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    paintMarks();
    if (event->size().width() != event->oldSize().width())
        emit widthChanged();
}

std::unique_ptr<Finder> TextView::finderFor(const QString &wanted) const
{
    return std::make_unique<TextFinder>(toPlainText(), HumanText::visibleLines(wanted));
}

qsizetype TextView::findFrom() const
{
    return textCursor().selectionStart();
}

void TextView::markFound(const QString &wanted, const std::vector<qsizetype> &hits)
{
    m_found = hits;
    m_foundLength = HumanText::visibleLines(wanted).size();
    if (hits.empty())
        m_foundCurrent = -1;
    paintMarks();
}

void TextView::goToFound(qsizetype hit)
{
    QTextCursor cursor(document());
    cursor.setPosition(int(hit));
    cursor.setPosition(int(hit + m_foundLength), QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    m_foundCurrent = hit;
    paintMarks();
}

QMimeData *TextView::createMimeDataFromSelection() const
{
    if (m_text.shown() == m_text.source())
        return QPlainTextEdit::createMimeDataFromSelection();
    auto *copied = new QMimeData;
    copied->setText(m_text.original(textCursor().selectionStart(), textCursor().selectionEnd()));
    return copied;
}

void TextView::setMarks(const QList<Mark> &marks)
{
    m_marks = marks;
    for (Mark &mark : m_marks) {
        mark.begin = m_text.toShown(mark.begin);
        mark.end = m_text.toShown(mark.end);
    }
    paintMarks();
}

void TextView::goTo(qsizetype position)
{
    QTextCursor cursor(document());
    cursor.setPosition(int(qMin(m_text.toShown(position), qsizetype(document()->characterCount()) - 1)));
    setTextCursor(cursor);
    centerCursor();
    paintMarks();
}

QTextEdit::ExtraSelection TextView::selectionOf(const Mark &mark) const
{
    const qsizetype last = document()->characterCount() - 1;
    QTextEdit::ExtraSelection selection;
    selection.cursor = QTextCursor(document());
    selection.cursor.setPosition(int(qMin(mark.begin, last)));
    selection.cursor.setPosition(int(qMin(mark.end, last)), QTextCursor::KeepAnchor);
    selection.format.setBackground(mark.back);
    return selection;
}

/// Marks what is to be seen, and no more: there may be many thousands.
void TextView::paintMarks()
{
    if (m_found.empty() && m_marks.isEmpty() && extraSelections().isEmpty())
        return;
    QList<QTextEdit::ExtraSelection> selections;
    const Theme &theme = Theme::of(palette());
    const int first = cursorForPosition({0, 0}).position();
    const int last = cursorForPosition({viewport()->width(), viewport()->height()}).position();
    for (const Mark &mark : std::as_const(m_marks)) {
        if (mark.begin <= last && mark.end >= first)
            selections.append(selectionOf(mark));
    }
    for (auto hit = std::lower_bound(m_found.begin(), m_found.end(), first - m_foundLength);
         hit != m_found.end() && *hit <= last; ++hit) {
        const QColor &back = *hit == m_foundCurrent ? theme.currentBack : theme.foundBack;
        selections.append(selectionOf({*hit, *hit + m_foundLength, back}));
    }
    setExtraSelections(selections);
}

void TextView::put(const QString &text, bool colored)
{
    m_highlighter->setDocument(nullptr);
    m_found.clear();
    m_marks.clear();
    setExtraSelections({});
    m_isCut = text.size() > Longest;
    m_text = VisibleText(m_isCut ? text.first(Longest) : text);
    if (m_isCut) {
        setPlainText(m_text.shown() + u'\n' +
                     tr("… %1 more; copying takes the whole").arg(HumanText::byteCount(text.size() - Longest)));
    } else {
        setPlainText(m_text.shown());
    }
    if (colored) {
        m_highlighter->setDocument(document());
        m_highlighter->setPalette(palette());
    }
}

} // namespace Pullcord
