// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QList>

/// How well text can be read on what is behind it, as WCAG 2.1 measures it (1.4.3: at least 4.5 to 1).
namespace Pullcord::Contrast {

constexpr double LeastForText = 4.5;

/// From 1 to 21. What is transparent of `front` shows `back`, which has no transparency.
[[nodiscard]] double ratio(const QColor &front, const QColor &back);
/// The colour that is seen: `share` of `front`, from 0 to 1, and of its own alpha, over `back`.
[[nodiscard]] QColor over(const QColor &front, const QColor &back, double share = 1);
/// `color` itself where it can be read on all of `backs`; else as little lighter, or darker, as makes it so. Black or white where
/// nothing can.
[[nodiscard]] QColor readable(const QColor &color, const QList<QColor> &backs, double least = LeastForText);

} // namespace Pullcord::Contrast
