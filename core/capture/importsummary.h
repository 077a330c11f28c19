// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QJsonObject>

namespace Pullcord {

struct CaptureHeader;

/// Result of reading another program's file, with its uncertainties. Stored in the header of the converted capture. A
/// value.
struct ImportSummary
{
    QString format; ///< name of the file's format, for display
    qint64 messages = 0;
    qint64 guessed = 0;    ///< messages whose direction follows from their content
    qint64 unknown = 0;    ///< messages whose direction is a mere guess
    qint64 unreadable = 0; ///< lines
    qint64 untimed = 0;    ///< messages without a time in a file with times
    qint64 tick = 0;       ///< resolution of its times in ns; 0: unknown, e.g. without times
    bool hasTimes = true;  ///< false also if only some messages have a time

    /// The summary in a header; the default one for a capture that was not imported.
    [[nodiscard]] static ImportSummary of(const CaptureHeader &header);
    [[nodiscard]] static ImportSummary fromJson(const QJsonObject &json);
    [[nodiscard]] QJsonObject toJson() const;
    /// Returns the summary as a sentence without a period.
    [[nodiscard]] TranslatableText words() const;
};

} // namespace Pullcord
