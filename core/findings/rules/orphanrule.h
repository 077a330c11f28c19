// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"

namespace Pullcord {

/// C09: a request was cancelled, and what the server had asked for its sake stays open: neither cancelled nor answered.
class OrphanRule final : public FindingRule
{
public:
    explicit OrphanRule(FindingContext &context);
    static constexpr qint64 Patience = 2'000'000'000; ///< ns

    void onTransition(const FindingStep &step) override;
    void onDue(qint64 time) override;

private:
    /// What an open one of the server's is for.
    struct Cause
    {
        quint64 serial = RequestRecord::NoSerial; ///< of the request
        bool isGuess = false;                     ///< no stream tells it
    };
    [[nodiscard]] Cause causeOf(const FindingStep &step);

    RecentRows<Cause> m_questions;
    RecentRows<qint64> m_exchanges; ///< rows of the client's requests, by the exchanges that they went out with
    PostponedFindings m_waiting;
};

} // namespace Pullcord
