// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"

#include <QString>

/// Events as words for people.
namespace Pullcord::Texts {

/// "request", "result", "notification", "exited" …; what the event is, in one word.
[[nodiscard]] QString kind(const CaptureEntry &entry);
/// What is in it, on one line, cut after about `limit` characters.
[[nodiscard]] QString content(const Event &event, qsizetype limit = 300);
/// Bytes as one line of text; what is not UTF-8 shows as \xNN, control characters as their symbols.
[[nodiscard]] QString oneLine(QByteArrayView bytes, qsizetype limit);
/// Bytes as text of many lines; what is not UTF-8 shows as \xNN.
[[nodiscard]] QString readable(QByteArrayView bytes);

} // namespace Pullcord::Texts
