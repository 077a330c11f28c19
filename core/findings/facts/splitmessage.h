// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace Pullcord {

/// Reassembles a JSON-RPC message that its sender split over several lines.
///
/// Plain class. Gives up at a line that cannot continue the previous ones, and beyond MostBytes and MostLines.
class SplitMessage
{
public:
    static constexpr qsizetype MostBytes = qsizetype(1) << 20;
    static constexpr qint64 MostLines = 10'000;

    /// Result of a line.
    enum class State : quint8 {
        None,  ///< the line neither begins nor continues a message
        Open,  ///< more lines are needed
        Whole, ///< the line ends a message
    };

    /// Processes the next line. Forgets all lines after None and Whole; lines() still counts those of a whole message.
    [[nodiscard]] State take(QByteArrayView line);
    [[nodiscard]] bool isOpen() const { return m_depth > 0; }
    [[nodiscard]] qint64 lines() const { return m_lines; }
    void clear();

private:
    [[nodiscard]] static bool mayBegin(QByteArrayView line);
    [[nodiscard]] bool feed(QByteArrayView line);
    [[nodiscard]] bool isMessage() const;

    QByteArray m_text;
    qint64 m_lines = 0;
    int m_depth = 0; ///< number of open objects and arrays
};

} // namespace Pullcord
