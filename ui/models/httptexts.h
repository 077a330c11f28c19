// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QString>

/// Http and Stream events as words for people.
namespace Pullcord::Texts {

/// "POST http://localhost:3000/mcp", "200 OK, text/event-stream", "complete, 512 bytes in 37.1 ms" …
[[nodiscard]] QString httpStep(const QJsonObject &details);
/// "id 7, retry after 500 ms", and the data if there is some.
[[nodiscard]] QString streamEvent(const Event &event, qsizetype limit);
/// The value of a header in the list of an Http event; empty if it is not there.
[[nodiscard]] QString httpHeader(const QJsonObject &details, QLatin1StringView name);

} // namespace Pullcord::Texts
