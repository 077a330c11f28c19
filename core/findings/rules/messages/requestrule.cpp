// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/messages/requestrule.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/httpsteps.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

bool RequestRule::isOverdue(const RequestRecord &record, qint64 time, const ConversationFacts &facts)
{
    const qint64 waited = record.direction == Direction::ClientToServer ? facts.questions().waitedFor(record, time) : 0;
    return record.lostAtQuestions == 0 && time - record.start - waited >= Patience;
}

void RequestRule::report(FindingCode code, Direction accused, const FindingStep &step, const TranslatableText &sentence)
{
    Finding found = finding(code, accused, step);
    found.sentence = sentence;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    raise(std::move(found));
}

void RequestRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Transition::Kind::IgnoredCancel) {
        onIgnoredCancel(step);
        return;
    }
    const RequestRecord &record = *step.record;
    if (step.transition->kind == Transition::Kind::Created) {
        onCreated(step);
    } else if (step.transition->kind == Transition::Kind::LateResponse) {
        m_unanswered.remove(record.direction, record.id);
    } else if (step.transition->kind == Transition::Kind::Refused) {
        onRefused(step);
    } else if (step.transition->kind != Transition::Kind::Answered) {
        m_unanswered.insert(record.direction, record.id);
    } else if (!m_posted.isEmpty()) {
        if (std::optional<Finding> posted = m_posted.take(step.row))
            raiseUntold(*std::move(posted)); // it was read before
    }
}

/// The cancel has no effect. A receiver that takes it for a valid one need not respond.
void RequestRule::onIgnoredCancel(const FindingStep &step)
{
    using Problem = Transition::CancelProblem;
    const Problem problem = step.transition->problem;
    if (step.record && (problem == Problem::NotCancellable || problem == Problem::OtherType))
        settle(step.row);
}

void RequestRule::onCreated(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    checkId(step);
    if (facts().isModern() || !facts().isMcp() || record.method == "ping")
        return;
    const ConversationFacts::Handshake handshake = facts().handshake();
    if (record.direction == Direction::ServerToClient) {
        if (handshake == ConversationFacts::Handshake::None)
            onAskedBefore(step);
        else if (handshake == ConversationFacts::Handshake::Asked || handshake == ConversationFacts::Handshake::Agreed)
            report(FindingCode::P08, record.direction, step,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText",
                                         "The server sent %1 before it received notifications/initialized"),
                       QString::fromUtf8(record.method)));
    } else if (record.method == "initialize") {
        onInitialize(step);
    } else if (record.method != "server/discover") {
        if (handshake == ConversationFacts::Handshake::None)
            onAskedBefore(step);
        else if (handshake == ConversationFacts::Handshake::Asked)
            report(FindingCode::P08, record.direction, step,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText",
                                         "The client sent %1 before it received the response to initialize"),
                       QString::fromUtf8(record.method)));
        else if (handshake == ConversationFacts::Handshake::Agreed)
            onAskedUntold(step);
        else if (handshake == ConversationFacts::Handshake::Refused)
            report(FindingCode::P08, record.direction, step,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1 although initialize was refused"),
                       QString::fromUtf8(record.method)));
    }
}

/// Each revision has its own rule. Up to 2025-11-25 an id is unique in the session; later, it is reusable after the
/// response.
void RequestRule::checkId(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.method == "initialize" && record.direction == Direction::ClientToServer) {
        m_used = {}; // a new session
        m_unanswered = {};
        m_refused = {};
    }
    const bool wasUsed = !m_used.insert(record.direction, record.id);
    const bool isUnanswered = m_unanswered.remove(record.direction, record.id);
    if (!record.id.canBeAnswered() || !facts().isMcp() || (wasUsed && isSentAgain(step)))
        return;
    if (record.duplicateId)
        report(FindingCode::P05, record.direction, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "The id %1 was used again while its request was open"),
                   record.id.display()));
    else if (isUnanswered)
        report(FindingCode::P05, record.direction, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "The id %1 was used again before its request got a response"),
                   record.id.display()));
    else if (wasUsed && !facts().isModern())
        report(
            FindingCode::P05, record.direction, step,
            TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The id %1 was used again in the same session"),
                                 record.id.display()));
}

/// The server has never seen the request.
void RequestRule::onRefused(const FindingStep &step)
{
    if (HttpSteps::isByOthers(int(httpStepBefore(step, "response"_L1).value("status"_L1).toInteger())))
        m_refused.insert(step.row, step.record->requestEvent);
}

/// True for a request that was refused and is sent again with the same bytes, e.g. after a new login.
bool RequestRule::isSentAgain(const FindingStep &step)
{
    for (const qint64 row : m_refused.rows()) {
        if (capture().eventAt(*m_refused.find(row)).bytes != step.event.bytes)
            continue;
        m_refused.remove(row);
        return true;
    }
    return false;
}

/// Only initialize will show that the request came before it. Ignores requests in a resumed session or of the newer
/// era.
void RequestRule::onAskedBefore(const FindingStep &step)
{
    const bool isModern =
        step.params().member("_meta").member("io.modelcontextprotocol/protocolVersion").isValid() || facts().revision();
    if (facts().isFromStart() && !isModern && m_early.size() < MostEarly && step.event.isMessage() &&
        !isOfSession(step))
        m_early.append(
            {step.row, step.index, step.event.time, step.record->direction, step.record->method, step.record->byHand});
}

/// Over HTTP: the POST, or the GET of its stream, names a session.
bool RequestRule::isOfSession(const FindingStep &step) const
{
    const QJsonArray headers = httpStepBefore(step, "request"_L1).value("headers"_L1).toArray();
    return std::any_of(headers.begin(), headers.end(), [](const QJsonValue &header) {
        return header["name"_L1].toString().compare("Mcp-Session-Id"_L1, Qt::CaseInsensitive) == 0;
    });
}

void RequestRule::onInitialize(const FindingStep &step)
{
    tellEarly(Direction::ClientToServer, QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1 before initialize"),
              step.index);
    tellEarly(Direction::ServerToClient, QT_TRANSLATE_NOOP("TranslatableText", "The server sent %1 before initialize"),
              step.index);
    m_early.clear();
}

/// Raises one finding per side, with that event as evidence if there is one.
void RequestRule::tellEarly(Direction accused, const char *sentence, qint64 event)
{
    QList<Early> early = m_early;
    early.removeIf([accused](const Early &each) { return each.direction != accused; });
    if (early.isEmpty())
        return;
    Finding found;
    found.code = FindingCode::P08;
    found.severity = found.kind().severity;
    found.accused = accused;
    found.row = early.first().row;
    found.time = early.first().time;
    found.count = int(early.size());
    if (std::all_of(early.begin(), early.end(), [](const Early &each) { return each.byHand; }))
        found.severity = FindingSeverity::Info;
    found.sentence = TranslatableText::of(sentence, QString::fromUtf8(early.first().method));
    for (const Early &each : std::as_const(early))
        found.addEvent(each.event);
    if (event >= 0)
        found.addEvent(event);
    raise(std::move(found));
}

/// Over HTTP each message is a POST of its own, and two simultaneous ones arrive in any order.
void RequestRule::onAskedUntold(const FindingStep &step)
{
    Finding found = finding(FindingCode::P08, step.record->direction, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1 before notifications/initialized"),
        QString::fromUtf8(step.record->method));
    found.addEvent(step.index);
    if (!facts().isOverHttp()) {
        raiseUntold(std::move(found));
        return;
    }
    m_posted.add(found, step.event.time + Together);
    wakeAt(step.event.time + Together);
    listen(true);
}

void RequestRule::onEvent(const FindingStep &step)
{
    m_isEraTold = m_isEraTold || step.event.kind == EventKind::Dialect;
    if (step.event.direction != Direction::ClientToServer ||
        !step.message.hasMethod(step.event.bytes, "notifications/initialized"))
        return;
    m_posted = {};
    listen(false);
}

void RequestRule::onDue(qint64 time)
{
    for (Finding &found : m_posted.takeDue(time))
        raiseUntold(std::move(found));
}

/// No initialize came. If an event named the era, or something was removed, the file may just lack it.
void RequestRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!m_isEraTold && !facts().revision()) {
        tellEarly(Direction::ClientToServer,
                  QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1, but initialize never came"),
                  Finding::NoRow);
        tellEarly(Direction::ServerToClient,
                  QT_TRANSLATE_NOOP("TranslatableText", "The server sent %1, but initialize never came"),
                  Finding::NoRow);
    }
    if (!facts().isClosed())
        return;
    for (Finding &found : m_posted.takeAll())
        raiseUntold(std::move(found));
}

/// Raises one finding per conversation: without notifications/initialized every request is affected.
void RequestRule::raiseUntold(Finding finding)
{
    if (const Finding *known = raised(m_unreported)) {
        Finding found = *known;
        ++found.count;
        found.addEvent(finding.events.first());
        change(m_unreported, std::move(found));
        return;
    }
    m_unreported = raise(std::move(finding));
}

} // namespace Pullcord
