// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

/// Appearance of a tab; all texts are plain.
struct TabAppearance
{
    enum class Tone : quint8 { Plain, Dim, Active, Success, Warning, Failure };

    QString text;
    const char *icon = nullptr; ///< a string literal, since looks are compared by pointer; null: none
    Tone tone = Tone::Plain;    ///< colour of the icon, in addition to its shape
    QString where;              ///< for the tool tip
    QString state;              ///< in words, for the tool tip and screen readers
    bool calls = false;         ///< the page has news that the user has not seen

    [[nodiscard]] bool operator==(const TabAppearance &other) const = default;
};

} // namespace Pullcord
