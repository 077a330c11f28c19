// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

namespace Pullcord {

class Capture;
class RequestLog;

/// An event as a line for a terminal: its time, direction, what it is, and how late it came.
[[nodiscard]] QString timelineLine(const Capture &capture, const RequestLog &log, qsizetype index);
/// A conversation as lines for a terminal: a line an event.
[[nodiscard]] QStringList timelineOf(const Capture &capture, const RequestLog &log);

} // namespace Pullcord
