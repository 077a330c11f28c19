// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/pipereader.h"
#include "core/transport/pipewriter.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace Pullcord {

/// The client of a proxy on stdio: the pipe that it writes to, and the one that it reads.
///
/// The client is read while reading is resumed. While it is paused, a timer checks that the client has not gone, since
/// only reading would show that.
///
/// Owner: the proxy. Order of signals: arrived and taken any number of times, gone at most once, released last.
/// Specification: MCP transports, stdio.
class ClientPipes final : public QObject
{
    Q_OBJECT

public:
    /// Bytes kept for a side that does not take them; the other side is read no more then.
    static constexpr qsizetype MostWaiting = qsizetype(1) << 20;
    /// After release(), time without progress after which the client's end is closed.
    static constexpr std::chrono::milliseconds FlushWait{2000};
    /// Interval of the check for a client that has gone while it is not read.
    static constexpr std::chrono::milliseconds HangUpCheck{250};

    /// `input` is the pipe that the client writes to, `output` the one it reads; takes ownership of both.
    ClientPipes(int input, int output, QObject *parent = nullptr);
    ~ClientPipes() override;

    /// Reads the client from now on.
    void resume();
    /// Reads the client no more, for a while.
    void pause();
    /// Reads the client no more. gone() no longer follows from its input.
    void stop();

    void write(const QByteArray &bytes);
    /// Number of bytes that wait for the client.
    [[nodiscard]] qsizetype waiting() const { return m_output->pendingBytes(); }
    /// Number of bytes given to write() that have not left.
    [[nodiscard]] qint64 undelivered() const { return m_undelivered; }

    /// Closes the input now, and the output when the client has taken everything, or nothing for FlushWait; released()
    /// follows.
    void release();
    /// Waits no longer, now or after release().
    void hurry();

signals:
    void arrived(const QByteArray &bytes);
    /// The client has closed one of its ends; what it wrote before has arrived.
    void gone(const QString &reason);
    /// The client has taken bytes.
    void taken();
    /// Both pipes are closed. Emitted once, perhaps from within release() or hurry().
    void released();

private:
    enum class Reading : quint8 { Off, Paused, On };

    void leave(const QString &reason);
    void onOutputBroken();
    void onTaken();
    void end();

    PipeReader *m_input;  ///< owned by this object
    PipeWriter *m_output; ///< owned by this object
    Reading m_reading = Reading::Off;
    qint64 m_undelivered = 0;
    bool m_isGone = false;
    bool m_isReleased = false;
    bool m_isHurried = false;
    bool m_hasEnded = false;
    QTimer m_flushTimer;
    QTimer m_hangUpTimer;
};

} // namespace Pullcord
