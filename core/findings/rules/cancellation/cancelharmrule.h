// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/alternativecauses.h"
#include "core/findings/findingrule.h"
#include "core/findings/report/crashreports.h"

#include <QList>
#include <QSet>

namespace Pullcord {

/// C14 and C15: the server broke on a cancel, died, or forgot the session.
///
/// Other messages of the client, right before or since, may have been the cause: then nothing is raised, or C14 as Info
/// if the other message was a failed call. A server that names the cancel itself overrides that. C15 is Info if other
/// work was open, or the server ended in an ordinary way.
class CancelHarmRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{
        .transitions =
            bits(Transition::Kind::CancelRequested, Transition::Kind::CancelSignalled, Transition::Kind::IgnoredCancel,
                 Transition::Kind::Answered, Transition::Kind::Lost, Transition::Kind::Created, Transition::Kind::Left,
                 Transition::Kind::LateResponse, Transition::Kind::SecondResponse, Transition::Kind::UnknownResponse),
        .events = bits(EventKind::Stderr, EventKind::Exited, EventKind::Note, EventKind::Failed, EventKind::Malformed,
                       EventKind::Http),
        .messages = AwaitedNotifications | Flawed | Batches};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return !step.transition || isCancel(step) || step.transition->kind == Transition::Kind::IgnoredCancel;
    }
    static constexpr qint64 Death = 5'000'000'000;
    static constexpr qint64 Prompt = 500'000'000; ///< ns after which an ordinary end may have any other cause
    /// Time in ns after our Closing event in which older standard error may still arrive.
    static constexpr qint64 Unread = 1'000'000;
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
        qint64 exchange = 0;             ///< exchange that carried it (HTTP)
        Problem problem = Problem::None; ///< reason why it cancels nothing
        bool isFollowed = false; ///< another message of the client came later, which may be the cause of what follows
        bool isBlamed = false;   ///< the server names the cancel in its crash report
        quint64 blameKey = 0;    ///< key of the C14 that blames this cancel alone; 0: none
        qint64 toldTime = 0;     ///< time of the crash
        TranslatableText broke = {}; ///< text of the crash
        [[nodiscard]] bool isBad() const { return problem != Problem::None; }
        [[nodiscard]] AlternativeCauses::Cancel place() const { return {row, time, event}; }
    };
    void onIgnored(const FindingStep &step);
    void remember(const FindingStep &step);
    void noteFollower(const FindingStep &step);
    void noteSent(const FindingStep &step);
    void takeBack(const FindingStep &step);
    [[nodiscard]] bool isAmongOthers(const Cancel &cancel, qint64 time, bool orCancels) const;
    [[nodiscard]] AlternativeCauses reasons() const { return {context(), log()}; }
    void onResponse(const QJsonObject &details);
    [[nodiscard]] bool hasLeft(const FindingStep &step) const;
    void onStderr(const FindingStep &step);
    [[nodiscard]] bool isUsual(const FindingStep &step);
    void tellBreak(Cancel &cancel, const FindingStep &step);
    void settleOpen();
    void reportDeath(quint64 key, const FindingStep &step);
    void onDeath(const FindingStep &step, const char *sentence);
    [[nodiscard]] Finding withDoubt(Finding found, const Cancel &cancel, const QJsonObject &details) const;
    [[nodiscard]] static TranslatableText described(const Cancel &cancel);

    QList<Cancel> m_cancels; ///< of the client, newest last
    CrashReports m_reports;
    QSet<QByteArray> m_usual; ///< crash reports before, or long after, any cancel; MostUsual at most
    qint64 m_noSession = 0;   ///< last exchange whose response said that the session is unknown
};

} // namespace Pullcord
