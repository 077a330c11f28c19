// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C11 and C13: over HTTP up to 2025-11-25 the stream of a cancelled request was left open; a cancel was answered with an error.
class CancelHttpRule final : public FindingRule
{
public:
    explicit CancelHttpRule(FindingContext &context);
    static constexpr qint64 Patience = 1'000'000'000; ///< ns that a stream may take to end, or an error to come

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    qint64 m_cancelTime = -Patience; ///< of the last message of the client, if it was a cancel
    qint64 m_cancelEvent = Finding::NoRow;
};

} // namespace Pullcord
