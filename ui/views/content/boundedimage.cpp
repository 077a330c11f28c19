// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/boundedimage.h"

#include "core/capture/formatting.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImageReader>

#include <algorithm>
#include <iterator>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct ImageTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::BoundedImage)
};

constexpr QByteArrayView Formats[] = {"png", "jpeg", "jpg", "gif", "webp", "bmp", "ico"};

Error broken(const QString &why)
{
    return {ErrorKind::Protocol, why};
}

/// Returns an error for a possibly valid picture that is not supported here.
Error notShown(const QString &why)
{
    return {ErrorKind::Usage, why};
}

void prepare(QImageReader &reader)
{
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);
}

/// True if the picture is displayed rotated by 90°.
bool isTurned(const QImageReader &reader)
{
    return reader.transformation().testFlag(QImageIOHandler::TransformationRotate90);
}

} // namespace

Result<BoundedImage> BoundedImage::readHead(const QByteArray &bytes, const ImageBounds &bounds)
{
    if (bytes.isEmpty())
        return broken(ImageTexts::tr("the image is empty"));
    if (bytes.size() > bounds.bytes)
        return notShown(ImageTexts::tr("The image has %1, which is too large to show here.")
                            .arg(Formatting::byteCount(bytes.size())));
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    prepare(reader);
    const QByteArray format = QImageReader::imageFormat(&buffer);
    if (format.isEmpty())
        return notShown(ImageTexts::tr("The bytes are not an image of a known format."));
    if (std::find(std::begin(Formats), std::end(Formats), QByteArrayView(format)) == std::end(Formats))
        return notShown(
            ImageTexts::tr("Images of the format %1 cannot be shown here.").arg(QString::fromLatin1(format)));
    const QSize size = reader.size();
    if (!size.isValid() || size.isEmpty())
        return broken(
            ImageTexts::tr("the %1 image is broken: %2").arg(QString::fromLatin1(format), reader.errorString()));
    if (qint64(size.width()) * size.height() > bounds.pixels) {
        return notShown(ImageTexts::tr("The image has %1 × %2 pixels, which is too large to show here.")
                            .arg(QString::number(size.width()), QString::number(size.height())));
    }
    return BoundedImage{{}, format, isTurned(reader) ? size.transposed() : size};
}

Result<QImage> BoundedImage::decode(const QByteArray &bytes, const QSize &size)
{
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    prepare(reader);
    const QSize lying = isTurned(reader) ? size.transposed() : size;
    if (lying != reader.size())
        reader.setScaledSize(lying);
    const QImage image = reader.read();
    if (image.isNull())
        return broken(ImageTexts::tr("the image is broken: %1").arg(reader.errorString()));
    return image;
}

Result<BoundedImage> BoundedImage::read(const QByteArray &bytes, const ImageBounds &bounds)
{
    Result<BoundedImage> head = readHead(bytes, bounds);
    if (!head)
        return head;
    const Result<QImage> image = decode(bytes, head->size);
    if (!image)
        return image.error();
    head->image = *image;
    return head;
}

} // namespace Pullcord
