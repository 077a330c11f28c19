// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace Pullcord {

/// A text of several lines as shown by Formatting::visibleLines(), with a map back to the source, so that copying
/// yields the source. Lines end with a line feed only. Positions are in UTF-16 units. A value.
class VisibleText
{
public:
    VisibleText() = default;
    explicit VisibleText(const QString &source);

    [[nodiscard]] const QString &source() const { return m_source; }
    [[nodiscard]] const QString &shown() const { return m_shown; }
    [[nodiscard]] qsizetype toShown(qsizetype inSource) const;
    /// Inside a mark that replaces a character, returns the start of that character.
    [[nodiscard]] qsizetype toSource(qsizetype inShown) const;
    /// Returns the source of a shown range, including every character whose mark it touches.
    [[nodiscard]] QString original(qsizetype begin, qsizetype end) const;

private:
    struct Mark
    {
        qsizetype source = 0; ///< start in the source
        qsizetype shown = 0;
        qsizetype sourceSize = 0;
        qsizetype shownSize = 0;
    };

    QString m_source;
    QString m_shown;
    std::vector<Mark> m_marks; ///< in order
};

} // namespace Pullcord
