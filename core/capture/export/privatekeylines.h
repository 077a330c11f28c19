// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>

#include <map>
#include <optional>
#include <tuple>

namespace Pullcord {

class Capture;
enum class Direction : quint8;
enum class EventKind : quint8;

/// Which events hold a line of a private key that an earlier one begins: lines of what a server wrote, and messages of which a text
/// is a line each, at the same place. It reads the capture as it is asked, in order best. The capture must outlive it. Plain class.
class PrivateKeyLines
{
public:
    /// Of the longest keys; what follows so many lines is none.
    static constexpr int Most = 200;
    /// So many lines of others may stand between those of a key.
    static constexpr int MostBetween = 20;
    /// So many may be told at the same time by messages, each at a place of its own.
    static constexpr qsizetype MostAtOnce = 8;
    /// So many events before one are read where those before it were not asked for.
    static constexpr qsizetype Window = 2000;

    explicit PrivateKeyLines(const Capture &capture)
        : m_capture(capture)
    {}

    /// Where in a message the line stands, a JSON pointer; empty for what is a line as a whole. Nothing if the event holds none. The
    /// first line, which says what it is, does not count.
    [[nodiscard]] std::optional<QByteArray> placeOf(qsizetype index);

private:
    struct Key
    {
        int left = 0;     ///< how many lines may follow
        int foreign = 0;  ///< how many lines since the last one of it were none of it
        QByteArray place; ///< in each message
    };

    void read(qsizetype index);
    void readText(qsizetype index, const QByteArray &text, Key &key);
    void readMessage(qsizetype index, const QByteArray &json, QList<Key> &keys);

    const Capture &m_capture;
    qsizetype m_first = 0;
    qsizetype m_read = 0;                                                   ///< the first behind those that are read
    std::map<std::tuple<quint32, EventKind, Direction>, QList<Key>> m_keys; ///< one each of lines
    QHash<qsizetype, QByteArray> m_places; ///< of those lines, by the index of their events
};

} // namespace Pullcord
