// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/contentview.h"

#include "core/json/jsontext.h"
#include "core/mcp/catalog/contentblock.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/content/audiopiece.h"
#include "ui/views/content/blobpiece.h"
#include "ui/views/content/imagepiece.h"
#include "ui/views/content/linkpiece.h"
#include "ui/views/content/textpiece.h"
#include "ui/views/widgets/peerlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr qsizetype MostDecoded = 128 * 1024; ///< KiB of pixels; several screens full
}

ContentView::ContentView(QWidget *parent)
    : QScrollArea(parent)
    , m_decoded(std::make_shared<DecodedImages>(MostDecoded))
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    clear();
}

ContentView::~ContentView() = default;

void ContentView::clear()
{
    m_waiting.clear();
    m_next = 0;
    m_pieces.clear();
    m_room = PiecesAtOnce;
    m_list = new QWidget;
    m_list->setMinimumWidth(1); // wraps or elides what does not fit, since nothing scrolls sideways
    m_layout = new QVBoxLayout(m_list);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_more = new QPushButton(m_list);
    m_more->setObjectName(u"morePieces"_s);
    m_more->setAutoDefault(false);
    m_more->hide();
    m_layout->addWidget(m_more);
    m_layout->addStretch(1);
    connect(m_more, &QPushButton::clicked, this, &ContentView::addMore);
    setWidget(m_list); // deletes the previous one
}

void ContentView::add(Maker make)
{
    if (m_room > 0) {
        --m_room;
        put(make());
        return;
    }
    m_waiting.append(std::move(make));
    if (m_waiting.size() - m_next <= PiecesAtOnce) // with more pieces, the text is the same
        sayHowManyMore();
}

void ContentView::addMore()
{
    const qsizetype end = qMin(m_next + PiecesAtOnce, m_waiting.size());
    m_room = int(PiecesAtOnce - (end - m_next));
    while (m_next < end)
        put(std::exchange(m_waiting[m_next++], {})());
    sayHowManyMore();
}

void ContentView::sayHowManyMore()
{
    const qsizetype more = m_waiting.size() - m_next;
    m_more->setText(tr("Show %n More", nullptr, int(qMin<qsizetype>(more, PiecesAtOnce))));
    m_more->setVisible(more > 0);
}

void ContentView::put(QWidget *widget)
{
    m_layout->insertWidget(m_layout->count() - 2, widget);
    auto *piece = qobject_cast<ContentPiece *>(widget);
    if (!piece)
        return;
    connect(piece, &ContentPiece::saveRequested, this, &ContentView::saveRequested);
    connect(piece, &ContentPiece::playRequested, this, &ContentView::playRequested);
    connect(piece, &ContentPiece::readRequested, this, &ContentView::readRequested);
    m_pieces.append(piece);
    if (m_pieces.size() <= 2)
        fit();
    else
        piece->setMostHeight(mostHeight());
}

/// A single piece may use the whole height; of several, each leaves room for a part of the next.
int ContentView::mostHeight() const
{
    const int head = 4 * fontMetrics().lineSpacing();
    const int least = 8 * fontMetrics().lineSpacing();
    const int most = qMax(viewport()->height() - head, least);
    return m_pieces.size() == 1 ? most : qMax(most * 2 / 3, least);
}

void ContentView::fit()
{
    const int most = mostHeight();
    for (ContentPiece *piece : std::as_const(m_pieces))
        piece->setMostHeight(most);
}

void ContentView::resizeEvent(QResizeEvent *event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void ContentView::addNote(ContentNote::Kind kind, const QString &text)
{
    add([this, kind, text] { return new ContentNote(kind, text, m_list); });
}

void ContentView::addHeading(const QString &text)
{
    add([this, text] {
        auto *heading = new PeerLabel(Texts::head(text), m_list);
        heading->setObjectName(u"contentHeading"_s);
        heading->setContentsMargins(6, 4, 6, 0);
        QFont large = heading->font();
        large.setBold(true);
        large.setPointSizeF(large.pointSizeF() * 1.1);
        heading->setFont(large);
        return heading;
    });
}

void ContentView::addText(const QString &title, const QString &text)
{
    add([this, title, text] {
        return new TextPiece({.title = title, .uri = {}, .mimeType = {}, .annotations = {}, .fileBase = u"text"_s},
                             {.json = JsonText::quoted(text), .pointer = ""_ba}, m_list);
    });
}

void ContentView::addJson(const QString &title, const QByteArray &json, const QString &fileBase)
{
    add([this, title, json, fileBase] {
        return new TextPiece({.title = title, .uri = {}, .mimeType = {}, .annotations = {}, .fileBase = fileBase},
                             {.json = json, .pointer = {}}, m_list);
    });
}

void ContentView::addBlock(const ContentBlock &block)
{
    add([this, block] { return pieceFor(block); });
}

void ContentView::addResource(const ResourceContents &contents)
{
    add([this, contents] { return pieceFor(contents, {}); });
}

ContentPiece *ContentView::pieceFor(const ContentBlock &block)
{
    PieceInfo info{.title = block.typeName,
                   .uri = {},
                   .mimeType = block.mimeType,
                   .annotations = block.annotations,
                   .fileBase = block.typeName};
    switch (block.type) {
    case ContentBlock::Type::Text:
        info.title = tr("Text");
        if (JsonValue(block.raw).member("text").isString())
            return new TextPiece(info, {.json = block.raw, .pointer = "/text"}, m_list);
        break; // a text block without text: falls back to JSON
    case ContentBlock::Type::Image:
        info.title = tr("Image");
        return new ImagePiece(info, block.data(), m_decoded, m_list);
    case ContentBlock::Type::Audio:
        info.title = tr("Audio");
        return new AudioPiece(info, block.data(), m_list);
    case ContentBlock::Type::ResourceLink: {
        const CatalogItem link = block.link();
        info.title = tr("Resource link");
        info.uri = link.uri;
        return new LinkPiece(info, link, m_canRead, m_list);
    }
    case ContentBlock::Type::Resource:
        if (JsonValue(block.raw).member("resource").isObject())
            return pieceFor(block.resource(), block.annotations);
        break;
    case ContentBlock::Type::Other:
        break;
    }
    info.title = block.typeName.isEmpty() ? tr("Content without a type") : tr("Other content: %1").arg(block.typeName);
    info.fileBase = u"content"_s;
    return new TextPiece(info, {.json = block.raw, .pointer = {}}, m_list);
}

ContentPiece *ContentView::pieceFor(const ResourceContents &contents, const QByteArray &annotations)
{
    const PieceInfo info{.title = tr("Resource"),
                         .uri = contents.uri,
                         .mimeType = contents.mimeType,
                         .annotations = annotations,
                         .fileBase = u"resource"_s};
    if (!contents.isBlob && JsonValue(contents.raw).member("text").isString())
        return new TextPiece(info, {.json = contents.raw, .pointer = "/text"}, m_list);
    const QString type = ContentTexts::essence(contents.mimeType);
    if (type.startsWith("image/"_L1))
        return new ImagePiece(info, contents.bytes(), m_decoded, m_list);
    if (type.startsWith("audio/"_L1))
        return new AudioPiece(info, contents.bytes(), m_list);
    return new BlobPiece(info, contents.bytes(), m_list);
}

} // namespace Pullcord
