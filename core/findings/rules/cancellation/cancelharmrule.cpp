// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/cancelharmrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

/// True for the signals that others send to end a program, and the exit codes that stand for them. SIGKILL can only
/// come from outside.
bool isEndFromOutside(const QJsonObject &details)
{
    const QString signal = details.value("signal"_L1).toString();
    const qint64 code = details.value("exitCode"_L1).toInteger(-1);
    return signal == "SIGHUP"_L1 || signal == "SIGINT"_L1 || signal == "SIGKILL"_L1 || signal == "SIGTERM"_L1 ||
           code == 128 + 1 || code == 128 + 2 || code == 128 + 9 || code == 128 + 15;
}

} // namespace

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

/// A server may stop a request that must not be cancelled, so no cancel is to blame for its behaviour from now on.
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

/// Any later message of the client may be what ends the server, except a probe. Over HTTP the next request reveals the
/// end of the session, so a request counts only once it has ended by itself.
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

/// Notifications and invalid messages may also be what ends the server.
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

/// An open call that fails when the server breaks may be the cause or the consequence. Without a crash report that
/// names the cancel, C14 becomes Info.
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
    const Finding *known = raised(key);
    if (!known)
        return;
    Finding found = *known;
    found.severity = FindingSeverity::Info;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText",
                          "%1; or because of the request %2, which was open and failed at that moment"),
        known->sentence, record.id.display());
    found.addEvent(step.index);
    change(key, std::move(found));
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

/// The pipes of a server are read in turn, so standard error from before our Closing event may arrive after it.
bool CancelHarmRule::hasLeft(const FindingStep &step) const
{
    return facts().isClosing() && step.event.time - facts().closingTime() > Unread;
}

/// The server broke like this before, without a cancel, so no cancel is to blame now. Ignores digits.
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
    withdraw(std::exchange(last.blameKey, 0));
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
        if (const Finding *known = raised(last.blameKey); last.isBlamed && known && known->sentence != last.broke) {
            Finding found = *known;
            found.severity = found.kind().severity;
            found.sentence = last.broke;
            change(last.blameKey, std::move(found));
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
    cancel.blameKey = raise(std::move(found));
    cancel.toldTime = step.event.time;
}

/// The session was unknown when the cancel came, so the cancel did not end it.
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

/// The server ended after it broke on the cancel.
void CancelHarmRule::reportDeath(quint64 key, const FindingStep &step)
{
    const Finding *known = raised(key);
    if (!known)
        return;
    Finding found = *known;
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (then it ended)"), known->sentence);
    found.addEvent(step.index);
    change(key, std::move(found));
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
        reportActivityOf(last.row); // C16 does not apply
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
    raise(std::move(found));
}

/// Open requests get no response, which is also the fault of the cancel.
void CancelHarmRule::settleOpen()
{
    const QList<qsizetype> open = log().openRows();
    for (const qsizetype row : open) {
        const RequestRecord *record = log().recent(row);
        if (record && record->connection == context().connection && record->direction == Direction::ClientToServer)
            settle(row);
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
            QT_TRANSLATE_NOOP("TranslatableText", "%1; but by a signal that others send to end a program"),
            found.sentence);
    else if (isOrdinary)
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; but with exit code 0, like a program that has finished"),
            found.sentence);
    if (other) {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "%1; other work was open (the request %2) and may also be the cause"),
            found.sentence, other->id.display());
        found.addEvent(other->requestEvent);
    }
    return found;
}

} // namespace Pullcord
