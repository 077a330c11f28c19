// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <array>

namespace Pullcord {

/// Finds a text in bytes, in whichever case, without converting them. Make one a search.
/// Bytes are matched as they stand: `ä` does not find `\u00e4`.
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
    /// How far the text can move on, by the (lower case) byte that stands where it would end.
    std::array<qsizetype, 256> m_shift = {};
};

} // namespace Pullcord
