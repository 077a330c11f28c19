// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/bystanderrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/cancelwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Kind = Transition::Kind;

bool hasFailed(const RequestRecord &record)
{
    return record.state == RequestState::Failed || record.toolError;
}

} // namespace

/// A response that is no failure changes nothing before a cancel.
bool BystanderRule::begins(const FindingStep &step, const ConversationFacts &)
{
    return step.transition && (step.transition->kind != Kind::Answered || hasFailed(*step.record));
}

void BystanderRule::onTransition(const FindingStep &step)
{
    const Kind kind = step.transition->kind;
    if (kind == Kind::IgnoredCancel) {
        // A server may stop a request that must not be cancelled, so no cancel is to blame for its behaviour from now
        // on.
        if (step.event.direction == Direction::ClientToServer &&
            step.transition->problem == Transition::CancelProblem::NotCancellable)
            m_cancels.clear();
        return;
    }
    const RequestRecord &record = *step.record;
    if (record.direction != Direction::ClientToServer)
        return;
    const bool isCancel = kind == Kind::CancelRequested || kind == Kind::CancelSignalled;
    if (isCancel ? !record.cancellation || record.cancellation->byPeer : record.cancellation.has_value())
        return;
    // A client may give up one request because of the cancel of another.
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

/// A failure without any cancel is typical of that request: the next such failure proves nothing.
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
    const bool isOut = isAnswered ? !hasFailed(record) || !CancelWords::isAboutCancelAlone(step) : isSettled(step.row);
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
                                                     "another request, perhaps because of it, and no response came"),
                                   record.id.display())
            : TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The request %1 got no response in the %2 after the cancellation of another "
                                    "request, perhaps because of it: before, the same request got its response in %3"),
                  record.id.display(), Formatting::duration(*found.gap), Formatting::duration(*usual));
    for (const qint64 event : {record.requestEvent, cancel.event, step.index})
        found.addEvent(event);
    m_harmed.insert(step.row, true);
    raise(ifUnanswered(std::move(found), record));
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

/// A cancel that the server did not read, or that came with its end, has stopped no other request.
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

} // namespace Pullcord
