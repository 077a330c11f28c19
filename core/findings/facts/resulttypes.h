// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {

class Capture;
class ConversationFacts;
class JsonValue;
struct RequestRecord;

/// The resultType of results in the modern era. Extensions define values that the core specification does not have.
namespace ResultTypes {

/// True for methods whose result may be input_required: patterns "Multi Round-Trip Requests".
[[nodiscard]] bool mayAskFirst(const QByteArray &method);
/// True for methods whose result may be a task.
[[nodiscard]] bool mayBeTask(const QByteArray &method);
/// True if the method does not allow the resultType of this result: P13.
[[nodiscard]] bool isWrong(const JsonValue &result, const QByteArray &method);

/// True if a result with this resultType may come from an extension that is unknown here, so that it cannot be checked.
/// The request must have declared such an extension. The server must have declared it too, unless it was never asked
/// (`server/discover`).
[[nodiscard]] bool mayBeOne(const QByteArray &resultType, const RequestRecord &request, const Capture &capture,
                            const ConversationFacts &facts);

} // namespace ResultTypes

} // namespace Pullcord
