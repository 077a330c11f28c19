// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/file/captureindex.h"
#include "core/rpc/requestrecord.h"

#include <QString>

/// Texts above a message in Details.
namespace Pullcord::Texts {

/// Returns "tools/call · echo · id 4".
[[nodiscard]] QString requestTitle(const RequestRecord &record);
/// Returns outcome, duration and sizes in both directions.
[[nodiscard]] QString requestFacts(const RequestRecord &record, bool hasTimes = true, bool hasEnded = false);
/// Describes the late messages of the request; empty if there are none.
[[nodiscard]] QString lateBanner(const RequestRecord &record, bool hasTimes = true);
/// Describes one late event of the request.
[[nodiscard]] QString lateBanner(const CaptureEntry &entry, const RequestRecord &record, bool hasTimes = true);

} // namespace Pullcord::Texts
