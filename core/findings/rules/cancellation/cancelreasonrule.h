// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QHash>

namespace Pullcord {

/// C27, C30 and C36: content of a cancel notification, and whether the protocol has one here. Equal faults are one
/// finding with a count.
class CancelReasonRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.messages = CancelNotifications};
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] Finding about(FindingCode code, const FindingStep &step) const;
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence);

    QHash<QString, quint64> m_found; ///< keys of findings, by side, code and sentence
};

} // namespace Pullcord
