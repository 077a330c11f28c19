// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formfield.h"

/// What a form says of its fields.
namespace Pullcord::FormTexts {

/// Title, description, default and format as the schemas have them.
void describe(FormField &field);
/// What is wanted, in a few words: "whole number, 1 to 10".
[[nodiscard]] QString hint(const FormField &field);
/// One value of several, by its title or as JSON.
[[nodiscard]] FormField::Option option(const JsonValue &value, const JsonValue &title);
/// What the `number`-th form of a value is called: its title, or what tells it from the others.
void nameBranch(FormField &branch, qsizetype number);

} // namespace Pullcord::FormTexts
