// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// C10: the cancel was not read before the work had ended, as a ping behind it shows. Over HTTP a ping proves no order.
class UnreadCancelRule final : public FindingRule
{
public:
    explicit UnreadCancelRule(FindingContext &context);
    void onTransition(const FindingStep &step) override;

private:
    struct Watched
    {
        qint64 row = Finding::NoRow; ///< that was cancelled
        qint64 time = 0;
        qint64 event = Finding::NoRow;
        qint64 ping = Finding::NoRow; ///< the row of the ping behind it, while nobody has answered that
        qint64 pingTime = 0;
        qint64 pingEvent = Finding::NoRow;
    };
    Watched m_last;
};

} // namespace Pullcord
