// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/envelope.h"
#include "core/transport/http/httpserverexchange.h"
#include "core/transport/http/mcpheaders.h"

#include <QList>

#include <optional>

namespace Pullcord {

/// A POST of a client as MCP sees it: the message or batch in it, and what is wrong with its headers.
/// A value. Specification: MCP transports, Streamable HTTP of each revision; spec digest 6.2 and 6.3.
struct DemoPost
{
    /// Why a request is turned away: a status, and a JSON-RPC error; without an id where that is not known.
    struct Refusal
    {
        int status = 400;
        qint64 code = 0;
        QString text;
        RequestId id = {};

        [[nodiscard]] QByteArray body() const;
    };

    QByteArray message;
    Envelope envelope;
    QByteArray method;         ///< of a single message; empty for a response or a batch
    QList<RequestId> requests; ///< that want an answer
    bool modern = false;       ///< a version stands in its `_meta`

    /// Not JSON, or no JSON-RPC: the refusal says so.
    [[nodiscard]] static std::optional<Refusal> read(const HttpServerExchange &exchange, DemoPost &post);
    /// The types in Content-Type and Accept.
    [[nodiscard]] static std::optional<Refusal> checkTypes(const HttpServerExchange &exchange);
    /// 2026-07-28: the headers that repeat the message, as `headers` would write them.
    [[nodiscard]] std::optional<Refusal> checkMirrored(const HttpServerExchange &exchange,
                                                       const McpHeaders &headers) const;
    /// Legacy: a version in the headers must be one that exists.
    [[nodiscard]] static std::optional<Refusal> checkLegacyVersion(const HttpServerExchange &exchange);
    /// True if the request comes from a page of another site, or names a host that is not this machine: a page can give its
    /// own name the address of the loopback (DNS rebinding).
    [[nodiscard]] static bool isForeign(const HttpServerExchange &exchange);
};

} // namespace Pullcord
