// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/textpiece.h"

#include "core/capture/formatting.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/views/messages/textview.h"

#include <QAbstractTextDocumentLayout>
#include <QPushButton>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace Pullcord {
using namespace Qt::StringLiterals;

TextPiece::TextPiece(const PieceInfo &info, const Source &source, QWidget *parent)
    : ContentPiece(info, parent)
    , m_source(source)
    , m_value(JsonValue(m_source.json).pointer(m_source.pointer))
    , m_view(new TextView(this))
    , m_more(new QPushButton(this))
{
    m_mostHeight = 20 * m_view->fontMetrics().lineSpacing();
    m_view->setObjectName(u"pieceText"_s);
    m_view->setAccessibleName(info.title);
    m_view->setFrameShape(QFrame::NoFrame);
    m_more->setObjectName(u"showMore"_s);
    m_more->setAutoDefault(false);
    addBody(m_view);
    addBody(m_more);
    const qsizetype raw = isString() ? m_value.raw().size() : m_source.json.size();
    const bool isLong = raw > MostPretty;
    m_size = isLong ? raw : whole().size();
    if (!isLong)
        findJson();
    const QString size = Formatting::byteCount(m_size);
    setFacts(isLong && isString() ? tr("about %1", "a number of bytes").arg(size) : size);
    addSave();
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_shown = MostShown;
        fill();
    });
    connect(m_view, &TextView::widthChanged, this, &TextPiece::fit);
    fill();
}

TextPiece::~TextPiece() = default;

void TextPiece::findJson()
{
    const QByteArray text = whole();
    const QByteArray trimmed = text.trimmed();
    const bool isLikely = trimmed.startsWith('{') || trimmed.startsWith('[');
    if (!isLikely && isString())
        return;
    if (JsonChecker().check(text))
        return;
    m_pretty = JsonText::indented(text);
    if (m_pretty == text)
        return; // no second form to switch to
    QToolButton *asItWas = addButton(nullptr, tr("Original"), u"asItWas"_s);
    asItWas->setCheckable(true);
    asItWas->setToolTip(tr("Show the text as received, not indented"));
    connect(asItWas, &QToolButton::toggled, this, [this](bool checked) {
        m_wantsPretty = !checked;
        fill();
    });
}

void TextPiece::addSave()
{
    QToolButton *save = addButton("save", tr("Save As…"), u"savePiece"_s);
    connect(save, &QToolButton::clicked, this, [this] {
        const QString type = !isString()                 ? u"application/json"_s
                             : info().mimeType.isEmpty() ? u"text/plain"_s
                                                         : info().mimeType;
        emit saveRequested(ContentTexts::fileName(info().uri, type, info().fileBase), whole());
    });
}

void TextPiece::fill()
{
    const bool isPretty = m_wantsPretty && !m_pretty.isEmpty();
    if (isPretty) {
        m_view->showJson(m_pretty.size() <= m_shown ? m_pretty : ContentTexts::head(m_pretty, m_shown).toUtf8());
    } else {
        m_view->showText(!isString() ? ContentTexts::head(m_source.json, m_shown)
                                     : ContentTexts::head(m_value, m_shown));
    }
    const qsizetype size = isPretty ? m_pretty.size() : m_size;
    const bool isCut = size > m_shown;
    const QString shown = Formatting::byteCount(m_shown);
    m_more->setEnabled(m_shown < MostShown);
    m_more->setText(m_shown == MostShown
                        ? tr("Only the first %1 are shown; save the content to get all of it").arg(shown)
                    : size > MostShown ? tr("The first %1 are shown: Show More").arg(shown)
                                       : tr("The first %1 are shown: Show All").arg(shown));
    m_more->setHidden(!isCut);
    fit();
}

void TextPiece::setMostHeight(int height)
{
    m_mostHeight = height;
    fit();
}

void TextPiece::fit()
{
    const int margins = int(2 * m_view->document()->documentMargin()) + 2 * m_view->frameWidth() + 2;
    m_view->setFixedHeight(std::min(textHeight() + margins, m_mostHeight));
}

/// Returns the height of the wrapped lines, laying out only as many as can be shown.
int TextPiece::textHeight() const
{
    const QAbstractTextDocumentLayout *layout = m_view->document()->documentLayout();
    const qreal least = m_view->fontMetrics().lineSpacing();
    qreal sum = 0;
    for (QTextBlock block = m_view->document()->begin(); block.isValid() && sum < m_mostHeight; block = block.next())
        sum += layout->blockBoundingRect(block).height();
    return int(std::ceil(std::max(least, sum)));
}

} // namespace Pullcord
