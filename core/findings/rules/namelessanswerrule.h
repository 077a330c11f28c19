// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"

namespace Pullcord {

class UnreadMessages;

/// C13 and P06: an answer without an id, right behind a notification, which has none: behind a cancel, or another one.
///
/// Such an answer is for the client's last message only where nothing else may have brought it: see UnreadMessages. A cancel
/// is blamed only where no other notification came right before, or where the error names its method itself.
class NamelessAnswerRule final : public FindingRule
{
public:
    explicit NamelessAnswerRule(FindingContext &context);
    static constexpr qint64 CancelPatience = 1'000'000'000; ///< ns that an answer to a cancel may take to come
    static constexpr qint64 Patience = 2'000'000'000;       ///< and one to another notification

    void onTransition(const FindingStep &step) override;

private:
    [[nodiscard]] qint64 namedCancel(const FindingStep &step) const;
    [[nodiscard]] qint64 lastSent(const FindingStep &step) const;
    [[nodiscard]] bool mayBeForOthers(const FindingStep &step, qint64 notice, const UnreadMessages &unread) const;
    [[nodiscard]] bool isRefusal(const FindingStep &step) const;
    void report(const FindingStep &step, const Event &notice, qint64 index);

    qint64 m_refused = -1; ///< the last cancel that an error named: those before it are not meant any more
};

} // namespace Pullcord
