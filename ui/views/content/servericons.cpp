// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/servericons.h"

#include "ui/views/content/boundedimage.h"

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
    for (const Icon &each : offered) {
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
    if (const QIcon *known = m_known.object(icon.src))
        return *known;
    const Result<BoundedImage> read = BoundedImage::read(bytesIn(icon.src), {.bytes = MostBytes, .pixels = MostPixels});
    const bool isGood = read && (read->format == "png" || read->format == "jpeg");
    auto *made = new QIcon(isGood ? QIcon(QPixmap::fromImage(read->image)) : QIcon());
    const QIcon result = *made;
    m_known.insert(icon.src, made);
    return result;
}

} // namespace Pullcord
