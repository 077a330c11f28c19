// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QByteArrayView>

/// Converts configurations in the formats of other tools to JSON.
namespace Pullcord::ConfigText {

/// Format of a configuration.
enum class Format : quint8 {
    None, ///< not recognized by its beginning
    Json, ///< also with comments, extra commas, and without the outer brackets
    Toml,
    Yaml,
};

/// Limit in bytes for the file of a configuration; longer files are refused.
constexpr qint64 MaxFileSize = qint64(64) << 20;
/// Limit in bytes; longer TOML and YAML is refused.
constexpr qsizetype MaxSize = qsizetype(1) << 20;

/// Recognizes the format from the first line that is not a comment.
[[nodiscard]] Format formatOf(QByteArrayView text);
/// "JSON", "TOML", "YAML".
[[nodiscard]] QLatin1StringView nameOf(Format format);
/// Returns the configuration as a JSON text with members in their order; None is read as JSON. Errors are of kind Json
/// and name the format, the line, the column and the fault.
[[nodiscard]] Result<QByteArray> toJson(QByteArrayView text);

} // namespace Pullcord::ConfigText
