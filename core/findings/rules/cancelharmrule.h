// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/crashreports.h"
#include "core/findings/findingrule.h"
#include "core/findings/otherreasons.h"

#include <QList>
#include <QSet>

namespace Pullcord {

/// C14 and C15: what a cancel did to the server: that broke on it, died, or forgot the session. What else the client sent, right
/// before or since, may have been the reason just as well: then nothing is raised, or, where it was a call that failed, C14 as
/// Info; unless the server says itself that it was the cancel. So is C15 where other work was open, or the end an ordinary one.
class CancelHarmRule final : public FindingRule
{
public:
    explicit CancelHarmRule(FindingContext &context);
    static constexpr qint64 Death = 5'000'000'000;
    static constexpr qint64 Prompt = 500'000'000; ///< ns after which an ordinary end may be for any other reason
    static constexpr qint64 Unread = 1'000'000;   ///< ns behind our leaving in which older standard error may be read
    static constexpr qsizetype MostCancels = 32;
    static constexpr qsizetype MostUsual = 64;

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    using Problem = Transition::CancelProblem;
    struct Cancel
    {
        qint64 row = Finding::NoRow;
        qint64 time = 0;
        qint64 event = Finding::NoRow;
        qint64 exchange = 0;             ///< that it was sent in, over HTTP
        Problem problem = Problem::None; ///< why it cancels nothing
        bool isFollowed = false; ///< by something else of the client's, which may have brought about what came then
        bool isBlamed = false;   ///< by the server itself, as it broke
        quint64 told = 0;    ///< key of the C14 that says that the server broke on it and nothing else; 0: it did not
        qint64 toldTime = 0; ///< when it broke
        Words broke = {};    ///< what that says
        [[nodiscard]] bool isBad() const { return problem != Problem::None; }
        [[nodiscard]] OtherReasons::Cancel place() const { return {row, time, event}; }
    };
    void onIgnored(const FindingStep &step);
    void remember(const FindingStep &step);
    void noteFollower(const FindingStep &step);
    void noteSent(const FindingStep &step);
    void takeBack(const FindingStep &step);
    [[nodiscard]] bool isAmongOthers(const Cancel &cancel, qint64 time, bool orCancels) const;
    [[nodiscard]] OtherReasons reasons() const { return {context(), log()}; }
    void onResponse(const QJsonObject &details);
    [[nodiscard]] bool hasLeft(const FindingStep &step) const;
    void onStderr(const FindingStep &step);
    [[nodiscard]] bool isUsual(const FindingStep &step);
    void tellBreak(Cancel &cancel, const FindingStep &step);
    void settleOpen();
    void tellDeath(quint64 key, const FindingStep &step);
    void onDeath(const FindingStep &step, const char *sentence);
    [[nodiscard]] Finding withDoubt(Finding found, const Cancel &cancel, const QJsonObject &details) const;
    [[nodiscard]] static Words described(const Cancel &cancel);

    QList<Cancel> m_cancels; ///< of the client, the latest last
    CrashReports m_reports;
    QSet<QByteArray> m_usual; ///< on what the server broke before, far from any cancel: MostUsual at most
    qint64 m_noSession = 0;   ///< the last exchange that was answered so
};

} // namespace Pullcord
