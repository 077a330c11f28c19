// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

/// What secrets are called, and how to tell them from what is called alike.
namespace Pullcord::Secrets {

/// True for `--api-key`, `GITHUB_TOKEN`, `Authorization`, `clientSecret`; false for `--tokenizer`,
/// `author`, `monkey`.
[[nodiscard]] bool isSecretName(QStringView name);

/// The same of a member of a message: not what the protocol itself calls so (progressToken), nor what is called just `key`.
[[nodiscard]] bool isSecretMember(QStringView name);

/// Of those, what is secret whatever it is, a number too, or all texts in an object: passwords, secrets, credentials.
[[nodiscard]] bool isPasswordMember(QStringView name);

/// Of those, what leaves no doubt: `password`, `api_key`, `accessToken`; not `token`, nor `max_tokens`, which are counted.
[[nodiscard]] bool namesOneSecret(QStringView name);

/// True for the name of a list of them that leaves no doubt: `api_keys`, `accessTokens`; not for `tokens`, `primary_keys`.
[[nodiscard]] bool namesSecrets(QStringView name);

/// True if the last word of it is one that secrets are called by: `api-key`; not for `key-value`.
[[nodiscard]] bool endsWithSecretName(QStringView name);

/// True for a value that is none, though its name is a secret's: a number where the name counts or measures (`token_count=5`,
/// `max_tokens: 100`, `session_timeout=30m`), and words that well-known settings have (`auth=none`, `credentials: include`,
/// `id-token: write`). Quotes around it do not count, nor does a comment behind it.
[[nodiscard]] bool isSetting(QStringView name, QStringView value);

/// At least eight letters and digits, both among them, and no space: for what stands under a name that need not be a secret's.
/// What a sentence puts around it does not count.
[[nodiscard]] bool looksLikeToken(QStringView text);

} // namespace Pullcord::Secrets
