// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QList>

/// Contrast of text on a background, as in WCAG 2.1 (1.4.3: at least 4.5 to 1).
namespace Pullcord::Contrast {

constexpr double LeastForText = 4.5;

/// Returns a ratio from 1 to 21. A transparent `front` is blended with the opaque `back`.
[[nodiscard]] double ratio(const QColor &front, const QColor &back);
/// Blends `share` (0 to 1) of `front`, in addition to its own alpha, with `back`.
[[nodiscard]] QColor over(const QColor &front, const QColor &back, double share = 1);
/// Returns `color` if it is readable on all `backs`; else the nearest lighter or darker color that is; else black or
/// white.
[[nodiscard]] QColor readable(const QColor &color, const QList<QColor> &backs, double least = LeastForText);

} // namespace Pullcord::Contrast
