// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QDebug>

/// Events for the tests of core/capture, and a comparison of two events.
namespace Pullcord::CaptureEvents {

inline Event message(const QByteArray &bytes, Direction direction = Direction::ClientToServer, quint32 connection = 0)
{
    JsonChecker checker;
    Event event = Event::ofBytes(bytes, direction, checker);
    event.connection = connection;
    return event;
}

inline Event fromServer(const QByteArray &bytes, quint32 connection = 0)
{
    return message(bytes, Direction::ServerToClient, connection);
}

inline Event ofKind(EventKind kind, const QByteArray &bytes, const QJsonObject &details = {})
{
    Event event = Event::ofKind(kind, details);
    event.bytes = bytes;
    return event;
}

inline bool sameSpan(Span a, Span b)
{
    return a.length == b.length && (a.length == 0 || a.offset == b.offset);
}

/// Compares everything but the time, which a capture counts from its own start. Prints the difference.
inline bool same(const Event &a, const Event &b)
{
    const Envelope &x = a.envelope;
    const Envelope &y = b.envelope;
    const bool envelopes = x.kind == y.kind && x.problems == y.problems && sameSpan(x.id, y.id) &&
                           sameSpan(x.method, y.method) && sameSpan(x.params, y.params) &&
                           sameSpan(x.result, y.result) && sameSpan(x.error, y.error);
    const bool equal = a.connection == b.connection && a.direction == b.direction && a.kind == b.kind &&
                       a.bytes == b.bytes && a.details == b.details && envelopes;
    if (!equal) {
        for (const Event *e : {&a, &b})
            qInfo() << e->connection << nameOf(e->direction) << nameOf(e->kind) << e->bytes.left(500) << e->details;
        qInfo() << "same envelope:" << envelopes;
    }
    return equal;
}

} // namespace Pullcord::CaptureEvents
