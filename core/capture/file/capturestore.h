// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/captureheader.h"

#include <QDateTime>
#include <QList>
#include <QSet>

#include <limits>

namespace Pullcord {

/// The folder of kept captures: paths for new ones, the latest ones, and the excess over a size limit.
///
/// remove() deletes only files whose names come from newPath(), and never one that a program has open (see
/// CaptureFile). Plain class; several objects and processes may share one folder.
class CaptureStore
{
public:
    static constexpr qint64 NoLimit = std::numeric_limits<qint64>::max();

    /// `limit` is the maximum size of all captures together, in bytes: see excess(). The folder is created when it is
    /// first needed.
    explicit CaptureStore(QString folder, qint64 limit = NoLimit);

    [[nodiscard]] const QString &folder() const { return m_folder; }

    /// Returns a free path for a capture that begins now, e.g. "2026-07-28_14-03-59_my-server.pullcord". Creates the
    /// folder with access for its owner only.
    [[nodiscard]] Result<QString> newPath(const QString &title, const QDateTime &now = QDateTime::currentDateTime());

    /// Returns the path, or if it exists, the first free one with a number: "a.pullcord", "a_2.pullcord",
    /// "a_3.pullcord".
    [[nodiscard]] static QString freePath(const QString &path);

    /// True if both paths lead to the same file. (Operator == of QFileInfo is also true for two missing files.)
    [[nodiscard]] static bool isSameFile(const QString &path, const QString &other);

    /// A kept capture.
    struct Kept
    {
        QString path;
        CaptureHeader header;
        qint64 size = 0;
    };
    /// Returns the captures that were written last, newest first. Skips other files.
    [[nodiscard]] QList<Kept> latest(qsizetype count) const;

    /// A capture that may be deleted.
    struct Old
    {
        QString path;
        qint64 size = 0;
        QDateTime began;
        QDateTime written; ///< last write
    };
    /// Use of the folder, and its excess over the limit.
    struct Excess
    {
        qint64 total = 0;     ///< bytes of all captures that count
        QList<Old> clearable; ///< files to delete to get within the limit, as far as possible; oldest first

        [[nodiscard]] qint64 clearableSize() const;
    };
    /// Returns the excess over the limit. Files that a program has open do not count, nor do those in `spared`
    /// (absolute paths). Captures with marks count, but are never clearable. Selects the oldest first, by name if they
    /// began at the same time. Reads files, so it may take long.
    [[nodiscard]] Excess excess(const QSet<QString> &spared = {}) const;
    /// Deletes those files, except those that were written or opened since. Returns the deleted ones.
    static QList<Old> remove(const QList<Old> &files);

private:
    QString m_folder;
    qint64 m_limit;
};

} // namespace Pullcord
