// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QByteArrayView>
#include <QJsonObject>
#include <QLatin1StringView>
#include <QString>

#include <optional>

/// Reads the details of Http events, which are the steps of an exchange.
namespace Pullcord::HttpSteps {

inline constexpr QLatin1StringView SessionHeader{"Mcp-Session-Id"};
inline constexpr QLatin1StringView VersionHeader{"MCP-Protocol-Version"};

/// Returns the value of the header with that name, in any case; none if the step does not have it.
[[nodiscard]] std::optional<QString> header(const QJsonObject &details, QLatin1StringView name);
/// True if a header that is not found was not sent: the headers were recorded, and none of their names is masked.
[[nodiscard]] bool hasAllHeaders(const QJsonObject &details);
/// True if an export removed a part of the text.
[[nodiscard]] bool isMasked(QStringView text);
/// Returns the media type without parameters, in lower case: "application/json". Empty if the step has none.
[[nodiscard]] QString contentType(const QJsonObject &details);
[[nodiscard]] inline bool isSuccess(int status)
{
    return status / 100 == 2;
}
/// True for refusals by gateways, authorization and rate limits, and for redirects. They are no
/// evidence about the server behind.
[[nodiscard]] bool isByOthers(int status);
/// True if the body is a stream of server-sent events: its first line is a field or a comment of one.
[[nodiscard]] bool isEventStream(QByteArrayView body);

/// Fault of the body in which a successful response should bring messages.
enum class BodyFault : quint8 {
    None,
    Encoded, ///< a Content-Encoding that the request did not name
    Json,    ///< JSON sent as text/event-stream
    Fields,  ///< an event stream with the field "Data:" or the like, which readers ignore
    NoEvent, ///< another text sent as text/event-stream
};
/// Compares the end of an exchange with its earlier steps. Valid if no message came in the exchange.
[[nodiscard]] BodyFault bodyFault(const QJsonObject &request, const QJsonObject &response, const Event &end);

} // namespace Pullcord::HttpSteps
