// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/proxy.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

Proxy::~Proxy() = default;

std::optional<int> Proxy::exitStatus() const
{
    return failure().isEmpty() ? std::optional(0) : std::nullopt;
}

void Proxy::report(Event event)
{
    m_lastTime = std::max(m_lastTime, event.time);
    event.time = m_lastTime;
    emit eventOccurred(event);
}

void Proxy::finish()
{
    if (const qint64 lost = undelivered(); lost > 0) {
        const QString text = u"%1 bytes of server output were not delivered: the client did not read them"_s;
        report(Event::ofKind(EventKind::Note, {{u"text"_s, text.arg(lost)}, {u"undelivered"_s, lost}}));
    }
    QMetaObject::invokeMethod(this, &Proxy::finished, Qt::QueuedConnection);
}

} // namespace Pullcord
