// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QLatin1StringView>
#include <QString>
#include <QStringList>
#include <QStringView>

/// Keeps secrets out of records, exports and views: `***` replaces each of them.
///
/// The rule is the same wherever a name and a value stand together (an option, a header, a variable, a query). The
/// value is a secret if a word of the name denotes secrets (key, token, password, …). A value that looks like a known
/// kind of token is a secret under any name, and so is the password in a URL. In doubt it masks. It keeps counts and
/// words of well-known settings (secretnames.h).
namespace Pullcord::Secrets {

inline constexpr QLatin1StringView Mask("***");

/// True if `next` is the secret value of option `argument`: `--token X`; false for `--max-tokens 100`.
[[nodiscard]] bool announcesSecret(const QString &argument, const QString &next);

/// Returns `text` with tokens of known kinds masked, passwords (or lone user names) in URLs, and values of secret URL
/// queries.
[[nodiscard]] QString maskedText(const QString &text);

/// Does the same for the output of a program, and masks secret values under names:
/// - variables (`API_KEY=value`, `password=value`, `ENV API_KEY value`)
/// - headers (`X-Api-Key: value`, at the beginning of a line or quote)
/// - options (`--token value`, `curl -u user:value`)
/// - members of JSON (`"token": "value"`) and elements of XML (`<token>value</token>`)
///
/// After a colon the value is secret only if the name is unambiguous (`password: value`) or the value looks like a
/// token. A value is masked whole or not at all, in doubt with what is joined to it, but otherwise never beyond its
/// line. The guide's page on captures lists the promised shapes.
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
