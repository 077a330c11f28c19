// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/servericons.h"

#include "ui/views/content/boundedimage.h"

#include <QElapsedTimer>
#include <QPixmap>

#include <chrono>

namespace Pullcord {
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds Slice{8}; // reading per turn of the event loop

/// Returns the bytes of a base64 `data:` URI; empty for any other URI.
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

ServerIcons::ServerIcons(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.callOnTimeout(this, &ServerIcons::readSome);
}

ServerIcons::~ServerIcons() = default;

QIcon ServerIcons::icon(const QList<Icon> &offered, const QPalette &palette)
{
    const bool isDark = palette.color(QPalette::Base).lightness() < 128;
    const QLatin1StringView unfit = isDark ? "light"_L1 : "dark"_L1;
    QIcon otherwise;
    for (const Icon &each : offered.first(qMin(offered.size(), MostIcons))) {
        const QIcon *icon = known(each);
        if (!icon)
            return {}; // unknown until this one is read
        if (!icon->isNull() && each.theme != unfit)
            return *icon;
        if (otherwise.isNull())
            otherwise = *icon;
    }
    return otherwise;
}

/// Returns null until the icon is read, and requests it.
const QIcon *ServerIcons::known(const Icon &icon)
{
    static const QIcon none;
    if (!icon.src.startsWith("data:"_L1) || icon.src.size() > MostBytes * 4 / 3 + 100)
        return &none;
    if (const QIcon *known = m_known.object(icon.src))
        return known;
    if (!m_isWaiting.contains(icon.src) && m_waiting.size() < MostWaiting) {
        m_isWaiting.insert(icon.src);
        m_waiting.append(icon.src);
        m_timer.start(0ms);
    }
    return nullptr;
}

void ServerIcons::readSome()
{
    QElapsedTimer clock;
    clock.start();
    qsizetype done = 0;
    for (; done < m_waiting.size() && (done == 0 || !clock.hasExpired(Slice.count())); ++done)
        read(m_waiting.at(done));
    m_waiting.remove(0, done);
    if (m_waiting.isEmpty())
        m_isWaiting.clear();
    else
        m_timer.start(0ms);
    emit arrived();
}

void ServerIcons::read(const QString &src)
{
    const Result<BoundedImage> read = BoundedImage::read(bytesIn(src), {.bytes = MostBytes, .pixels = MostPixels});
    const bool isGood = read && (read->format == "png" || read->format == "jpeg");
    const QImage image = isGood ? read->image.scaled(read->image.size().boundedTo({MostShown, MostShown}),
                                                     Qt::KeepAspectRatio, Qt::SmoothTransformation)
                                : QImage();
    m_known.insert(src, new QIcon(QPixmap::fromImage(image)), qMax<qsizetype>(1, image.sizeInBytes() / 1024));
}

} // namespace Pullcord
