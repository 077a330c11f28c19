// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/program/tabstore.h"

#include "ui/program/settingskey.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 MostBytes = 1 << 24;

std::unique_ptr<QLockFile> lockFor(const QString &path)
{
    auto lock = std::make_unique<QLockFile>(path + u".lock"_s);
    lock->setStaleLockTime(0);
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

} // namespace

TabStore::TabStore(QString folder, const QString &settings)
    : m_folder(std::move(folder))
    , m_key(settingsKey(settings))
    , m_path(u"%1/%2-%3.json"_s.arg(m_folder, m_key, QUuid::createUuid().toString(QUuid::WithoutBraces)))
{}

TabStore::~TabStore() = default;

/// After a crash, every crashed program counts. Otherwise, only the one that ended last.
void TabStore::findLeft()
{
    const QFileInfoList files =
        QDir(m_folder).entryInfoList({m_key + u"-*.json"_s}, QDir::Files, QDir::Time); // newest first
    for (const QFileInfo &info : files) {
        std::unique_ptr<QLockFile> lock = lockFor(info.filePath());
        QFile file(info.filePath());
        if (!lock || info.size() > MostBytes || !file.open(QIODevice::ReadOnly))
            continue;
        m_left.push_back({info.filePath(), OpenTabs::fromJson(file.readAll()), std::move(lock)});
    }
    const auto hasCrashed = [](const Left &left) { return !left.openTabs.hasEnded && !left.openTabs.isEmpty(); };
    const bool anyCrashed = std::any_of(m_left.begin(), m_left.end(), hasCrashed);
    bool isFirst = true;
    const auto counts = [&](const Left &left) {
        return anyCrashed ? hasCrashed(left) : !left.openTabs.isEmpty() && std::exchange(isFirst, false);
    };
    std::vector<Left> kept;
    for (Left &left : m_left) {
        if (counts(left))
            kept.push_back(std::move(left));
        else
            QFile::remove(left.path);
    }
    m_left = std::move(kept);
}

OpenTabs TabStore::left()
{
    if (!std::exchange(m_hasLooked, true))
        findLeft();
    OpenTabs all;
    all.hasEnded = true;
    for (const Left &left : m_left) {
        all.windows += left.openTabs.windows;
        all.hasEnded = all.hasEnded && left.openTabs.hasEnded;
    }
    return all;
}

void TabStore::forgetLeft()
{
    for (const Left &left : m_left)
        QFile::remove(left.path);
    m_left.clear();
}

bool TabStore::write(const OpenTabs &openTabs)
{
    if (openTabs.isEmpty()) {
        m_written.clear();
        const bool isRemoved = !QFile::exists(m_path) || QFile::remove(m_path);
        m_lock.reset();
        return isRemoved;
    }
    const QByteArray json = openTabs.toJson();
    if (json == m_written)
        return true;
    constexpr QFile::Permissions Private = QFile::ReadOwner | QFile::WriteOwner;
    if (!QDir().exists(m_folder) &&
        (!QDir().mkpath(QFileInfo(m_folder).path()) || !QDir().mkdir(m_folder, Private | QFile::ExeOwner)))
        return false;
    if (!m_lock)
        m_lock = lockFor(m_path);
    QSaveFile file(m_path);
    if (!m_lock || !file.open(QIODevice::WriteOnly) || !file.setPermissions(Private))
        return false;
    if (file.write(json) != json.size() || !file.commit())
        return false;
    m_written = json;
    return true;
}

} // namespace Pullcord
