// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"
#include "core/findings/gateway/hoppairs.h"

#include <QList>

namespace Pullcord {

/// Returns the findings about a gateway between two hops: C40 to C42, in the order of the capture in front.
///
/// A finding belongs to the capture in front; Finding::behind has its evidence in the capture behind. It accuses no
/// side of the conversation, since the fault is between them. Cancellations that crossed the response behind, or that
/// are near the end of a recording, are not reported. Findings about requests whose pair is a guess are Info.
///
/// Specification: cancellation of the revision of each hop; spec digest 4.
[[nodiscard]] QList<Finding> gatewayFindings(const Hop &front, const Hop &behind);

} // namespace Pullcord
