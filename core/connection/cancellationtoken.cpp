// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/cancellationtoken.h"

namespace Pullcord {

CancellationToken::CancellationToken(QObject *parent)
    : QObject(parent)
{}

CancellationToken::~CancellationToken() = default;

void CancellationToken::request(const QString &reason)
{
    if (m_requested || m_released)
        return;
    m_requested = true;
    m_reason = reason;
    emit requested(reason);
}

void CancellationToken::follow(CancellationToken &parent)
{
    if (m_released || parent.m_released)
        return;
    if (parent.isRequested())
        request(parent.reason());
    else
        connect(&parent, &CancellationToken::requested, this, &CancellationToken::request);
}

void CancellationToken::release()
{
    m_released = true;
    disconnect(this, &CancellationToken::requested, nullptr, nullptr);
}

} // namespace Pullcord
