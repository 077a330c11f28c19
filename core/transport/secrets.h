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
/// any name, and so is the password in a URL. When in doubt it masks.
namespace Pullcord::Secrets {

inline constexpr QLatin1StringView Mask("***");

/// True for `--api-key`, `GITHUB_TOKEN`, `Authorization`, `clientSecret`; false for `--tokenizer`,
/// `author`, `monkey`.
[[nodiscard]] bool isSecretName(QStringView name);

/// The same of a member of a message: not what the protocol itself calls so (progressToken), nor what is called just `key`.
[[nodiscard]] bool isSecretMember(QStringView name);

/// Of those, what is secret whatever it is, a number too, or all texts in an object: passwords, secrets, credentials.
[[nodiscard]] bool isPasswordMember(QStringView name);

/// True if the next argument is its value, and secret: `--token`.
[[nodiscard]] bool announcesSecret(const QString &argument);

/// True for the name of a list of them that leaves no doubt: `api_keys`, `accessTokens`; not for `tokens`, `primary_keys`.
[[nodiscard]] bool namesSecrets(QStringView name);

/// At least eight letters and digits, both among them, and no space: for what stands under a name that need not be a secret's.
[[nodiscard]] bool looksLikeToken(QStringView text);

/// `text` with the tokens of known kinds and the passwords (or lone user names) of URLs in it masked, and the values of
/// secret URL queries.
[[nodiscard]] QString maskedText(const QString &text);

/// The same, with the values of variables (`API_KEY=value`, `password=value`), headers (`X-Api-Key: value`, at the begin of a line
/// or quote), options (`--token value`) and members of JSON (`"token": "value"`) too whose names say that they are secrets: of what
/// a program says. Behind a colon it is one only where the name leaves no doubt (`password: value`), or it looks like a token.
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
