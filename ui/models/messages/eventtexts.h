// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

#include <QString>

/// Texts for events.
namespace Pullcord::Texts {

/// Returns the kind of event as one word: "request", "result", "notification", "exited" …
[[nodiscard]] QString kind(const CaptureEntry &entry);
/// Returns the content on one line, cut after about `limit` characters.
[[nodiscard]] QString content(const Event &event, qsizetype limit = 300);
/// Returns bytes as one line. Invalid UTF-8 shows as \xNN, control characters as their symbols.
[[nodiscard]] QString oneLine(QByteArrayView bytes, qsizetype limit);
/// Returns bytes as text of several lines. Invalid UTF-8 shows as \xNN.
[[nodiscard]] QString readable(QByteArrayView bytes);

} // namespace Pullcord::Texts
