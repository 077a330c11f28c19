// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QString>

namespace Pullcord {

class CaptureFile;

/// The first line of a capture file.
struct CaptureHeader
{
    /// The format that this version writes. Minor versions add kinds and members; a major version
    /// changes what there is, and is refused by programs that do not know it.
    static constexpr int Major = 1;
    static constexpr QLatin1StringView Format{"1.1"};
    /// A first line longer than this is that of another sort of file.
    static constexpr qsizetype MaxLength = qsizetype(1) << 20;

    QString format = Format;     ///< that of the file
    QString program = {};        ///< name and version of what wrote it
    QDateTime started = {};      ///< wall clock, UTC, of time 0; milliseconds
    QString title = {};          ///< how people call this conversation
    QJsonObject connection = {}; ///< how it was made (as in the Opening event), secrets masked
    QJsonObject others = {};     ///< members that this version does not know, kept for copies

    /// The first line of a file, without its newline; cut where it is too long for a header.
    [[nodiscard]] static QByteArray lineOf(const CaptureFile &file);

    /// The line, without its newline.
    [[nodiscard]] QByteArray toLine() const;
    [[nodiscard]] static Result<CaptureHeader> fromLine(QByteArrayView line);
};

} // namespace Pullcord
