// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

/// Messages that the HTTP server of a proxy refused, so that they reached no server. They are withheld, begin and end no
/// request, and no finding judges them.
namespace Pullcord::RefusedMessage {

/// Member of the details of a Message or Malformed event: the HTTP status that the client got.
inline constexpr QLatin1StringView Status{"refused"};

/// Returns that status; 0 for any other event.
[[nodiscard]] inline int statusOf(const Event &event)
{
    return event.details.value(Status).toInt();
}

} // namespace Pullcord::RefusedMessage
