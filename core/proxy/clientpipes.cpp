// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/clientpipes.h"

#include "core/transport/transportreason.h"

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

ClientPipes::ClientPipes(int input, int output, QObject *parent)
    : QObject(parent)
    , m_input(new PipeReader(input, this))
    , m_output(new PipeWriter(output, this))
{
    connect(m_input, &PipeReader::arrived, this, &ClientPipes::arrived);
    connect(m_input, &PipeReader::ended, this,
            [this] { leave(QString::fromLatin1(TransportReason::ClientClosedInput)); });
    connect(m_output, &PipeWriter::left, this, [this](qint64 count) {
        m_undelivered -= count;
        onTaken();
    });
    connect(m_output, &PipeWriter::failed, this, &ClientPipes::onOutputBroken);
    m_output->watchReaders();
    m_flushTimer.setSingleShot(true);
    m_flushTimer.setInterval(FlushWait);
    m_flushTimer.callOnTimeout(this, &ClientPipes::end);
    m_hangUpTimer.setInterval(HangUpCheck);
    m_hangUpTimer.callOnTimeout(this, [this] {
        if (m_input->hasHungUp())
            m_input->drain(); // a pipe holds a limited number of bytes, and its end comes after them
    });
}

ClientPipes::~ClientPipes() = default;

void ClientPipes::resume()
{
    m_reading = Reading::On;
    m_hangUpTimer.stop();
    m_input->setReading(true);
}

void ClientPipes::pause()
{
    m_reading = Reading::Paused;
    m_input->setReading(false);
    if (!m_hangUpTimer.isActive())
        m_hangUpTimer.start();
}

void ClientPipes::stop()
{
    m_reading = Reading::Off;
    m_hangUpTimer.stop();
    m_input->setReading(false);
}

void ClientPipes::write(const QByteArray &bytes)
{
    m_undelivered += bytes.size();
    m_output->write(bytes);
}

void ClientPipes::leave(const QString &reason)
{
    if (!std::exchange(m_isGone, true))
        emit gone(reason);
}

/// Forwards what the client wrote before it closed its end.
void ClientPipes::onOutputBroken()
{
    if (m_reading != Reading::Off)
        m_input->drain(MostWaiting);
    leave(QString::fromLatin1(TransportReason::ClientClosedOutput));
    onTaken();
}

void ClientPipes::onTaken()
{
    emit taken();
    if (!m_isReleased)
        return;
    if (waiting() == 0 || m_isHurried)
        end();
    else
        m_flushTimer.start();
}

void ClientPipes::release()
{
    if (std::exchange(m_isReleased, true))
        return;
    stop();
    m_input->close();
    m_output->closeWhenWritten();
    onTaken();
}

void ClientPipes::hurry()
{
    m_isHurried = true;
    if (m_isReleased)
        end();
}

void ClientPipes::end()
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_flushTimer.stop();
    m_output->close();
    emit released();
}

} // namespace Pullcord
