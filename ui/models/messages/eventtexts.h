// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/rpc/event.h"

#include <QString>

/// Texts for events.
namespace Pullcord::Texts {

// ---- Http and Stream events

/// Returns "POST http://localhost:3000/mcp", "200 OK, text/event-stream", "complete, 512 bytes in 37.1 ms" …
[[nodiscard]] QString httpStep(const QJsonObject &details);
/// Returns "id 7, retry after 500 ms", followed by the data.
[[nodiscard]] QString streamEvent(const Event &event, qsizetype limit);
/// Returns the value of a header from the details of an Http event; empty if the header is missing.
[[nodiscard]] QString httpHeader(const QJsonObject &details, QLatin1StringView name);

// ---- any event

/// Returns the kind of event as one word: "request", "result", "notification", "exited" …
[[nodiscard]] QString kind(const CaptureEntry &entry);
/// Returns the content on one line, cut after about `limit` characters.
[[nodiscard]] QString content(const Event &event, qsizetype limit = 300);
/// Returns bytes as one line. Invalid UTF-8 shows as \xNN, control characters as their symbols.
[[nodiscard]] QString oneLine(QByteArrayView bytes, qsizetype limit);
/// Returns bytes as text of several lines. Invalid UTF-8 shows as \xNN.
[[nodiscard]] QString readable(QByteArrayView bytes);

} // namespace Pullcord::Texts
