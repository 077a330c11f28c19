// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>

namespace Pullcord {

/// An argument of a tool that a header of its call repeats.
struct ParameterHeader
{
    QList<QByteArray> path; ///< decoded names of properties, from the root of the arguments
    QByteArray name;        ///< part of the header's name after `Mcp-Param-`
};

/// The `x-mcp-header` annotations of tools. Specification: MCP 2026-07-28, Streamable HTTP, "Custom headers"
/// (SEP-2243).
namespace ParameterHeaders {

/// Returns the annotations of an input schema. The error (Protocol) names the first invalid annotation and its
/// place; such a tool must not be called over HTTP.
[[nodiscard]] Result<QList<ParameterHeader>> inSchema(const JsonValue &inputSchema);

/// Text of an argument for its header; null for values that are not mirrored (null, absent, a fraction, an object or a
/// list) or not allowed.
[[nodiscard]] QByteArray textOf(const JsonValue &argument);
/// True for an integer beyond ±(2^53-1): no header may carry it, and without the header the server must refuse the
/// call.
[[nodiscard]] bool isTooLarge(const JsonValue &argument);

/// Form of `text` in a header: the text itself, or base64 between the marks `=?base64?` and `?=` if the text would not
/// survive.
[[nodiscard]] QByteArray encoded(const QByteArray &text);
/// Reverse of encoded(). Returns the value itself if it is not encoded, or not correctly.
[[nodiscard]] QByteArray decoded(const QByteArray &value);

} // namespace ParameterHeaders

} // namespace Pullcord
