// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

/// Answers to elicitation/create. Specification: client "Elicitation"; spec digest 4.7.
namespace Pullcord::Elicitation {

/// The content of a form before anybody has changed it: each property of `requestedSchema` (raw JSON) with a default has
/// that, verbatim (SEP-1034); the others are left out.
[[nodiscard]] QByteArray defaultContent(const QByteArray &requestedSchema);

/// The same for a person to go on from: what is required and has no default has an empty value of its type, or the first
/// that it may have.
[[nodiscard]] QByteArray suggestedContent(const QByteArray &requestedSchema);

/// A result that accepts a form with this content (a raw JSON object).
[[nodiscard]] QByteArray accepted(const QByteArray &content);
/// A result that says that the person has chosen nothing.
[[nodiscard]] QByteArray dismissed();

} // namespace Pullcord::Elicitation
