// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/stdiostreamtransport.h"

#include <QPointer>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr qsizetype ReadSlice = qsizetype(64) << 10;

bool isOnlyBusy(int error)
{
    return error == EAGAIN || error == EINTR;
}

} // namespace

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
    letGo();
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
    const int output = fcntl(m_output, F_DUPFD_CLOEXEC, 0);
    if (output < 0)
        return conclude(QString::fromUtf8(strerrordesc_np(errno)));
    m_inputFlags = fcntl(m_input, F_GETFL);
    m_outputFlags = fcntl(m_output, F_GETFL); // a terminal has the same for both
    fcntl(m_input, F_SETFL, m_inputFlags | O_NONBLOCK);
    m_readable.reset(new QSocketNotifier(m_input, QSocketNotifier::Read));
    m_readable->setEnabled(m_reading);
    connect(m_readable.get(), &QSocketNotifier::activated, this, &StdioStreamTransport::onReadable);
    m_writer.reset(new PipeWriter(output));
    connect(m_writer.get(), &PipeWriter::left, this, &StdioStreamTransport::onLeft);
    connect(m_writer.get(), &PipeWriter::failed, this,
            [this] { conclude(u"the client has closed our standard output"_s); });
    if (enter(State::Open, Event::ofKind(EventKind::Opened)))
        openOutput();
}

void StdioStreamTransport::setReading(bool reading)
{
    m_reading = reading;
    if (m_readable)
        m_readable->setEnabled(reading);
}

void StdioStreamTransport::write(const QByteArray &bytes)
{
    m_writer->write(bytes);
}

void StdioStreamTransport::onReadable()
{
    QByteArray slice(ReadSlice, Qt::Uninitialized);
    const ssize_t got = read(m_input, slice.data(), size_t(slice.size()));
    if (got < 0 && isOnlyBusy(errno))
        return;
    if (got > 0) {
        bytesArrived(QByteArrayView(slice).first(got));
        return;
    }
    const QString reason =
        got == 0 ? u"the client has closed our standard input"_s : QString::fromUtf8(strerrordesc_np(errno));
    m_readable->setEnabled(false);
    const QPointer<StdioStreamTransport> alive(this);
    inputEnded();
    if (alive)
        leave(state() == State::Closing ? m_reason : reason);
}

void StdioStreamTransport::onLeft(qint64 count)
{
    bytesLeft(count);
    if (m_flushTimer.isActive())
        m_flushTimer.start(pendingBytes() > 0 ? FlushWait : FlushWait.zero());
}

void StdioStreamTransport::close()
{
    if (state() == State::Idle || state() == State::Closing)
        return;
    closeOutput(u"the connection is closing"_s);
    if (enter(State::Closing, Event::ofKind(EventKind::Closing)) && m_writer)
        leave({});
}

/// Ends the connection when what waits has left; never from within close().
void StdioStreamTransport::leave(const QString &reason)
{
    m_reason = reason;
    closeOutput(reason.isEmpty() ? u"the connection is closing"_s : reason);
    m_flushTimer.start(pendingBytes() > 0 ? FlushWait : FlushWait.zero());
}

void StdioStreamTransport::conclude(const QString &reason)
{
    const QPointer<StdioStreamTransport> alive(this);
    m_flushTimer.stop();
    letGo();
    dropOutput(reason.isEmpty() ? u"the connection was closed"_s : reason);
    if (alive) {
        [[maybe_unused]] const bool idle =
            enter(State::Idle, Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}}));
    }
}

/// Who shares the descriptors with us (a shell, its terminal) expects them as they were.
void StdioStreamTransport::letGo()
{
    if (m_readable)
        m_readable->setEnabled(false);
    m_readable.reset();
    if (m_writer)
        m_writer->close();
    m_writer.reset();
    if (m_inputFlags >= 0)
        fcntl(m_input, F_SETFL, m_inputFlags);
    if (m_outputFlags >= 0)
        fcntl(m_output, F_SETFL, m_outputFlags);
    m_inputFlags = -1;
    m_outputFlags = -1;
}

} // namespace Pullcord
