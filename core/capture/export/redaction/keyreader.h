// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {

/// Finds the further lines of a private key in texts that follow each other: lines of a log, or elements of a list. A
/// value.
class KeyReader
{
public:
    /// Number of lines of the longest keys.
    static constexpr int Most = 200;
    /// Number of unrelated texts between those of a key.
    static constexpr int MostBetween = 20;

    /// True if the text may contain the first line of a key.
    [[nodiscard]] static bool mayOpen(const QByteArray &text);
    /// True if the text begins a key and does not end it.
    [[nodiscard]] static bool opens(const QByteArray &text);

    /// Reads the next text, which may have several lines. Returns true if all of them continue a key that an earlier
    /// text began. The first line of a key does not count, as it is recognized by itself.
    bool take(const QByteArray &text);
    [[nodiscard]] bool isOpen() const { return m_left > 0; }

private:
    [[nodiscard]] bool continues(const QByteArray &text);

    int m_left = 0;          ///< number of lines that may follow
    int m_foreign = 0;       ///< number of unrelated texts since its last line
    bool m_hasLines = false; ///< a line after the first was seen
};

} // namespace Pullcord
