// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace Pullcord {

/// A JSON-RPC message that its sender has written over several lines, put together from lines that are no messages.
///
/// Plain class. It gives up at a line that cannot go on with those before it, and beyond MostBytes and MostLines.
class SplitMessage
{
public:
    static constexpr qsizetype MostBytes = qsizetype(1) << 20;
    static constexpr qint64 MostLines = 10'000;

    enum class State : quint8 {
        None,  ///< no message begins with the line, or goes on with it
        Open,  ///< more lines are needed
        Whole, ///< the line ends a message
    };

    /// Takes the next line. At None and Whole it forgets all lines; lines() still counts those of a whole message.
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
    int m_depth = 0; ///< of objects and arrays that are open
};

} // namespace Pullcord
