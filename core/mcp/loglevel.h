// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace Pullcord {

/// Severity of a log message, lowest first. Specification: utilities "Logging", after RFC 5424; spec digest 4.5.
enum class LogLevel : quint8 { Debug, Info, Notice, Warning, Error, Critical, Alert, Emergency };

[[nodiscard]] const QList<LogLevel> &allLogLevels();
[[nodiscard]] QLatin1StringView nameOf(LogLevel level); ///< "warning"
[[nodiscard]] std::optional<LogLevel> logLevelFromName(QStringView name);

} // namespace Pullcord
