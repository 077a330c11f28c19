// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/file/capturestore.h"

#include "core/capture/file/capturefile.h"

#include <QByteArrayMatcher>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype LongestTitle = 60;
constexpr QStringView TimeInName = u"yyyy-MM-dd_HH-mm-ss";

/// Returns the captures in a folder, newest first; by name if they were written at the same time, as at the end of a
/// program.
QFileInfoList captures(const QString &folder)
{
    QFileInfoList files = QDir(folder).entryInfoList({u"*.pullcord"_s}, QDir::Files | QDir::NoSymLinks);
    std::sort(files.begin(), files.end(), [](const QFileInfo &a, const QFileInfo &b) {
        return std::pair(a.lastModified(), a.fileName()) > std::pair(b.lastModified(), b.fileName());
    });
    return files;
}

/// True if the path exists, even as a broken link.
bool isTaken(const QString &path)
{
    const QFileInfo info(path);
    return info.exists() || info.isSymLink();
}

/// Returns the captures that the store has named.
QFileInfoList ownCaptures(const QString &folder)
{
    static const QRegularExpression Name(uR"(^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d(_.*)?\.pullcord$)"_s);
    QFileInfoList own = captures(folder);
    own.removeIf([](const QFileInfo &file) { return !Name.match(file.fileName()).hasMatch(); });
    return own;
}

/// Returns the start of the conversation, from the first line, else from the file name. Not the last write, since a
/// program finishes all its captures at the same time.
QDateTime beginOf(const QFileInfo &file)
{
    if (const Result<CaptureFile> opened = CaptureFile::openToRead(file.filePath())) {
        const auto header = CaptureHeader::fromLine(CaptureHeader::lineOf(*opened));
        if (header && header->started.isValid())
            return header->started;
    }
    return QDateTime::fromString(file.fileName().first(TimeInName.size()), TimeInName);
}

qint64 sizeOf(const QFileInfoList &files)
{
    qint64 size = 0;
    for (const QFileInfo &file : files)
        size += file.size();
    return size;
}

/// Returns the title with only letters, digits and single hyphens, which every file system and shell accepts.
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

/// True if the file may have marks. In doubt true, so that the file is kept: for removed marks, or such a string in a
/// message.
bool mayHaveMarks(const QString &path)
{
    static const QByteArrayMatcher Kind("\"mark\"");
    constexpr qint64 Slice = 1 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return true;
    QByteArray bytes;
    for (QByteArray next = file.read(Slice); !next.isEmpty(); next = file.read(Slice)) {
        bytes = bytes.right(Kind.pattern().size() - 1) + next;
        if (Kind.indexIn(bytes) >= 0)
            return true;
    }
    return file.error() != QFileDevice::NoError;
}

Outcome makeFolder(const QString &folder)
{
    const QFileInfo info(folder);
    if (info.isDir())
        return std::monostate();
    constexpr auto OwnerOnly = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    if (QDir().mkpath(info.path()) && QDir().mkdir(folder, OwnerOnly))
        return std::monostate();
    return Error{ErrorKind::Io,
                 TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "cannot create the folder %1"), folder)};
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
    QString stem = QDir(m_folder).filePath(now.toString(TimeInName));
    if (const QString safe = safeTitle(title); !safe.isEmpty())
        stem += u'_' + safe;
    return freePath(stem + u".pullcord"_s);
}

QString CaptureStore::freePath(const QString &path)
{
    const QString suffix = QFileInfo(path).suffix();
    const QString end = suffix.isEmpty() ? QString() : u'.' + suffix;
    QString free = path;
    for (int number = 2; isTaken(free); ++number)
        free = path.chopped(end.size()) + u"_%1"_s.arg(number) + end;
    return free;
}

bool CaptureStore::isSameFile(const QString &path, const QString &other)
{
    return path == other || (QFileInfo::exists(path) && QFileInfo(path) == QFileInfo(other));
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

qint64 CaptureStore::Excess::clearableSize() const
{
    return std::accumulate(clearable.begin(), clearable.end(), qint64(0),
                           [](qint64 sum, const Old &old) { return sum + old.size; });
}

CaptureStore::Excess CaptureStore::excess(const QSet<QString> &spared) const
{
    QFileInfoList files = ownCaptures(m_folder);
    files.removeIf([&](const QFileInfo &file) {
        return spared.contains(file.absoluteFilePath()) || CaptureFile::isInUse(file.filePath());
    });
    Excess excess{.total = sizeOf(files), .clearable = {}};
    qint64 over = excess.total - m_limit;
    if (over <= 0)
        return excess;
    QList<Old> all;
    for (const QFileInfo &file : files)
        all.append({file.absoluteFilePath(), file.size(), beginOf(file), file.lastModified()});
    std::sort(all.begin(), all.end(),
              [](const Old &a, const Old &b) { return std::tie(a.began, a.path) < std::tie(b.began, b.path); });
    for (const Old &old : all) {
        if (over <= 0)
            break;
        if (mayHaveMarks(old.path))
            continue;
        excess.clearable.append(old);
        over -= old.size;
    }
    return excess;
}

QList<CaptureStore::Old> CaptureStore::remove(const QList<Old> &files)
{
    QList<Old> removed;
    for (const Old &old : files) {
        const QFileInfo info(old.path);
        if (info.size() == old.size && info.lastModified() == old.written && !CaptureFile::isInUse(old.path) &&
            QFile::remove(old.path))
            removed.append(old);
    }
    return removed;
}

} // namespace Pullcord
