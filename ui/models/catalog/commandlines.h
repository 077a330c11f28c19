// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/rpc/requestrecord.h"

#include <QString>

/// Formats one of our requests as a shell command. Secrets are masked, as in the capture; the user fills them in.
namespace Pullcord::CommandLines {

/// Returns a pullcord-cli command; empty if it has no such command, or the server is unknown.
[[nodiscard]] QString cli(const Capture &capture, const RequestRecord &record);
/// Returns a curl command for the HTTP request; empty if the request was not sent over HTTP.
[[nodiscard]] QString curl(const Capture &capture, const RequestRecord &record);

} // namespace Pullcord::CommandLines
