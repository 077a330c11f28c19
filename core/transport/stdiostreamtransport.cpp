// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/stdiostreamtransport.h"

#include "core/transport/transportreason.h"

#include <QPointer>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {
StdioStreamTransport::StdioStreamTransport(const JsonLimits &limits, QObject *parent)
    : StdioStreamTransport(STDIN_FILENO, STDOUT_FILENO, limits, parent)
{}

StdioStreamTransport::StdioStreamTransport(int input, int output, const JsonLimits &limits, QObject *parent)
    : LineTransport(Direction::ServerToClient, limits, parent)
    , m_input(input)
    , m_output(output)
{
    m_flushTimer.setSingleShot(true);
    m_flushTimer.callOnTimeout(this, [this] { conclude(m_reason); });
}

StdioStreamTransport::~StdioStreamTransport()
{
    closePipes();
}

QJsonObject StdioStreamTransport::description() const
{
    return {{u"transport"_s, u"stdio"_s}};
}

void StdioStreamTransport::open()
{
    if (state() != State::Idle)
        return;
    reset();
    m_reason.clear();
    QMetaObject::invokeMethod(this, &StdioStreamTransport::onOpened, Qt::QueuedConnection);
    [[maybe_unused]] const bool opening = enter(State::Opening, Event::ofKind(EventKind::Opening, description()));
}

void StdioStreamTransport::onOpened()
{
    if (state() == State::Closing)
        return conclude({});
    const int input = fcntl(m_input, F_DUPFD_CLOEXEC, 0);
    const int output = fcntl(m_output, F_DUPFD_CLOEXEC, 0);
    if (input < 0 || output < 0) {
        const int error = errno;
        ::close(input);
        ::close(output);
        return conclude(QString::fromUtf8(strerrordesc_np(error)));
    }
    m_reader.reset(new PipeReader(input));
    connect(m_reader.get(), &PipeReader::arrived, this, &StdioStreamTransport::bytesArrived);
    connect(m_reader.get(), &PipeReader::ended, this, &StdioStreamTransport::onInputEnded);
    m_reader->setReading(m_reading);
    m_writer.reset(new PipeWriter(output));
    connect(m_writer.get(), &PipeWriter::left, this, &StdioStreamTransport::onLeft);
    connect(m_writer.get(), &PipeWriter::failed, this,
            [this] { conclude(TranslatableText::of(TransportReason::ClientClosedOutput)); });
    if (enter(State::Open, Event::ofKind(EventKind::Opened)))
        openOutput();
}

void StdioStreamTransport::setReading(bool reading)
{
    m_reading = reading;
    if (m_reader)
        m_reader->setReading(reading);
}

void StdioStreamTransport::write(const QByteArray &bytes)
{
    m_writer->write(bytes);
}

void StdioStreamTransport::onInputEnded(int error)
{
    const QString reason = error == 0 ? QString(TranslatableText::of(TransportReason::ClientClosedInput))
                                      : QString::fromUtf8(strerrordesc_np(error));
    const QPointer<StdioStreamTransport> alive(this);
    inputEnded();
    if (alive)
        leave(state() == State::Closing ? m_reason : reason);
}

void StdioStreamTransport::onLeft(qint64 count)
{
    bytesWritten(count);
    if (m_flushTimer.isActive())
        m_flushTimer.start(pendingBytes() > 0 ? FlushWait : FlushWait.zero());
}

void StdioStreamTransport::close()
{
    if (state() == State::Idle || state() == State::Closing)
        return;
    closeOutput(TranslatableText::of(TransportReason::Closing));
    if (enter(State::Closing, Event::ofKind(EventKind::Closing)) && m_writer)
        leave({});
}

/// Closes the connection once the waiting bytes are written; never from within close().
void StdioStreamTransport::leave(const QString &reason)
{
    m_reason = reason;
    closeOutput(reason.isEmpty() ? QString(TranslatableText::of(TransportReason::Closing)) : reason);
    m_flushTimer.start(pendingBytes() > 0 ? FlushWait : FlushWait.zero());
}

void StdioStreamTransport::conclude(const QString &reason)
{
    const QPointer<StdioStreamTransport> alive(this);
    m_flushTimer.stop();
    closePipes();
    dropOutput(reason.isEmpty() ? QString(TranslatableText::of(TransportReason::WasClosed)) : reason);
    if (alive) {
        [[maybe_unused]] const bool idle =
            enter(State::Idle, Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}}));
    }
}

void StdioStreamTransport::closePipes()
{
    if (m_reader)
        m_reader->close();
    m_reader.reset();
    if (m_writer)
        m_writer->close();
    m_writer.reset();
}

} // namespace Pullcord
