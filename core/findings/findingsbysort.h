// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/rulecontext.h"

#include <QHash>

#include <utility>

namespace Pullcord {

/// Findings of a rule that are raised once for each sort of fault, and counted from then on.
///
/// Owner: the rule. Beyond `most` sorts each fault is a finding of its own, so that memory stays bounded.
template<typename Sort>
class FindingsBySort
{
public:
    explicit FindingsBySort(qsizetype most = 64)
        : m_most(most)
    {}

    /// Counts another fault of this sort and adds its event. Returns false if it is the first: report it.
    [[nodiscard]] bool extend(RuleContext &context, const Sort &sort, const FindingStep &step) const
    {
        return context.extend(m_keys.value(sort), step);
    }
    /// Raises the finding for a new sort.
    void report(RuleContext &context, const Sort &sort, Finding finding)
    {
        const quint64 key = context.report(std::move(finding));
        if (key != 0 && m_keys.size() < m_most) // 0: judged ahead of its turn
            m_keys.insert(sort, key);
    }

private:
    qsizetype m_most;
    QHash<Sort, quint64> m_keys;
};

} // namespace Pullcord
