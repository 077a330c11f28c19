// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QStringView>

#include <optional>

namespace Pullcord {

/// Whether the letters that somebody typed stand in a text, in their order, and how well.
struct FuzzyMatch
{
    /// How they stand there: whatever the score, the later ones are better.
    enum class Fit : quint8 { Scattered, Inside, BeginsWord, Whole };

    int score = 0;                ///< among those that fit equally well: more is better
    QList<qsizetype> places = {}; ///< of the letters, in the text
    Fit fit = Fit::Whole;

    /// None if they do not. Both in lower case; nothing is in everything. Where they stand side by side, that is taken, at the
    /// beginning of a word if they do so there; else the beginnings of words, and neighbours, count. Short texts are before long ones.
    [[nodiscard]] static std::optional<FuzzyMatch> of(QStringView letters, QStringView text);
};

} // namespace Pullcord
