// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/alternativecauses.h"
#include "core/findings/facts/cancelwords.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/findingrule.h"
#include "core/findings/report/crashreports.h"
#include "core/findings/rulecontext.h"

#include <QHash>
#include <QList>
#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;
using Problem = Transition::CancelProblem;

// ---- CancelHarmRule

/// C14 and C15: after a cancel the server crashed, ended, or dropped the session.
///
/// Other messages of the client, right before or since, may have been the cause: then nothing is raised, or C14 as Info
/// if the other message was a failed call. A server that names the cancel itself overrides that. C15 is Info if other
/// work was open, or the server ended in an ordinary way.
class CancelHarmRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::IgnoredCancel,
                                                      Kind::Answered, Kind::Lost, Kind::Created, Kind::Left,
                                                      Kind::LateResponse, Kind::SecondResponse, Kind::UnknownResponse),
                                  .events = bits(EventKind::Stderr, EventKind::Exited, EventKind::Note,
                                                 EventKind::Failed, EventKind::Malformed, EventKind::Http),
                                  .messages = AwaitedNotifications | Flawed | Batches};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return !step.transition || isCancel(step) || step.transition->kind == Kind::IgnoredCancel;
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
        qint64 toldTime = 0;     ///< time of the crash report
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
    qint64 m_noSession = 0;   ///< last exchange whose response reported an unknown session
};

/// True for the signals that others send to end a program, and the exit codes that stand for them. SIGKILL can only
/// come from outside.
bool isEndFromOutside(const QJsonObject &details)
{
    const QString signal = details.value("signal"_L1).toString();
    const qint64 code = details.value("exitCode"_L1).toInteger(-1);
    return signal == "SIGHUP"_L1 || signal == "SIGINT"_L1 || signal == "SIGKILL"_L1 || signal == "SIGTERM"_L1 ||
           code == 128 + 1 || code == 128 + 2 || code == 128 + 9 || code == 128 + 15;
}

void CancelHarmRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::IgnoredCancel) {
        if (step.event.direction == Direction::ClientToServer)
            onIgnored(step);
        return;
    }
    if (kind == Kind::UnknownResponse || kind == Kind::SecondResponse) {
        noteSent(step);
        return;
    }
    if (!m_cancels.empty()) {
        noteFollower(step);
        takeBack(step);
    }
    const RequestRecord &record = *step.record;
    const bool isCancel = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    if (isCancel && record.direction == Direction::ClientToServer && record.cancellation &&
        !record.cancellation->byPeer && record.cancellation->signalTime != 0)
        remember(step);
}

/// Handles an ignored cancel. A cancel of a request that must not be cancelled excuses all later behavior, since the
/// server may stop that request.
void CancelHarmRule::onIgnored(const FindingStep &step)
{
    if (step.transition->problem == Problem::NotCancellable) {
        m_cancels.clear();
        listen(false);
    } else {
        remember(step);
    }
}

void CancelHarmRule::remember(const FindingStep &step)
{
    m_cancels.push_back({.row = step.row,
                         .time = step.event.time,
                         .event = step.index,
                         .exchange = exchangeOf(step.event),
                         .problem = step.transition->problem});
    if (m_cancels.size() > MostCancels)
        m_cancels.pop_front();
    listen(true);
}

/// Marks the last cancel as followed: a later message of the client, other than a probe, may be what ended the server.
/// Over HTTP the next request only reveals the end of the session, so a request counts once it has ended by itself.
void CancelHarmRule::noteFollower(const FindingStep &step)
{
    Cancel &last = m_cancels.back();
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    const bool isAnswer = kind == Kind::Answered || kind == Kind::LateResponse;
    if (facts().isOverHttp()) {
        if (record.direction == Direction::ClientToServer && record.start > last.time &&
            !AlternativeCauses::isProbe(record.method) && (isAnswer || kind == Kind::Lost) &&
            !step.event.details.value(Event::SessionEnded).toBool())
            last.isFollowed = true;
    } else if (record.direction == Direction::ClientToServer) {
        last.isFollowed = last.isFollowed ||
                          ((kind == Kind::Created || kind == Kind::Left) && !AlternativeCauses::isProbe(record.method));
    } else if (isAnswer) {
        last.isFollowed = true;
    }
}

/// Marks the last cancel as followed by a notification or an invalid message.
void CancelHarmRule::noteSent(const FindingStep &step)
{
    if (m_cancels.empty() || step.event.direction != Direction::ClientToServer)
        return;
    Cancel &last = m_cancels.back();
    // The cancel may be invalid itself, or part of a batch with other messages.
    const bool isItself = step.index == last.event && (step.message.kind == MessageKind::Batch ||
                                                       step.message.hasMethod(step.event.bytes, CancelMethod));
    const bool isFlawed = step.event.kind == EventKind::Malformed || step.message.problems != NoProblem;
    if (!isItself && (isFlawed || !facts().isOverHttp()))
        last.isFollowed = true;
}

/// Makes C14 Info when an open call fails together with the server, unless the crash report names the cancel: the call
/// may be the cause.
void CancelHarmRule::takeBack(const FindingStep &step)
{
    Cancel &last = m_cancels.back();
    const RequestRecord &record = *step.record;
    const bool isAnswer = step.transition->kind == Kind::Answered || step.transition->kind == Kind::LateResponse;
    if (last.blameKey == 0 || last.isBlamed || !isAnswer || record.direction != Direction::ClientToServer ||
        record.start > last.toldTime || step.event.time - last.toldTime > AlternativeCauses::Complaint)
        return;
    const JsonValue result(step.event.part(step.message.result));
    if (step.message.kind != MessageKind::Error && !result.member("isError").toBool().value_or(false))
        return;
    last.isFollowed = true;
    const quint64 key = std::exchange(last.blameKey, 0);
    const Finding *known = context().reported(key);
    if (!known)
        return;
    Finding found = *known;
    found.severity = FindingSeverity::Info;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1; or because of the request %2, which was open and failed at that moment"),
        known->sentence, record.id.display());
    found.addEvent(step.index);
    context().update(key, std::move(found));
}

/// Other cancels count only if `orCancels` is true, and they are valid and for another request.
bool CancelHarmRule::isAmongOthers(const Cancel &cancel, qint64 time, bool orCancels) const
{
    return reasons().areSentBefore(cancel.place(), time, [&](qint64 index) {
        return orCancels && std::any_of(m_cancels.begin(), m_cancels.end(), [&](const Cancel &each) {
                   return each.event == index && !each.isBad() && each.row != cancel.row;
               });
    });
}

TranslatableText CancelHarmRule::described(const Cancel &cancel)
{
    switch (cancel.problem) {
    case Problem::Unknown:
    case Problem::OtherType:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a cancellation of an unknown id"));
    case Problem::Malformed:
    case Problem::HasId:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a malformed cancellation"));
    case Problem::Finished:
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "a cancellation of a request that had ended"));
    case Problem::Twice:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a second cancellation of a request"));
    case Problem::None:
    case Problem::NotCancellable:
        break;
    }
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a cancellation"));
}

/// True if the line was written after our Closing event. Standard error from before it may arrive a little later, since
/// the pipes are read in turn.
bool CancelHarmRule::hasLeft(const FindingStep &step) const
{
    return facts().isClosing() && step.event.time - facts().closingTime() > Unread;
}

/// True if the server has crashed in the same way without a cancel, so that no cancel is to blame. Ignores digits.
bool CancelHarmRule::isUsual(const FindingStep &step)
{
    QByteArray name = CrashReports::nameIn(step.event.bytes);
    name.removeIf([](char c) { return c >= '0' && c <= '9'; });
    if (name.isEmpty())
        return false;
    if (m_cancels.empty() || step.event.time - m_cancels.back().time > Death) {
        if (m_usual.size() < MostUsual)
            m_usual.insert(name);
        return false;
    }
    if (!m_usual.contains(name))
        return false;
    Cancel &last = m_cancels.back();
    context().withdraw(std::exchange(last.blameKey, 0));
    last.isFollowed = true;
    last.isBlamed = false;
    return true;
}

void CancelHarmRule::onStderr(const FindingStep &step)
{
    const CrashReports::Line line = m_reports.take(step.event.bytes, step.index, step.event.time);
    if (line == CrashReports::Line::Other || isUsual(step) || m_cancels.empty() || hasLeft(step))
        return;
    Cancel &last = m_cancels.back();
    if (step.event.time - last.time > (last.isBad() ? AlternativeCauses::Complaint : Death) ||
        m_reports.begin().event < last.event)
        return;
    last.isBlamed = last.isBlamed || CancelWords::tellOfCancel(step.event.bytes.left(CrashReports::MostRead));
    if (last.blameKey != 0) {
        if (const Finding *known = context().reported(last.blameKey);
            last.isBlamed && known && known->sentence != last.broke) {
            Finding found = *known;
            found.severity = found.kind().severity;
            found.sentence = last.broke;
            context().update(last.blameKey, std::move(found));
        }
        return;
    }
    // Within a report, the cancel is blamed only by its name.
    const bool begins = line == CrashReports::Line::Begins;
    if (last.isBad() && (last.isBlamed || (begins && !last.isFollowed && !isAmongOthers(last, step.event.time, true))))
        tellBreak(last, step);
}

void CancelHarmRule::tellBreak(Cancel &cancel, const FindingStep &step)
{
    Finding found = finding(FindingCode::C14, Direction::ServerToClient, step);
    found.row = cancel.row;
    found.gap = step.event.time - cancel.time;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The server failed %1 after %3, which it should ignore: %2"),
        Formatting::duration(*found.gap),
        Formatting::visible(QString::fromUtf8(CrashReports::whatBroke(step.event.bytes).left(CancelWords::MostQuoted))),
        described(cancel));
    cancel.broke = found.sentence;
    for (const qint64 event : {cancel.event, step.index})
        found.addEvent(event);
    if (const qint64 failed = cancel.isBlamed ? -1 : reasons().failedBefore(step.index, step.event.time); failed >= 0) {
        found.severity = FindingSeverity::Info;
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; or because of the request %2, which had failed just before"),
            cancel.broke, log().record(capture().entry(failed).row).id.display());
        found.addEvent(failed);
    }
    cancel.blameKey = context().report(std::move(found));
    cancel.toldTime = step.event.time;
}

/// Forgets a cancel that was rejected for an unknown session, since it did not end that session.
void CancelHarmRule::onResponse(const QJsonObject &details)
{
    const qint64 exchange = ConversationFacts::exchangeOfNoSession(details);
    if (exchange == 0)
        return;
    m_noSession = exchange;
    m_cancels.removeIf([exchange](const Cancel &each) { return each.exchange == exchange; });
    listen(!m_cancels.empty());
}

void CancelHarmRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Stderr) {
        onStderr(step);
        return;
    }
    if (m_cancels.empty() || facts().isClosing())
        return;
    switch (step.event.kind) {
    case EventKind::Message:
    case EventKind::Malformed:
        noteSent(step);
        return;
    case EventKind::Http:
        onResponse(step.event.details);
        return;
    case EventKind::Exited:
    case EventKind::Failed:
        onDeath(step, QT_TRANSLATE_NOOP("TranslatableText", "The server ended %1 after %2"));
        return;
    default:
        if (step.event.details.value(Event::SessionEnded).toBool())
            onDeath(step, QT_TRANSLATE_NOOP("TranslatableText", "The server dropped the session %1 after %2"));
    }
}

/// Extends a C14 with the end of the server.
void CancelHarmRule::reportDeath(quint64 key, const FindingStep &step)
{
    const Finding *known = context().reported(key);
    if (!known)
        return;
    Finding found = *known;
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (then it ended)"), known->sentence);
    found.addEvent(step.index);
    context().update(key, std::move(found));
}

void CancelHarmRule::onDeath(const FindingStep &step, const char *sentence)
{
    const Cancel last = m_cancels.back();
    const bool isAmong = isAmongOthers(last, last.time, false) || reasons().areCalls(last.place(), m_noSession);
    m_cancels.clear();
    listen(false);
    if (step.event.time - last.time > Death)
        return;
    if (last.blameKey != 0) {
        reportDeath(last.blameKey, step);
        settleOpen();
        return;
    }
    const CrashReports::Begin &report = m_reports.begin();
    const bool wasBreaking =
        report.event >= 0 && report.event < last.event && last.time - report.time <= AlternativeCauses::Complaint;
    if (!last.isBlamed && (last.isFollowed || isAmong || wasBreaking))
        return;
    if (last.row >= 0)
        context().reportActivityOf(last.row); // C16 does not apply
    Finding found = finding(last.isBad() ? FindingCode::C14 : FindingCode::C15, Direction::ServerToClient, step);
    found.row = last.row;
    found.gap = step.event.time - last.time;
    found.sentence = TranslatableText::of(sentence, Formatting::duration(*found.gap), described(last));
    for (const qint64 event : {last.event, step.index})
        found.addEvent(event);
    if (!last.isBlamed && (!last.isBad() || isEndFromOutside(step.event.details)))
        found = withDoubt(std::move(found), last, step.event.details);
    if (found.severity != FindingSeverity::Info)
        settleOpen();
    context().report(std::move(found));
}

/// Settles the open requests: their missing responses are a consequence of the cancel.
void CancelHarmRule::settleOpen()
{
    const QList<qsizetype> open = log().openRows();
    for (const qsizetype row : open) {
        const RequestRecord *record = log().recent(row);
        if (record && record->connection == context().connection && record->direction == Direction::ClientToServer)
            context().settle(row);
    }
}

/// Makes the finding Info if other work, or the way the server ended, suggests another cause. `details` are those of
/// its end.
Finding CancelHarmRule::withDoubt(Finding found, const Cancel &cancel, const QJsonObject &details) const
{
    const RequestRecord *other = reasons().openBeside(cancel.place());
    const bool isOutside = isEndFromOutside(details);
    const bool isOrdinary = details.value("exitCode"_L1).toInteger(-1) == 0 && found.gap.value_or(0) > Prompt;
    if (!other && !isOutside && !isOrdinary)
        return found;
    found.severity = FindingSeverity::Info;
    if (isOutside)
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1; but the signal may have come from outside, since it is one that ends programs"),
            found.sentence);
    else if (isOrdinary)
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; but with exit code 0, as after a normal exit"), found.sentence);
    if (other) {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; other work was open (the request %2) and may also be the cause"),
            found.sentence, other->id.display());
        found.addEvent(other->requestEvent);
    }
    return found;
}

// ---- BystanderRule

/// C17: a cancel also stopped another request, which got a response as cancelled, or none.
class BystanderRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::IgnoredCancel,
                                                      Kind::Answered, Kind::TimedOut, Kind::Lost),
                                  .events =
                                      bits(EventKind::Exited, EventKind::Note, EventKind::Failed, EventKind::Http)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &facts);
    static constexpr qint64 Patience = 2'000'000'000; ///< ns without activity of the other request
    static constexpr qsizetype MostCancels = 32;
    static constexpr int MostLooks = 64; ///< per cancel, since thousands of requests may end at once
    static constexpr qsizetype MostUsual = 256;
    static constexpr qint64 MostEarlier = 256; ///< requests searched for an equal one

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    struct Cancel
    {
        qint64 row = Finding::NoRow;
        qint64 time = 0;
        qint64 event = Finding::NoRow;
        qint64 exchange = 0; ///< exchange that carried it (HTTP)
        int looked = 0;      ///< number of searches for equal requests
    };
    void onOther(const FindingStep &step);
    [[nodiscard]] static size_t failureOf(const FindingStep &step);
    [[nodiscard]] bool isUsual(const FindingStep &step) const { return m_usual.contains(failureOf(step)); }
    void rememberUsual(const FindingStep &step);
    [[nodiscard]] std::optional<qint64> usualPause(const FindingStep &step) const;
    [[nodiscard]] bool wasAsking(const FindingStep &step, qint64 patience) const;
    void report(const FindingStep &step, const Cancel &cancel, std::optional<qint64> usual);

    QList<Cancel> m_cancels;   ///< of the client, newest last
    RecentRows<bool> m_harmed; ///< requests that were reported
    QSet<size_t> m_usual;      ///< hashes of failures before any cancel; MostUsual at most
};

bool hasFailed(const RequestRecord &record)
{
    return record.state == RequestState::Failed || record.toolError;
}

/// False for a successful response, which has no effect before a cancel.
bool BystanderRule::begins(const FindingStep &step, const ConversationFacts &)
{
    return step.transition && (step.transition->kind != Kind::Answered || hasFailed(*step.record));
}

void BystanderRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::IgnoredCancel) {
        // A server may stop a request that must not be cancelled, so no cancel is to blame for its behavior from now
        // on.
        if (step.event.direction == Direction::ClientToServer && step.transition->problem == Problem::NotCancellable)
            m_cancels.clear();
        return;
    }
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer)
        return;
    const bool isCancel = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    if (isCancel ? !record.cancellation || record.cancellation->byPeer : record.cancellation.has_value())
        return;
    // The client itself may give up one request because of the cancel of another.
    if (!m_cancels.empty() && facts().hasTimes())
        onOther(step);
    else if (m_cancels.empty())
        rememberUsual(step);
    if (!isCancel || record.cancellation->signalTime == 0)
        return;
    m_cancels.push_back(
        {.row = step.row, .time = step.event.time, .event = step.index, .exchange = exchangeOf(step.event)});
    if (m_cancels.size() > MostCancels)
        m_cancels.pop_front();
}

/// Returns a hash of the request and of its failure: the error text, or the lack of a response.
size_t BystanderRule::failureOf(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    QByteArray failure = record.method + '\n' + record.target.toUtf8() + '\n';
    if (step.transition->kind != Kind::Answered)
        return qHash(failure);
    const JsonValue error(step.event.part(step.message.error));
    const JsonValue result(step.event.part(step.message.result));
    failure += error.isValid() ? error.member("code").raw().toByteArray() + error.member("message").toUtf8()
                               : result.pointer("/content/0/text").toUtf8();
    return qHash(failure);
}

/// Remembers a failure before any cancel: the same failure later proves nothing.
void BystanderRule::rememberUsual(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    const bool isFailure =
        kind == Kind::TimedOut || kind == Kind::Lost || (kind == Kind::Answered && hasFailed(*step.record));
    if (isFailure && m_usual.size() < MostUsual)
        m_usual.insert(failureOf(step));
}

/// Handles the end of another request. It counts if its error is about a cancel and nothing else, or if it got no
/// response and showed no expected activity after the cancel.
void BystanderRule::onOther(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const bool isAnswered = step.transition->kind == Kind::Answered;
    const bool isOut =
        isAnswered ? !hasFailed(record) || !CancelWords::isAboutCancelAlone(step) : context().isSettled(step.row);
    if (record.mismatched.count != 0 || m_harmed.find(step.row) || isOut)
        return;
    const auto concerns = [&](const Cancel &each) {
        return each.row != step.row && each.time >= record.start && each.looked < MostLooks &&
               (isAnswered ? step.event.time - each.time <= Patience : step.event.time - each.time >= Patience);
    };
    auto cancel = std::find_if(m_cancels.begin(), m_cancels.end(), concerns);
    if (cancel == m_cancels.end())
        rememberUsual(step);
    if (cancel == m_cancels.end() || isUsual(step))
        return;
    std::optional<qint64> usual;
    if (!isAnswered) {
        Cancel &first = *cancel;
        usual = usualPause(step);
        const qint64 lastSign = record.progress.count > 0 ? record.progress.lastTime : record.start;
        const qint64 patience = std::max(Patience, 3 * usual.value_or(0));
        if (usual && wasAsking(step, patience))
            return;
        cancel = std::find_if(cancel, m_cancels.end(), [&](const Cancel &each) {
            return concerns(each) && usual && lastSign <= each.time && each.time - lastSign <= patience &&
                   step.event.time - each.time >= patience;
        });
        ++first.looked;
    }
    if (cancel != m_cancels.end())
        report(step, *cancel, usual);
    else
        rememberUsual(step);
}

/// `usual` is the time after which activity was expected, for a request without a response.
void BystanderRule::report(const FindingStep &step, const Cancel &cancel, std::optional<qint64> usual)
{
    const RequestRecord &record = *step.record;
    Finding found = finding(FindingCode::C17, Direction::ServerToClient, step);
    found.gap = step.event.time - cancel.time;
    found.sentence =
        !usual
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The request %1 was not cancelled, but its response says that it "
                                                     "was, perhaps because another request was cancelled"),
                                   record.id.display())
        : record.progress.count > 0
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The progress of the request %1 ended with the cancellation of "
                                                     "another request, perhaps because of it, and no response arrived"),
                                   record.id.display())
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The request %1 got no response in the %2 after the cancellation of another "
                                    "request, perhaps because of it: before, the same request got its response in %3"),
                  record.id.display(), Formatting::duration(*found.gap), Formatting::duration(*usual));
    for (const qint64 event : {record.requestEvent, cancel.event, step.index})
        found.addEvent(event);
    m_harmed.insert(step.row, true);
    context().report(context().ifUnanswered(std::move(found), record));
}

/// True if the server itself waited for a response of the client, perhaps on behalf of that request, until less than
/// `patience` ago.
bool BystanderRule::wasAsking(const FindingStep &step, qint64 patience) const
{
    const RequestRecord &record = *step.record;
    const qint64 first = std::max(step.row, log().count() - 1 - MostEarlier);
    for (qint64 row = log().count() - 1; row > first; --row) {
        const RequestRecord each = log().record(row);
        const bool mayBeIts =
            !facts().isOverHttp() || each.cause == RequestRecord::NoSerial || each.cause == record.serial;
        if (each.connection == record.connection && each.direction == opposite(record.direction) && mayBeIts &&
            !Dialect::mcpLegacy().unrelatedQuestions.contains(each.method) &&
            (each.end == 0 || step.event.time - each.end < patience))
            return true;
    }
    return false;
}

/// Returns the pause, in ns, after which activity was expected for a request without a response: the interval of its
/// progress, or the duration of an equal earlier request. None if unknown.
std::optional<qint64> BystanderRule::usualPause(const FindingStep &step) const
{
    const RequestRecord &record = *step.record;
    if (record.progress.count > 0)
        return record.progress.count < 2
                   ? std::nullopt
                   : std::optional((record.progress.lastTime - record.start) / record.progress.count);
    const auto askedOf = [this](const RequestRecord &each) {
        const Event event = capture().eventAt(each.requestEvent);
        const JsonValue params(event.part(event.envelope.params));
        return params.member("name").raw().toByteArray() + params.member("arguments").raw().toByteArray();
    };
    std::optional<qint64> longest;
    QByteArray asked;
    for (qint64 row = step.row - 1; row >= std::max(step.row - MostEarlier, qint64(0)); --row) {
        const RequestRecord before = log().record(row);
        if (before.connection != record.connection || before.direction != record.direction ||
            before.state != RequestState::Succeeded || before.method != record.method ||
            before.target != record.target || before.requestEvent < 0 || record.requestEvent < 0)
            continue;
        asked = asked.isNull() ? askedOf(record) : asked;
        if (askedOf(before) == asked)
            longest = std::max(longest.value_or(0), before.end - before.start);
    }
    return longest;
}

/// Forgets cancels that the server did not read, or that came with its end.
void BystanderRule::onEvent(const FindingStep &step)
{
    if (m_cancels.empty() || facts().isClosing())
        return;
    if (step.event.kind == EventKind::Http) {
        if (const qint64 exchange = ConversationFacts::exchangeOfNoSession(step.event.details); exchange != 0)
            m_cancels.removeIf([exchange](const Cancel &each) { return each.exchange == exchange; });
    } else if (step.event.kind != EventKind::Note || step.event.details.value(Event::SessionEnded).toBool()) {
        m_cancels.clear();
    }
}

// ---- StaleCancelRule

/// C18: a stale cancel hit a later request that reuses the id, which got no response. A request that showed activity,
/// or whose sender cancelled it before it was overdue, was not hit.
class StaleCancelRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Kind::IgnoredCancel, Kind::Created, Kind::Answered, Kind::TimedOut,
                                           Kind::Lost, Kind::CancelRequested, Kind::CancelSignalled)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return isCancel(step) || step.transition->kind == Kind::IgnoredCancel;
    }
    static constexpr qsizetype MostIds = 256;

    void onTransition(const FindingStep &step) override;

private:
    QHash<QByteArray, qint64> m_stale; ///< events of the cancels, by direction and id
    RecentRows<qint64> m_reused;       ///< requests with such an id, and the event of the cancel
};

QByteArray keyOf(Direction direction, const RequestId &id)
{
    return nameOf(direction).toByteArray() + id.toJson();
}

void StaleCancelRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::IgnoredCancel) {
        const Problem problem = step.transition->problem;
        if (problem != Problem::Finished && problem != Problem::Unknown && problem != Problem::Twice)
            return;
        if (m_stale.size() >= MostIds)
            m_stale.clear();
        const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
        m_stale.insert(keyOf(step.event.direction, id), step.index);
        return;
    }
    const RequestRecord &record = *step.record;
    if (kind == Kind::CancelSignalled && record.late.answered())
        m_stale.insert(keyOf(record.direction, record.id), step.index); // its response had come late
    if (kind == Kind::Created) {
        if (record.cause != RequestRecord::NoSerial && !m_reused.isEmpty())
            m_reused.remove(log().rowOf(record.connection, record.cause)); // the server works on it
        if (m_stale.isEmpty())
            return;
        const auto cancel = m_stale.constFind(keyOf(record.direction, record.id));
        if (cancel != m_stale.constEnd()) {
            m_reused.insert(step.row, *cancel);
            m_stale.erase(cancel);
        }
        return;
    }
    const qint64 *cancel = m_reused.isEmpty() ? nullptr : m_reused.find(step.row);
    if (!cancel)
        return;
    // A cancel of its own, or the end of the connection, explains the silence of a request that is not overdue.
    // Progress shows that it was not hit.
    const bool isGivenUp = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    const bool isEnd = kind == Kind::Lost || facts().isClosing();
    const bool isEarly = (isEnd || isGivenUp) && step.event.time - record.start < ConversationFacts::Overdue;
    if (kind != Kind::Answered && !isEarly && record.progress.count == 0 && !record.neverSent &&
        !context().isSettled(step.row)) {
        Finding found = finding(FindingCode::C18, opposite(record.direction), step);
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The request %1 got no response: an earlier cancellation for that id may have swallowed it"),
            record.id.display());
        for (const qint64 event : {*cancel, record.requestEvent, step.index})
            found.addEvent(event);
        context().report(context().ifUnanswered(std::move(found), record));
        context().settle(step.row);
    }
    m_reused.remove(step.row);
}

} // namespace

/// C14, C15, C17 and C18: harm by a cancel to the server and to other requests.
std::vector<FindingRules::Kind> FindingRules::cancelHarm()
{
    return kindsOf<CancelHarmRule, BystanderRule, StaleCancelRule>();
}

} // namespace Pullcord
