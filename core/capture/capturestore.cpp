// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/capturestore.h"

#include "core/capture/capturefile.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestTitle = 60;

/// Latest first.
QFileInfoList captures(const QString &folder)
{
    return QDir(folder).entryInfoList({u"*.pullcord"_s}, QDir::Files | QDir::NoSymLinks, QDir::Time);
}

/// Those that the store has named itself.
QFileInfoList ownCaptures(const QString &folder)
{
    static const QRegularExpression Name(uR"(^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(_.*)?\.pullcord$)"_s);
    QFileInfoList own = captures(folder);
    own.removeIf([](const QFileInfo &file) { return !Name.match(file.fileName()).hasMatch(); });
    return own;
}

qint64 sizeOf(const QFileInfoList &files)
{
    qint64 size = 0;
    for (const QFileInfo &file : files)
        size += file.size();
    return size;
}

/// Letters, digits and single hyphens: what every file system and shell takes.
QString safeTitle(const QString &title)
{
    QString safe;
    for (const QChar c : title) {
        if (c.isLetterOrNumber())
            safe += c;
        else if (!safe.isEmpty() && !safe.endsWith(u'-'))
            safe += u'-';
        if (safe.size() >= LongestTitle)
            break;
    }
    while (safe.endsWith(u'-') || (!safe.isEmpty() && safe.back().isHighSurrogate()))
        safe.chop(1);
    return safe;
}

Outcome makeFolder(const QString &folder)
{
    const QFileInfo info(folder);
    if (info.isDir())
        return std::monostate();
    constexpr auto OwnerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    if (QDir().mkpath(info.path()) && QDir().mkdir(folder, OwnerOnly))
        return std::monostate();
    return Error{ErrorKind::Io, Words::of(QT_TRANSLATE_NOOP("Words", "cannot make the folder %1"), folder)};
}

} // namespace

CaptureStore::CaptureStore(QString folder, qint64 limit)
    : m_folder(std::move(folder))
    , m_limit(limit)
{}

Result<QString> CaptureStore::newPath(const QString &title, const QDateTime &now)
{
    if (const Outcome made = makeFolder(m_folder); !made)
        return made.error();
    makeRoom();
    QString stem = QDir(m_folder).filePath(now.toString(u"yyyy-MM-dd_HH-mm-ss"_s));
    if (const QString safe = safeTitle(title); !safe.isEmpty())
        stem += u'_' + safe;
    QString path = stem + u".pullcord"_s;
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = u"%1_%2.pullcord"_s.arg(stem).arg(number);
    return path;
}

QList<CaptureStore::Kept> CaptureStore::latest(qsizetype count) const
{
    QList<Kept> kept;
    for (const QFileInfo &info : captures(m_folder)) {
        if (kept.size() >= count)
            break;
        const Result<CaptureFile> file = CaptureFile::openToRead(info.filePath());
        if (!file)
            continue;
        const QByteArray line = CaptureHeader::lineOf(*file);
        if (const auto header = CaptureHeader::fromLine(line))
            kept.append({info.filePath(), *header, info.size()});
    }
    return kept;
}

qint64 CaptureStore::size() const
{
    return sizeOf(ownCaptures(m_folder));
}

void CaptureStore::makeRoom()
{
    QFileInfoList files = ownCaptures(m_folder);
    qint64 size = sizeOf(files);
    for (auto file = files.crbegin(); file != files.crend() && size > m_limit; ++file) {
        if (!CaptureFile::isInUse(file->filePath()) && QFile::remove(file->filePath()))
            size -= file->size();
    }
}

} // namespace Pullcord
