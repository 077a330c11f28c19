// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/keyreader.h"
#include "core/capture/export/redaction/redaction.h"

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

/// Finds the events with further lines of a private key that began in an earlier event: lines of a server's standard
/// error, and messages that each have a line in a text at the same place. Reads the capture as needed, best in order.
/// The capture must outlive it. Plain class.
class PrivateKeyLines
{
public:
    /// Number of keys in messages at the same time, each at its own place.
    static constexpr qsizetype MostAtOnce = 8;
    /// Number of events read before one whose predecessors were not asked for.
    static constexpr qsizetype Window = 2000;

    explicit PrivateKeyLines(const Capture &capture)
        : m_capture(capture)
    {}

    /// Returns the place of the line in the message, as a JSON pointer; empty if the whole event is the line. None if
    /// the event holds no such line. The first line of a key does not count, as it is recognized by itself.
    [[nodiscard]] std::optional<QByteArray> placeOf(qsizetype index);

private:
    struct Key
    {
        KeyReader reader;
        QByteArray place; ///< JSON pointer, in each message
    };

    void read(qsizetype index);
    void readMessage(qsizetype index, const QByteArray &json, QList<Key> &keys);

    const Capture &m_capture;
    qsizetype m_first = 0;
    /// Index of the first event that was not read.
    qsizetype m_read = 0;
    std::map<std::tuple<quint32, EventKind, Direction>, QList<Key>> m_keys; ///< exactly one key for streams of lines
    QHash<qsizetype, QByteArray> m_places;                                  ///< of those lines, by event
};

/// Redacted events of a capture. Removes secrets from connection details, and everything that a redaction removes.
///
/// Some of that takes several events: headers of a POST that repeat its message (Mcp-Name, Mcp-Param-*: MCP 2026-07-28,
/// Streamable HTTP), private keys with each line in an event, and Pullcord's notes that quote earlier messages. The
/// capture must outlive it. Plain class.
class EventRedaction
{
public:
    EventRedaction(const Capture &capture, Redaction redaction);

    [[nodiscard]] const Redaction &rules() const { return m_redaction; }
    [[nodiscard]] CaptureHeader header(QList<Redaction::Hit> &hits) const;
    /// Returns the event without the secrets that no export contains, and otherwise unchanged.
    [[nodiscard]] Event whole(qsizetype index) const;
    /// Returns the redacted event. `hits` gets the removed values, except secrets that no export contains. `staying`
    /// gets values that a rule matches but that are kept (see Redaction).
    [[nodiscard]] Event at(qsizetype index, QList<Redaction::Hit> &hits,
                           QList<Redaction::Hit> *staying = nullptr) const;

private:
    void redactCopies(Event &request, qsizetype index, QList<Redaction::Hit> &hits) const;
    void redactKeyLine(Event &event, const QByteArray &place, QList<Redaction::Hit> &hits) const;
    void redactNote(Event &note, qsizetype index, QList<Redaction::Hit> &hits) const;
    [[nodiscard]] QList<Redaction::Hit> goneOf(qsizetype message) const;

    const Capture &m_capture;
    Redaction m_redaction;
    qsizetype m_known; ///< index of the rule `known`; -1 if there is none
    mutable PrivateKeyLines m_keys;
    /// Removed values of the latest quoted messages, by event index.
    mutable QHash<qsizetype, QList<Redaction::Hit>> m_gone;
};

} // namespace Pullcord
