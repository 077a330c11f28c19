// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/cancelwords.h"

#include <QByteArray>

#include <algorithm>

namespace Pullcord {

bool CancelWords::tellOfCancel(QByteArrayView text)
{
    constexpr qsizetype MostRead = 16 * 1024;
    const QByteArray start = text.first(std::min(text.size(), MostRead)).toByteArray().toLower();
    return start.contains("cancel") || start.contains("abort");
}

} // namespace Pullcord
