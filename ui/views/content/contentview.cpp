// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/contentview.h"

#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/mcp/catalog/catalogitem.h"
#include "core/mcp/catalog/contentblock.h"
#include "core/result.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/content/boundedimage.h"
#include "ui/views/content/contentpiece.h"
#include "ui/views/content/hexview.h"
#include "ui/views/widgets/peerlabel.h"

#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// A piece of content in bytes, which can be saved and shown as hex. Shows an error if the bytes could not be decoded.
class DataPiece : public ContentPiece
{
    Q_OBJECT

public:
    DataPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~DataPiece() override;

    void setMostHeight(int height) override;

protected:
    /// Empty if the bytes could not be decoded.
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] bool hasBytes() const { return m_hasBytes; }
    /// Adds a button that saves the bytes.
    void addSave();
    void showHex(bool wanted);
    /// Adds a button that switches between `body` and the hex dump.
    QToolButton *addHexSwitch(QWidget *body);

private:
    QByteArray m_bytes;
    bool m_hasBytes = false;
    int m_mostHeight = 0;
    HexView *m_hex = nullptr; ///< created on demand
};

DataPiece::DataPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent)
    : ContentPiece(info, parent)
    , m_bytes(content ? *content : QByteArray())
    , m_hasBytes(content.has_value())
    , m_mostHeight(20 * fontMetrics().lineSpacing())
{
    if (!m_hasBytes) {
        setProblem(Texts::sentence(content.error()));
        return;
    }
    setFacts(Formatting::byteCount(m_bytes.size()));
}

DataPiece::~DataPiece() = default;

void DataPiece::addSave()
{
    connect(addButton("save", tr("Save As…"), u"savePiece"_s), &QToolButton::clicked, this, [this] {
        emit saveRequested(ContentTexts::fileName(info().uri, info().mimeType, info().fileBase), m_bytes);
    });
}

void DataPiece::showHex(bool wanted)
{
    if (wanted && !m_hex) {
        m_hex = new HexView(m_bytes, this);
        m_hex->setMostHeight(m_mostHeight);
        addBody(m_hex);
    }
    if (m_hex)
        m_hex->setVisible(wanted);
}

QToolButton *DataPiece::addHexSwitch(QWidget *body)
{
    QToolButton *hex = addButton(nullptr, tr("Hex"), u"pieceHex"_s);
    hex->setCheckable(true);
    hex->setToolTip(tr("Show the bytes in hexadecimal digits"));
    connect(hex, &QToolButton::toggled, this, [this, body](bool checked) {
        body->setHidden(checked);
        showHex(checked);
    });
    return hex;
}

void DataPiece::setMostHeight(int height)
{
    m_mostHeight = height;
    if (m_hex)
        m_hex->setMostHeight(height);
}

/// A binary resource of a type that can only be shown as hex.
class BlobPiece final : public DataPiece
{
    Q_OBJECT

public:
    BlobPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~BlobPiece() override;
};

BlobPiece::BlobPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent)
    : DataPiece(info, content, parent)
{
    setObjectName(u"blobPiece"_s);
    if (!hasBytes())
        return;
    showHex(true);
    addSave();
}

BlobPiece::~BlobPiece() = default;

/// A sound, which can be saved or opened in the desktop's player.
class AudioPiece final : public DataPiece
{
    Q_OBJECT

public:
    AudioPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent = nullptr);
    ~AudioPiece() override;
};

AudioPiece::AudioPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent)
    : DataPiece(info, content, parent)
{
    setObjectName(u"audioPiece"_s);
    if (!hasBytes())
        return;
    QToolButton *play = addButton("play", tr("Play"), u"playPiece"_s);
    if (ContentTexts::isPlayable(info.mimeType, bytes())) {
        play->setToolTip(tr("Open in the desktop's player, from a temporary file"));
    } else {
        play->setEnabled(false);
        setProblem(tr("The bytes do not match the declared audio type, so they can only be saved."));
    }
    connect(play, &QToolButton::clicked, this, [this] {
        // Named by its type alone, so that the server does not choose the program that opens it.
        emit playRequested(ContentTexts::fileName({}, this->info().mimeType, u"sound"_s), bytes());
    });
    addSave();
}

AudioPiece::~AudioPiece() = default;

/// A link to a resource: its metadata, and a button that reads it from the server.
class LinkPiece final : public ContentPiece
{
    Q_OBJECT

public:
    /// `canRead` enables the button: a server is connected.
    LinkPiece(const PieceInfo &info, const CatalogItem &link, bool canRead, QWidget *parent = nullptr);
    ~LinkPiece() override;
};

LinkPiece::LinkPiece(const PieceInfo &info, const CatalogItem &link, bool canRead, QWidget *parent)
    : ContentPiece(info, parent)
{
    setObjectName(u"linkPiece"_s);
    setFacts(link.size ? Formatting::byteCount(*link.size) : QString());
    QStringList words{Texts::head(link.title)};
    if (link.name != link.title)
        words << Texts::head(link.name);
    words << Texts::head(link.description);
    words.removeAll(QString());
    auto *text = new PeerLabel(words.join(u'\n'), this);
    text->setObjectName(u"linkText"_s);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setHidden(words.isEmpty());
    addBody(text);
    if (link.uri.isEmpty()) {
        setProblem(tr("The link has no URI."));
        return;
    }
    if (!canRead)
        return;
    QToolButton *read = addButton("download", tr("Read"), u"readLink"_s);
    read->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    read->setAutoRaise(false);
    read->setToolTip(tr("Read this resource from the server"));
    connect(read, &QToolButton::clicked, this, [this, uri = link.uri] { emit readRequested(uri); });
}

LinkPiece::~LinkPiece() = default;

/// A picture with its size; if it is unreadable, the reason and its bytes.
class ImagePiece final : public DataPiece
{
    Q_OBJECT

public:
    ImagePiece(const PieceInfo &info, const Result<QByteArray> &content, const std::shared_ptr<DecodedImages> &decoded,
               QWidget *parent = nullptr);
    ~ImagePiece() override;

    void setMostHeight(int height) override;

private:
    ImageCanvas *m_canvas = nullptr; ///< null without a readable picture
};

namespace {

/// True if the declared type matches the detected format.
bool agrees(const QString &mimeType, const QByteArray &format)
{
    const QString declaredType = ContentTexts::essence(mimeType);
    const QString seen = QString::fromLatin1(format);
    return declaredType == u"image/"_s + seen || (declaredType == "image/jpg"_L1 && seen == "jpeg"_L1) ||
           (seen == "ico"_L1 && declaredType.contains("icon"_L1)) ||
           (seen == "bmp"_L1 && declaredType.endsWith("bmp"_L1));
}

} // namespace

ImagePiece::ImagePiece(const PieceInfo &info, const Result<QByteArray> &content,
                       const std::shared_ptr<DecodedImages> &decoded, QWidget *parent)
    : DataPiece(info, content, parent)
{
    setObjectName(u"imagePiece"_s);
    if (!hasBytes())
        return;
    const Result<BoundedImage> read = BoundedImage::readHead(bytes());
    if (!read) {
        setProblem(Texts::sentence(read.error()));
        showHex(true);
        addSave();
        return;
    }
    const QSize size = read->size;
    setFacts(Formatting::byteCount(bytes().size()), tr("%1 × %2 px").arg(size.width()).arg(size.height()));
    if (!agrees(info.mimeType, read->format)) {
        setProblem(tr("Declared as %1, but it is %2.")
                       .arg(info.mimeType.isEmpty() ? tr("no particular type") : info.mimeType,
                            QString::fromLatin1(read->format)));
    }
    m_canvas = new ImageCanvas(bytes(), size, decoded, this);
    m_canvas->setObjectName(u"pieceImage"_s);
    m_canvas->setAccessibleName(tr("Image, %1 by %2 pixels").arg(size.width()).arg(size.height()));
    addBody(m_canvas);
    QToolButton *hex = addHexSwitch(m_canvas);
    connect(m_canvas, &ImageCanvas::broken, this, [this, hex](const Error &error) {
        setProblem(Texts::sentence(error));
        hex->setChecked(true);
        hex->hide();
    });
    addSave();
}

ImagePiece::~ImagePiece() = default;

void ImagePiece::setMostHeight(int height)
{
    DataPiece::setMostHeight(height);
    if (m_canvas)
        m_canvas->setMostHeight(height);
}

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

/// Returns the largest height of a piece: the whole view for a single one, else less, so that a part of the next shows.
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

#include "contentview.moc"
