// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QByteArrayView>

/// The text of a configuration in the formats that tools use, as JSON.
namespace Pullcord::ConfigText {

enum class Format : quint8 {
    None, ///< none of these, by how it begins
    Json, ///< with comments and commas too many, and without the outer brackets
    Toml,
    Yaml,
};

/// TOML and YAML longer than this are not read.
constexpr qsizetype MaxSize = qsizetype(1) << 20;

/// By the first line that is no comment.
[[nodiscard]] Format formatOf(QByteArrayView text);
/// "JSON", "TOML", "YAML".
[[nodiscard]] QLatin1StringView nameOf(Format format);
/// The configuration as one JSON text, members in their order; None is read as JSON. Errors are of kind Json and name the
/// format, the line, the column and the fault.
[[nodiscard]] Result<QByteArray> toJson(QByteArrayView text);

} // namespace Pullcord::ConfigText
