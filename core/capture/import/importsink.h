// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureheader.h"
#include "core/capture/import/directionguess.h"
#include "core/capture/import/importsummary.h"

namespace Pullcord {

/// Takes what an importer finds in a file, and makes a capture of it. Nothing is left out: what cannot be read is an event
/// that names its line.
class ImportSink
{
public:
    static constexpr qint64 NsInMs = 1'000'000;

    /// Where something stands in the file, and when it happened.
    struct Place
    {
        qsizetype line = 0;         ///< from 1; 0: not known
        std::optional<qint64> time; ///< ns since the epoch, UTC; none: it does not say
        quint32 connection = 0;
    };

    /// `bytes` of a message; `told`: None where the file does not say which way it went. Bytes that are not JSON are
    /// Malformed in that direction.
    /// `details` are further members of the event.
    void message(const QByteArray &bytes, Direction told, const Place &place, const QJsonObject &details = {});
    void unreadable(QByteArrayView bytes, const QString &reason, const Place &place);
    void happened(EventKind kind, const QJsonObject &details, const QByteArray &bytes, const Place &place);
    /// An event that is complete but for its time and connection.
    void add(Event event, const Place &place);

    /// Times count from a midnight whose date the file does not say.
    void setDateUnknown() { m_isDateUnknown = true; }

    [[nodiscard]] qsizetype messages() const { return m_messages; }
    /// The whole capture as a file has it. `format` is how people call the file's.
    [[nodiscard]] QByteArray capture(const QString &format, const QString &title);

private:
    [[nodiscard]] ImportSummary summary(const QString &format) const;
    /// A message that borrows the time of another came nobody knows when.
    [[nodiscard]] bool hasTimes() const { return m_start >= 0 && m_untimed == 0; }
    void settleTimes();
    [[nodiscard]] qint64 tick() const;
    void addDialects();

    QList<Event> m_events; ///< their times: ns since the epoch; -1: as the one before
    DirectionGuess m_guess;
    JsonChecker m_checker;
    qint64 m_start = -1; ///< ns since the epoch
    bool m_isDateUnknown = false;
    qint64 m_tick = 0; ///< ImportSummary::tick
    qsizetype m_messages = 0;
    qsizetype m_untimed = 0; ///< of those
    qsizetype m_guessed = 0;
    qsizetype m_unknown = 0;
    qsizetype m_unreadable = 0;
};

} // namespace Pullcord
