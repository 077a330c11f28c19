// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/envelope.h"
#include "core/transport/http/mcpheaders.h"
#include "core/transport/http/server/httpserverexchange.h"

#include <QList>

#include <optional>

namespace Pullcord {

/// A POST of a client: its message or batch, and the checks of its headers, as a server makes them.
/// A value. Specification: MCP transports, Streamable HTTP of each revision; spec digest 6.2 and 6.3.
struct PostedMessage
{
    /// Reason to refuse a request: a status and a JSON-RPC error, without an id if that is unknown.
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
    QList<RequestId> requests; ///< requests that need a response
    bool modern = false;       ///< its `_meta` contains a version

    /// Reads the body. Returns a refusal if it is not valid JSON-RPC.
    [[nodiscard]] static std::optional<Refusal> read(const HttpServerExchange &exchange, PostedMessage &post);
    /// True if the Accept header allows that type.
    [[nodiscard]] static bool accepts(const HttpServerExchange &exchange, QByteArrayView type);
    /// Checks Content-Type and Accept.
    [[nodiscard]] static std::optional<Refusal> checkTypes(const HttpServerExchange &exchange);
    /// 2026-07-28: compares the headers that repeat the message with those that `headers` would write.
    [[nodiscard]] std::optional<Refusal> checkMirrored(const HttpServerExchange &exchange,
                                                       const McpHeaders &headers) const;
    /// Legacy: checks that the version in the headers exists.
    [[nodiscard]] static std::optional<Refusal> checkLegacyVersion(const HttpServerExchange &exchange);
    /// HTTP status that 2026-07-28 requires for a response, which depends on the code of its error.
    [[nodiscard]] static int statusOf(QByteArrayView response);
};

} // namespace Pullcord
