// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QJsonObject>

namespace Pullcord {

/// What was read of a file of somebody else's, and what of it is not sure. The header of the capture that was made of it holds
/// it. A value.
struct ImportSummary
{
    QString format; ///< how people call the file's
    qint64 messages = 0;
    qint64 guessed = 0;    ///< the file does not say which way these went; what they are does
    qint64 unknown = 0;    ///< nothing says it of these
    qint64 unreadable = 0; ///< lines
    qint64 untimed = 0;    ///< messages of which nobody knows when they came, where it is known of others
    qint64 tick = 0;       ///< ns: finer its times are not; 0: not known, as of a file without
    bool hasTimes = true;  ///< false also where only a part has

    [[nodiscard]] static ImportSummary fromJson(const QJsonObject &json);
    [[nodiscard]] QJsonObject toJson() const;
    /// Without a period.
    [[nodiscard]] Words words() const;
};

} // namespace Pullcord
