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

/// What all transports share that carry a message a line over a stream of bytes: framing, checking,
/// and the queue of messages that have not left. A subclass moves the bytes, and tells when the
/// connection opens and ends.
///
/// Receivers of its signals may send, close, or destroy it.
/// Specification: MCP transports, stdio; its framing may also be used on sockets.
class LineTransport : public Transport
{
    Q_OBJECT

public:
    ~LineTransport() override;

    void send(const QByteArray &message, const QJsonObject &details = {}) final;
    /// What is sent from here on waits for as many uncork(), and leaves in one write then. See Corked.
    void cork() { ++m_corks; }
    void uncork();
    /// Sends bytes as they are, whatever they are and wherever they were cut: for who passes on what somebody else has framed.
    /// Each line of them is told as if it had come by send(), with how it ended (eol). Not before the connection is open, nor
    /// on one that send() is used on.
    void pass(const QByteArray &bytes);
    /// Nothing more comes by pass(): what has no newline behind it is the last line.
    void endPassing();

signals:
    /// These bytes have come, as they are; before the events of the lines that they complete.
    void received(const QByteArray &bytes);
    /// Everything that was sent has left, and has been told.
    void drained();

protected:
    LineTransport(Direction outgoing, const JsonLimits &limits, QObject *parent);

    /// Gives bytes to the stream, behind those it has. The stream calls bytesLeft() when they are
    /// gone, at once or later.
    virtual void write(const QByteArray &bytes) = 0;

    /// A connection begins, or ended: messages wait for openOutput().
    void reset();
    /// Writes what waits; from here on messages are written at once.
    void openOutput();
    /// What is sent from here on is Unsent; what was sent before may still leave.
    void closeOutput(const QString &reason);
    /// Nothing leaves any more: what waits is Unsent, now.
    void dropOutput(const QString &reason);

    /// The stream has moved so many bytes of what it was given. Emits nothing: see tellLeft().
    void bytesLeft(qint64 count);
    /// The Message events of what has left. They come through the event loop by themselves; to be called before the
    /// event of anything that is read, which is younger.
    void tellLeft();
    /// A Message or Malformed event for each line that these bytes complete.
    void bytesArrived(const QByteArray &bytes);
    /// The peer writes no more: the last line may lack its newline.
    void inputEnded();
    /// Well-formed JSON has come over this connection.
    [[nodiscard]] bool hasHeardMessage() const { return m_heardMessage; }

    /// Adds to an event how its line ended (eol) and, if it was cut, how long it was (length).
    static void describeLine(Event &event, const LineFramer::Line &line);

private:
    struct Input;
    struct Waiting
    {
        QByteArray message;
        QJsonObject details;
        bool isHead = false; ///< of a line that was too long to be kept
        qint64 since = 0;    ///< when it was sent
        qint64 left = 0;     ///< when its last byte left
        /// It has left when so many bytes have.
        qint64 end = std::numeric_limits<qint64>::max();
    };
    enum class Output : quint8 { Waiting, Open, Closed };

    void emitLine(const LineFramer::Line &line, Input &input);
    void takePassed(const LineFramer::Line &line);
    void addWaiting(Waiting waiting);
    void emitUnsent(std::deque<Waiting> messages, const QString &reason);
    void writeOut(Waiting &waiting);
    void tellQueued();
    void tellRefused();
    [[nodiscard]] Event eventOf(const Waiting &waiting);
    [[nodiscard]] Event eventOf(const LineFramer::Line &line, Input &input) const;
    [[nodiscard]] Event eventOf(QByteArray line, bool isHead, Direction direction, JsonChecker &checker) const;

    Direction m_outgoing;
    JsonLimits m_limits;
    JsonChecker m_outgoingChecker;
    std::shared_ptr<Input> m_input; ///< shared with the loops that may outlive us
    bool m_heardMessage = false;

    Output m_output = Output::Waiting;
    int m_corks = 0;
    QString m_refusal;
    std::deque<Waiting> m_waiting;
    std::deque<Waiting> m_refused;
    size_t m_untold = 0;     ///< the first so many of m_waiting have left
    size_t m_toldQueued = 0; ///< the first so many of m_waiting have had their Queued event
    QTimer m_queuedTimer;
    LineFramer m_passing; ///< what came by pass()
    qint64 m_passed = 0;  ///< so many bytes of it are whole lines
    qint64 m_given = 0;
    qint64 m_left = 0;
};

} // namespace Pullcord
