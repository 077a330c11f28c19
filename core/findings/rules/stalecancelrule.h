// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QHash>

namespace Pullcord {

/// C18: a cancel that came for an id too late, or too early, swallowed a later request of that id. A request that was worked on,
/// or that its sender has cancelled before it was overdue, was not.
class StaleCancelRule final : public FindingRule
{
public:
    explicit StaleCancelRule(FindingContext &context);
    static constexpr qsizetype MostIds = 256;

    void onTransition(const FindingStep &step) override;

private:
    QHash<QByteArray, qint64> m_stale; ///< the events of the cancels, by direction and id
    RecentRows<qint64> m_reused;       ///< requests with such an id: the event of the cancel
};

} // namespace Pullcord
