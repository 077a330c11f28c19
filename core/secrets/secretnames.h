// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

/// Recognizes names of secrets, and distinguishes them from similar names.
namespace Pullcord::Secrets {

/// True for `--api-key`, `GITHUB_TOKEN`, `Authorization`, `clientSecret`; false for `--tokenizer`,
/// `author`, `monkey`.
[[nodiscard]] bool isSecretName(QStringView name);

/// The same for a member of a message. False for names of the protocol itself (progressToken) and for a plain `key`.
[[nodiscard]] bool isSecretMember(QStringView name);

/// True for a secret member whose value is secret whatever its type: a number, or all texts in an object. Passwords,
/// secrets, credentials.
[[nodiscard]] bool isPasswordMember(QStringView name);

/// True for an unambiguous name: `password`, `api_key`, `accessToken`; false for `token` and for `max_tokens`, which is
/// a count.
[[nodiscard]] bool namesOneSecret(QStringView name);

/// True for an unambiguous name of a list of secrets: `api_keys`, `accessTokens`; false for `tokens`, `primary_keys`.
[[nodiscard]] bool namesSecrets(QStringView name);

/// True if the last word of the name denotes a secret: `api-key`; false for `key-value`.
[[nodiscard]] bool endsWithSecretName(QStringView name);

/// True if the value is not a secret although the name is:
/// - a number under a name that counts or measures (`token_count=5`, `max_tokens: 100`, `session_timeout=30m`)
/// - a word of a well-known setting (`auth=none`, `credentials: include`, `id-token: write`)
/// Ignores quotes around the value and a comment after it.
[[nodiscard]] bool isSetting(QStringView name, QStringView value);

/// True for at least eight letters and digits, with both among them and no space: for values under names that need not
/// denote a secret. Ignores punctuation around the value.
[[nodiscard]] bool looksLikeToken(QStringView text);

} // namespace Pullcord::Secrets
