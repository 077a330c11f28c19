// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/rpc/requestrecord.h"

#include <QString>

/// A request of ours as a line for a shell. Secrets are masked, as in the capture: a person fills them in.
namespace Pullcord::CommandLines {

/// The same with pullcord-cli; empty where it has no command for it, or nobody knows the server.
[[nodiscard]] QString cli(const Capture &capture, const RequestRecord &record);
/// The HTTP request that brought it, with curl; empty where it did not go over HTTP.
[[nodiscard]] QString curl(const Capture &capture, const RequestRecord &record);

} // namespace Pullcord::CommandLines
