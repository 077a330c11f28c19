// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

/// P13: what 2026-07-28 wants in each request and each result is missing.
class ModernFormRule final : public FindingRule
{
public:
    explicit ModernFormRule(FindingContext &context);
    static constexpr qsizetype Longest = 64 * 1024; ///< of a result that is looked at

    void onTransition(const FindingStep &step) override;

private:
    void report(quint64 &key, Direction accused, const FindingStep &step, const Words &sentence);

    quint64 m_version = 0; ///< keys of the findings: all that lack the same are one
    quint64 m_capabilities = 0;
    quint64 m_untyped = 0;
    quint64 m_unknownType = 0;
};

} // namespace Pullcord
