// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QLatin1StringView>
#include <QString>
#include <QStringList>
#include <QStringView>

/// Keeps secrets out of what is recorded, exported and shown: `***` stands for each of them.
///
/// The rule is the same wherever a name and a value stand together (an option, a header, a
/// variable, a query): the value is a secret if a word of the name is one of those that secrets are
/// called by (key, token, password, …). A value that looks like a known kind of token is one under
/// any name, and so is the password in a URL. When in doubt it masks; it leaves what counts, and the words
/// of well-known settings (secretnames.h).
namespace Pullcord::Secrets {

inline constexpr QLatin1StringView Mask("***");

/// True if `next` is the value of that argument, and secret: `--token X`; not `--max-tokens 100`.
[[nodiscard]] bool announcesSecret(const QString &argument, const QString &next);

/// `text` with the tokens of known kinds and the passwords (or lone user names) of URLs in it masked, and the values of
/// secret URL queries.
[[nodiscard]] QString maskedText(const QString &text);

/// The same, with the values of variables (`API_KEY=value`, `password=value`, `ENV API_KEY value`), headers (`X-Api-Key: value`, at
/// the begin of a line or quote), options (`--token value`, `curl -u user:value`), members of JSON (`"token": "value"`) and elements
/// of XML (`<token>value</token>`) too whose names say that they are secrets: of what a program says. Behind a colon it
/// is one only where the name leaves no doubt (`password: value`), or it looks like a token. All of a value goes, or nothing; in doubt
/// what is joined to it too, but nothing beyond its line otherwise. The page of the guide on captures says which shapes are promised.
[[nodiscard]] QString maskedProse(const QString &text);

/// The same as maskedText() for a URL or part of one, with all the values of its query masked, whatever their names.
[[nodiscard]] QString maskedQuery(const QString &url);

/// Arguments as they may be recorded: `--api-key=***`, `--token ***` whatever its value begins with,
/// `-H "Authorization: ***"`, `-e API_KEY=***`, `--env=API_KEY=***`, `--config={"apiKey":"***"}`.
[[nodiscard]] QStringList maskedArguments(const QStringList &arguments);

/// How a connection was made, as it may be shown: every value under a secret name, in any depth; arguments; texts.
/// Headers may be members of an object or {name, value} objects in a list.
[[nodiscard]] QJsonObject masked(const QJsonObject &description);

} // namespace Pullcord::Secrets
