// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C37 and P04: an answer to nothing that was asked, be it only for the type of its id. A number that is spelled otherwise
/// (`5.0` for `5`) is the same to most peers: Info. Where the begin of the conversation is not recorded, all may have been asked.
///
/// C37 says how the id is wrong, and nothing else: what the answer is otherwise, after a cancel, or behind another, the other
/// rules hear of (Findings::hearAmiss).
class UnknownAnswerRule final : public FindingRule
{
public:
    explicit UnknownAnswerRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    [[nodiscard]] bool isInTakenUpStream(const FindingStep &step, const RequestId &id) const;
};

} // namespace Pullcord
