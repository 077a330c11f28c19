// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/pipereader.h"

#include "core/transport/blocking.h"

#include <cerrno>

#include <unistd.h>

namespace Pullcord {
namespace {

constexpr qsizetype MostRead = qsizetype(64) << 10; ///< what a pipe holds

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

void PipeReader::drain()
{
    while (readSlice()) {
    }
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

/// False if there is nothing more for now, or for ever.
bool PipeReader::readSlice()
{
    if (m_descriptor < 0)
        return false;
    QByteArray bytes(MostRead, Qt::Uninitialized);
    const ssize_t got = ::read(m_descriptor, bytes.data(), size_t(bytes.size()));
    if (got > 0) {
        bytes.truncate(got);
        emit arrived(bytes);
        return true;
    }
    const int error = got < 0 ? errno : 0;
    if (error == EAGAIN || error == EINTR)
        return error == EINTR;
    close();
    emit ended(error);
    return false;
}

} // namespace Pullcord
