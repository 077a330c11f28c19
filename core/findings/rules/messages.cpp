// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/findings/facts/httpsteps.h"
#include "core/findings/facts/recentrows.h"
#include "core/findings/facts/splitmessage.h"
#include "core/findings/findingrule.h"
#include "core/findings/rulecontext.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/requests/taskinfo.h"
#include "core/rpc/framingfault.h"
#include "core/rpc/progressnotice.h"

#include <QHash>
#include <QLocale>

#include <algorithm>
#include <array>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Kind = Transition::Kind;

// ---- MessageFormRule

/// P01 to P03 and P19: invalid JSON or invalid JSON-RPC. Equal faults of one side are one finding. Over stdio a message
/// must end with a newline (P01), unless the client ended the server, perhaps in the middle of a message.
///
/// A fault of the framing is one finding that counts the lines: messages over several lines, or headers of the Language
/// Server Protocol. JSON lines that are not messages, as loggers write them to standard output, are one finding too.
class MessageFormRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.events = bits(EventKind::Malformed, EventKind::Exited),
                                  .messages = Flawed | Batches};
    static constexpr qsizetype MostFaults = 16; ///< kinds of faults that are reported separately

    static constexpr qint64 Patience = 1'000'000'000; ///< ns from the first line of a message to its last

    void onEvent(const FindingStep &step) override;
    void onDue(qint64 time) override;
    void onEnd(qint64 time) override;

private:
    /// Lines of one side that may be parts of a message, and its known framing faults.
    struct Lines
    {
        SplitMessage message;
        QList<qint64> events;  ///< events of its lines
        qint64 since = 0;      ///< time of its first line
        quint64 split = 0;     ///< keys of findings
        qint64 splitLines = 0; ///< lines of all split messages
        quint64 headers = 0;
        quint64 logged = 0;
        bool areEvents = false; ///< server-sent events, whose blank lines are part of the fault
    };
    [[nodiscard]] Lines &linesOf(Direction direction)
    {
        return m_lines[direction == Direction::ServerToClient ? 1 : 0];
    }
    [[nodiscard]] bool takeLine(const FindingStep &step);
    [[nodiscard]] bool takeHeader(const FindingStep &step);
    [[nodiscard]] bool isLogLine(const FindingStep &step) const;
    [[nodiscard]] bool isEcho(const FramingFault &fault, const FindingStep &step) const;
    [[nodiscard]] bool isUnwantedBody(const FindingStep &step) const;
    void reportLogLine(const FindingStep &step);
    void reportSplit(Lines &lines, const FindingStep &step);
    void reportFlaws(const FindingStep &step);
    void giveUp(Lines &lines);
    void onFlawed(const FindingStep &step);

    void onBatch(const FindingStep &step);
    void onMalformed(const FindingStep &step);
    void onExited(const FindingStep &step);
    void reportNoJson(const FindingStep &step);
    void report(FindingCode code, const FindingStep &step, const TranslatableText &sentence)
    {
        report(code, FindingKind::of(code).severity, step, sentence);
    }
    void report(FindingCode code, FindingSeverity severity, const FindingStep &step, const TranslatableText &sentence);

    std::array<Lines, 2> m_lines;       ///< client and server
    qint64 m_logLine = -1;              ///< event that is not a message as a whole, so its parts are not judged
    QHash<QByteArray, quint64> m_found; ///< keys of findings, by code, side and fault; of the first MostFaults
};

/// True for a line that ended with the stream instead of a newline.
bool hasNoNewline(const Event &event)
{
    return event.details.value("eol"_L1).toString(u"\n"_s).isEmpty();
}

void MessageFormRule::report(FindingCode code, FindingSeverity severity, const FindingStep &step,
                             const TranslatableText &sentence)
{
    const QByteArray sort = QByteArray::number(int(code)) + ' ' + QByteArray::number(int(step.event.direction)) + ' ';
    const QByteArray fault =
        sort + sentence.section(", found"_L1, 0, 0).toUtf8(); // the expectation only, so that equal faults count as one
    const bool isListed = m_found.size() < MostFaults || m_found.contains(fault);
    quint64 &key = m_found[isListed ? fault : sort];
    if (context().extend(key, step))
        return;
    Finding found = finding(code, step.event.direction, step);
    found.severity = severity;
    found.sentence =
        isListed ? sentence
                 : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1; others differ in their details"),
                                        sentence);
    found.addEvent(step.index);
    key = context().report(std::move(found));
}

void MessageFormRule::onMalformed(const FindingStep &step)
{
    const QJsonObject &details = step.event.details;
    if (details.value("limit"_L1).toBool() || details.contains("length"_L1))
        return; // a limit of Pullcord, not a fault
    if (facts().isClosing() && hasNoNewline(step.event))
        return;
    if (!takeHeader(step) && !takeLine(step))
        reportNoJson(step);
}

// ---- framing

/// Headers of the Language Server Protocol are on lines of their own, followed by an empty line. The next header
/// follows the body directly, since the body has no newline.
bool MessageFormRule::takeHeader(const FindingStep &step)
{
    if (facts().transport() != ConversationFacts::Transport::Stdio)
        return false;
    quint64 &key = linesOf(step.event.direction).headers;
    const FramingFault fault = FramingFault::of(step.event.bytes);
    const bool isEmpty = step.event.bytes.trimmed().isEmpty();
    if (isEmpty ? key == 0 : fault.kind != FramingFault::Kind::Headers)
        return false;
    if (context().extend(key, step))
        return true;
    Finding found = finding(FindingCode::P01, step.event.direction, step);
    found.sentence = fault.sentence();
    found.addEvent(step.index);
    key = context().report(std::move(found));
    return true;
}

/// True if the line may belong to a message over several lines.
bool MessageFormRule::takeLine(const FindingStep &step)
{
    if (facts().transport() != ConversationFacts::Transport::Stdio)
        return false;
    Lines &lines = linesOf(step.event.direction);
    const bool wasOpen = lines.message.isOpen();
    switch (lines.message.take(step.event.bytes)) {
    case SplitMessage::State::Open:
        if (!wasOpen) {
            lines.since = step.event.time;
            wakeAt(step.event.time + Patience);
        }
        lines.events.append(step.index);
        return true;
    case SplitMessage::State::Whole:
        lines.events.append(step.index);
        reportSplit(lines, step);
        return true;
    default:
        giveUp(lines);
        return false;
    }
}

void MessageFormRule::reportSplit(Lines &lines, const FindingStep &step)
{
    const QList<qint64> events = std::exchange(lines.events, {});
    const Finding *known = context().reported(lines.split);
    Finding found = known ? *known : finding(FindingCode::P01, step.event.direction, step);
    lines.splitLines = known ? lines.splitLines + events.size() : events.size();
    found.count += known ? 1 : 0;
    found.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "Messages span several lines, %1 lines so far: over stdio each message "
                                              "is one line, and hosts read each line by itself"),
        lines.splitLines);
    for (const qint64 event : events)
        found.addEvent(event);
    if (known)
        context().update(lines.split, std::move(found));
    else
        lines.split = context().report(std::move(found));
}

/// Judges the collected lines one by one, since they form no message.
void MessageFormRule::giveUp(Lines &lines)
{
    lines.message.clear();
    for (const qint64 index : std::exchange(lines.events, {})) {
        const Event event = capture().eventAt(index);
        const FindingStep step{.event = event, .index = index, .message = event.envelope};
        if (event.kind == EventKind::Malformed)
            reportNoJson(step);
        else
            reportFlaws(step);
    }
}

void MessageFormRule::onDue(qint64 time)
{
    for (Lines &lines : m_lines) {
        if (lines.message.isOpen() && lines.since + Patience <= time)
            giveUp(lines);
    }
}

void MessageFormRule::onEnd(qint64 time)
{
    Q_UNUSED(time)
    for (Lines &lines : m_lines)
        giveUp(lines);
}

/// True for JSON on the server's standard output that is not JSON-RPC. An object with the id of an open request may be
/// a response.
bool MessageFormRule::isLogLine(const FindingStep &step) const
{
    if (facts().transport() != ConversationFacts::Transport::Stdio || step.event.direction != Direction::ServerToClient)
        return false;
    const quint16 problems = step.message.problems;
    const bool isNoMessage =
        (problems & NotAnObject) != 0 || ((problems & NoVersion) != 0 && (problems & (NothingToDo | NotRpc)) != 0);
    return isNoMessage && (step.message.id.isEmpty() || (problems & NotRpc) != 0 ||
                           context().rowOf(Direction::ClientToServer, step.message.requestId(step.event.bytes)) < 0);
}

void MessageFormRule::reportLogLine(const FindingStep &step)
{
    m_logLine = step.index;
    quint64 &key = linesOf(step.event.direction).logged;
    if (context().extend(key, step))
        return;
    Finding found = finding(FindingCode::P01, step.event.direction, step);
    found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP(
        "TranslatableText",
        "Standard output contains JSON that is not a message, such as log records; it must contain only messages"));
    found.addEvent(step.index);
    key = context().report(std::move(found));
}

/// Reports a last line without a newline. Only if the server ended by itself, or as requested, so that it had written
/// all of its output.
void MessageFormRule::onExited(const FindingStep &step)
{
    if (facts().isClosing() && step.event.details.value("exitCode"_L1).toInteger(-1) != 0)
        return;
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostLooked, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        const bool isSent = entry.kind == EventKind::Message || entry.kind == EventKind::Malformed;
        if (!isSent || entry.connection != step.event.connection || entry.direction != Direction::ServerToClient)
            continue;
        const Event event = capture().eventAt(index);
        const FindingStep last{.event = event, .index = index, .message = event.envelope};
        if (context().reported(linesOf(Direction::ServerToClient).headers))
            return; // bodies of that framing have no newline
        if (hasNoNewline(event) && event.isMessage())
            report(FindingCode::P01, FindingSeverity::Warning, last,
                   TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                          "The last message is not followed by a newline: readers of "
                                                          "lines treat it as incomplete and may never process it")));
        else if (hasNoNewline(event) && facts().isClosing())
            reportNoJson(last);
        return;
    }
}

/// Reports a line that is not JSON. An empty line over stdio is only a Warning, since it cannot be misread.
void MessageFormRule::reportNoJson(const FindingStep &step)
{
    const bool isBody = facts().isLegacyHttp() && step.event.direction == Direction::ServerToClient;
    if (isBody && HttpSteps::isEventStream(step.event.bytes) &&
        HttpSteps::contentType(context().httpStepBefore(step, "response"_L1)) == "application/json"_L1)
        return; // H03
    const QString reason = step.event.details.value("reason"_L1).toString();
    const bool isEmpty = step.event.bytes.trimmed().isEmpty();
    Lines &lines = linesOf(step.event.direction);
    if (isEmpty && lines.areEvents)
        return;
    const bool isOutput =
        step.event.direction == Direction::ServerToClient && facts().transport() == ConversationFacts::Transport::Stdio;
    FramingFault fault = isOutput ? FramingFault::of(step.event.bytes) : FramingFault();
    if (isEcho(fault, step))
        fault.kind = FramingFault::Kind::Echo;
    else if (fault.kind == FramingFault::Kind::Split)
        fault = {}; // SplitMessage found no message in its lines
    fault.prefix = Formatting::visible(fault.prefix);
    lines.areEvents = lines.areEvents || fault.kind == FramingFault::Kind::EventStream;
    if (fault.kind != FramingFault::Kind::None)
        report(FindingCode::P01, step, fault.sentence());
    else if (isEmpty && !facts().isOverHttp())
        report(FindingCode::P01, FindingSeverity::Warning, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText",
                   "An empty line was sent. It is not a message, and some readers treat it as broken JSON")));
    else
        report(FindingCode::P01, step,
               reason.isEmpty()
                   ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The data is not valid JSON"))
                   : TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "The data is not valid JSON: %1"),
                                          reason));
}

/// True if the line repeats one of the latest messages of either side after other text, as a logger prints them.
bool MessageFormRule::isEcho(const FramingFault &fault, const FindingStep &step) const
{
    constexpr qint64 MostCompared = 16; // events: a logger prints a message at once
    if (fault.kind != FramingFault::Kind::Prefixed)
        return false;
    for (qint64 index = step.index - 1; index >= std::max<qint64>(step.index - MostCompared, 0); --index) {
        const CaptureEntry &entry = capture().entry(index);
        if (entry.kind == EventKind::Message && entry.connection == step.event.connection &&
            fault.repeats(step.event.bytes, capture().eventAt(index).bytes))
            return true;
    }
    return false;
}

/// True for the response body of a POST without a request. H01 reports the body as such.
bool MessageFormRule::isUnwantedBody(const FindingStep &step) const
{
    const qint64 exchange = exchangeOf(step.event);
    if (exchange == 0 || !facts().isLegacyHttp() || step.event.direction != Direction::ServerToClient)
        return false;
    const qint64 posted = context().postedIn(exchange, step, std::max<qint64>(step.index - MostLooked, 0), step.index);
    if (posted < 0)
        return false;
    const Envelope sent = capture().eventAt(posted).envelope;
    return sent.kind == MessageKind::Notification || sent.isResponse();
}

/// Reports batches in revisions other than 2025-03-26, and a batch that contains initialize.
void MessageFormRule::onBatch(const FindingStep &step)
{
    const QList<Envelope> items = Envelope::batchItems(step.event.bytes);
    if (std::all_of(items.begin(), items.end(), [&step, this](const Envelope &item) {
            return isLogLine({.event = step.event, .index = step.index, .message = item});
        })) {
        onFlawed(step);
        return;
    }
    if (facts().revision() && facts().revision() != Revision::R2025_03_26) {
        report(FindingCode::P19, step,
               TranslatableText::of(
                   QT_TRANSLATE_NOOP("TranslatableText", "A batch was sent, but this revision has no batches")));
        return;
    }
    const JsonValue batch(step.event.bytes);
    const auto isInitialize = [](const JsonMember &each) {
        return each.value.member("method").toUtf8() == "initialize";
    };
    if (std::any_of(batch.begin(), batch.end(), isInitialize))
        report(FindingCode::P19, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText",
                                                      "initialize was sent in a batch, but must be sent alone: the "
                                                      "receiver does not know yet whether batches are allowed")));
}

void MessageFormRule::onEvent(const FindingStep &step)
{
    if (step.event.kind == EventKind::Exited) {
        onExited(step);
        return;
    }
    if (step.event.direction == Direction::None)
        return; // an unreadable line of the file
    if (isUnwantedBody(step))
        return;
    if (step.event.kind == EventKind::Malformed) {
        onMalformed(step);
        return;
    }
    if (step.message.kind == MessageKind::Batch && step.message.problems == NoProblem) {
        onBatch(step);
        return;
    }
    onFlawed(step);
}

void MessageFormRule::onFlawed(const FindingStep &step)
{
    if (step.index == m_logLine)
        return;
    if (linesOf(step.event.direction).message.isOpen() && takeLine(step))
        return;
    reportFlaws(step);
}

void MessageFormRule::reportFlaws(const FindingStep &step)
{
    const bool isLoggedList = step.message.kind == MessageKind::Batch && step.message.problems == NoProblem;
    if (isLoggedList || isLogLine(step)) {
        reportLogLine(step);
        return;
    }
    const quint16 problems = step.message.problems;
    if (problems & NotAnObject)
        report(
            FindingCode::P02, step,
            TranslatableText::of(QT_TRANSLATE_NOOP(
                "TranslatableText", "The data is JSON, but not a message: neither an object nor a batch of objects")));
    if (problems & DuplicateKey)
        report(FindingCode::P02, FindingSeverity::Warning, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText",
                   "A JSON-RPC member occurs twice in a message: some readers take the first, others the last")));
    if (problems & NoVersion)
        report(FindingCode::P02, step,
               TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "A message lacks \"jsonrpc\": \"2.0\"")));
    if (problems & ResultAndError)
        report(FindingCode::P03, step,
               TranslatableText::of(QT_TRANSLATE_NOOP(
                   "TranslatableText", "A response has both a result and an error: it is unclear which one is meant")));
    else if (problems & NothingToDo)
        report(FindingCode::P03, step,
               TranslatableText::of(
                   !step.message.id.isEmpty()
                       ? QT_TRANSLATE_NOOP(
                             "TranslatableText",
                             "A message with an id has no result, no error and no method: it is not a response")
                       : QT_TRANSLATE_NOOP("TranslatableText", "A message has neither an id nor a method: it is not a "
                                                               "request, a notification or a response")));
}

// ---- ProgressRule

/// P07: progress that does not increase, comes after the response or the end of the task, or has an unknown token.
class ProgressRule final : public FindingRule
{
public:
    using FindingRule::FindingRule;
    static constexpr Wants Wanted{.transitions =
                                      bits(Kind::Progressed, Kind::UnknownProgress, Kind::LateProgress, Kind::Answered),
                                  .messages = AwaitedNotifications};
    [[nodiscard]] static bool begins(const FindingStep &step, const ConversationFacts &)
    {
        return !step.transition || step.transition->kind != Kind::Answered || step.record->becameTask ||
               step.record->method.startsWith("tasks/");
    }
    static constexpr qsizetype MostTokens = 256;
    static constexpr qsizetype MostTasks = 1024; ///< open tasks whose end is awaited

    void onTransition(const FindingStep &step) override;
    void onEvent(const FindingStep &step) override;

private:
    /// Faults in the progress of one request.
    enum Fault : quint8 { NotIncreasing, NoNumber, AfterAnswer, AfterTask, Faults };
    struct TaskEnd
    {
        qint64 time = 0;
        qint64 event = Finding::NoRow;
    };

    [[nodiscard]] bool mayHaveCrossed(const FindingStep &step) const;
    void onAnswer(const FindingStep &step);
    void onTaskState(Direction requestor, const JsonValue &state, const FindingStep &step);
    void endTask(const QString &key, const FindingStep &step);
    void onProgress(const FindingStep &step);
    void onUnknownToken(const FindingStep &step);
    void onFault(Fault fault, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end = nullptr);
    void report(quint64 &key, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end = nullptr);

    RecentRows<double> m_last;                       ///< last value, by open request
    RecentRows<std::array<quint64, Faults>> m_found; ///< keys of findings
    QHash<QByteArray, quint64> m_unknown;            ///< the same by token, for the first MostTokens
    QHash<QString, qint64> m_tasks;                  ///< rows of the requests, by requestor and id of the open task
    RecentRows<TaskEnd> m_ended;                     ///< end of the task that the request became
};

QString keyOf(Direction requestor, const QString &task)
{
    return QString::number(int(requestor)) + u' ' + task;
}

void ProgressRule::onTransition(const FindingStep &step)
{
    switch (step.transition->kind) {
    case Kind::Answered:
        onAnswer(step);
        return;
    case Kind::UnknownProgress:
        onUnknownToken(step);
        return;
    case Kind::LateProgress:
        // After a cancel it is C06; a peer that got no cancel continues in good faith.
        if ((step.record->state == RequestState::Succeeded || step.record->state == RequestState::Failed) &&
            !mayHaveCrossed(step))
            onFault(AfterAnswer, step,
                    TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress arrived after the response")));
        return;
    default:
        if (step.record->mismatched.count != 0 && !step.record->asksForTask)
            onFault(AfterAnswer, step,
                    TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress arrived after the response")));
        else
            onProgress(step);
    }
}

void ProgressRule::onEvent(const FindingStep &step)
{
    if (step.message.hasMethod(step.event.bytes, "notifications/tasks/status"))
        onTaskState(opposite(step.event.direction), step.params(), step);
}

/// True if progress and response may have come in different streams, in any order (HTTP).
bool ProgressRule::mayHaveCrossed(const FindingStep &step) const
{
    const RequestRecord &record = *step.record;
    return facts().transport() == ConversationFacts::Transport::Http && record.responseEvent >= 0 &&
           step.event.time - record.end <= facts().crossing() &&
           exchangeOf(capture().eventAt(record.responseEvent)) != exchangeOf(step.event);
}

/// Handles a response. The token of a request that became a task stays valid.
void ProgressRule::onAnswer(const FindingStep &step)
{
    const RequestRecord &record = *step.record;
    const JsonValue result(step.event.part(step.message.result));
    if (!record.becameTask)
        m_last.remove(step.row);
    if (record.method == "tasks/get" || record.method == "tasks/cancel") {
        onTaskState(record.direction, result, step);
        return;
    }
    if (record.method == "tasks/list") {
        for (const JsonMember &task : result.member("tasks"))
            onTaskState(record.direction, task.value, step);
        return;
    }
    // It comes after the end of the task. An error may be the result of the task, or of tasks/result itself.
    if (record.method == "tasks/result") {
        if (record.state == RequestState::Succeeded)
            endTask(keyOf(record.direction, record.target), step);
        return;
    }
    const auto task = record.becameTask ? TaskInfo::createdBy(result, false) : std::nullopt;
    if (!task || m_tasks.size() == MostTasks)
        return;
    m_tasks.insert(keyOf(record.direction, task->id), step.row);
    context().openTasks = m_tasks.size();
    listen(true);
    onTaskState(record.direction, result.member("task"), step);
}

void ProgressRule::onTaskState(Direction requestor, const JsonValue &state, const FindingStep &step)
{
    if (m_tasks.isEmpty())
        return;
    const auto info = TaskInfo::fromJson(state);
    if (!info)
        return;
    const QString key = keyOf(requestor, info->id);
    if (info->isFinal())
        endTask(key, step);
    else if (const auto task = m_tasks.constFind(key); task != m_tasks.constEnd())
        m_ended.remove(*task);
}

void ProgressRule::endTask(const QString &key, const FindingStep &step)
{
    const auto task = m_tasks.constFind(key);
    if (task == m_tasks.constEnd())
        return;
    m_ended.insert(*task, {step.event.time, step.index});
    m_tasks.erase(task);
    context().openTasks = m_tasks.size();
    listen(!m_tasks.isEmpty());
}

void ProgressRule::onProgress(const FindingStep &step)
{
    if (const TaskEnd *end = m_ended.find(step.row)) {
        // Over HTTP the two may come in different streams, in any order.
        if (facts().transport() == ConversationFacts::Transport::Stdio ||
            step.event.time - end->time > facts().crossing())
            onFault(AfterTask, step,
                    TranslatableText::of(
                        QT_TRANSLATE_NOOP("TranslatableText", "Progress arrived after the task had ended")),
                    end);
        return;
    }
    const double *last = m_last.find(step.row);
    const ProgressNotice notice = ProgressNotice::of(step.params());
    if (!notice.value && !facts().revision()) // else P11 reports it
        onFault(NoNumber, step,
                TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress: %1"), notice.complaint({})));
    else if (notice.value && last && *notice.value <= *last)
        onFault(NotIncreasing, step,
                TranslatableText::of(
                    QT_TRANSLATE_NOOP("TranslatableText", "Progress did not increase: %1 arrived after %2"),
                    Formatting::visible(QString::fromUtf8(notice.progress.left(ProgressNotice::LongestToken))),
                    QString::number(*last, 'g', QLocale::FloatingPointShortest)));
    if (notice.value)
        m_last.insert(step.row, *notice.value);
}

/// Reports progress with an unknown token. Not an invalid one, which violates the schema (P11); and not if the
/// beginning of the conversation is missing, where the token may have been set.
void ProgressRule::onUnknownToken(const FindingStep &step)
{
    if (!facts().isFromStart())
        return;
    const ProgressNotice notice = ProgressNotice::of(step.params());
    if (facts().revision() && !RequestId::fromJson(notice.token).canBeAnswered())
        return;
    quint64 unkept = 0;
    const bool isKept = m_unknown.size() < MostTokens || m_unknown.contains(notice.token);
    report(isKept ? m_unknown[notice.token] : unkept, step,
           TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Progress: %1"), notice.unknownToken()));
}

void ProgressRule::onFault(Fault fault, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end)
{
    if (!m_found.find(step.row))
        m_found.insert(step.row, {});
    report((*m_found.find(step.row))[fault], step, sentence, end);
}

void ProgressRule::report(quint64 &key, const FindingStep &step, const TranslatableText &sentence, const TaskEnd *end)
{
    if (context().extend(key, step))
        return;
    Finding found = finding(FindingCode::P07, step.event.direction, step);
    found.sentence = sentence;
    found.addEvent(step.record ? step.record->requestEvent : Finding::NoRow);
    found.addEvent(end ? end->event : Finding::NoRow);
    found.addEvent(step.index);
    key = context().report(std::move(found));
}

} // namespace

/// P01 to P03, P07 and P19: the form of messages, and progress.
std::vector<FindingRules::Kind> FindingRules::messages()
{
    return kindsOf<MessageFormRule, ProgressRule>();
}

} // namespace Pullcord
