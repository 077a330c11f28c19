// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/mcp/outputchecker.h"

#include <QHash>

#include <memory>

namespace Pullcord {

/// P12: results of calls, late ones too, that are not what their tools had promised. It hears of each message later
/// (FindingRules::makeLater).
class OutputRule final : public FindingRule
{
public:
    static constexpr qsizetype MostSorts = 1000; ///< of what is wrong: of those each is one finding, which grows

    explicit OutputRule(FindingContext &context);
    void onEvent(const FindingStep &step) override;

private:
    [[nodiscard]] bool isOfMasked(const FindingStep &step, const OutputCheck &check) const;
    void report(const FindingStep &step, const OutputCheck &check);

    std::unique_ptr<OutputChecker> m_outputs; ///< made when it is first needed
    QHash<QByteArray, quint64> m_found;       ///< keys of the findings
};

} // namespace Pullcord
