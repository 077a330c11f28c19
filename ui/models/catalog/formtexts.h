// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/formfield.h"

/// Texts for the fields of a form.
namespace Pullcord::FormTexts {

/// Sets title, description, default and format from the schemas.
void describe(FormField &field);
/// Describes the expected value in a few words: "whole number, 1 to 10".
[[nodiscard]] QString hint(const FormField &field);
/// Makes an option for a value, named by its title or its JSON.
[[nodiscard]] FormField::Option option(const JsonValue &value, const JsonValue &title);
/// Names the `number`-th alternative: by its title, or by its difference from the others.
void nameBranch(FormField &branch, qsizetype number);

} // namespace Pullcord::FormTexts
