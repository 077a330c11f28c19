// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/mcp/validation/outputchecker.h"

#include <QHash>

namespace Pullcord {

/// P12: results of tool calls, including late ones and those of tasks, that violate the output schema. Gets each
/// message later (FindingRules::makeLater).
class OutputRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< kinds of faults; each is one finding with a count

    static constexpr qsizetype MostTasks = 10'000;

    using FindingRule::FindingRule;
    void onEvent(const FindingStep &step) override;

private:
    void check(const FindingStep &step, qint64 call, const JsonValue &result);
    [[nodiscard]] bool isOfMasked(const FindingStep &step, const OutputCheck &check) const;
    void report(const FindingStep &step, const RequestRecord &call, const OutputCheck &check);

    QHash<QByteArray, quint64> m_found; ///< keys of the findings
    QHash<QString, qint64> m_tasks;     ///< tool calls that became tasks: row by task id
};

} // namespace Pullcord
