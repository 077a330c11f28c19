// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/recentcaptures.h"

#include "core/capture/capturestore.h"
#include "ui/settings.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QString textOf(const CaptureStore::Kept &kept)
{
    const QString name = kept.header.title.isEmpty() ? QFileInfo(kept.path).fileName() : kept.header.title;
    return u"%1 — %2"_s.arg(name, QLocale().toString(kept.header.started.toLocalTime(), QLocale::ShortFormat));
}

} // namespace

QList<RecentCapture> RecentCapture::all(const Settings &settings, const QString &sessionsFolder)
{
    QList<RecentCapture> captures;
    const QStringList opened = settings.recentCaptures();
    for (const QString &path : opened) {
        if (QFileInfo::exists(path))
            captures.append({path, QFileInfo(path).fileName()});
    }
    const QList<CaptureStore::Kept> sessions = CaptureStore(sessionsFolder).latest(Settings::MostRecent);
    for (const CaptureStore::Kept &kept : sessions) {
        const QString path = QFileInfo(kept.path).absoluteFilePath();
        const auto known =
            std::find_if(captures.begin(), captures.end(), [&](const auto &capture) { return capture.path == path; });
        if (known != captures.end())
            known->text = textOf(kept);
        else
            captures.append({path, textOf(kept)});
    }
    return captures;
}

} // namespace Pullcord
