// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace Pullcord {

class Capture;
class RequestLog;

/// Whether the message at `index` is a log message of 2026-07-28 that no request asks for: none of ours that was in flight then
/// names a level in its `_meta`. What we had given up by then counts too, since the two may cross.
/// Specification: utilities "Logging" ("MUST NOT" without a level); spec digest 4.5.
[[nodiscard]] bool isUnaskedLogMessage(const Capture &capture, const RequestLog &log, qsizetype index);

} // namespace Pullcord
