// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

/// Content of answers to elicitation/create. Specification: client "Elicitation"; spec digest 4.7.
namespace Pullcord::Elicitation {

/// Content of an unchanged form: each property of `requestedSchema` (raw JSON) with a default has it, verbatim
/// (SEP-1034). Leaves out the others.
[[nodiscard]] QByteArray defaultContent(const QByteArray &requestedSchema);

/// Initial content for the user to edit. Like defaultContent(), but a required property without a default gets an empty
/// value of its type, or the first allowed one.
[[nodiscard]] QByteArray suggestedContent(const QByteArray &requestedSchema);

/// A result that accepts a form with this content (a raw JSON object).
[[nodiscard]] QByteArray accepted(const QByteArray &content);
/// The result for a user who made no choice (action "cancel").
[[nodiscard]] QByteArray dismissed();

} // namespace Pullcord::Elicitation
