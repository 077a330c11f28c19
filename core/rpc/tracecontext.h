// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QList>

namespace Pullcord {

/// Place of a request in a distributed trace: `_meta.traceparent`. A value.
///
/// Errors describe the malformed part as text. Specification: W3C Trace Context Level 2, sections 3.2 and 3.3; W3C
/// Baggage; MCP 2026-07-28 basic "_meta"; spec digest 1.
struct TraceContext
{
    QByteArray version;  ///< two hexadecimal digits, like those below
    QByteArray traceId;  ///< 32
    QByteArray parentId; ///< 16: the span that made the request
    quint8 flags = 0;

    [[nodiscard]] bool isSampled() const { return (flags & 1) != 0; }
    [[nodiscard]] bool isRandom() const { return (flags & 2) != 0; } ///< the trace id is random

    /// Parses a traceparent. For a newer version, reads only the parts that this version defines.
    [[nodiscard]] static Result<TraceContext> parse(QByteArrayView traceparent);

    /// Member of `tracestate` or of `baggage`.
    struct Member
    {
        QByteArray key;
        QByteArray value; ///< for baggage: percent-decoded, without its properties
    };
    /// Members in order, the most important first; empty members are skipped, as the specification allows.
    [[nodiscard]] static Result<QList<Member>> stateMembers(QByteArrayView tracestate);
    [[nodiscard]] static Result<QList<Member>> baggageMembers(QByteArrayView baggage);
};

} // namespace Pullcord
