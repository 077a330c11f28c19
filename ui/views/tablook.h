// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

/// What a tab shows and says. All of it plain text, whoever wrote it, as it was written.
struct TabLook
{
    enum class Tone : quint8 { Plain, Dim, Active, Success, Warning, Failure };

    QString text;
    const char *icon = nullptr; ///< a literal, since looks are compared; null: none
    Tone tone = Tone::Plain;    ///< of the icon, whose shape says the same
    QString where;              ///< for the tool tip
    QString state;              ///< in words, for the tool tip and for those who do not see the icon
    bool calls = false;         ///< something has happened that nobody has seen yet

    [[nodiscard]] bool operator==(const TabLook &other) const = default;
};

} // namespace Pullcord
