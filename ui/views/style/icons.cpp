// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>

namespace Pullcord::Icons {
using namespace Qt::StringLiterals;

namespace {

/// Returns the file that needs the least scaling.
QString fileFor(const QString &name, int pixels)
{
    if (pixels <= 16)
        return u":/icons/16/%1.png"_s.arg(name);
    if (pixels <= 20)
        return u":/icons/20/%1.png"_s.arg(name);
    return pixels <= 32 ? u":/icons/16/%1@2x.png"_s.arg(name) : u":/icons/20/%1@2x.png"_s.arg(name);
}

QPixmap tinted(const QString &name, const QColor &color, int pixels)
{
    if (pixels <= 0)
        return {}; // a button may have no room for it
    const QString key = u"pullcord/%1/%2/%3"_s.arg(name, color.name(QColor::HexArgb)).arg(pixels);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    QImage image(fileFor(name, pixels));
    image.setDevicePixelRatio(1); // files named @2x set another ratio
    if (image.width() != pixels)
        image = image.scaled(pixels, pixels, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    image = image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(image.rect(), color);
    painter.end();
    pixmap = QPixmap::fromImage(image);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

/// Reads the palette on each paint, so that icons follow its changes.
class Engine final : public QIconEngine
{
public:
    explicit Engine(QString name)
        : m_name(std::move(name))
    {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatio();
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        const QPalette palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
        return tinted(m_name, palette.color(group, role), qMin(size.width(), size.height()));
    }
    QSize actualSize(const QSize &size, QIcon::Mode, QIcon::State) override { return size; }
    QIconEngine *clone() const override { return new Engine(m_name); }
    QString key() const override { return u"pullcord"_s; }
    bool isNull() override { return false; }

private:
    QString m_name;
};

} // namespace

QIcon icon(const char *name)
{
    return QIcon(new Engine(QString::fromLatin1(name)));
}

QPixmap pixmap(const char *name, const QColor &color, int size, qreal devicePixelRatio)
{
    QPixmap pixmap = tinted(QString::fromLatin1(name), color, qRound(size * devicePixelRatio));
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

} // namespace Pullcord::Icons
