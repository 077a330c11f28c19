// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QHash>

namespace Pullcord {

/// P13: what 2026-07-28 wants in each request and each result is missing, or a result is of a type that those of its method
/// are never.
class ModernFormRule final : public FindingRule
{
public:
    explicit ModernFormRule(FindingContext &context);
    /// Of a result of the newer era: its type is none that one of that method may have, which it tells (P13).
    [[nodiscard]] static bool isOfWrongType(const JsonValue &result, const QByteArray &method);
    static constexpr qsizetype Longest = 64 * 1024; ///< of a result that is looked at
    static constexpr qsizetype MostSorts = 64;      ///< of what is wrong: of those each is one finding, which grows

    void onTransition(const FindingStep &step) override;

private:
    void checkRequest(const FindingStep &step);
    void checkResult(const FindingStep &step);
    void report(Direction accused, const FindingStep &step, const Words &sentence);

    QHash<QString, quint64> m_found; ///< keys of the findings, by sentence: all that lack the same are one
};

} // namespace Pullcord
