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
    int score = 0;                ///< more is better
    QList<qsizetype> places = {}; ///< of the letters, in the text

    /// None if they do not. Both in lower case; nothing is in everything. Best is the text itself, then its beginning, the beginnings
    /// of its words, letters side by side; short texts before long ones.
    [[nodiscard]] static std::optional<FuzzyMatch> of(QStringView letters, QStringView text);
};

} // namespace Pullcord
