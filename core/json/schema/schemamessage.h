// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/translatabletext.h"

#include <QStringList>

/// Parts of the sentences in a JsonSchemaError. Untranslated.
namespace Pullcord::SchemaMessage {

/// "a number"
[[nodiscard]] TranslatableText typeName(JsonType type);
/// Returns the text for SchemaType bits. Example: "a string or null".
[[nodiscard]] TranslatableText typeNames(quint32 types);
/// Returns "a, b or c". `conjunction` joins the last two, such as "%1 or %2".
[[nodiscard]] TranslatableText alternatives(const QList<TranslatableText> &list, const char *conjunction);
/// The value on one line, shortened.
[[nodiscard]] QString excerpt(const JsonValue &value);
[[nodiscard]] QString excerpt(const QString &text);
/// "1 item", "2 items"
enum class Noun : quint8 { Character, Item, Member };
[[nodiscard]] TranslatableText counted(qint64 count, Noun noun);

} // namespace Pullcord::SchemaMessage
