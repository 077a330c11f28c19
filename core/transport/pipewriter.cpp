// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/pipewriter.h"

#include "core/transport/blocking.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <climits>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace Pullcord {
namespace {

/// Limit per write, so that a fast reader does not block the event loop.
constexpr qsizetype MostWritten = qsizetype(1) << 20;
constexpr size_t MaxPieces = 64;

} // namespace

PipeWriter::PipeWriter(int descriptor, Shared shared, QObject *parent)
    : QObject(parent)
    , m_descriptor(descriptor)
    , m_shared(shared)
    , m_wasBlocking(shared == Shared::No && Blocking::switchOff(descriptor))
    , m_writable(descriptor, QSocketNotifier::Write, this)
{
    std::signal(SIGPIPE, SIG_IGN);
    m_writable.setEnabled(false);
    connect(&m_writable, &QSocketNotifier::activated, this, &PipeWriter::writePending);
}

PipeWriter::~PipeWriter()
{
    close();
}

void PipeWriter::write(const QByteArray &bytes)
{
    if (m_descriptor < 0 || m_closing || bytes.isEmpty())
        return;
    m_pending.push_back(bytes);
    m_pendingBytes += bytes.size();
    if (!m_writable.isEnabled())
        writePending();
}

void PipeWriter::closeWhenWritten()
{
    m_closing = true;
    if (m_pendingBytes == 0)
        close();
}

void PipeWriter::watchReaders()
{
    if (m_broken || m_descriptor < 0)
        return;
    m_broken = new QSocketNotifier(m_descriptor, QSocketNotifier::Exception, this);
    connect(m_broken, &QSocketNotifier::activated, this, [this] {
        pollfd state{m_descriptor, 0, 0};
        if (poll(&state, 1, 0) > 0 && (state.revents & (POLLERR | POLLHUP)) != 0)
            fail(EPIPE);
    });
}

bool PipeWriter::isRead() const
{
    int unread = 0;
    return m_isRead || (m_descriptor >= 0 && ioctl(m_descriptor, FIONREAD, &unread) == 0 && unread < m_left);
}

void PipeWriter::close()
{
    m_isRead = isRead();
    m_writable.setEnabled(false);
    if (m_broken)
        m_broken->setEnabled(false);
    if (m_descriptor >= 0 && m_wasBlocking)
        Blocking::switchOn(m_descriptor);
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
    m_pending.clear();
    m_offset = 0;
    m_pendingBytes = 0;
}

/// Returns the number of bytes written; negative, with errno set, if nothing was written.
qint64 PipeWriter::writeSome()
{
    if (m_shared == Shared::WithOthers) {
        // A pipe that polls as writable takes at least PIPE_BUF bytes without blocking.
        pollfd room{m_descriptor, POLLOUT, 0};
        if (poll(&room, 1, 0) == 0) {
            errno = EAGAIN;
            return -1;
        }
        const QByteArrayView next = QByteArrayView(m_pending.front()).sliced(m_offset);
        return ::write(m_descriptor, next.data(), size_t(std::min<qsizetype>(next.size(), PIPE_BUF)));
    }
    std::array<iovec, MaxPieces> pieces{};
    int count = 0;
    qsizetype room = MostWritten;
    for (auto it = m_pending.begin(); it != m_pending.end() && room > 0 && size_t(count) < MaxPieces; ++it) {
        const qsizetype offset = count == 0 ? m_offset : 0;
        const qsizetype size = std::min(it->size() - offset, room);
        // writev() only reads, but its type does not say so.
        pieces[size_t(count++)] = {const_cast<char *>(it->constData()) + offset, size_t(size)};
        room -= size;
    }
    return ::writev(m_descriptor, pieces.data(), count);
}

void PipeWriter::writePending()
{
    const qint64 written = writeSome();
    if (written < 0 && errno != EAGAIN && errno != EINTR) {
        fail(errno);
        return;
    }
    const qint64 taken = std::max<qint64>(written, 0);
    m_left += taken;
    m_pendingBytes -= taken;
    m_offset += taken;
    while (!m_pending.empty() && m_offset >= m_pending.front().size()) {
        m_offset -= m_pending.front().size();
        m_pending.pop_front();
    }
    if (m_closing && m_pendingBytes == 0)
        close();
    else
        m_writable.setEnabled(m_pendingBytes > 0);
    if (taken > 0)
        emit left(taken);
}

void PipeWriter::fail(int error)
{
    close();
    QMetaObject::invokeMethod(
        this, [this, error] { emit failed(error); }, Qt::QueuedConnection);
}

} // namespace Pullcord
