// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/stdiostreamtransport.h"

#include <QPointer>

#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr qsizetype ReadSlice = qsizetype(64) << 10;
constexpr qsizetype WriteSlice = qsizetype(1)
                                 << 20; ///< a turn of the loop; a client that reads may not starve our input

int setNonBlocking(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0)
        fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    return flags;
}

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
    restoreFlags();
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
    m_pending.clear();
    m_pendingOffset = 0;
    m_reason.clear();
    QMetaObject::invokeMethod(this, &StdioStreamTransport::onOpened, Qt::QueuedConnection);
    [[maybe_unused]] const bool opening = enter(State::Opening, Event::ofKind(EventKind::Opening, description()));
}

void StdioStreamTransport::onOpened()
{
    if (state() == State::Closing)
        return conclude({});
    std::signal(SIGPIPE, SIG_IGN);
    m_inputFlags = setNonBlocking(m_input);
    m_outputFlags = setNonBlocking(m_output);
    m_readable = std::make_unique<QSocketNotifier>(m_input, QSocketNotifier::Read);
    m_readable->setEnabled(m_reading);
    connect(m_readable.get(), &QSocketNotifier::activated, this, &StdioStreamTransport::onReadable);
    m_writable = std::make_unique<QSocketNotifier>(m_output, QSocketNotifier::Write);
    m_writable->setEnabled(false);
    connect(m_writable.get(), &QSocketNotifier::activated, this, &StdioStreamTransport::onWritable);
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
    m_pending += bytes;
    m_writable->setEnabled(true);
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

void StdioStreamTransport::onWritable()
{
    const qsizetype size = std::min(pendingBytes(), WriteSlice);
    const ssize_t left = ::write(m_output, m_pending.constData() + m_pendingOffset, size_t(size));
    if (left < 0) {
        if (isOnlyBusy(errno))
            return;
        m_writable->setEnabled(false);
        conclude(u"the client has closed our standard output"_s);
        return;
    }
    m_pendingOffset += left;
    const bool empty = pendingBytes() == 0;
    if (empty) {
        if (m_pending.capacity() > WriteSlice)
            m_pending.clear(); // one large answer shall not cost its size for ever
        else
            m_pending.resize(0);
        m_pendingOffset = 0;
        m_writable->setEnabled(false);
    } else if (m_pendingOffset > m_pending.size() / 2) {
        m_pending.remove(0, m_pendingOffset);
        m_pendingOffset = 0;
    }
    const QPointer<StdioStreamTransport> alive(this);
    bytesLeft(left);
    if (alive && m_flushTimer.isActive())
        m_flushTimer.start(empty ? FlushWait.zero() : FlushWait);
    if (alive && empty)
        emit drained();
}

void StdioStreamTransport::close()
{
    if (state() == State::Idle || state() == State::Closing)
        return;
    closeOutput(u"the connection is closing"_s);
    if (enter(State::Closing, Event::ofKind(EventKind::Closing)) && m_writable)
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
    // Perhaps we are called by one of them.
    for (auto *notifier : {m_readable.release(), m_writable.release()}) {
        if (notifier) {
            notifier->setEnabled(false);
            notifier->deleteLater();
        }
    }
    restoreFlags();
    dropOutput(reason.isEmpty() ? u"the connection was closed"_s : reason);
    if (alive) {
        [[maybe_unused]] const bool idle =
            enter(State::Idle, Event::ofKind(EventKind::Closed, {{u"reason"_s, reason}}));
    }
}

/// Who shares the descriptors with us (a shell, its terminal) expects them as they were.
void StdioStreamTransport::restoreFlags()
{
    if (m_inputFlags >= 0)
        fcntl(m_input, F_SETFL, m_inputFlags);
    if (m_outputFlags >= 0)
        fcntl(m_output, F_SETFL, m_outputFlags);
    m_inputFlags = -1;
    m_outputFlags = -1;
}

} // namespace Pullcord
