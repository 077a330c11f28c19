// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"

namespace Pullcord {

class Capture;

/// Which rules a capture cannot be held against, since it does not say when anything happened in it: an imported file whose
/// lines have no times. Their order is known, and all other rules go by that. A value.
struct UnappliedRules
{
    QList<FindingCode> codes;   ///< that were not looked for: it takes time to tell
    QList<FindingCode> inPart;  ///< that were looked for in some cases: likewise
    QList<FindingCode> asInfos; ///< that are Info at most: what came after a cancel may have crossed it

    [[nodiscard]] static UnappliedRules in(const Capture &capture);
    [[nodiscard]] bool isEmpty() const { return codes.isEmpty() && asInfos.isEmpty(); }
    [[nodiscard]] static QStringList names(const QList<FindingCode> &codes); ///< "C01"
    /// A sentence, which names both; empty if there are none.
    [[nodiscard]] Words words() const;
    [[nodiscard]] static Words why();
};

} // namespace Pullcord
