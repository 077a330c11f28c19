// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

class JsonValue;

/// Where in the params of a request the name stands that matters to a person, as JSON pointers: of a tool or prompt, else the uri,
/// else what a completion, a task or a log level names.
inline constexpr const char *RequestTargetPlaces[] = {"/name", "/uri", "/ref/name", "/ref/uri", "/taskId", "/level"};

/// That name (RequestRecord::target): the first that is there. Empty where there is none.
[[nodiscard]] QString requestTarget(const JsonValue &params);

} // namespace Pullcord
