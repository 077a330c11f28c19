// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <array>

namespace Pullcord {

/// Searches bytes for a text in any case, without conversion. Create one per search. Plain class.
/// Compares bytes as they are: `ä` does not match `\u00e4`.
class TextMatcher
{
public:
    /// An empty text is found everywhere.
    explicit TextMatcher(const QString &text);

    [[nodiscard]] bool isIn(QByteArrayView utf8) const;
    [[nodiscard]] bool isIn(QStringView text) const;

private:
    QString m_text;
    QByteArray m_lower; ///< the text in lower case, if it is ASCII
    /// By the byte at the end position: distance to shift the text; 0 if the text may end there.
    std::array<qsizetype, 256> m_shift = {};
    qsizetype m_lastShift = 0; ///< distance to shift after a mismatch at that position
};

} // namespace Pullcord
