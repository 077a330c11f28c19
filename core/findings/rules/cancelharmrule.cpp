// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancelharmrule.h"

#include "core/capture/capture.h"
#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

/// That of a program that broke on something: a traceback, an exception by its name, a panic. What somebody else calls an
/// error may be about anything, and be none.
bool tellsOfCrash(const QByteArray &line)
{
    static const QRegularExpression crash(
        uR"(Traceback \(most recent call last\))"
        uR"(|^(?:Uncaught )?(?:\w+[.:]+)*[A-Z]\w*[a-z](?:Error|Exception)(?::(?! *0\s*$)| at |$))"
        uR"(|\b(?:[Uu]nhandled|[Uu]ncaught) (?:exception|[Pp]romise rejection)\b|\bUnhandledPromiseRejection)"
        uR"(|^Exception in thread |^panic: (?! *0\s*$)|\bpanicked at\b|^fatal error: )"_s,
        QRegularExpression::MultilineOption);
    return crash.match(QString::fromUtf8(line)).hasMatch();
}

/// Nobody ends of being asked whether he is there.
bool isProbe(const QByteArray &method)
{
    return method == "ping" || method == "server/discover";
}

} // namespace

CancelHarmRule::CancelHarmRule(FindingContext &context)
    : FindingRule(context, {.transitions = bits(Kind::CancelRequested, Kind::CancelSignalled, Kind::IgnoredCancel,
                                                Kind::Answered, Kind::TimedOut, Kind::Lost, Kind::Created, Kind::Left,
                                                Kind::LateAnswer, Kind::SecondAnswer, Kind::UnknownAnswer),
                            .events = bits(EventKind::Stderr, EventKind::Exited, EventKind::Note, EventKind::Failed,
                                           EventKind::Malformed, EventKind::Http),
                            .messages = Notifications | Flawed | Batches})
{}

void CancelHarmRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::IgnoredCancel) {
        if (step.event.direction == Direction::ClientToServer)
            onIgnored(step);
        return;
    }
    if (kind == Kind::UnknownAnswer || kind == Kind::SecondAnswer) {
        noteSent(step);
        return;
    }
    const RequestRecord &record = *step.record;
    if (!m_cancels.empty()) {
        noteFollower(step);
        takeBack(step);
    }
    const bool isEnd = kind != Kind::Created && kind != Kind::Left && kind != Kind::LateAnswer;
    if (record.direction != Direction::ClientToServer || !isEnd)
        return;
    const bool isCancel = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    if (isCancel ? !record.cancellation || record.cancellation->byPeer : record.cancellation.has_value())
        return;
    // Who gives up one request may do so because of the cancel of another.
    if (!m_cancels.empty())
        onOther(step);
    if (isCancel && record.cancellation->signalTime != 0)
        remember(step, false);
}

/// What nobody may cancel a server may stop all the same: what it does from now on is not the fault of any cancel.
void CancelHarmRule::onIgnored(const FindingStep &step)
{
    if (step.transition->problem == Transition::CancelProblem::NotCancellable) {
        m_cancels.clear();
        listen(false);
    } else {
        remember(step, true);
    }
}

void CancelHarmRule::remember(const FindingStep &step, bool isBad)
{
    m_cancels.push_back({.row = step.row,
                         .time = step.event.time,
                         .event = step.index,
                         .exchange = step.event.details.value("exchange"_L1).toInteger(),
                         .isBad = isBad});
    if (m_cancels.size() > MostCancels)
        m_cancels.pop_front();
    listen(true);
}

bool CancelHarmRule::isOverHttp() const
{
    using Way = ConversationFacts::Transport;
    return facts().transport() == Way::Http || facts().transport() == Way::HttpSse;
}

/// Whatever the client has sent since may be what the server ends of, but for what only asks whether it is there. Over HTTP
/// it is the next request that brings the end to light: there it counts once it has had an end of its own.
void CancelHarmRule::noteFollower(const FindingStep &step)
{
    Cancel &last = m_cancels.back();
    const RequestRecord &record = *step.record;
    const Kind kind = step.transition->kind;
    const bool isAnswer = kind == Kind::Answered || kind == Kind::LateAnswer;
    if (isOverHttp()) {
        if (record.direction == Direction::ClientToServer && record.start > last.time && !isProbe(record.method) &&
            (isAnswer || kind == Kind::Lost) && !step.event.details.value(Event::SessionEnded).toBool())
            last.isFollowed = true;
    } else if (record.direction == Direction::ClientToServer) {
        last.isFollowed = last.isFollowed || ((kind == Kind::Created || kind == Kind::Left) && !isProbe(record.method));
    } else if (isAnswer) {
        last.isFollowed = true;
    }
}

/// What is no request, nor the answer to one, may be what the server ends of just as well.
void CancelHarmRule::noteSent(const FindingStep &step)
{
    if (m_cancels.empty() || step.event.direction != Direction::ClientToServer)
        return;
    Cancel &last = m_cancels.back();
    const bool isFlawed = step.event.kind == EventKind::Malformed || step.message.problems != NoProblem;
    // A cancel may be flawed itself, or stand in a batch.
    if (step.index != last.event && (isFlawed || !isOverHttp()))
        last.isFollowed = true;
}

/// A call that was open as the server broke, and is answered with an error right then, may be what it broke on, or have failed
/// because it broke: nobody can tell, where it does not say itself that it was the cancel.
void CancelHarmRule::takeBack(const FindingStep &step)
{
    Cancel &last = m_cancels.back();
    const RequestRecord &record = *step.record;
    const bool isAnswer = step.transition->kind == Kind::Answered || step.transition->kind == Kind::LateAnswer;
    if (last.told == 0 || last.isBlamed || !isAnswer || record.direction != Direction::ClientToServer ||
        record.start > last.toldTime || step.event.time - last.toldTime > Complaint)
        return;
    const JsonValue result(step.event.part(step.message.result));
    if (step.message.kind != MessageKind::Error && !result.member("isError").toBool().value_or(false))
        return;
    last.isFollowed = true;
    const quint64 key = std::exchange(last.told, 0);
    const Finding *known = raised(key);
    if (!known)
        return;
    Finding found = *known;
    found.severity = FindingSeverity::Info;
    found.sentence =
        Words::of(QT_TRANSLATE_NOOP("Words", "%1; or on the request %2, which was open, and failed right then"),
                  known->sentence, record.id.display());
    found.addEvent(step.index);
    change(key, std::move(found));
}

/// Another request ended: with an error that tells of a cancel and nothing else, or without an answer, and no sign of it came since the
/// cancel, though one was to be expected.
void CancelHarmRule::onOther(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const bool isAnswered = step.transition->kind == Kind::Answered;
    if (record.amiss.count != 0 || m_harmed.find(step.row) || (isAnswered && !CancelWords::isAboutCancelAlone(step)))
        return;
    const auto concerns = [&](const Cancel &each) {
        return !each.isBad && each.row != step.row && each.time >= record.start && each.looked < MostLooks &&
               (isAnswered ? step.event.time - each.time <= Patience : step.event.time - each.time >= Patience);
    };
    auto cancel = std::find_if(m_cancels.begin(), m_cancels.end(), concerns);
    if (cancel == m_cancels.end())
        return;
    std::optional<qint64> usual;
    if (!isAnswered) {
        Cancel &first = *cancel;
        usual = usualPause(step);
        const qint64 lastSign = record.progress.count > 0 ? record.progress.lastTime : record.start;
        const qint64 patience = std::max(Patience, 3 * usual.value_or(0));
        cancel = std::find_if(cancel, m_cancels.end(), [&](const Cancel &each) {
            return concerns(each) && usual && lastSign <= each.time && each.time - lastSign <= patience &&
                   step.event.time - each.time >= patience;
        });
        ++first.looked;
    }
    if (cancel == m_cancels.end())
        return;
    Finding found = finding(FindingCode::C17, Direction::ServerToClient, step);
    found.gap = step.event.time - cancel->time;
    found.sentence =
        isAnswered ? Words::of(QT_TRANSLATE_NOOP("Words", "%1, which nobody had cancelled, was answered as cancelled, "
                                                          "perhaps because of the cancel of another request"),
                               record.id.display())
        : record.progress.count > 0
            ? Words::of(QT_TRANSLATE_NOOP("Words", "The progress of %1 ended with the cancel of another "
                                                   "request, perhaps because of it, and no answer came"),
                        record.id.display())
            : Words::of(QT_TRANSLATE_NOOP("Words",
                                          "No answer to %1 came in the %2 after the cancel of another request, "
                                          "perhaps because of it: the same had been answered in %3 before"),
                        record.id.display(), HumanText::duration(*found.gap), HumanText::duration(*usual));
    for (const qint64 event : {record.requestEvent, cancel->event, step.index})
        found.addEvent(event);
    m_harmed.insert(step.row, true);
    raise(std::move(found));
}

/// How long a request that has ended without an answer was silent until something was to come: as its progress came, or,
/// if none did, as long as the same took before. None where nobody can tell.
std::optional<qint64> CancelHarmRule::usualPause(const FindingStep &step) const
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

void CancelHarmRule::onStderr(const FindingStep &step)
{
    Cancel &last = m_cancels.back();
    const qint64 gap = step.event.time - last.time;
    const QByteArray text = step.event.bytes.left(4096);
    if (gap > (last.isBad ? Complaint : Death) || !tellsOfCrash(text))
        return;
    last.isBlamed = last.isBlamed || CancelWords::tellOfCancel(text);
    if (!last.isBad || last.told != 0 || (last.isFollowed && !last.isBlamed))
        return;
    Finding found = finding(FindingCode::C14, Direction::ServerToClient, step);
    found.sentence = Words::of(
        QT_TRANSLATE_NOOP("Words", "The server broke on something %1 after a cancel that it should have ignored: %2"),
        HumanText::duration(gap),
        HumanText::visible(QString::fromUtf8(step.event.bytes.left(CancelWords::MostQuoted))));
    found.gap = gap;
    for (const qint64 event : {last.event, step.index})
        found.addEvent(event);
    last.told = raise(std::move(found));
    last.toldTime = step.event.time;
}

/// Who does not know the session when the cancel comes has not lost it by that.
void CancelHarmRule::onResponse(const QJsonObject &details)
{
    const qint64 exchange = details.value("exchange"_L1).toInteger();
    if (details.value("step"_L1) != "response"_L1 || details.value("status"_L1).toInteger() != 404 || exchange == 0)
        return;
    std::erase_if(m_cancels, [exchange](const Cancel &each) { return each.exchange == exchange; });
    listen(!m_cancels.empty());
}

void CancelHarmRule::onEvent(const FindingStep &step)
{
    if (m_cancels.empty() || facts().isClosing())
        return;
    const Cancel &last = m_cancels.back();
    switch (step.event.kind) {
    case EventKind::Message:
    case EventKind::Malformed:
        noteSent(step);
        return;
    case EventKind::Stderr:
        onStderr(step);
        return;
    case EventKind::Http:
        onResponse(step.event.details);
        return;
    case EventKind::Exited:
    case EventKind::Failed:
        onDeath(step, Words::of(QT_TRANSLATE_NOOP("Words", "The server ended %1 after a cancel"),
                                HumanText::duration(step.event.time - last.time)));
        return;
    default:
        if (step.event.details.value(Event::SessionEnded).toBool())
            onDeath(step, Words::of(QT_TRANSLATE_NOOP("Words", "The server forgot the session %1 after a cancel"),
                                    HumanText::duration(step.event.time - last.time)));
    }
}

/// It broke on a cancel, and that was its end.
void CancelHarmRule::tellDeath(quint64 key, const FindingStep &step)
{
    const Finding *known = raised(key);
    if (!known)
        return;
    Finding found = *known;
    found.sentence = Words::of(QT_TRANSLATE_NOOP("Words", "%1 (and then it ended)"), known->sentence);
    found.addEvent(step.index);
    change(key, std::move(found));
}

void CancelHarmRule::onDeath(const FindingStep &step, const Words &what)
{
    const Cancel last = m_cancels.back();
    m_cancels.clear();
    listen(false);
    if (step.event.time - last.time > Death)
        return;
    if (last.told != 0) {
        tellDeath(last.told, step);
        return;
    }
    if (last.isFollowed && !last.isBlamed)
        return;
    Finding found = finding(last.isBad ? FindingCode::C14 : FindingCode::C15, Direction::ServerToClient, step);
    found.row = last.row;
    found.gap = step.event.time - last.time;
    found.sentence = what;
    for (const qint64 event : {last.event, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

} // namespace Pullcord
