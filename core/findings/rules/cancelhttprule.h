// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C11 and C13: over HTTP up to 2025-11-25 the stream of a cancelled request was left open; a cancel was not accepted. C13 of an
/// error in a message is NamelessAnswerRule's.
class CancelHttpRule final : public FindingRule
{
public:
    explicit CancelHttpRule(FindingContext &context);
    static constexpr qint64 Patience = 1'000'000'000; ///< ns that a stream may take to end

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    qint64 m_cancelEvent = Finding::NoRow; ///< the client's last
};

} // namespace Pullcord
