// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/mcp/outputchecker.h"

#include <QHash>

namespace Pullcord {

/// P12: results of calls, late ones too, and of the tasks that they have become, that are not what their tools had promised. It
/// hears of each message later (FindingRules::makeLater).
class OutputRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< of what is wrong: of those each is one finding, which grows

    static constexpr qsizetype MostTasks = 10'000;

    explicit OutputRule(FindingContext &context);
    void onEvent(const FindingStep &step) override;

private:
    void check(const FindingStep &step, qint64 call, const JsonValue &result);
    [[nodiscard]] bool isOfMasked(const FindingStep &step, const OutputCheck &check) const;
    void report(const FindingStep &step, const RequestRecord &call, const OutputCheck &check);

    QHash<QByteArray, quint64> m_found; ///< keys of the findings
    QHash<QString, qint64> m_tasks;     ///< rows of the client's calls that have become tasks, by task id
};

} // namespace Pullcord
