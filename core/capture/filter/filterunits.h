// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterfield.h"
#include "core/words.h"

#include <QString>

#include <optional>

/// Numbers with units, as people write them in filters.
namespace Pullcord::FilterUnits {

/// In ns for a Duration (a unit is needed), in bytes for a Size, plain else. None if it is none, or less than 0 where it
/// has a unit.
[[nodiscard]] std::optional<double> number(FilterField::Type type, QStringView text);
/// What has to stand there instead; a sentence.
[[nodiscard]] Words expected(FilterField::Type type);

} // namespace Pullcord::FilterUnits
