// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace Pullcord {

class Capture;
class RequestLog;

/// Formats an event as a line for a terminal: time, direction, kind, and lateness.
[[nodiscard]] QString timelineLine(const Capture &capture, const RequestLog &log, qsizetype index);
/// Formats a conversation for a terminal, one line per event.
[[nodiscard]] QStringList timelineOf(const Capture &capture, const RequestLog &log);

} // namespace Pullcord
