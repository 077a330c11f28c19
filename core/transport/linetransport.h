// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"
#include "core/rpc/lineframer.h"
#include "core/transport/transport.h"

#include <QTimer>

#include <deque>
#include <limits>
#include <memory>

namespace Pullcord {

/// Base of all transports that carry one message per line over a byte stream: framing, checking, and the queue of
/// unsent messages. A subclass moves the bytes, and reports when the connection opens and ends.
///
/// Receivers of its signals may send, close it, or destroy it.
/// Specification: MCP transports, stdio; the same framing may be used on sockets.
class LineTransport : public Transport
{
    Q_OBJECT

public:
    ~LineTransport() override;

    [[nodiscard]] QByteArray unfinishedLine() const override;
    void send(const QByteArray &message, const QJsonObject &details = {}) final;
    /// Holds back messages that are sent from now on until the matching uncork(), which writes them at once. Calls
    /// nest. See Corked.
    void cork() { ++m_corks; }
    void uncork();
    /// Sends bytes that are already framed, unchanged, in chunks cut anywhere; for a proxy. Each line is reported as if
    /// it had been given to send(), with its line ending (eol), and with `details` if it ends in these bytes. Call it
    /// only while the connection is open, and never together with send() on one connection.
    void pass(const QByteArray &bytes, const QJsonObject &details = {});
    /// Reports a line that is not sent, in its place among the lines given to pass(), with `details`. Call it between two
    /// lines; `line` has no newline.
    void skip(QByteArray line, QJsonObject details);
    /// Ends the bytes given to pass(): a rest without a newline becomes the last line.
    void endPassing();

signals:
    /// Bytes as they arrived. Emitted before the events of the lines that they complete.
    void received(const QByteArray &bytes);
    /// Every message given so far has been sent and reported.
    void drained();

protected:
    LineTransport(Direction outgoing, const JsonLimits &limits, QObject *parent);

    /// Appends bytes to the stream. The subclass calls bytesWritten() when they have been written, at once or later.
    virtual void write(const QByteArray &bytes) = 0;

    /// Resets the state for a connection that begins or has ended: messages wait for openOutput().
    void reset();
    /// Writes the waiting messages. From now on messages are written at once.
    void openOutput();
    /// Makes messages given from now on Unsent. Messages given before may still leave.
    void closeOutput(const QString &reason);
    /// Makes all waiting messages Unsent now; nothing leaves any more.
    void dropOutput(const QString &reason);

    /// Reports that the stream has written `count` more bytes. Emits nothing: see reportSent().
    void bytesWritten(qint64 count);
    /// Emits the Message events of messages that have been written. They also come through the event loop without this
    /// call. Call it before emitting the event of anything read, so that the events stay in order of time.
    void reportSent();
    /// Emits a Message or Malformed event for each line that these bytes complete.
    void bytesArrived(const QByteArray &bytes);
    /// Reports the end of the peer's output: the last line may lack its newline.
    void inputEnded();
    /// True once well-formed JSON has arrived over this connection.
    [[nodiscard]] bool hasHeardMessage() const { return m_heardMessage; }

    /// Adds the line ending to an event (eol) and, if the line was cut, its full length (length).
    static void describeLine(Event &event, const LineFramer::Line &line);

private:
    struct Input;
    struct Waiting
    {
        QByteArray message;
        QJsonObject details;
        bool isHead = false; ///< of a line that was too long to be kept whole
        qint64 since = 0;    ///< time of the call of send()
        qint64 left = 0;     ///< time at which the last byte was written
        /// Position in the stream after its last byte; the message has left when m_left reaches it.
        qint64 end = std::numeric_limits<qint64>::max();
    };
    enum class Output : quint8 { Waiting, Open, Closed };

    void emitLine(const LineFramer::Line &line, Input &input);
    void takePassed(const LineFramer::Line &line, const QJsonObject &details);
    void addWaiting(Waiting waiting);
    void emitUnsent(std::deque<Waiting> messages, const QString &reason);
    void writeOut(Waiting &waiting);
    void reportQueued();
    void reportRefused();
    [[nodiscard]] Event eventOf(const Waiting &waiting);
    [[nodiscard]] Event eventOf(const LineFramer::Line &line, Input &input) const;
    [[nodiscard]] Event eventOf(QByteArray line, bool isHead, Direction direction, JsonChecker &checker) const;

    Direction m_outgoing;
    JsonLimits m_limits;
    JsonChecker m_outgoingChecker;
    std::shared_ptr<Input> m_input; ///< shared with loops that may outlive this object
    bool m_heardMessage = false;

    Output m_output = Output::Waiting;
    int m_corks = 0;
    QString m_refusal;
    std::deque<Waiting> m_waiting;
    std::deque<Waiting> m_refused;
    size_t m_unreported = 0;     ///< number of leading entries of m_waiting that have left
    size_t m_reportedQueued = 0; ///< number of leading entries of m_waiting whose Queued event was emitted
    QTimer m_queuedTimer;
    LineFramer m_passing; ///< framer of the bytes given to pass()
    qint64 m_passed = 0;  ///< number of bytes given to pass() that form whole lines
    qint64 m_given = 0;
    qint64 m_left = 0;
};

} // namespace Pullcord
