// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureheader.h"

#include <QList>

#include <limits>

namespace Pullcord {

/// The folder in which sessions are kept: names for new ones, a list of the latest, and an end for the oldest.
///
/// Only files that carry a name of newPath()'s are ever removed, and never one that a program has open (see
/// CaptureFile). Plain class; several, also in several processes, may use one folder.
class CaptureStore
{
public:
    static constexpr qint64 NoLimit = std::numeric_limits<qint64>::max();

    /// `limit` is in bytes, for all sessions together. The folder is made when it is needed.
    explicit CaptureStore(QString folder, qint64 limit = NoLimit);

    [[nodiscard]] const QString &folder() const { return m_folder; }

    /// The path for a session that begins now, e.g. "2026-07-28_14-03-59_my-server.pullcord". Makes the folder, for its
    /// owner's eyes only, and room in it. The file does not exist.
    [[nodiscard]] Result<QString> newPath(const QString &title, const QDateTime &now = QDateTime::currentDateTime());

    struct Kept
    {
        QString path;
        CaptureHeader header;
        qint64 size = 0;
    };
    /// The sessions that were written last, latest first; files that are no captures are left out.
    [[nodiscard]] QList<Kept> latest(qsizetype count) const;

    /// Bytes of all sessions that may be removed.
    [[nodiscard]] qint64 size() const;
    /// Removes the sessions that were written least lately, until the rest is within the limit.
    void makeRoom();

private:
    QString m_folder;
    qint64 m_limit;
};

} // namespace Pullcord
