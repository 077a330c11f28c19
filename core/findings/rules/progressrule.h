// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <QHash>

#include <array>

namespace Pullcord {

/// P07: progress that does not increase, comes after the answer, or is for a token that nobody has given.
class ProgressRule final : public FindingRule
{
public:
    explicit ProgressRule(FindingContext &context);
    static constexpr qsizetype MostTokens = 256;

    void onTransition(const FindingStep &step) override;

private:
    /// What can be wrong with progress of one request.
    enum Fault : quint8 { NotIncreasing, NoNumber, AfterAnswer, Faults };

    void onUnknownToken(const FindingStep &step);
    void onFault(Fault fault, const FindingStep &step, const Words &sentence);
    void report(quint64 &key, const FindingStep &step, const Words &sentence);

    RecentRows<double> m_last;                       ///< by open request
    RecentRows<std::array<quint64, Faults>> m_found; ///< keys of findings
    QHash<QByteArray, quint64> m_unknown;            ///< the same, by token: of the first MostTokens
};

} // namespace Pullcord
