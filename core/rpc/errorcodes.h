// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

/// Error codes of JSON-RPC 2.0, MCP and related protocols that Pullcord uses, by the names in their specifications.
namespace Pullcord::ErrorCode {

// JSON-RPC 2.0, section 5.1.
inline constexpr qint64 ParseError = -32700;     ///< not JSON
inline constexpr qint64 InvalidRequest = -32600; ///< JSON, but not a request; in Pullcord also an id that is still open
inline constexpr qint64 MethodNotFound = -32601;
inline constexpr qint64 InvalidParams = -32602; ///< in MCP also an unknown tool or cursor
inline constexpr qint64 InternalError = -32603;

// MCP 2025-11-25 alone.
inline constexpr qint64 UrlElicitationRequired = -32042; ///< data: elicitations, all of mode "url"

// MCP 2026-07-28.
inline constexpr qint64 HeaderMismatch = -32020;             ///< HTTP headers and body disagree
inline constexpr qint64 MissingClientCapability = -32021;    ///< data: requiredCapabilities
inline constexpr qint64 UnsupportedProtocolVersion = -32022; ///< data: supported, requested

/// True for errors that only a server of the modern era sends.
[[nodiscard]] constexpr bool isModern(qint64 code)
{
    return code == HeaderMismatch || code == MissingClientCapability || code == UnsupportedProtocolVersion;
}

// MCP, every revision with sampling.
inline constexpr qint64 UserRejected = -1; ///< the user refused the sampling request

// LSP 3.17 and ACP. MCP has no such code, since a cancelled request gets no response there.
inline constexpr qint64 RequestCancelled = -32800;

} // namespace Pullcord::ErrorCode
