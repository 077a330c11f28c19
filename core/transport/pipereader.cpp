// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/pipereader.h"

#include "core/transport/blocking.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace Pullcord {
namespace {

constexpr qsizetype MostRead = qsizetype(64) << 10; ///< capacity of a pipe

} // namespace

PipeReader::PipeReader(int descriptor, QObject *parent)
    : QObject(parent)
    , m_descriptor(descriptor)
    , m_wasBlocking(Blocking::switchOff(descriptor))
    , m_readable(descriptor, QSocketNotifier::Read, this)
{
    m_readable.setEnabled(false);
    connect(&m_readable, &QSocketNotifier::activated, this, &PipeReader::readSlice);
}

PipeReader::~PipeReader()
{
    close();
}

void PipeReader::setReading(bool reading)
{
    m_readable.setEnabled(reading && m_descriptor >= 0);
}

void PipeReader::drain(qsizetype most)
{
    qsizetype read = 0;
    while (read < most) {
        const qsizetype slice = readSlice();
        if (slice == 0)
            return;
        read += slice;
    }
}

bool PipeReader::hasHungUp() const
{
    pollfd state{m_descriptor, POLLIN | POLLRDHUP, 0};
    return m_descriptor >= 0 && poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLRDHUP)) != 0;
}

void PipeReader::close()
{
    m_readable.setEnabled(false);
    if (m_descriptor < 0)
        return;
    if (m_wasBlocking)
        Blocking::switchOn(m_descriptor);
    ::close(m_descriptor);
    m_descriptor = -1;
}

qsizetype PipeReader::readSlice()
{
    if (m_descriptor < 0)
        return 0;
    QByteArray bytes(MostRead, Qt::Uninitialized);
    ssize_t got = 0;
    do
        got = ::read(m_descriptor, bytes.data(), size_t(bytes.size()));
    while (got < 0 && errno == EINTR);
    if (got > 0) {
        bytes.truncate(got);
        emit arrived(bytes);
        return got;
    }
    const int error = got < 0 ? errno : 0;
    if (error != EAGAIN) {
        close();
        emit ended(error);
    }
    return 0;
}

} // namespace Pullcord
