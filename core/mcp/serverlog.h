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

/// The log messages of a server (notifications/message) in a capture, in their order; the same live and reopened.
///
/// Plain list, no item model. Memory keeps some 20 bytes of each; the rest is read back from the capture. It is derived
/// from the events alone. Owner: the Conversation, which feeds it behind the request log; the capture must outlive it.
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
        std::optional<LogLevel> level; ///< none: no name that the specification knows
        QString levelText;             ///< as the server wrote it
        QString logger;                ///< null if it gave none
        QByteArray data;               ///< raw JSON of any type
        qint32 row = NoRow;            ///< of the request that it belongs to: known over HTTP, by its stream
    };

    /// Takes in what the capture holds already.
    explicit ServerLog(const Capture &capture, QObject *parent = nullptr);
    ~ServerLog() override;

    /// The next event, with its index in the capture; those that were not recorded are left out.
    void feed(const Event &event, qsizetype index);

    [[nodiscard]] qsizetype count() const { return qsizetype(m_lines.size()); }
    [[nodiscard]] std::optional<LogLevel> level(qsizetype index) const;
    [[nodiscard]] qsizetype eventOf(qsizetype index) const { return m_lines[size_t(index)].event; }
    [[nodiscard]] Entry at(qsizetype index) const;

signals:
    /// At once, for each; who paints gathers them per tick.
    void added(qsizetype index);

private:
    struct Line
    {
        quint32 event;
        Span params;
        qint32 row;
        quint8 level; ///< one past the last for none
    };

    void take(const Event &event, const Envelope &message, qsizetype index);
    [[nodiscard]] static quint64 exchangeOf(const Event &event);

    const Capture &m_capture;
    std::deque<Line> m_lines;
    QHash<quint64, qint32> m_rows; ///< of the requests whose exchanges are under way
};

} // namespace Pullcord
