// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QByteArray>
#include <QList>

namespace Pullcord {

/// Where a request stands in a distributed trace: `_meta.traceparent`. A value.
///
/// Errors say what is malformed, in words. Specification: W3C Trace Context Level 2, sections 3.2 and 3.3; W3C Baggage;
/// MCP 2026-07-28 basic "_meta"; spec digest 1.
struct TraceContext
{
    QByteArray version;  ///< two hexadecimal digits, as those below
    QByteArray traceId;  ///< 32
    QByteArray parentId; ///< 16: the span that made the request
    quint8 flags = 0;

    [[nodiscard]] bool isSampled() const { return (flags & 1) != 0; }
    [[nodiscard]] bool isRandom() const { return (flags & 2) != 0; } ///< its trace id was made so

    /// Of a newer version only the parts that this one knows are read.
    [[nodiscard]] static Result<TraceContext> parse(QByteArrayView traceparent);

    /// One of `tracestate` or of `baggage`.
    struct Member
    {
        QByteArray key;
        QByteArray value; ///< of baggage: percent-decoded, without its properties
    };
    /// Most important first; empty members are left out, as the specification allows them.
    [[nodiscard]] static Result<QList<Member>> stateMembers(QByteArrayView tracestate);
    [[nodiscard]] static Result<QList<Member>> baggageMembers(QByteArrayView baggage);
};

} // namespace Pullcord
