// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/imagepiece.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/models/texts.h"
#include "ui/views/content/boundedimage.h"
#include "ui/views/content/imagecanvas.h"

#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// True if the declared type matches the detected format.
bool agrees(const QString &mimeType, const QByteArray &format)
{
    const QString said = ContentTexts::essence(mimeType);
    const QString seen = QString::fromLatin1(format);
    return said == u"image/"_s + seen || (said == "image/jpg"_L1 && seen == "jpeg"_L1) ||
           (seen == "ico"_L1 && said.contains("icon"_L1)) || (seen == "bmp"_L1 && said.endsWith("bmp"_L1));
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

} // namespace Pullcord
