// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/servericons.h"

#include "ui/views/content/boundedimage.h"

#include <QCryptographicHash>
#include <QPixmap>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// The bytes in a `data:` URI in base64; empty for any other.
QByteArray bytesIn(const QString &src)
{
    const qsizetype comma = src.indexOf(u',');
    if (!src.startsWith("data:"_L1) || comma < 0 || !QStringView(src).first(comma).endsWith(";base64"_L1))
        return {};
    const auto decoded = QByteArray::fromBase64Encoding(QStringView(src).sliced(comma + 1).toLatin1(),
                                                        QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? *decoded : QByteArray();
}

} // namespace

QIcon ServerIcons::icon(const QList<Icon> &offered, const QPalette &palette)
{
    const bool isDark = palette.color(QPalette::Base).lightness() < 128;
    const QLatin1StringView unfit = isDark ? "light"_L1 : "dark"_L1;
    QIcon otherwise;
    for (const Icon &each : offered.first(qMin(offered.size(), MostIcons))) {
        const QIcon icon = read(each);
        if (!icon.isNull() && each.theme != unfit)
            return icon;
        if (otherwise.isNull())
            otherwise = icon;
    }
    return otherwise;
}

QIcon ServerIcons::read(const Icon &icon)
{
    if (icon.src.size() > MostBytes * 4 / 3 + 100)
        return {};
    const QByteArray key = QCryptographicHash::hash(QByteArrayView(reinterpret_cast<const char *>(icon.src.constData()),
                                                                   icon.src.size() * qsizetype(sizeof(QChar))),
                                                    QCryptographicHash::Sha1);
    if (const QIcon *known = m_known.object(key))
        return *known;
    const Result<BoundedImage> read = BoundedImage::read(bytesIn(icon.src), {.bytes = MostBytes, .pixels = MostPixels});
    const bool isGood = read && (read->format == "png" || read->format == "jpeg");
    const QImage image = isGood ? read->image.scaled(read->image.size().boundedTo({MostShown, MostShown}),
                                                     Qt::KeepAspectRatio, Qt::SmoothTransformation)
                                : QImage();
    auto *made = new QIcon(QPixmap::fromImage(image));
    const QIcon result = *made;
    m_known.insert(key, made, qMax<qsizetype>(1, image.sizeInBytes() / 1024));
    return result;
}

} // namespace Pullcord
