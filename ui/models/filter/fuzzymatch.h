// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringView>

#include <optional>

namespace Pullcord {

/// Match of typed letters in a text, in their order, with a score.
struct FuzzyMatch
{
    /// Quality of the match; a later value precedes an earlier one, whatever the score.
    enum class Fit : quint8 { Scattered, Inside, BeginsWord, Whole };

    int score = 0;                ///< orders matches of equal Fit; higher is better
    QList<qsizetype> places = {}; ///< positions of the letters in the text
    Fit fit = Fit::Whole;

    /// Returns none if the letters do not occur in order. Both texts must be in lower case; an empty `letters` matches
    /// everything. A contiguous match is preferred, best at the beginning of a word. Otherwise word beginnings and
    /// neighbors add to the score. Short texts score higher.
    [[nodiscard]] static std::optional<FuzzyMatch> of(QStringView letters, QStringView text);
};

} // namespace Pullcord
