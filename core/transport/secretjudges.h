// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringView>

/// Whether what stands in a text under a name is secret, by where the two stand. For secrets_prose.cpp alone.
namespace Pullcord::Secrets {

[[nodiscard]] bool isName(QStringView name, QStringView value);
[[nodiscard]] bool isMember(QStringView name, QStringView value);
[[nodiscard]] bool isPassword(QStringView name, QStringView value);
[[nodiscard]] bool isAny(QStringView name, QStringView value);
/// Before `=` in a sentence; `max_tokens` are counted.
[[nodiscard]] bool isAssigned(QStringView name, QStringView value);
/// Behind a name that may also be that of something else.
[[nodiscard]] bool isToldSecret(QStringView name, QStringView value);
/// A line of its own, with blanks in the value: not of several names, nor a command.
[[nodiscard]] bool isAssignedLine(QStringView name, QStringView value);
/// Behind a colon. Of several words, or with a dash in it, a name may be the beginning of what is no name: `key-value: store`, `API key: see below`.
[[nodiscard]] bool isToldInWords(QStringView name, QStringView value);
/// Of a list of them, all.
[[nodiscard]] bool isList(QStringView name, QStringView value);
/// In a table.
[[nodiscard]] bool isCell(QStringView name, QStringView value);

} // namespace Pullcord::Secrets
