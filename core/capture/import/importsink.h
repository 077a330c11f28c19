// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/captureheader.h"
#include "core/capture/importsummary.h"
#include "core/rpc/event.h"

#include <QHash>

#include <utility>

namespace Pullcord {

/// Determines the direction of messages for which the file states none, from their content, or from the request that
/// they respond to. Plain class; it needs all messages in order.
class DirectionGuess
{
public:
    /// Basis of a direction.
    enum class Grounds : quint8 {
        Stated,  ///< stated in the file
        Guessed, ///< only one side may send this message
        Unknown, ///< both sides may send it; one had to be chosen
    };

    /// Returns the only side that may send this method, in any revision; None if both may.
    [[nodiscard]] static Direction senderOf(QByteArrayView method);

    /// `stated` is the direction in the file; None if it states none.
    [[nodiscard]] std::pair<Direction, Grounds> of(QByteArrayView bytes, Direction stated, quint32 connection = 0);

private:
    using Key = std::pair<quint32, RequestId>;

    [[nodiscard]] std::pair<Direction, Grounds> guess(QByteArrayView bytes, const Envelope &message,
                                                      quint32 connection) const;

    QHash<Key, Direction> m_open; ///< requests without a response so far
};

/// Receives the content of an imported file, and builds a capture from it. Nothing is dropped: unreadable lines become
/// events with their line number. Plain class.
class ImportSink
{
public:
    static constexpr qint64 NsInMs = 1'000'000;

    /// Line and time of an item of the file.
    struct Place
    {
        qsizetype line = 0;         ///< from 1; 0: unknown
        std::optional<qint64> time; ///< ns since the epoch, UTC; none: unknown
        quint32 connection = 0;
    };

    /// Adds a message. `stated` is its direction in the file; None if it states none. Bytes that are not JSON become a
    /// Malformed event in that direction. `details` are further members of the event.
    void message(const QByteArray &bytes, Direction stated, const Place &place, const QJsonObject &details = {});
    void unreadable(QByteArrayView bytes, const QString &reason, const Place &place);
    void happened(EventKind kind, const QJsonObject &details, const QByteArray &bytes, const Place &place);
    /// Adds an event that is complete except for its time and connection.
    void add(Event event, const Place &place);

    /// Notes that times count from a midnight with an unknown date.
    void setDateUnknown() { m_isDateUnknown = true; }

    [[nodiscard]] qsizetype messages() const { return m_messages; }
    /// Returns the complete text of a capture file. `format` is the display name of the file's format.
    [[nodiscard]] QByteArray capture(const QString &format, const QString &title);

private:
    [[nodiscard]] ImportSummary summary(const QString &format) const;
    /// False as soon as one message has no timestamp of its own.
    [[nodiscard]] bool hasTimes() const { return m_start >= 0 && m_untimed == 0; }
    void settleTimes();
    [[nodiscard]] qint64 tick() const;
    void addDialects();

    QList<Event> m_events; ///< times in ns since the epoch; -1: that of the previous event
    DirectionGuess m_guess;
    JsonChecker m_checker;
    qint64 m_start = -1; ///< ns since the epoch
    bool m_isDateUnknown = false;
    qint64 m_tick = 0; ///< ImportSummary::tick
    qsizetype m_messages = 0;
    qsizetype m_untimed = 0; ///< number of messages without a time
    qsizetype m_guessed = 0;
    qsizetype m_unknown = 0;
    qsizetype m_unreadable = 0;
};

} // namespace Pullcord
