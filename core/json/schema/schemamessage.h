// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QStringList>

/// Pieces of the sentences that a JsonSchemaError is made of. Untranslated.
namespace Pullcord::SchemaMessage {

/// "a number"
[[nodiscard]] QString typeName(JsonType type);
/// Of SchemaType bits: "a string or null"
[[nodiscard]] QString typeNames(quint32 types);
/// "a, b or c"
[[nodiscard]] QString alternatives(const QStringList &list, QLatin1StringView conjunction);
/// On one line, and no longer than a line.
[[nodiscard]] QString excerpt(const JsonValue &value);
[[nodiscard]] QString excerpt(const QString &text);
/// "1 item", "2 items"
[[nodiscard]] QString counted(qint64 count, QLatin1StringView noun);

} // namespace Pullcord::SchemaMessage
