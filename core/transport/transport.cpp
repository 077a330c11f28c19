// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/transport.h"

#include <QPointer>

namespace Pullcord {

Transport::Transport(QObject *parent)
    : QObject(parent)
{}

Transport::~Transport() = default;

void Transport::closeStream(const RequestId & /*request*/) {}

void Transport::watchUsage() {}

bool Transport::enter(State state, const Event &event)
{
    const QPointer<Transport> alive(this);
    m_state = state;
    emit eventOccurred(event);
    if (!alive || m_state != state)
        return false;
    emit stateChanged(state);
    return alive && m_state == state;
}

} // namespace Pullcord
