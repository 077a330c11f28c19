// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

/// The error codes of JSON-RPC 2.0, of MCP and of its relatives that mean something to Pullcord, by the names that
/// their specifications give them.
namespace Pullcord::ErrorCode {

// JSON-RPC 2.0, section 5.1.
inline constexpr qint64 InvalidRequest = -32600; ///< JSON, but no request; for Pullcord also an id that is still open
inline constexpr qint64 MethodNotFound = -32601;
inline constexpr qint64 InvalidParams = -32602; ///< in MCP also an unknown tool or cursor
inline constexpr qint64 InternalError = -32603;

// MCP 2025-11-25 alone.
inline constexpr qint64 UrlElicitationRequired = -32042; ///< data: elicitations, all of mode "url"

// MCP 2026-07-28.
inline constexpr qint64 HeaderMismatch = -32020;             ///< HTTP headers and body disagree
inline constexpr qint64 MissingClientCapability = -32021;    ///< data: requiredCapabilities
inline constexpr qint64 UnsupportedProtocolVersion = -32022; ///< data: supported, requested

/// Errors that only a server of the modern era answers.
[[nodiscard]] constexpr bool isModern(qint64 code)
{
    return code == HeaderMismatch || code == MissingClientCapability || code == UnsupportedProtocolVersion;
}

// MCP, every revision with sampling.
inline constexpr qint64 UserRejected = -1; ///< the user refused the sampling request

// LSP 3.17 and ACP; MCP has no code for it, since a cancelled request gets no answer there.
inline constexpr qint64 RequestCancelled = -32800;

} // namespace Pullcord::ErrorCode
