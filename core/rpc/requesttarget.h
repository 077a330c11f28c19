// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

class JsonValue;

/// JSON Pointers into the params of a request, in order of preference, to its most informative name: of a tool or
/// prompt, else the uri, else the subject of a completion, a task or a log level.
inline constexpr const char *RequestTargetPlaces[] = {"/name", "/uri", "/ref/name", "/ref/uri", "/taskId", "/level"};

/// First such name in `params` (RequestRecord::target); empty if there is none.
[[nodiscard]] QString requestTarget(const JsonValue &params);

} // namespace Pullcord
