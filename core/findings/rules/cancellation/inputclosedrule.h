// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// L1: a server on stdio kept running long after its standard input was closed, or left processes running.
///
/// The transport closes the input. At the end of the process it records how long ago that was (member `afterInput` of
/// Exited, ns), and how many processes the server left running (`leftBehind`).
/// Specification: lifecycle "Shutdown", stdio.
class InputClosedRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Closing, EventKind::Exited)};
    static constexpr qint64 Patience = 2'000'000'000; ///< ns

    void onEvent(const FindingStep &step) override;

private:
    void report(Finding found, const FindingStep &step);

    qint64 m_closing = Finding::NoRow; ///< event in which the client began to close
};

} // namespace Pullcord
