// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"

namespace Pullcord {

class Capture;

/// Rules that could not be applied to a capture without times, such as one imported from a log without timestamps. All
/// other rules need only the order of the messages. A value.
struct UnappliedRules
{
    QList<FindingCode> codes;   ///< not applied at all
    QList<FindingCode> inPart;  ///< applied to some cases only
    QList<FindingCode> asInfos; ///< Info at most: messages after a cancel may have crossed it

    [[nodiscard]] static UnappliedRules in(const Capture &capture);
    [[nodiscard]] bool isEmpty() const { return codes.isEmpty() && asInfos.isEmpty(); }
    [[nodiscard]] static QStringList names(const QList<FindingCode> &codes); ///< "C01"
    /// Returns a sentence that names them; empty if there are none.
    [[nodiscard]] TranslatableText words() const;
    [[nodiscard]] static TranslatableText why();
};

} // namespace Pullcord
