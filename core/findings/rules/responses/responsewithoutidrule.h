// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

class UnreadMessages;

/// C13 and P06: a response without an id right after a notification, which gets none: after a cancel, or after another
/// notification.
///
/// The response belongs to the last message of the client only if nothing else can have caused it: see UnreadMessages.
/// A cancel is blamed only if no other notification came right before, or if the error names its method.
class ResponseWithoutIdRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Transition::Kind::UnknownResponse)};
    static constexpr qint64 CancelPatience = 1'000'000'000; ///< ns in which a response to a cancel may come
    static constexpr qint64 Patience = 2'000'000'000;       ///< the same for another notification

    void onTransition(const FindingStep &step) override;

private:
    [[nodiscard]] qint64 namedCancel(const FindingStep &step) const;
    [[nodiscard]] qint64 lastSent(const FindingStep &step) const;
    [[nodiscard]] bool mayBeForOthers(const FindingStep &step, qint64 notice, const UnreadMessages &unread) const;
    [[nodiscard]] bool isRefusal(const FindingStep &step) const;
    void report(const FindingStep &step, const Event &notice, qint64 index);

    qint64 m_refused = -1; ///< last cancel that an error named; earlier ones are not considered any more
};

} // namespace Pullcord
