// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <vector>

namespace Pullcord {

/// A text of several lines as HumanText::visibleLines() shows it, each line ended by a line feed alone, and where what stands in it came from: so that what is
/// copied is the text itself. Positions are in UTF-16. A value.
class VisibleText
{
public:
    VisibleText() = default;
    explicit VisibleText(const QString &source);

    [[nodiscard]] const QString &source() const { return m_source; }
    [[nodiscard]] const QString &shown() const { return m_shown; }
    [[nodiscard]] qsizetype toShown(qsizetype inSource) const;
    /// Within what stands for a character, where that begins.
    [[nodiscard]] qsizetype toSource(qsizetype inShown) const;
    /// What a stretch of what is shown stands for; of the marks for characters that it touches, all.
    [[nodiscard]] QString original(qsizetype begin, qsizetype end) const;

private:
    struct Mark
    {
        qsizetype source = 0; ///< where it begins
        qsizetype shown = 0;
        qsizetype sourceSize = 0;
        qsizetype shownSize = 0;
    };

    QString m_source;
    QString m_shown;
    std::vector<Mark> m_marks; ///< in order
};

} // namespace Pullcord
