// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterfield.h"
#include "core/translatabletext.h"

#include <QString>

#include <optional>

/// Parses numbers with units in filters.
namespace Pullcord::FilterUnits {

/// Returns ns for a Duration (which needs a unit), bytes for a Size, else a plain number. None if the text is invalid,
/// or negative with a unit.
[[nodiscard]] std::optional<double> number(FilterField::Type type, QStringView text);
/// Returns a sentence about the expected value.
[[nodiscard]] TranslatableText expected(FilterField::Type type);

} // namespace Pullcord::FilterUnits
