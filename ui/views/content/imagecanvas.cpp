// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/imagecanvas.h"

#include "ui/views/content/boundedimage.h"
#include "ui/views/style/theme.h"

#include <QPainter>

#include <utility>

namespace Pullcord {

namespace {

constexpr int Tiny = 32;     ///< pixels up to which a picture is enlarged
constexpr int Enlarged = 64; ///< approximate size of an enlarged picture
constexpr int Frame = 1;

} // namespace

ImageCanvas::ImageCanvas(const QByteArray &bytes, const QSize &size, std::shared_ptr<DecodedImages> decoded,
                         QWidget *parent)
    : QWidget(parent)
    , m_bytes(bytes)
    , m_size(size)
    , m_decoded(std::move(decoded))
    , m_mostHeight(20 * fontMetrics().lineSpacing())
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

ImageCanvas::~ImageCanvas()
{
    m_decoded->remove(this);
}

void ImageCanvas::setMostHeight(int height)
{
    m_mostHeight = height;
    updateGeometry();
}

QSize ImageCanvas::shownSize(int width) const
{
    QSize size = m_size;
    const int longest = qMax(size.width(), size.height());
    if (longest <= Tiny)
        size *= qMax(Enlarged / longest, 1);
    const QSize room(qMax(width - 2 * Frame, 1), qMax(m_mostHeight - 2 * Frame, 1));
    if (size.width() > room.width() || size.height() > room.height())
        size.scale(room, Qt::KeepAspectRatio);
    return size.expandedTo({1, 1});
}

int ImageCanvas::heightForWidth(int width) const
{
    return shownSize(width).height() + 2 * Frame;
}

QSize ImageCanvas::sizeHint() const
{
    const int width = qMax(this->width(), 1);
    return {width, heightForWidth(width)};
}

const QImage *ImageCanvas::image(const QSize &size)
{
    if (m_isBroken)
        return nullptr;
    const QSize wanted = size.boundedTo(m_size);
    const QImage *known = m_decoded->object(this);
    if (known && m_decodedSize.boundedTo(wanted) == wanted)
        return known;
    const Result<QImage> decoded = BoundedImage::decode(m_bytes, wanted);
    if (!decoded) {
        m_isBroken = true;
        // Queued, since the receiver hides this widget, which is being painted.
        const auto report = [this, error = decoded.error()] { emit broken(error); };
        QMetaObject::invokeMethod(this, report, Qt::QueuedConnection);
        return nullptr;
    }
    const qsizetype cost = qMin<qsizetype>(decoded->sizeInBytes() / 1024, m_decoded->maxCost());
    m_decodedSize = wanted;
    m_decoded->insert(this, new QImage(*decoded), cost);
    return m_decoded->object(this);
}

void ImageCanvas::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect place(QPoint(Frame, Frame), shownSize(width()));
    const QImage *image = this->image(place.size() * devicePixelRatioF());
    if (!image)
        return;
    if (image->hasAlphaChannel()) {
        const int square = qMax(fontMetrics().height() / 2, 4);
        painter.save();
        painter.setClipRect(place);
        const QColor light = palette().color(QPalette::Base);
        const QColor dark = Theme::of(palette()).barTrack;
        for (int y = 0; y * square < place.height(); ++y) {
            for (int x = 0; x * square < place.width(); ++x) {
                painter.fillRect(place.x() + x * square, place.y() + y * square, square, square,
                                 (x + y) % 2 == 0 ? light : dark);
            }
        }
        painter.restore();
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, place.width() < image->width());
    painter.drawImage(place, *image);
    painter.setPen(Theme::of(palette()).line);
    painter.drawRect(place.adjusted(-Frame, -Frame, 0, 0));
}

} // namespace Pullcord
