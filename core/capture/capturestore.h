// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureheader.h"

#include <QDateTime>
#include <QList>
#include <QSet>

#include <limits>

namespace Pullcord {

/// The folder in which sessions are kept: names for new ones, a list of the latest, and which of them are too many.
///
/// Nothing is removed but what remove() is asked to: only files that carry a name of newPath()'s, and never one that a
/// program has open (see CaptureFile). Plain class; several, also in several processes, may use one folder.
class CaptureStore
{
public:
    static constexpr qint64 NoLimit = std::numeric_limits<qint64>::max();

    /// `limit` is in bytes, for all sessions together; more are an excess(). The folder is made when it is needed.
    explicit CaptureStore(QString folder, qint64 limit = NoLimit);

    [[nodiscard]] const QString &folder() const { return m_folder; }

    /// The path for a session that begins now, e.g. "2026-07-28_14-03-59_my-server.pullcord". Makes the folder, for its
    /// owner's eyes only. The file does not exist.
    [[nodiscard]] Result<QString> newPath(const QString &title, const QDateTime &now = QDateTime::currentDateTime());

    /// That path, or where something is there already the first that is free with a number before its suffix:
    /// "a.pullcord", "a_2.pullcord", "a_3.pullcord".
    [[nodiscard]] static QString freePath(const QString &path);

    struct Kept
    {
        QString path;
        CaptureHeader header;
        qint64 size = 0;
    };
    /// The sessions that were written last, latest first; files that are no captures are left out.
    [[nodiscard]] QList<Kept> latest(qsizetype count) const;

    struct Old
    {
        QString path;
        qint64 size = 0;
        QDateTime began;
        QDateTime written; ///< last
    };
    struct Excess
    {
        qint64 total = 0;     ///< bytes of all that count
        QList<Old> clearable; ///< without them the rest is within the limit, as far as that can be; oldest first

        [[nodiscard]] qint64 clearableSize() const;
    };
    /// What is over the limit: does not count what a program has open, nor `spared` (absolute paths); and what has marks
    /// counts, but is not to be cleared. Those that began first, each until the rest is within the limit, small ones too;
    /// of those that began at once by their names. Reads files: may take long.
    [[nodiscard]] Excess excess(const QSet<QString> &spared = {}) const;
    /// Those of them that nobody has written to or opened since; gives what is gone.
    static QList<Old> remove(const QList<Old> &files);

private:
    QString m_folder;
    qint64 m_limit;
};

} // namespace Pullcord
