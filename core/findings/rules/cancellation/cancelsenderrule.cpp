// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/cancellation/cancelsenderrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/cancelwords.h"
#include "core/mcp/requests/taskinfo.h"

#include <algorithm>

namespace Pullcord {

namespace {

using Problem = Transition::CancelProblem;

/// Formats the id in the cancel.
QString named(const FindingStep &step)
{
    const QByteArray raw = step.params().member("requestId").raw().toByteArray();
    return Formatting::visible(QString::fromUtf8(raw.left(CancelWords::MostQuoted)));
}

} // namespace

Finding CancelSenderRule::about(FindingCode code, const FindingStep &step, const TranslatableText &sentence) const
{
    Finding found = finding(code, step.event.direction, step);
    found.sentence = sentence;
    if (step.record) {
        for (const qint64 event : {step.record->requestEvent, step.record->responseEvent})
            found.addEvent(event);
        if (step.record->cancellation)
            found.addEvent(step.record->cancellation->event);
    }
    found.addEvent(step.index);
    return found;
}

void CancelSenderRule::report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
{
    raise(about(code, step, sentence));
}

void CancelSenderRule::onTransition(const FindingStep &step)
{
    if (!facts().isMcp())
        return;
    if (step.transition->kind == Transition::Kind::Created) {
        if (!m_unknown.empty())
            onCreated(step);
        return;
    }
    const bool isServers = step.event.isMessage() && step.event.direction == Direction::ServerToClient;
    const bool isOfItsOwn = !step.record || step.record->direction == Direction::ServerToClient;
    const bool isMessage = step.transition->problem == Problem::Malformed || step.transition->problem == Problem::HasId;
    if (facts().isModern() && isServers && isOfItsOwn && !isMessage) {
        report(FindingCode::C28, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText",
                                     "The server cancelled %1, which is not a subscription of the client"),
                   named(step)));
    } else if (step.transition->kind == Transition::Kind::IgnoredCancel) {
        if (refusedBefore(step.event) < 0) // the first was reported
            onIgnored(step);
    } else if (step.record->mismatched.count != 0) {
        onAmiss(step);
    } else if (step.transition->kind == Transition::Kind::CancelSignalled) {
        onSignalled(step);
    }
}

/// A client that did not accept the response is right to cancel.
void CancelSenderRule::onAmiss(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.cancellation || record.cancellation->signalTime != step.event.time || record.cancellation->byPeer)
        return;
    const qint64 gap = step.event.time - record.mismatched.time;
    Finding found =
        about(FindingCode::C22, step,
              TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The request %1 was cancelled %2 after a response whose id had "
                                                     "another type, which its sender does not seem to have accepted"),
                                   record.id.display(), Formatting::duration(gap)));
    found.severity = FindingSeverity::Info;
    found.addEvent(record.mismatched.event);
    raiseWithGap(std::move(found), gap);
}

/// A client that gave up for a timeout may have received the response before it sends the cancel.
void CancelSenderRule::onSignalled(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (!record.late.answered() || !record.cancellation || record.cancellation->time < record.late.responseTime)
        return;
    const qint64 gap = step.event.time - record.late.responseTime;
    Finding found = about(
        FindingCode::C22, step,
        TranslatableText::of(
            QT_TRANSLATE_NOOP(
                "TranslatableText",
                "The request %1 was cancelled %2 after its response, which had come after the request was abandoned"),
            record.id.display(), Formatting::duration(gap)));
    found.addEvent(record.late.responseEvent);
    raiseWithGap(std::move(found), gap);
}

void CancelSenderRule::onIgnored(const FindingStep &step)
{
    switch (step.transition->problem) {
    case Problem::None:
        break;
    case Problem::Unknown:
        onUnknown(step);
        break;
    case Problem::OtherType:
        report(
            FindingCode::C24, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                   "The cancellation has the id %1, the request %2: the types differ, "
                                                   "so strict peers such as the TypeScript SDKs do not match them"),
                                 named(step), step.record->id.display()));
        break;
    case Problem::Finished:
        onFinished(step);
        break;
    case Problem::Twice:
        onTwice(step);
        break;
    case Problem::NotCancellable:
        report(FindingCode::C20, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "The request %1 was cancelled, which is not allowed: it is %2"),
                                    named(step), QString::fromUtf8(step.record->method)));
        break;
    case Problem::Malformed:
        onMalformed(step);
        break;
    case Problem::HasId:
        onRequest(step);
        break;
    }
}

void CancelSenderRule::onTwice(const FindingStep &step)
{
    Finding found =
        about(FindingCode::C23, step,
              TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The request %1 was cancelled a second time"),
                                   named(step)));
    if (step.record->cancellation && step.record->cancellation->signalTime != 0)
        found.gap = step.event.time - step.record->cancellation->signalTime;
    raise(std::move(found));
}

/// Reports at the cancelled request if there is one. The cancel should be a notification, so a missing response is no
/// fault.
void CancelSenderRule::onRequest(const FindingStep &step)
{
    Finding found =
        about(FindingCode::C26, step,
              TranslatableText::of(
                  QT_TRANSLATE_NOOP("TranslatableText",
                                    "The cancellation has an id (%1), so it is a request that expects a response"),
                  QString::fromUtf8(step.event.part(step.message.id).toByteArray())));
    const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
    if (const qint64 row = rowOf(step.event.direction, id); row >= 0)
        found.row = row;
    raise(std::move(found));
    if (const qint64 own = rowOf(step.event.direction, step.message.requestId(step.event.bytes)); own >= 0)
        settle(own);
}

/// In an excerpt or a partial recording, the request may lie before the beginning.
void CancelSenderRule::onUnknown(const FindingStep &step)
{
    if (!facts().isFromStart())
        return;
    const quint64 key = raise(
        about(FindingCode::C21, step,
              TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                     "The cancellation names %1, an id that its sender has never used"),
                                   named(step))));
    const RequestId id = RequestId::fromJson(step.params().member("requestId").raw());
    m_unknown.push_back({step.event.direction, id, step.event.time, step.index, key});
    if (m_unknown.size() > MostUnknown)
        m_unknown.pop_front();
}

/// Over HTTP each message is a POST of its own, so the cancel may arrive first.
void CancelSenderRule::onCreated(const FindingStep &step)
{
    const auto cancel = std::find_if(m_unknown.begin(), m_unknown.end(), [&step](const Unknown &each) {
        return each.direction == step.record->direction && each.id == step.record->id;
    });
    if (cancel == m_unknown.end() || !facts().isOverHttp() || step.event.time - cancel->time > Overtaking)
        return;
    withdraw(cancel->key);
    Finding found = finding(FindingCode::C43, step.record->direction, step);
    found.gap = step.event.time - cancel->time;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The cancellation of the request %1 came %2 before the request itself"),
        step.record->id.display(), Formatting::duration(*found.gap));
    for (const qint64 event : {cancel->event, step.index})
        found.addEvent(event);
    m_unknown.erase(cancel);
    raise(std::move(found));
}

void CancelSenderRule::onMalformed(const FindingStep &step)
{
    const JsonValue params = step.params();
    const JsonValue id = params.member("requestId");
    const bool namesTask =
        params.member("taskId").isValid() || params.pointer("/_meta/io.modelcontextprotocol~1related-task").isValid();
    if (!id.isValid() && namesTask) {
        report(FindingCode::C33, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "The cancellation names a task, which only tasks/cancel can cancel")));
        return;
    }
    Finding found =
        about(FindingCode::C25, step,
              id.isValid()
                  ? TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText",
                                          "The requestId of the cancellation is %1, neither a string nor an integer"),
                        named(step))
              : params.isValid()
                  ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The cancellation has no requestId"))
                  : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The cancellation has no params")));
    if (!id.isValid() && params.isValid() && facts().revision() == Revision::R2025_11_25)
        found.severity = FindingSeverity::Info; // the schema of 2025-11-25 makes the id optional, but not the params
    raise(std::move(found));
}

bool CancelSenderRule::isTask(const RequestRecord &record) const
{
    if (record.becameTask || !record.mayBeTask)
        return record.becameTask;
    const Event answer = capture().eventAt(record.responseEvent);
    return TaskInfo::createdBy(JsonValue(answer.part(answer.envelope.result)), facts().isModern()).has_value();
}

void CancelSenderRule::onFinished(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.state == RequestState::Lost)
        return; // it has no response
    const qint64 gap = step.event.time - record.end;
    if (isTask(record)) {
        raiseWithGap(about(FindingCode::C33, step,
                           TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                                  "The cancellation is for the request %1, which has "
                                                                  "become a task: only tasks/cancel can cancel it"),
                                                named(step))),
                     gap);
        return;
    }
    raiseWithGap(about(FindingCode::C22, step,
                       TranslatableText::of(
                           QT_TRANSLATE_NOOP("TranslatableText", "The request %1 was cancelled %2 after its response"),
                           named(step), Formatting::duration(gap))),
                 gap);
}

} // namespace Pullcord
