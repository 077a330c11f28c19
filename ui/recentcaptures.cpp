// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/recentcaptures.h"

#include "core/capture/file/capturestore.h"
#include "ui/settings.h"

#include <QDateTime>
#include <QFileInfo>
#include <QHash>
#include <QLocale>
#include <QSet>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QString textOf(const CaptureStore::Kept &kept)
{
    const QString name = kept.header.title.isEmpty() ? QFileInfo(kept.path).fileName() : kept.header.title;
    return u"%1 — %2"_s.arg(QLocale().toString(kept.header.started.toLocalTime(), QLocale::ShortFormat), name);
}

} // namespace

QList<RecentCapture> RecentCapture::all(const Settings &settings, const QString &sessionsFolder)
{
    QList<RecentCapture> captures;
    QSet<QString> known;
    const QList<CaptureStore::Kept> sessions = CaptureStore(sessionsFolder).latest(Settings::MostRecent);
    for (const CaptureStore::Kept &kept : sessions) {
        const QString path = QFileInfo(kept.path).absoluteFilePath();
        known.insert(path);
        captures.append({path, textOf(kept)});
    }
    const QStringList opened = settings.recentCaptures();
    for (const QString &path : opened) {
        if (!known.contains(path) && QFileInfo::exists(path))
            captures.append({path, QFileInfo(path).fileName()});
    }
    QHash<QString, QDateTime> used;
    for (const RecentCapture &capture : captures)
        used.insert(capture.path,
                    std::max(QFileInfo(capture.path).lastModified(), settings.openedCapture(capture.path)));
    std::stable_sort(captures.begin(), captures.end(), [&](const RecentCapture &a, const RecentCapture &b) {
        return used.value(a.path) > used.value(b.path);
    });
    return captures;
}

} // namespace Pullcord
