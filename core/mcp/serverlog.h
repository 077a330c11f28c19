// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/loglevel.h"
#include "core/rpc/event.h"

#include <QHash>
#include <QObject>

#include <deque>

namespace Pullcord {

class Capture;

/// The log messages of a server (notifications/message) in a capture, in order; the same live and reopened.
///
/// A plain list, not an item model. Memory holds about 20 bytes of each message; the rest is read back from the
/// capture. Derived from the events alone. Owner: the Conversation, which feeds it after the request log; the capture
/// must outlive it.
/// Specification: utilities "Logging"; spec digest 4.5.
class ServerLog final : public QObject
{
    Q_OBJECT

public:
    static constexpr qint32 NoRow = -1;

    struct Entry
    {
        qsizetype event = 0;           ///< in the capture
        qint64 time = 0;               ///< ns since the start of the capture
        std::optional<LogLevel> level; ///< none: unknown to the specification
        QString levelText;             ///< as written by the server
        QString logger;                ///< null if absent
        QByteArray data;               ///< raw JSON of any type
        qint32 row = NoRow;            ///< row of the request that it belongs to: known over HTTP, by its stream
    };

    /// Reads the capture so far.
    explicit ServerLog(const Capture &capture, QObject *parent = nullptr);
    ~ServerLog() override;

    /// Takes the next event, with its index in the capture. Ignores events that were not recorded.
    void feed(const Event &event, qsizetype index);

    [[nodiscard]] qsizetype count() const { return qsizetype(m_lines.size()); }
    [[nodiscard]] std::optional<LogLevel> level(qsizetype index) const;
    [[nodiscard]] qsizetype eventOf(qsizetype index) const { return m_lines[size_t(index)].event; }
    [[nodiscard]] Entry at(qsizetype index) const;

signals:
    /// Emitted at once, for each message. Views should collect them per tick.
    void added(qsizetype index);

private:
    struct Line
    {
        quint32 event;
        Span params;
        qint32 row;
        quint8 level; ///< one past the last level for none
    };

    void take(const Event &event, const Envelope &message, qsizetype index);
    [[nodiscard]] static quint64 exchangeOf(const Event &event);

    const Capture &m_capture;
    std::deque<Line> m_lines;
    QHash<quint64, qint32> m_rows; ///< rows of requests whose exchanges are in progress
};

} // namespace Pullcord
