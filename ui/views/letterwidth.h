// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFontMetrics>

namespace Pullcord {

/// What a letter takes on average, which everything is measured in that is so many letters wide. The average that a font tells
/// is that of all its signs, which in one with Chinese are twice as wide as what most of the texts here are made of.
template<typename Metrics>
[[nodiscard]] auto letterWidth(const Metrics &metrics)
{
    return qMin(metrics.averageCharWidth(), metrics.horizontalAdvance(QChar(u'x')));
}

} // namespace Pullcord
