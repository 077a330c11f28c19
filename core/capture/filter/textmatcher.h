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
    /// By the byte that stands where the text would end: how far the text can move on, 0 where it may really end.
    std::array<qsizetype, 256> m_shift = {};
    qsizetype m_lastShift = 0; ///< how far it can move on when it did not end there
};

} // namespace Pullcord
