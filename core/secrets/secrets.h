// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secrets/namedvalue.h"

#include <QJsonObject>
#include <QLatin1StringView>
#include <QList>
#include <QString>
#include <QStringList>
#include <QStringView>

/// Keeps secrets out of records, exports and views: `***` replaces each of them.
///
/// In structured places (arguments, variables, headers, queries, members) a value is secret if a word of its name
/// denotes secrets (key, token, password, …), even in doubt. In texts, rules find secrets of known forms
/// (secretrules.h). Counts and words of well-known settings stay (secretnames.h).
namespace Pullcord::Secrets {

inline constexpr QLatin1StringView Mask("***");

/// Extent of a search in a text.
enum class Search : quint8 {
    Forms,  ///< tokens, private keys, parts of URLs
    Values, ///< these, and values beside names: `name=value`, `name: value`
};

/// Returns the secrets in the text, in order and disjoint. Takes time proportional to the text.
[[nodiscard]] QList<Span> secretsIn(QStringView text, Search search = Search::Values);

/// True if `next` is the secret value of option `argument`: `--token X`; false for `--max-tokens 100`.
[[nodiscard]] bool announcesSecret(const QString &argument, const QString &next);

/// Returns `text` with secrets of known forms masked (Search::Forms).
[[nodiscard]] QString maskedText(const QString &text);

/// Does the same for the output of a program, and masks secret values beside names (Search::Values).
[[nodiscard]] QString maskedProse(const QString &text);

/// Does the same as maskedText() for a URL or a part of one, and masks all values of its query, whatever their names.
[[nodiscard]] QString maskedQuery(const QString &url);

/// Returns arguments fit to be recorded: `--api-key=***`, `--token ***` whatever its value starts with,
/// `-H "Authorization: ***"`, `-e API_KEY=***`, `--env=API_KEY=***`, `--config={"apiKey":"***"}`.
[[nodiscard]] QStringList maskedArguments(const QStringList &arguments);

/// Returns the description of a connection fit to be shown. Masks every value under a secret name at any depth,
/// arguments, and texts. Headers may be members of an object or {name, value} objects in a list.
[[nodiscard]] QJsonObject masked(const QJsonObject &description);

} // namespace Pullcord::Secrets
