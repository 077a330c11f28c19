// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QString>

/// Texts for Http and Stream events.
namespace Pullcord::Texts {

/// Returns "POST http://localhost:3000/mcp", "200 OK, text/event-stream", "complete, 512 bytes in 37.1 ms" …
[[nodiscard]] QString httpStep(const QJsonObject &details);
/// Returns "id 7, retry after 500 ms", followed by the data.
[[nodiscard]] QString streamEvent(const Event &event, qsizetype limit);
/// Returns the value of a header from the details of an Http event; empty if the header is missing.
[[nodiscard]] QString httpHeader(const QJsonObject &details, QLatin1StringView name);

} // namespace Pullcord::Texts
