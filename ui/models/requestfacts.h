// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/captureindex.h"
#include "core/rpc/requestrecord.h"

#include <QString>

/// What Details says above a message.
namespace Pullcord::Texts {

/// "tools/call · echo · id 4"
[[nodiscard]] QString requestTitle(const RequestRecord &record);
/// How it ended, how long it took, how much went each way.
[[nodiscard]] QString requestFacts(const RequestRecord &record, bool hasTimes = true);
/// What came too late for it; empty if nothing did.
[[nodiscard]] QString lateBanner(const RequestRecord &record, bool hasTimes = true);
/// Of one event that came too late for this request.
[[nodiscard]] QString lateBanner(const CaptureEntry &entry, const RequestRecord &record, bool hasTimes = true);

} // namespace Pullcord::Texts
