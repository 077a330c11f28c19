// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/sessionoffer.h"

#include <utility>

namespace Pullcord {

SessionOffer::SessionOffer(QObject *parent)
    : QObject(parent)
{}

SessionOffer::~SessionOffer() = default;

void SessionOffer::setSession(const OpenSession &session)
{
    m_session = session;
    emit changed();
}

void SessionOffer::accept()
{
    if (m_session.isEmpty())
        return;
    const OpenSession session = std::exchange(m_session, {});
    emit changed();
    emit accepted(session);
}

} // namespace Pullcord
