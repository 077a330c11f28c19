// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C37 and P04: a response to an unknown request, or with an id of another type. A different spelling of a number
/// (`5.0` for `5`) is the same to most peers: Info. If the beginning of the conversation is not recorded, the request
/// may be there.
///
/// C37 only reports the fault in the id. The other rules get the response as well, to judge whether it is late or the
/// second one (Findings::hearAmiss).
class UnknownResponseRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::UnknownResponse)};
    void onTransition(const FindingStep &step) override;

private:
    [[nodiscard]] bool isInTakenUpStream(const FindingStep &step, const RequestId &id) const;
};

} // namespace Pullcord
