// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QHash>

namespace Pullcord {

/// P13: a request or result lacks a member that 2026-07-28 requires, or a result has a type that its method does not
/// allow.
class ModernFormRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::Created, Transition::Kind::Left,
                                                      Transition::Kind::Answered, Transition::Kind::LateResponse)};
    [[nodiscard]] static bool begins(const FindingStep &, const ConversationFacts &facts) { return facts.isModern(); }
    /// True if the method does not allow the resultType of this result of the newer era, reported as P13.
    [[nodiscard]] static bool isOfWrongType(const JsonValue &result, const QByteArray &method);
    static constexpr qsizetype Longest = 64 * 1024; ///< bytes; longer results are not checked
    static constexpr qsizetype MostSorts = 64;      ///< kinds of faults; each is one finding with a count

    void onTransition(const FindingStep &step) override;

private:
    void checkRequest(const FindingStep &step);
    void checkResult(const FindingStep &step);
    void report(Direction accused, const FindingStep &step, const TranslatableText &sentence);

    QHash<QString, quint64> m_found; ///< keys of the findings, by sentence
};

} // namespace Pullcord
