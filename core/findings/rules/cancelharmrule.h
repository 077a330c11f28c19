// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include <deque>

namespace Pullcord {

/// C14, C15 and C17: what a cancel did beside what it is for: the server complained, died, forgot the session, or stopped
/// another request too.
class CancelHarmRule final : public FindingRule
{
public:
    explicit CancelHarmRule(FindingContext &context);
    static constexpr qint64 Complaint = 1'000'000'000; ///< ns in which an error may be about the cancel
    static constexpr qint64 Death = 5'000'000'000;
    static constexpr size_t MostCancels = 32;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    struct Cancel
    {
        qint64 row = Finding::NoRow;
        qint64 time = 0;
        qint64 event = Finding::NoRow;
        bool isBad = false; ///< it cancels nothing
    };
    void onOther(const FindingStep &step);
    void onDeath(const FindingStep &step, const Words &what);

    std::deque<Cancel> m_cancels; ///< of the client, the latest last
};

} // namespace Pullcord
