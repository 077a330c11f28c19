// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

/// Predicates for a name and a value found in a text: true if the value is secret. One per place where the two stand.
/// For secrets_prose.cpp alone.
namespace Pullcord::Secrets {

[[nodiscard]] bool isName(QStringView name, QStringView value);
[[nodiscard]] bool isMember(QStringView name, QStringView value);
[[nodiscard]] bool isPassword(QStringView name, QStringView value);
[[nodiscard]] bool isAny(QStringView name, QStringView value);
/// For `=` in a sentence. `max_tokens` are a count, not a secret.
[[nodiscard]] bool isAssigned(QStringView name, QStringView value);
/// For a name that may also denote something else.
[[nodiscard]] bool isAmbiguousSecret(QStringView name, QStringView value);
/// For a line of its own, with blanks in the value; not for several names or a command.
[[nodiscard]] bool isAssignedLine(QStringView name, QStringView value);
/// For a colon. A name with several words or with a dash may be the start of ordinary text: `key-value: store`,
/// `API key: see below`.
[[nodiscard]] bool isSecretAfterColon(QStringView name, QStringView value);
/// For a list: all its values are secret.
[[nodiscard]] bool isList(QStringView name, QStringView value);
/// For a cell of a table.
[[nodiscard]] bool isCell(QStringView name, QStringView value);

} // namespace Pullcord::Secrets
