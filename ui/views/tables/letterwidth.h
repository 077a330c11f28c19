// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFontMetrics>

namespace Pullcord {

/// Returns the average width of a letter, the unit for widths in letters. Not averageCharWidth(): in a font with
/// Chinese, that is the average of all its glyphs, twice the width of Latin text.
template<typename Metrics>
[[nodiscard]] auto letterWidth(const Metrics &metrics)
{
    return qMin(metrics.averageCharWidth(), metrics.horizontalAdvance(QChar(u'x')));
}

} // namespace Pullcord
