// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/textview.h"

#include "core/capture/humantext.h"
#include "ui/models/eventtexts.h"
#include "ui/models/texts.h"
#include "ui/views/jsonhighlighter.h"

#include <QEvent>
#include <QFontDatabase>

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
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->setPalette(palette());
}

void TextView::put(const QString &text, bool colored)
{
    m_highlighter->setDocument(nullptr);
    if (text.size() > Longest) {
        setPlainText(text.first(Longest) + u'\n' +
                     tr("… %1 more; copying takes the whole").arg(HumanText::byteCount(text.size() - Longest)));
    } else {
        setPlainText(text);
    }
    if (colored) {
        m_highlighter->setDocument(document());
        m_highlighter->setPalette(palette());
    }
}

} // namespace Pullcord
