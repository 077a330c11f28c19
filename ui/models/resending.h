// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Pullcord {

class Client;

/// How something that was sent once is sent again: what belonged to that one time (its id, its progress token, what each
/// message of 2026-07-28 tells of the client) is made anew.
namespace Resending {

/// What a request asked for.
struct Request
{
    QByteArray method;
    QByteArray params; ///< raw JSON; empty for none
    bool wantsProgress = false;
};
/// None if the bytes are no request.
[[nodiscard]] std::optional<Request> requestIn(const QByteArray &message);

/// A call of a tool that says nothing but which and with what.
struct ToolCall
{
    QString tool;
    QByteArray arguments; ///< raw JSON
};
[[nodiscard]] std::optional<ToolCall> toolCallIn(const Request &request);

/// The message to be edited, indented: a request with an id that is given to nobody else; anything else as it was.
[[nodiscard]] QByteArray editable(const QByteArray &message, const Client &client);

} // namespace Resending
} // namespace Pullcord
