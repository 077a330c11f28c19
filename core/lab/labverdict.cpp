// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labverdict.h"

#include "core/findings/facts/conversationfacts.h"
#include "core/findings/findings.h"
#include "core/lab/cancellationlab.h"
#include "core/lab/labjudge.h"

#include <algorithm>

namespace Pullcord {

namespace {

using Verdict = LabVerdict::Verdict;

bool isAboutReceivers(FindingCode code)
{
    return (code <= FindingCode::C19 && code != FindingCode::C16) || code == FindingCode::C37;
}

/// Actions of the lab, as far as a rule depends on them.
struct Exercise
{
    bool isModern = false;
    bool hasStreams = false;
    bool hasCancelled = false; ///< a call in flight
    bool hasWatched = false;   ///< such a call, and the server survived
    bool sawStreamEnds = true; ///< for each such call
    bool hasSent = false;      ///< a notification
    bool hasSentBad = false;
    bool hasReusedId = false;
    bool hadOthers = false; ///< in flight beside a cancelled call
    bool wasAsked = false;  ///< by the server
    bool wasLeft = false;   ///< with an open question, until its withdrawal or the end of the patience for it

    explicit Exercise(const CancellationLab &lab);
    void lookAtQuestions(const CancellationLab &lab);
    [[nodiscard]] TranslatableText whyNot(FindingCode code) const;
};

/// True if the id that was cancelled before its first use was then used. The lab may have ended before that.
bool wasUsed(const CancellationLab &lab, const LabTrial &trial)
{
    const Envelope cancel = Envelope::of(trial.message);
    const JsonValue params(cancel.params.in(trial.message));
    const RequestId id = RequestId::fromJson(params.member("requestId").raw());
    const RequestLog &log = lab.conversation().log();
    for (qsizetype row = log.count() - 1; row >= 0; --row) {
        const RequestRecord record = log.record(row);
        if (record.start < lab.began())
            break;
        if (record.direction == Direction::ClientToServer && record.id == id)
            return true;
    }
    return false;
}

Exercise::Exercise(const CancellationLab &lab)
{
    const Conversation &conversation = lab.conversation();
    isModern = eraOf(conversation.client()->revision()) == Era::Modern;
    hasStreams = conversation.rpc()->transport().hasStreams();
    for (const LabTrial &trial : lab.trials()) {
        const bool isTried = LabOutcomeKind::of(trial.outcome).grade != LabOutcomeKind::Grade::Open;
        const bool isInFlight = LabCaseKind::isInFlight(trial.testCase);
        const bool hasDied = trial.outcome == LabOutcome::ServerDied;
        if (isTried && isInFlight && trial.cancelled && !hasDied) {
            const RequestRecord record = conversation.log().record(trial.row);
            const qint64 end = std::max({record.streamEnded, record.streamClosed, record.late.responseTime});
            sawStreamEnds = sawStreamEnds && end != 0 && end <= lab.ended();
            hasWatched = true;
        }
        hasCancelled = hasCancelled || (isTried && isInFlight && trial.cancelled);
        hasSentBad = hasSentBad || (isTried && !isInFlight);
        hasReusedId = hasReusedId || (isTried && trial.testCase == LabCase::UnknownId && wasUsed(lab, trial));
    }
    hasSent = (hasCancelled || hasSentBad) && !(isModern && hasStreams);
    hadOthers = hasWatched && (lab.hadBystanders() || lab.plan().concurrent > 1);
    lookAtQuestions(lab);
}

void Exercise::lookAtQuestions(const CancellationLab &lab)
{
    const RequestLog &log = lab.conversation().log();
    for (qsizetype row = log.count() - 1; row >= 0; --row) {
        const RequestRecord question = log.record(row);
        if (question.start < lab.began())
            break;
        if (question.direction != Direction::ServerToClient)
            continue;
        wasAsked = true;
        const qsizetype parent =
            question.cause == RequestRecord::NoSerial ? -1 : log.rowOf(question.connection, question.cause);
        const auto cancel = parent < 0 ? std::nullopt : log.record(parent).cancellation;
        const bool wasOpen = cancel && cancel->signalTime > question.start &&
                             (question.isOpen() || question.end == 0 || question.end > cancel->signalTime);
        const bool wasTakenBack = question.cancellation && !question.cancellation->local;
        wasLeft =
            wasLeft ||
            (wasOpen && (wasTakenBack || lab.ended() - cancel->signalTime >= ConversationFacts::QuestionPatience));
    }
}

/// Reason why the rule was not tested; empty if it was.
TranslatableText Exercise::whyNot(FindingCode code) const
{
    const auto unless = [](bool isDone, const char *why) {
        return isDone ? TranslatableText() : TranslatableText::of(why);
    };
    const TranslatableText unlessCancelled = unless(
        hasCancelled, QT_TRANSLATE_NOOP("TranslatableText", "No call was in flight at the time of the cancellation"));
    const TranslatableText unlessWatched =
        hasCancelled ? unless(hasWatched,
                              QT_TRANSLATE_NOOP("TranslatableText", "The server exited right after the cancellation"))
                     : unlessCancelled;
    switch (code) {
    case FindingCode::C01:
    case FindingCode::C02:
    case FindingCode::C03:
    case FindingCode::C04:
    case FindingCode::C05:
        return isModern && hasStreams
                   ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                            "Nothing can arrive after the stream is closed: see C12"))
                   : unlessWatched;
    case FindingCode::C08:
        return unless(wasAsked, QT_TRANSLATE_NOOP("TranslatableText", "The server asked no question"));
    case FindingCode::C09:
        return wasAsked
                   ? unless(wasLeft, QT_TRANSLATE_NOOP("TranslatableText",
                                                       "No question was open at a cancellation and for 2 s after it"))
                   : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The server asked no question"));
    case FindingCode::C10:
        return isModern ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Revision 2026-07-28 has no ping"))
                        : unlessWatched;
    case FindingCode::C11:
        if (!hasStreams || isModern)
            return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Only over HTTP up to 2025-11-25"));
        return hasWatched ? unless(sawStreamEnds,
                                   QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The lab ended while streams of cancelled calls were still open"))
                          : unlessWatched;
    case FindingCode::C12:
        return unless(hasStreams && isModern, QT_TRANSLATE_NOOP("TranslatableText", "Only over HTTP in 2026-07-28"));
    case FindingCode::C13:
        return unless(hasSent, QT_TRANSLATE_NOOP("TranslatableText", "No cancellation was sent as a message"));
    case FindingCode::C14:
        return unless(hasSentBad, QT_TRANSLATE_NOOP("TranslatableText", "No invalid cancellation was sent"));
    case FindingCode::C17:
        return unless(hadOthers, QT_TRANSLATE_NOOP("TranslatableText",
                                                   "No other call that ends by itself was in flight: add bystanders"));
    case FindingCode::C18:
        // No id is reused after its response: up to 2025-11-25 no client may do that.
        return TranslatableText::of(
            hasReusedId ? QT_TRANSLATE_NOOP("TranslatableText", "An id that had been cancelled before its first use "
                                                                "got a response; no id was reused after its response")
                        : QT_TRANSLATE_NOOP("TranslatableText", "No id was reused after its cancellation"));
    case FindingCode::C15:
        return unlessCancelled;
    default:
        return unlessWatched;
    }
}

} // namespace

/// Counts the trials with a finding; if only other requests have it, the findings themselves.
void LabVerdict::countFound(LabVerdict &verdict, const CancellationLab &lab)
{
    const FindingKind &kind = FindingKind::of(verdict.code);
    qint64 beside = 0;
    for (qsizetype index = 0; index < lab.findings().count(); ++index) {
        const Finding &finding = lab.findings().at(index);
        if (finding.code != kind.code || finding.accused != Direction::ServerToClient ||
            finding.code == FindingCode::C16 || finding.time < lab.began() || finding.time > lab.ended() ||
            (finding.row != Finding::NoRow && !lab.isOwn(finding.row)))
            continue;
        ++beside;
        verdict.worst = std::max(verdict.worst, finding.severity);
    }
    for (const LabTrial &trial : lab.trials()) {
        const bool isBroken = LabJudge::brokenBy(trial) == kind.code;
        verdict.count += isBroken || (beside > 0 && trial.findings.contains(kind.code)) ? 1 : 0;
        if (isBroken && beside == 0)
            verdict.worst = kind.severity;
    }
    verdict.count = verdict.count > 0 ? verdict.count : beside;
}

const char *LabVerdict::title() const
{
    switch (verdict) {
    case Verdict::Held:
        return QT_TRANSLATE_NOOP("TranslatableText", "passed");
    case Verdict::Noted:
        return QT_TRANSLATE_NOOP("TranslatableText", "noted");
    case Verdict::Broken:
        return QT_TRANSLATE_NOOP("TranslatableText", "failed");
    case Verdict::NotExercised:
        break;
    }
    return QT_TRANSLATE_NOOP("TranslatableText", "not tested");
}

QList<LabVerdict> LabVerdict::of(const CancellationLab &lab)
{
    const Exercise exercise(lab);
    QList<LabVerdict> verdicts;
    for (const FindingKind &kind : FindingKind::all()) {
        LabVerdict verdict{.code = kind.code};
        countFound(verdict, lab);
        // No rule covers the effect of a forbidden cancel.
        const bool isObeyed = kind.code == FindingCode::C14 &&
                              std::any_of(lab.trials().begin(), lab.trials().end(), [](const LabTrial &trial) {
                                  return trial.outcome == LabOutcome::Obeyed && trial.testCase != LabCase::Initialize;
                              });
        if (verdict.count == 0 && isObeyed) {
            verdict.verdict = Verdict::Noted;
            verdict.why =
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A malformed cancellation was obeyed"));
        } else if (verdict.count > 0)
            verdict.verdict = verdict.worst == FindingSeverity::Info ? Verdict::Noted : Verdict::Broken;
        else if (!isAboutReceivers(kind.code))
            continue;
        else if (verdict.why = exercise.whyNot(kind.code); verdict.why.isEmpty())
            verdict.verdict = Verdict::Held;
        verdicts.append(verdict);
    }
    return verdicts;
}

} // namespace Pullcord
