// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>

namespace Pullcord {

/// An argument of a tool that is repeated in a header of its call.
struct ParameterHeader
{
    QList<QByteArray> path; ///< decoded names of properties, from the root of the arguments
    QByteArray name;        ///< what follows `Mcp-Param-`
};

/// The `x-mcp-header` annotations of tools. Specification: MCP 2026-07-28, Streamable HTTP, "Custom headers" (SEP-2243).
namespace ParameterHeaders {

/// Those that an input schema asks for; or, as an error of kind Protocol, why this tool must not be called over HTTP:
/// the first annotation that is not valid, and where it stands.
[[nodiscard]] Result<QList<ParameterHeader>> inSchema(const JsonValue &inputSchema);

/// The text of an argument; null for what is not mirrored (null, absent, a fraction, an object or a list), or may not be.
[[nodiscard]] QByteArray textOf(const JsonValue &argument);
/// An integer beyond ±(2^53-1): no header may carry it, and without one the server has to refuse the call.
[[nodiscard]] bool isTooLarge(const JsonValue &argument);

/// `text` as it stands in a header: itself, or in base64 between the marks `=?base64?` and `?=` where it could not
/// stand there unharmed.
[[nodiscard]] QByteArray encoded(const QByteArray &text);
/// What a header's value stands for; itself where it is not encoded, or not as it should be.
[[nodiscard]] QByteArray decoded(const QByteArray &value);

} // namespace ParameterHeaders

} // namespace Pullcord
