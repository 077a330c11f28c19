// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/loglevel.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {
constexpr QLatin1StringView LevelNames[] = {"debug"_L1, "info"_L1,     "notice"_L1, "warning"_L1,
                                            "error"_L1, "critical"_L1, "alert"_L1,  "emergency"_L1};
}

const QList<LogLevel> &allLogLevels()
{
    static const QList<LogLevel> levels{LogLevel::Debug, LogLevel::Info,     LogLevel::Notice, LogLevel::Warning,
                                        LogLevel::Error, LogLevel::Critical, LogLevel::Alert,  LogLevel::Emergency};
    return levels;
}

QLatin1StringView nameOf(LogLevel level)
{
    return LevelNames[size_t(level)];
}

std::optional<LogLevel> logLevelFromName(QStringView name)
{
    for (const LogLevel level : allLogLevels()) {
        if (name == nameOf(level))
            return level;
    }
    return {};
}

} // namespace Pullcord
