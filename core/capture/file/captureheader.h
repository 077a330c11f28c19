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

/// First line of a capture file. A value.
struct CaptureHeader
{
    /// Version of the format that this program writes. A minor version adds kinds and members. A major version changes
    /// existing ones, and other programs refuse it.
    static constexpr int Major = 1;
    static constexpr QLatin1StringView Format{"1.1"};
    /// The same for a file with events that the operator of a proxy caused.
    static constexpr QLatin1StringView FormatWithOperator{"1.2"};
    static constexpr qint64 FormatOffset = 13;             ///< bytes before the version in every file
    static constexpr QLatin1StringView Excerpt{"excerpt"}; ///< member of the header, see isExcerpt()
    /// A longer first line means another kind of file.
    static constexpr qsizetype MaxLength = qsizetype(1) << 20;

    QString format = Format;     ///< version of the file
    QString program = {};        ///< name and version of the writing program
    QDateTime started = {};      ///< wall clock at time 0, in UTC, with milliseconds
    QString title = {};          ///< name of the conversation, for display
    QJsonObject connection = {}; ///< how the connection was made (as in the Opening event), with masked secrets
    QJsonObject others = {};     ///< members unknown to this version, kept for copies

    /// Returns the first line of a file, without its newline; cut if it is too long for a header.
    [[nodiscard]] static QByteArray lineOf(const CaptureFile &file);

    /// Returns the line, without its newline.
    [[nodiscard]] QByteArray toLine() const;
    /// True if the capture holds a part of a conversation, such as an export of a selection.
    [[nodiscard]] bool isExcerpt() const { return others.value(Excerpt).toBool(); }
    [[nodiscard]] static Result<CaptureHeader> fromLine(QByteArrayView line);
};

} // namespace Pullcord
