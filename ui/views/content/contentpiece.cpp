// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/contentpiece.h"

#include "core/capture/formatting.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/messages/textview.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/peerlabel.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTextBlock>
#include <QTextDocument>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace Pullcord {

using namespace Qt::StringLiterals;

ContentPiece::ContentPiece(const PieceInfo &info, QWidget *parent)
    : QWidget(parent)
    , m_info(info)
    , m_layout(new QVBoxLayout(this))
    , m_top(new QHBoxLayout)
    , m_facts(new FieldNote(this))
    , m_problem(new FieldNote(this))
{
    auto *title = new PeerLabel(Texts::head(info.title), this);
    title->setObjectName(u"pieceTitle"_s);
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    m_facts->setObjectName(u"pieceFacts"_s);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->setObjectName(u"pieceProblem"_s);
    m_top->setContentsMargins(0, 0, 0, 0);
    m_top->setSpacing(2);
    m_top->addWidget(title, 1);
    m_layout->setContentsMargins(6, 2, 2, 4);
    m_layout->setSpacing(2);
    m_layout->addLayout(m_top);
    m_layout->addWidget(m_facts);
    if (!info.uri.isEmpty()) {
        auto *uri = new PeerLabel(Texts::head(info.uri), this);
        uri->setObjectName(u"pieceUri"_s);
        uri->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_layout->addWidget(uri);
    }
    m_layout->addWidget(m_problem);
    setFacts({});
}

ContentPiece::~ContentPiece() = default;

void ContentPiece::setFacts(const QString &size, const QString &more)
{
    const QString facts = ContentTexts::facts(m_info.mimeType, size, m_info.annotations);
    m_facts->say(more.isEmpty() ? facts : facts + u" · "_s + more, true);
}

void ContentPiece::setProblem(const QString &text)
{
    m_problem->say(text);
}

QToolButton *ContentPiece::addButton(const char *icon, const QString &text, const QString &objectName)
{
    auto *button = new QToolButton(this);
    button->setObjectName(objectName);
    if (icon)
        button->setIcon(Icons::icon(icon));
    else
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setText(text);
    AccessibleNames::setToolTip(button, text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_top->addWidget(button, 0, Qt::AlignTop);
    return button;
}

void ContentPiece::addBody(QWidget *body)
{
    m_layout->addWidget(body);
}

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
