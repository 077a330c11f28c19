// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

#include <QList>

namespace Pullcord {

/// C20 to C26, C28, C33 and C43: a cancel notification that must not be sent, has no effect, or comes too early.
class CancelSenderRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Transition::Kind::IgnoredCancel, Transition::Kind::CancelRequested,
                                           Transition::Kind::CancelSignalled, Transition::Kind::Created)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.transition->kind != Transition::Kind::Created;
    }
    void onTransition(const FindingStep &step) override;

private:
    /// A cancel of an unknown id.
    struct Unknown
    {
        Direction direction;
        RequestId id;
        qint64 time;
        qint64 event;
        quint64 key; ///< of its finding
    };
    static constexpr qsizetype MostUnknown = 64;
    static constexpr qint64 Overtaking = 2'000'000'000; ///< ns; a later request is another use of the id

    void onCreated(const FindingStep &step);
    void onTwice(const FindingStep &step);
    void onRequest(const FindingStep &step);
    void onUnknown(const FindingStep &step);
    void onAmiss(const FindingStep &step);
    void onSignalled(const FindingStep &step);
    void onIgnored(const FindingStep &step);
    void onMalformed(const FindingStep &step);
    void onFinished(const FindingStep &step);
    [[nodiscard]] bool isTask(const RequestRecord &record) const;
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence);
    [[nodiscard]] Finding about(FindingCode code, const FindingStep &step, const TranslatableText &sentence) const;

    QList<Unknown> m_unknown; ///< newest last
};

} // namespace Pullcord
