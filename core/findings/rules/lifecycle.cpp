// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/httpsteps.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/facts/usedids.h"
#include "core/findings/findingrule.h"
#include "core/findings/postponedfindings.h"
#include "core/findings/rulecontext.h"

#include <QJsonArray>

#include <algorithm>
#include <optional>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;
using Problem = Transition::CancelProblem;

// ---- RequestRule

/// P05 and P08: a reused id, and a request before the handshake.
class RequestRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Kind::Created, Kind::Answered, Kind::IgnoredCancel, Kind::CancelRequested,
                                           Kind::TimedOut, Kind::Lost, Kind::LateResponse, Kind::Refused),
                                  .events = bits(EventKind::Dialect),
                                  .messages = AwaitedNotifications};
    static constexpr qint64 Together = 1'000'000'000; ///< ns between two POSTs that may arrive in any order

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

    static constexpr qsizetype MostEarly = 64; ///< remembered requests before the handshake

private:
    struct Early
    {
        qint64 row;
        qint64 event;
        qint64 time;
        Direction direction;
        QByteArray method;
        bool byHand;
    };
    void onCreated(const FindingStep &step);
    void checkId(const FindingStep &step);
    void onRefused(const FindingStep &step);
    [[nodiscard]] bool isSentAgain(const FindingStep &step);
    void onAskedBefore(const FindingStep &step);
    void onInitialize(const FindingStep &step);
    void reportEarly(Direction accused, const char *sentence, qint64 event);
    [[nodiscard]] bool isOfSession(const FindingStep &step) const;
    void onUnannounced(const FindingStep &step);
    void reportUnannounced(Finding finding);
    void onIgnoredCancel(const FindingStep &step);
    void report(FindingCode code, Direction accused, const FindingStep &step, const TranslatableText &sentence);

    UsedIds m_used;                   ///< in this session
    UsedIds m_unanswered;             ///< requests that ended without a response
    RecentRows<qint64, 64> m_refused; ///< requests that a gateway refused: row and request event
    quint64 m_unreported = 0;         ///< key of the finding about requests before notifications/initialized
    PostponedFindings m_posted;       ///< the same, while notifications/initialized may be on its way in another POST
    QList<Early> m_early;             ///< requests before initialize
    bool m_isDialectKnown = false;    ///< an event named the dialect: the recording program did the handshake
};

void RequestRule::report(FindingCode code, Direction accused, const FindingStep &step, const TranslatableText &sentence)
{
    Finding found = finding(code, accused, step);
    found.sentence = sentence;
    for (const qint64 event : {step.record->requestEvent, step.index})
        found.addEvent(event);
    context().report(std::move(found));
}

void RequestRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Kind::IgnoredCancel) {
        onIgnoredCancel(step);
        return;
    }
    const RequestRecord &record = *step.record;
    if (step.transition->kind == Kind::Created) {
        onCreated(step);
    } else if (step.transition->kind == Kind::LateResponse) {
        m_unanswered.remove(record.direction, record.id);
    } else if (step.transition->kind == Kind::Refused) {
        onRefused(step);
    } else if (step.transition->kind != Kind::Answered) {
        m_unanswered.insert(record.direction, record.id);
    } else if (!m_posted.isEmpty()) {
        if (std::optional<Finding> posted = m_posted.take(step.row))
            reportUnannounced(*std::move(posted)); // the server has read it before the notification
    }
}

/// Settles a request after a cancel without effect, since a receiver that takes it for a valid one need not respond.
void RequestRule::onIgnoredCancel(const FindingStep &step)
{
    const Problem problem = step.transition->problem;
    if (step.record && (problem == Problem::NotCancellable || problem == Problem::OtherType))
        context().settle(step.row);
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
            onUnannounced(step);
        else if (handshake == ConversationFacts::Handshake::Refused)
            report(FindingCode::P08, record.direction, step,
                   TranslatableText::of(
                       QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1 although initialize was refused"),
                       QString::fromUtf8(record.method)));
    }
}

/// Reports a reused id. Up to 2025-11-25 an id must be unique in the session; later, it may be reused after the
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

/// Remembers a request that a gateway refused, so that the server has not seen it.
void RequestRule::onRefused(const FindingStep &step)
{
    if (HttpSteps::isByOthers(int(step.record->httpStatus)))
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

/// Remembers a request before the handshake, until initialize shows that it was early. Ignores those in a resumed
/// session or of the newer era.
void RequestRule::onAskedBefore(const FindingStep &step)
{
    const bool isModern =
        step.params().member("_meta").member("io.modelcontextprotocol/protocolVersion").isValid() || facts().revision();
    if (facts().isFromStart() && !isModern && m_early.size() < MostEarly && step.event.isMessage() &&
        !isOfSession(step))
        m_early.append(
            {step.row, step.index, step.event.time, step.record->direction, step.record->method, step.record->byHand});
}

/// True if the POST of the request names a session (HTTP).
bool RequestRule::isOfSession(const FindingStep &step) const
{
    return HttpSteps::header(context().httpStepBefore(step, "request"_L1), HttpSteps::SessionHeader).has_value();
}

void RequestRule::onInitialize(const FindingStep &step)
{
    reportEarly(Direction::ClientToServer,
                QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1 before initialize"), step.index);
    reportEarly(Direction::ServerToClient,
                QT_TRANSLATE_NOOP("TranslatableText", "The server sent %1 before initialize"), step.index);
    m_early.clear();
}

/// Raises one finding per side, with that event as evidence if there is one.
void RequestRule::reportEarly(Direction accused, const char *sentence, qint64 event)
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
    context().report(std::move(found));
}

/// Reports a request before notifications/initialized. Over HTTP it waits first, since two simultaneous POSTs may
/// arrive in any order.
void RequestRule::onUnannounced(const FindingStep &step)
{
    Finding found = finding(FindingCode::P08, step.record->direction, step);
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1 before notifications/initialized"),
        QString::fromUtf8(step.record->method));
    found.addEvent(step.index);
    if (!facts().isOverHttp()) {
        reportUnannounced(std::move(found));
        return;
    }
    m_posted.add(found, step.event.time + Together);
    wakeAt(step.event.time + Together);
    listen(true);
}

void RequestRule::onEvent(const FindingStep &step)
{
    m_isDialectKnown = m_isDialectKnown || step.event.kind == EventKind::Dialect;
    if (step.event.direction != Direction::ClientToServer ||
        !step.message.hasMethod(step.event.bytes, "notifications/initialized"))
        return;
    m_posted = {};
    listen(false);
}

void RequestRule::onDue(qint64 time)
{
    for (Finding &found : m_posted.takeDue(time))
        reportUnannounced(std::move(found));
}

/// Reports the requests of a conversation without initialize. Not if an event named the dialect, since the handshake
/// may then be missing in the file.
void RequestRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!m_isDialectKnown && !facts().revision()) {
        reportEarly(Direction::ClientToServer,
                    QT_TRANSLATE_NOOP("TranslatableText", "The client sent %1, but initialize was never sent"),
                    Finding::NoRow);
        reportEarly(Direction::ServerToClient,
                    QT_TRANSLATE_NOOP("TranslatableText", "The server sent %1, but initialize was never sent"),
                    Finding::NoRow);
    }
    if (!facts().isClosed())
        return;
    for (Finding &found : m_posted.takeAll())
        reportUnannounced(std::move(found));
}

/// Raises one finding per conversation: without notifications/initialized every request is affected.
void RequestRule::reportUnannounced(Finding finding)
{
    if (const Finding *known = context().reported(m_unreported)) {
        Finding found = *known;
        ++found.count;
        found.addEvent(finding.events.first());
        context().update(m_unreported, std::move(found));
        return;
    }
    m_unreported = context().report(std::move(finding));
}

// ---- UnansweredRule

/// P18: a request never got a response. Either it was open for long (ConversationFacts::isOverdue), or the process of
/// the server is gone, or the server ended or broke the stream of the response.
///
/// A side that closed the stream itself has given up the request (C31). A server that ended a call without a response
/// does not wait for its own requests on behalf of that call. A probe of the era may stay open, and so may an
/// initialize after it on the same connection: see ConversationFacts::isProbing(). A question to the user that is open
/// when the client ends the conversation is Info.
///
/// Up to 2025-11-25 an event stream with ids may be resumed, so the finding waits for the same time.
class UnansweredRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::Created, Kind::Lost, Kind::UnknownResponse),
                                  .events = bits(EventKind::Exited)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return !step.transition || step.transition->kind != Kind::Created ||
               step.record->direction == Direction::ServerToClient;
    }
    static constexpr qsizetype MostQuestions = 64;      ///< per stream
    static constexpr qint64 Resumption = 2'000'000'000; ///< ns within which a broken stream may be resumed

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    void onLost(const FindingStep &step);
    void noteQuestion(const FindingStep &step);
    void settleQuestions(const RequestRecord &record);
    [[nodiscard]] TranslatableText whyUnanswered(const FindingStep &step) const;
    [[nodiscard]] std::optional<QString> misplacedResponse(const RequestRecord &record, const FindingStep &step) const;

    RecentRows<QList<qint64>> m_questions; ///< rows of the server's requests, by exchange of the stream
    PostponedFindings m_resumable;         ///< requests whose stream may be resumed
    qint64 m_exited = Finding::NoRow;      ///< event in which the server's process ended unexpectedly
};

/// Returns the name of the event that brought the response in a form that clients do not read, empty if the event did
/// not end; none if there was no such event before `end`.
std::optional<QString> misplacedIn(const Capture &capture, quint32 connection, const RequestRecord &record, qint64 end)
{
    const qint64 first = std::max<qint64>(record.requestEvent, end - FindingRule::MostLooked);
    for (qint64 index = std::max<qint64>(first, 0); index < end; ++index) {
        const CaptureEntry &entry = capture.entry(index);
        if (entry.kind != EventKind::Stream || entry.connection != connection)
            continue;
        const Event event = capture.eventAt(index);
        const Envelope message = event.details.value("misplaced"_L1).toBool() ? Envelope::of(event.bytes) : Envelope();
        if (message.isResponse() && message.requestId(event.bytes) == record.id)
            return event.details.value("type"_L1).toString();
    }
    return {};
}

TranslatableText sentenceOfMisplaced(const RequestRecord &record, const QString &event)
{
    return event.isEmpty()
               ? TranslatableText::of(
                     QT_TRANSLATE_NOOP(
                         "TranslatableText",
                         "The request %1 got no response: it was sent without the blank line that ends an event"),
                     record.id.display())
               : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                        "The request %1 got no response: it was sent in an event "
                                                        "named %2, which MCP does not define"),
                                      record.id.display(), Formatting::visible(event));
}

/// The end of the exchange names such an event itself.
std::optional<QString> UnansweredRule::misplacedResponse(const RequestRecord &record, const FindingStep &step) const
{
    if (record.direction != Direction::ClientToServer || !facts().isOverHttp())
        return {};
    if (step.event.kind == EventKind::Http && step.event.details.contains("misplaced"_L1))
        return step.event.details.value("misplaced"_L1).toString();
    return misplacedIn(capture(), step.event.connection, record, step.index);
}

/// True for methods that wait for the user.
bool waitsForPerson(QByteArrayView method)
{
    return method == "elicitation/create" || method == "sampling/createMessage";
}

void UnansweredRule::onTransition(const FindingStep &step)
{
    if (step.transition->kind == Kind::Created)
        noteQuestion(step);
    else if (step.transition->kind == Kind::Lost)
        onLost(step);
    else if (!m_resumable.isEmpty()) // a response after all, in another stream
        m_resumable.remove(context().rowOf(opposite(step.event.direction), step.message.requestId(step.event.bytes)));
}

void UnansweredRule::onEvent(const FindingStep &step)
{
    if (!facts().isClosing())
        m_exited = step.index;
}

/// Returns the action of the server after which no response can come; empty if there is none, or it is unknown.
TranslatableText UnansweredRule::whyUnanswered(const FindingStep &step) const
{
    const RequestRecord &record = *step.record;
    const QString how = step.event.details.value("how"_L1).toString();
    if (const auto event = misplacedResponse(record, step))
        return sentenceOfMisplaced(record, *event);
    if (record.direction != Direction::ClientToServer || facts().isClosing() ||
        step.event.details.value("gaveUp"_L1).toBool()) // by the client
        return {};
    const QString id = record.id.display();
    const QString time = Formatting::duration(step.event.time - record.start);
    if (step.event.kind == EventKind::Http && how == "complete"_L1)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The request %1 got no response: the server ended its stream after %2"),
            id, time);
    if (step.event.kind == EventKind::Http && how != "closed"_L1)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response: its stream broke after %2"), id,
            time);
    if (step.event.kind == EventKind::Closed && m_exited >= 0)
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response: the server process exited after %2"),
            id, time);
    if (step.event.kind == EventKind::Closed && !step.event.details.contains("unrecorded"_L1) &&
        facts().transport() == ConversationFacts::Transport::HttpSse) // one stream for all
        return TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response: its stream broke after %2"), id,
            time);
    return {};
}

void UnansweredRule::onLost(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const TranslatableText why = whyUnanswered(step);
    const bool hasReportedBody = context().bodyFault(step) == HttpSteps::BodyFault::Json; // H03
    const bool isMisplaced = misplacedResponse(record, step).has_value();
    const bool isProbe =
        !isMisplaced && facts().isProbing() && (record.method == "server/discover" || record.method == "initialize");
    const bool isAskersEnd =
        record.direction == Direction::ServerToClient && m_exited >= 0; // its sender has ended and waits for nothing
    if (record.neverSent || isAskersEnd || isProbe || (why.isEmpty() && !facts().isOverdue(record, step.event.time)) ||
        record.method == "subscriptions/listen" || hasReportedBody || record.mismatched.count != 0 ||
        context().isSettled(step.row) || facts().isGivenUpByClosing(record, step.event.time))
        return;
    Finding found = finding(FindingCode::P18, opposite(record.direction), step);
    found.sentence =
        why.isEmpty()
            ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The request %1 got no response in %2"),
                                   record.id.display(), Formatting::duration(step.event.time - record.start))
            : why;
    if (record.direction == Direction::ServerToClient && facts().isClosing() && waitsForPerson(record.method))
        found.severity = FindingSeverity::Info; // closing shows that no user will answer
    for (const qint64 event :
         {record.requestEvent, step.event.kind == EventKind::Closed ? m_exited : Finding::NoRow, step.index})
        found.addEvent(event);
    const bool isHttp = step.event.kind == EventKind::Http;
    if (!isHttp || !facts().isLegacyHttp() || !facts().streams().isResumable(exchangeOf(step.event))) {
        context().report(context().ifUnanswered(std::move(found), record));
        if (isHttp && !why.isEmpty())
            settleQuestions(record);
        return;
    }
    m_resumable.add(found, step.event.time + ConversationFacts::Overdue);
    wakeAt(step.event.time + ConversationFacts::Overdue);
}

void UnansweredRule::noteQuestion(const FindingStep &step)
{
    const qint64 exchange =
        step.record->direction == Direction::ServerToClient ? facts().streams().firstOf(exchangeOf(step.event)) : 0;
    if (exchange == 0)
        return;
    const QList<qint64> *known = m_questions.find(exchange);
    QList<qint64> rows = known ? *known : QList<qint64>();
    if (rows.size() < MostQuestions)
        rows.append(step.row);
    m_questions.insert(exchange, rows);
}

/// Settles the server requests in the stream of a request that is over.
void UnansweredRule::settleQuestions(const RequestRecord &record)
{
    const qint64 exchange =
        record.requestEvent < 0 ? 0 : facts().streams().firstOf(exchangeOf(capture().eventAt(record.requestEvent)));
    const QList<qint64> *known = exchange == 0 ? nullptr : m_questions.find(exchange);
    const QList<qint64> rows = known ? *known : QList<qint64>();
    for (const qint64 row : rows) {
        const RequestRecord *question = log().recent(row);
        if (question && question->isOpen())
            context().settle(row);
    }
}

void UnansweredRule::onDue(qint64 time)
{
    for (const Finding &found : m_resumable.takeDue(time)) {
        context().report(found);
        settleQuestions(log().record(found.row));
    }
}

/// Reports the requests whose stream was not resumed in time. A client that ended earlier did not wait for the
/// response.
void UnansweredRule::onEnd(qint64 time)
{
    for (const Finding &found : m_resumable.takeAll()) {
        if (time - found.time >= Resumption)
            context().report(found);
    }
}

// ---- SilentHandshakeRule

/// P18: the client gave up an initialize that got no response, by its timeout, or because the user stopped.
///
/// An initialize cannot be cancelled, so no rule about cancellations reports it. Before ConversationFacts::Overdue, a
/// timeout is Info, and a stop is not reported. On stdio the probe of the era may be the reason for the silence. After
/// a response to the probe the client stops waiting for initialize; the agreed revision shows that.
class SilentHandshakeRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions = bits(Kind::TimedOut, Kind::CancelRequested, Kind::LateResponse)};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return step.record->method == "initialize";
    }

    void onTransition(const FindingStep &step) override;
    void onEnd(qint64 time) override;

private:
    std::optional<Finding> m_givenUp; ///< the last initialize that was given up
};

void SilentHandshakeRule::onTransition(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    if (record.method != "initialize")
        return;
    m_givenUp.reset();
    const bool isTimeout = step.transition->kind == Kind::TimedOut;
    const bool isStop =
        step.transition->kind == Kind::CancelRequested && step.event.details.value("detached"_L1).toBool();
    const bool isOverdue = facts().isOverdue(record, step.event.time);
    const bool mayBeByProbe = facts().isProbing() && !facts().isOverHttp();
    if (!(isTimeout || (isStop && isOverdue)) || mayBeByProbe || record.neverSent || record.mismatched.count != 0 ||
        context().isSettled(step.row))
        return;
    Finding found = finding(FindingCode::P18, opposite(record.direction), step);
    if (!isOverdue)
        found.severity = FindingSeverity::Info; // it may just be slow
    found.sentence =
        TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The request %1 (initialize) got no response in %2"),
                             record.id.display(), Formatting::duration(step.event.time - record.start));
    for (const qint64 event : {record.requestEvent, step.index})
        found.addEvent(event);
    m_givenUp = std::move(found);
}

void SilentHandshakeRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    if (!m_givenUp || facts().revision() || context().isSettled(m_givenUp->row))
        return;
    const RequestRecord &record = log().record(m_givenUp->row);
    if (const auto event = misplacedIn(capture(), m_givenUp->connection, record, capture().count())) {
        m_givenUp->severity = FindingSeverity::Warning;
        m_givenUp->sentence = sentenceOfMisplaced(record, *event);
    }
    context().report(*std::move(m_givenUp));
}

// ---- InputClosedRule

/// L1: a server on stdio kept running long after its standard input was closed, or left processes running.
///
/// The transport closes the input. At the end of the process it records how long ago that was (member `afterInput` of
/// Exited, ns), and how many processes the server left running (`leftBehind`).
/// Specification: lifecycle "Shutdown", stdio.
class InputClosedRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Closing, EventKind::Exited)};
    static constexpr qint64 Patience = 2'000'000'000; ///< ns

    void onEvent(const FindingStep &step) override;

private:
    void report(Finding found, const FindingStep &step);

    qint64 m_closing = Finding::NoRow; ///< event in which the client began to close
};

void InputClosedRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Closing) {
        m_closing = step.index;
        return;
    }
    if (!facts().isMcp())
        return;
    const QJsonObject &details = step.event.details;
    if (const qint64 after = details.value("afterInput"_L1).toInteger(); after >= Patience) {
        const bool wasKilled = details.value("signal"_L1) == "SIGKILL"_L1;
        Finding found = finding(FindingCode::L1, Direction::ServerToClient, step);
        found.gap = after;
        found.sentence = TranslatableText::of(
            wasKilled
                ? QT_TRANSLATE_NOOP("TranslatableText",
                                    "The server was still running %1 after its standard input was closed, and ended "
                                    "only on SIGKILL: a host that only closes the input leaves it running")
                : QT_TRANSLATE_NOOP("TranslatableText", "The server was still running %1 after its standard input was "
                                                        "closed: a host that only closes the input leaves it running"),
            Formatting::duration(after));
        report(std::move(found), step);
    } else if (const qint64 left = details.value("leftBehind"_L1).toInteger(); left > 0 && facts().isClosing()) {
        Finding found = finding(FindingCode::L1, Direction::ServerToClient, step);
        found.severity = FindingSeverity::Info; // they may have been about to end
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "The server ended when its standard input was closed, but left processes "
                              "running that it had started: %1. With other hosts they may keep running"),
            left);
        report(std::move(found), step);
    }
}

void InputClosedRule::report(Finding found, const FindingStep &step)
{
    for (const qint64 event : {m_closing, step.index}) {
        if (event >= 0)
            found.addEvent(event);
    }
    context().report(std::move(found));
}

} // namespace

/// L1, P05, P08 and P18: ids and order of requests, requests that never got a response, and the end of a server.
std::vector<FindingRules::Kind> FindingRules::lifecycle()
{
    return kindsOf<RequestRule, UnansweredRule, SilentHandshakeRule, InputClosedRule>();
}

} // namespace Pullcord
