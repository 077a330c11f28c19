// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Pullcord {

class Client;

/// Sends a message again. Data of the first sending is replaced: the id, the progress token, and the `_meta` of the
/// client (2026-07-28).
namespace Resending {

/// Method and parameters of a request.
struct Request
{
    QByteArray method;
    QByteArray params; ///< raw JSON; empty if there are none
    bool wantsProgress = false;
};
/// Returns the request in a message; none if the bytes are not a request.
[[nodiscard]] std::optional<Request> requestIn(const QByteArray &message);

/// A plain tool call: name and arguments only.
struct ToolCall
{
    QString tool;
    QByteArray arguments; ///< raw JSON
};
[[nodiscard]] std::optional<ToolCall> toolCallIn(const Request &request);

/// Returns the message for editing, indented. A request gets an unused id; other messages are unchanged.
[[nodiscard]] QByteArray editable(const QByteArray &message, const Client &client);

} // namespace Resending
} // namespace Pullcord
