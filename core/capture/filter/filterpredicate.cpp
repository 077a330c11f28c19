// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filterpredicate.h"

#include "core/capture/capture.h"
#include "core/capture/file/captureline.h"
#include "core/capture/requestlog.h"

#include <QJsonDocument>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

using Operator = FilterTerm::Operator;

namespace {

/// Converts `*` wildcards to a regular expression.
QString patternOf(const QString &wildcards)
{
    QString pattern = QRegularExpression::escape(wildcards);
    pattern.replace(u"\\*"_s, u".*"_s);
    return QRegularExpression::anchoredPattern(pattern);
}

QRegularExpression expressionOf(const FilterTerm &term)
{
    if (term.op != Operator::Matches && term.op != Operator::Is)
        return {};
    return QRegularExpression(term.op == Operator::Matches ? term.value : patternOf(term.value),
                              QRegularExpression::CaseInsensitiveOption |
                                  QRegularExpression::DotMatchesEverythingOption);
}

} // namespace

FilterMatcher::FilterMatcher(FilterTerm term)
    : m_term(std::move(term))
    , m_text(m_term.value)
    , m_expression(expressionOf(m_term))
{}

bool FilterMatcher::matches(QStringView text) const
{
    if (m_term.op == Operator::Equals || m_term.op == Operator::Differs)
        return text == m_term.value;
    return m_expression.match(text).hasMatch();
}

bool FilterMatcher::matches(double number) const
{
    switch (m_term.op) {
    case Operator::Less:
        return number < m_term.number;
    case Operator::LessOrEqual:
        return number <= m_term.number;
    case Operator::Greater:
        return number > m_term.number;
    case Operator::GreaterOrEqual:
        return number >= m_term.number;
    default:
        return !(number < m_term.number) && !(number > m_term.number);
    }
}

bool FilterMatcher::matchesAny(double least, double most) const
{
    switch (m_term.op) {
    case Operator::Less:
    case Operator::LessOrEqual:
        return matches(least);
    case Operator::Greater:
    case Operator::GreaterOrEqual:
        return matches(most);
    default:
        return least <= m_term.number && m_term.number <= most;
    }
}

bool FilterMatcher::isIn(QStringView text) const
{
    return m_term.op == Operator::Matches ? m_expression.match(text).hasMatch() : m_text.isIn(text);
}

bool FilterMatcher::isIn(QByteArrayView utf8) const
{
    return m_term.op == Operator::Matches ? m_expression.match(QString::fromUtf8(utf8)).hasMatch() : m_text.isIn(utf8);
}

bool FilterMatcher::matchesJson(QByteArrayView message) const
{
    const JsonValue value = JsonValue(message).pointer(m_term.pointer);
    if (!value.isValid() || m_term.op == Operator::Exists)
        return value.isValid();
    if (m_term.op == Operator::Equals || m_term.op == Operator::Differs)
        return equals(value);
    if (m_term.op == Operator::Is || m_term.op == Operator::Matches)
        return matches(value.isString() ? value.toString() : QString::fromUtf8(value.raw()));
    const std::optional<double> number = value.toDouble();
    return number && matches(*number);
}

bool FilterMatcher::equals(const JsonValue &value) const
{
    if (value.isString())
        return !m_term.isNumber && value.toString() == m_term.value;
    if (m_term.quoted)
        return false;
    const std::optional<double> number = value.toDouble();
    return number && m_term.isNumber ? matches(*number) : value.raw() == m_term.value.toUtf8();
}

using Id = FilterField::Id;

namespace {

bool isState(const QString &choice, const RequestRecord &record)
{
    const RequestState state = record.state;
    if (choice == "declined"_L1)
        return record.isRefused();
    if (choice == "open"_L1 || choice == "ended"_L1)
        return isFinal(state) == (choice == "ended"_L1);
    if (record.isRefused()) // neither of the others
        return false;
    switch (state) {
    case RequestState::Queued:
        return choice == "queued"_L1;
    case RequestState::InFlight:
        return choice == "inflight"_L1;
    case RequestState::Cancelling:
        return choice == "cancelling"_L1;
    case RequestState::Succeeded:
        return choice == "succeeded"_L1;
    case RequestState::Failed:
        return choice == "failed"_L1;
    case RequestState::Cancelled:
        return choice == "cancelled"_L1;
    case RequestState::TimedOut:
        return choice == "timedout"_L1;
    case RequestState::Lost:
        return choice == "lost"_L1;
    }
    return false;
}

bool isDirection(const QString &choice, Direction direction)
{
    const bool in = choice == "in"_L1 || choice == "s2c"_L1;
    return direction == (in ? Direction::ServerToClient : Direction::ClientToServer);
}

/// Tests the JSON-RPC kind of a message, else the kind of event; `event` matches everything except messages.
bool isKind(const QString &choice, EventKind kind, MessageKind message)
{
    if (kind == EventKind::Message) {
        switch (message) {
        case MessageKind::Request:
            return choice == "request"_L1;
        case MessageKind::Notification:
            return choice == "notification"_L1;
        case MessageKind::Result:
            return choice == "result"_L1;
        case MessageKind::Error:
            return choice == "error"_L1;
        case MessageKind::Batch:
            return choice == "batch"_L1;
        case MessageKind::None:
            return choice == "malformed"_L1;
        }
    }
    return choice == "event"_L1 || nameOf(kind) == choice.toLatin1();
}

/// Tests the kinds of all its messages.
bool hasKind(const QString &choice, const RequestRecord &record)
{
    if (choice == "result"_L1)
        return record.state == RequestState::Succeeded || record.late.results > 0;
    if (choice == "error"_L1)
        return record.errorCode.has_value() || record.late.errors > 0;
    if (choice == "notification"_L1)
        return record.progress.count > 0 || record.late.progress > 0;
    return choice == "request"_L1;
}

bool isId(const FilterMatcher &term, const RequestId &id)
{
    const bool exact = term.term().op == FilterTerm::Operator::Equals || term.isNegative();
    if (exact) // `7` and `"7"` are different ids
        return (id.kind() == RequestId::Kind::String) == term.term().quoted &&
               term.matches(term.term().quoted ? JsonValue(id.toJson()).toString() : id.display());
    return term.matches(id.display()) ||
           (id.kind() == RequestId::Kind::String && term.matches(JsonValue(id.toJson()).toString()));
}

/// Tests a property that the record of a request has by itself. `now` is for open requests.
bool isOfRecord(const FilterMatcher &term, const RequestRecord &record, qint64 now)
{
    switch (term.term().field) {
    case Id::Method:
        return term.matches(QString::fromUtf8(record.method));
    case Id::Name:
        return term.matches(record.target);
    case Id::RequestId:
        return isId(term, record.id);
    case Id::Reason:
        return (record.cancellation && term.matches(record.cancellation->reason)) ||
               (record.state == RequestState::Lost && term.matches(record.errorMessage)) ||
               (record.dismissal && term.matches(record.dismissal->reason));
    case Id::Error:
        return record.errorCode && term.matches(record.errorMessage);
    case Id::Code:
        return record.errorCode && term.matches(double(*record.errorCode));
    case Id::State:
        return isState(term.term().value, record);
    case Id::Time:
        return term.matches(double(record.duration(now)));
    case Id::Cancelled:
        return record.cancellation.has_value();
    case Id::ToolError:
        return record.toolError;
    default:
        return false;
    }
}

bool isMark(Id field)
{
    return field == Id::Pinned || field == Id::Color || field == Id::Note;
}

bool isOnMark(const FilterMatcher &term, const Mark &mark)
{
    const QString &value = term.term().value;
    switch (term.term().field) {
    case Id::Pinned:
        return mark.pinned;
    case Id::Color:
        return value == "any"_L1 ? mark.color != MarkColor::None : value == nameOf(mark.color);
    default:
        return !mark.note.isEmpty() && term.matches(mark.note);
    }
}

} // namespace

FilterPredicate::FilterPredicate(const Filter &filter, const Capture &capture, const RequestLog &log, Clock now,
                                 Reasons reasons)
    : m_filter(filter)
    , m_capture(&capture)
    , m_log(&log)
    , m_now(std::move(now))
    , m_reasons(std::move(reasons))
    , m_changesWithTime(filter.asksForTime())
    , m_changesWithRequests(filter.asksForRequests())
{}

CompiledFilter::CompiledFilter(const Filter &filter)
{
    if (filter.root())
        m_root = compiled(*filter.root());
}

CompiledFilter::Node CompiledFilter::compiled(const Filter::Node &node)
{
    Node result{.kind = node.kind, .term = {}, .parts = {}};
    if (node.kind == Filter::Node::Kind::Term)
        result.term.emplace(node.term);
    for (const Filter::Node &part : node.parts)
        result.parts.push_back(compiled(part));
    return result;
}

bool FilterPredicate::passesEvent(qsizetype index) const
{
    const CaptureEntry &entry = m_capture->entry(index);
    if (entry.kind == EventKind::Mark)
        return false; // a mark is not a message
    return m_filter.passes([&](const FilterMatcher &term) { return eventHas(term, index, entry); });
}

bool FilterPredicate::passesRequest(qsizetype row) const
{
    const RequestRecord record = m_log->record(row);
    return m_filter.passes([&](const FilterMatcher &term) { return requestHas(term, record); });
}

qint64 FilterPredicate::now() const
{
    return m_now ? m_now() : m_capture->lastTime();
}

bool FilterPredicate::eventHas(const FilterMatcher &term, qsizetype index, const CaptureEntry &entry) const
{
    if (isMark(term.term().field)) {
        return isOnMark(term, m_log->marks().ofEvent(index)) ||
               (entry.row != CaptureEntry::NoRow && isOfRequest(term, m_log->record(entry.row)));
    }
    switch (term.term().field) {
    case Id::Text:
        return textIsInEvent(term, index);
    case Id::Pointer:
        return jsonIsInEvent(term, index);
    case Id::Method:
        return methodOfEvent(term, index, entry);
    case Id::Dir:
        return isDirection(term.term().value, entry.direction);
    case Id::Kind:
        return isKind(term.term().value, entry.kind, entry.message);
    case Id::At:
    case Id::During:
        return term.matches(double(entry.time));
    case Id::Size:
        return term.matches(double(entry.size));
    case Id::Connection:
        return term.matches(double(entry.connection));
    case Id::Late:
        return entry.flags & CaptureEntry::Late;
    case Id::Progress:
        return entry.message == MessageKind::Notification &&
               m_capture->eventAt(index).method() == "notifications/progress";
    default:
        return entry.row != CaptureEntry::NoRow && isOfRequest(term, m_log->record(entry.row));
    }
}

bool FilterPredicate::requestHas(const FilterMatcher &term, const RequestRecord &record) const
{
    switch (term.term().field) {
    case Id::Text:
        return textIsInRequest(term, record);
    case Id::Pointer:
        return anyEvent(record, [&](qsizetype index) { return jsonIsInEvent(term, index); });
    case Id::Dir:
        return isDirection(term.term().value, record.direction);
    case Id::Kind:
        return hasKind(term.term().value, record);
    case Id::At:
        return term.matches(double(record.start));
    case Id::During:
        return term.matchesAny(double(record.start), double(lastSignOf(record)));
    case Id::Size:
        return term.matches(double(record.bytesRequest + record.bytesResponse));
    case Id::Connection:
        return term.matches(double(record.connection));
    case Id::Late:
        return record.late.any();
    case Id::Progress:
        return record.progress.count > 0 || record.late.progress > 0;
    default:
        return isOfRequest(term, record);
    }
}

bool FilterPredicate::isOfRequest(const FilterMatcher &term, const RequestRecord &record) const
{
    if (isMark(term.term().field))
        return isOnMark(term, m_log->marks().ofRequest(record));
    if (isOfRecord(term, record, now()))
        return true;
    const QString ofTask = term.term().field == Id::Reason ? reasonOfTask(record) : QString();
    return !ofTask.isEmpty() && term.matches(ofTask);
}

const FilterField *MessagePredicate::unsupportedIn(const Filter &filter)
{
    for (const Id field : {Id::Pinned, Id::Color, Id::Note, Id::At, Id::During}) {
        if (filter.asksFor({field}))
            return &FilterField::of(field);
    }
    return nullptr;
}

bool MessagePredicate::passes(const Event &message, const RequestRecord *record, bool isLate) const
{
    const Envelope &envelope = message.envelope;
    return m_filter.passes([&](const FilterMatcher &term) {
        const QString &value = term.term().value;
        switch (term.term().field) {
        case Id::Text:
            return term.isIn(QByteArrayView(message.bytes));
        case Id::Pointer:
            return term.matchesJson(message.bytes);
        case Id::Method:
            if (!envelope.method.isEmpty())
                return term.matches(QString::fromUtf8(message.method()));
            break;
        case Id::Dir:
            return isDirection(value, message.direction);
        case Id::Kind:
            return isKind(value, message.kind, envelope.kind);
        case Id::Size:
            return term.matches(double(message.bytes.size()));
        case Id::Connection:
            return term.matches(double(message.connection));
        case Id::Late:
            return isLate;
        case Id::Progress:
            return message.method() == "notifications/progress";
        default:
            break;
        }
        return record && isOfRecord(term, *record, message.time);
    });
}

/// Returns the time of the last event: the end, late messages, and the last leg if it is the first one; the current
/// time while open.
qint64 FilterPredicate::lastSignOf(const RequestRecord &record) const
{
    const qint64 own = std::max(record.start + record.duration(now()), record.late.lastTime);
    const bool isFirst = record.leg.first == record.serial && record.leg.last != RequestRecord::NoSerial;
    const qsizetype last = isFirst ? m_log->rowOf(record.connection, record.leg.last) : -1;
    if (last < 0 || record.leg.last == record.serial)
        return own;
    const RequestRecord leg = m_log->record(last);
    return std::max({own, leg.start + leg.duration(now()), leg.late.lastTime});
}

QString FilterPredicate::reasonOfTask(const RequestRecord &record) const
{
    return m_reasons ? m_reasons(m_log->rowOf(record.connection, record.serial)) : QString();
}

bool FilterPredicate::methodOfEvent(const FilterMatcher &term, qsizetype index, const CaptureEntry &entry) const
{
    if (entry.message == MessageKind::Notification ||
        (entry.row == CaptureEntry::NoRow && entry.kind == EventKind::Message))
        return term.matches(QString::fromUtf8(m_capture->eventAt(index).method()));
    return entry.row != CaptureEntry::NoRow && isOfRequest(term, m_log->record(entry.row));
}

bool FilterPredicate::textIsInEvent(const FilterMatcher &term, qsizetype index) const
{
    // In the common case the bytes in the file are enough.
    if (const auto message = CaptureLine::skim(m_capture->line(index)))
        return term.isIn(message->payload);
    const Event event = m_capture->eventAt(index);
    return term.isIn(QByteArrayView(event.bytes)) ||
           (!event.details.isEmpty() &&
            term.isIn(QByteArrayView(QJsonDocument(event.details).toJson(QJsonDocument::Compact))));
}

bool FilterPredicate::textIsInRequest(const FilterMatcher &term, const RequestRecord &record) const
{
    return term.isIn(QByteArrayView(record.method)) || term.isIn(record.target) || term.isIn(record.id.display()) ||
           term.isIn(record.errorMessage) || (record.cancellation && term.isIn(record.cancellation->reason)) ||
           term.isIn(reasonOfTask(record)) ||
           anyEvent(record, [&](qsizetype index) { return textIsInEvent(term, index); });
}

bool FilterPredicate::jsonIsInEvent(const FilterMatcher &term, qsizetype index) const
{
    if (m_capture->entry(index).kind != EventKind::Message)
        return false;
    if (const auto message = CaptureLine::skim(m_capture->line(index)))
        return term.matchesJson(message->payload);
    return term.matchesJson(m_capture->eventAt(index).bytes);
}

template<typename EventTest>
bool FilterPredicate::anyEvent(const RequestRecord &record, const EventTest &test)
{
    const auto events = {record.requestEvent, record.responseEvent, record.late.responseEvent};
    return std::any_of(events.begin(), events.end(),
                       [&test](qint64 event) { return event != RequestRecord::NoEvent && test(qsizetype(event)); });
}

} // namespace Pullcord
