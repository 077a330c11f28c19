// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingrule.h"
#include "core/findings/recentrows.h"

#include <deque>
#include <optional>

namespace Pullcord {

/// C14, C15 and C17: what a cancel did beside what it is for: the server broke, died, forgot the session, or stopped
/// another request too. Where it may have been something else, C14 is Info, and the others are not raised.
class CancelHarmRule final : public FindingRule
{
public:
    explicit CancelHarmRule(FindingContext &context);
    static constexpr qint64 Complaint = 1'000'000'000; ///< ns in which a traceback may be about the cancel
    static constexpr qint64 Death = 5'000'000'000;
    static constexpr qint64 Patience = 2'000'000'000; ///< ns without a sign of another request
    static constexpr size_t MostCancels = 32;
    static constexpr int MostLooks = 64;       ///< a cancel, since thousands may end at once
    static constexpr qint64 MostEarlier = 256; ///< requests that are looked at for one that was the same

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    struct Cancel
    {
        qint64 row = Finding::NoRow;
        qint64 time = 0;
        qint64 event = Finding::NoRow;
        qint64 exchange = 0;     ///< that it was sent in, over HTTP
        bool isBad = false;      ///< it cancels nothing
        bool isFollowed = false; ///< by something else of the client's, which may have brought about what came then
        bool isBlamed = false;   ///< by the server itself, as it broke
        int looked = 0;          ///< times at what was usual for another request
        quint64 told = 0;    ///< key of the C14 that says that the server broke on it and nothing else; 0: it did not
        qint64 toldTime = 0; ///< when it broke
    };
    void onIgnored(const FindingStep &step);
    void remember(const FindingStep &step, bool isBad);
    [[nodiscard]] bool isOverHttp() const;
    void noteFollower(const FindingStep &step);
    void noteSent(const FindingStep &step);
    void takeBack(const FindingStep &step);
    void onOther(const FindingStep &step);
    [[nodiscard]] std::optional<qint64> usualPause(const FindingStep &step) const;
    void tellDeath(quint64 key, const FindingStep &step);
    void onResponse(const QJsonObject &details);
    void onStderr(const FindingStep &step);
    void onDeath(const FindingStep &step, const Words &what);

    std::deque<Cancel> m_cancels; ///< of the client, the latest last
    RecentRows<bool> m_harmed;    ///< the others
};

} // namespace Pullcord
