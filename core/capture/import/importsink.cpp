// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importsink.h"

#include "core/capture/file/captureline.h"
#include "core/capture/file/capturelinewriter.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/dialectdetector.h"
#include "core/transport/http/bodytext.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

struct Sender
{
    QByteArrayView begin; ///< prefix of the method
    Direction direction;
};

/// Methods that only one side may send, in any revision. The first match counts.
constexpr Sender Senders[] = {
    {"initialize", Direction::ClientToServer},
    {"server/discover", Direction::ClientToServer},
    {"tools/", Direction::ClientToServer},
    {"prompts/", Direction::ClientToServer},
    {"resources/", Direction::ClientToServer},
    {"completion/", Direction::ClientToServer},
    {"logging/", Direction::ClientToServer},
    {"subscriptions/", Direction::ClientToServer},
    {"notifications/initialized", Direction::ClientToServer},
    {"notifications/roots/", Direction::ClientToServer},
    {"sampling/", Direction::ServerToClient},
    {"elicitation/", Direction::ServerToClient},
    {"roots/", Direction::ServerToClient},
    {"notifications/message", Direction::ServerToClient},
    {"notifications/tools/", Direction::ServerToClient},
    {"notifications/prompts/", Direction::ServerToClient},
    {"notifications/resources/", Direction::ServerToClient},
    {"notifications/elicitation/", Direction::ServerToClient},
    {"notifications/subscriptions/", Direction::ServerToClient},
};

} // namespace

Direction DirectionGuess::senderOf(QByteArrayView method)
{
    const auto *known = std::find_if(std::begin(Senders), std::end(Senders),
                                     [method](const Sender &sender) { return method.startsWith(sender.begin); });
    return known == std::end(Senders) ? Direction::None : known->direction;
}

std::pair<Direction, DirectionGuess::Grounds> DirectionGuess::of(QByteArrayView bytes, Direction stated,
                                                                 quint32 connection)
{
    Envelope message = Envelope::of(bytes);
    if (message.kind == MessageKind::Batch) {
        const QList<Envelope> items = Envelope::batchItems(bytes);
        message = items.isEmpty() ? Envelope() : items.constFirst();
    }
    const auto found =
        stated == Direction::None ? guess(bytes, message, connection) : std::pair(stated, Grounds::Stated);
    const Key key(connection, message.requestId(bytes));
    if (message.kind == MessageKind::Request)
        m_open.insert(key, found.first);
    else if (message.isResponse())
        m_open.remove(key);
    return found;
}

std::pair<Direction, DirectionGuess::Grounds> DirectionGuess::guess(QByteArrayView bytes, const Envelope &message,
                                                                    quint32 connection) const
{
    if (message.isResponse()) {
        const auto request = m_open.constFind({connection, message.requestId(bytes)});
        if (request != m_open.constEnd())
            return {opposite(*request), Grounds::Guessed};
        return {Direction::ServerToClient, Grounds::Unknown};
    }
    const QByteArray method = message.methodName(bytes);
    if (const Direction sender = senderOf(method); sender != Direction::None)
        return {sender, Grounds::Guessed};
    if (method == "notifications/cancelled") {
        const JsonValue id = JsonValue(message.params.in(bytes)).member("requestId");
        const auto request = m_open.constFind({connection, RequestId::fromJson(id.raw())});
        if (request != m_open.constEnd())
            return {*request, Grounds::Guessed};
    }
    if (method == "notifications/progress" || method.startsWith("notifications/tasks"))
        return {Direction::ServerToClient, Grounds::Unknown};
    return {Direction::ClientToServer, Grounds::Unknown};
}

namespace {

/// Common resolutions of timestamps in ns: minutes, seconds, ms, µs.
constexpr qint64 Units[] = {60'000'000'000, 1'000'000'000, ImportSink::NsInMs, 1'000};

/// Returns the dialect that a client request shows; null if it shows none. Without an HTTP exchange it counts as stdio.
const Dialect *dialectIn(const Event &request)
{
    if (request.envelope.kind != MessageKind::Request)
        return nullptr;
    const bool isProbe = request.envelope.hasMethod(request.bytes, "server/discover");
    if (!isProbe)
        return DialectDetector::by(request, request.envelope);
    return request.details.contains("exchange"_L1) ? &Dialect::mcpModernHttp() : &Dialect::mcpModernStdio();
}

/// True if the bytes are meant to be JSON.
bool isJson(const QByteArray &bytes)
{
    const QByteArray trimmed = bytes.trimmed();
    return trimmed.startsWith('{') || trimmed.startsWith('[');
}

/// True for an array with initialize and its response: a log of both sides. No batch has both, since initialize is sent
/// alone.
bool isConversation(const QByteArray &bytes, JsonChecker &checker)
{
    if (!QByteArrayView(bytes).trimmed().startsWith('[') || !bytes.contains("\"initialize\"") || checker.check(bytes))
        return false;
    RequestId asked;
    const QList<Envelope> items = Envelope::batchItems(bytes);
    return std::any_of(items.begin(), items.end(), [&](const Envelope &item) {
        if (item.hasMethod(bytes, "initialize"))
            asked = item.requestId(bytes);
        return item.isResponse() && asked.canBeAnswered() && item.requestId(bytes) == asked;
    });
}

QString beginningAt(const ImportSink::Place &place, const QByteArray &bytes)
{
    return u"line %1 of the file is %2"_s.arg(place.line).arg(BodyText::beginning(bytes));
}

QString reasonAt(const ImportSink::Place &place, const QString &reason)
{
    return u"line %1 of the file: %2"_s.arg(place.line).arg(reason);
}

} // namespace

void ImportSink::message(const QByteArray &bytes, Direction stated, const Place &place, const QJsonObject &details)
{
    if (stated == Direction::None && isConversation(bytes, m_checker)) {
        for (const JsonMember &each : JsonValue(bytes))
            message(each.value.raw().toByteArray(), stated, place, details);
        return;
    }
    Event event = Event::ofBytes(bytes, stated, m_checker);
    const QString reason = event.details.value("reason"_L1).toString();
    event.details = details;
    if (!event.isMessage()) {
        event.details.insert(u"line"_s, place.line);
        event.details.insert(u"reason"_s, isJson(bytes) ? reasonAt(place, reason) : beginningAt(place, bytes));
        ++m_unreadable;
        add(std::move(event), place);
        return;
    }
    const auto [direction, grounds] = m_guess.of(bytes, stated, place.connection);
    event.direction = direction;
    event.details.insert(u"line"_s, place.line);
    if (grounds != DirectionGuess::Grounds::Stated)
        event.details.insert(u"way"_s, grounds == DirectionGuess::Grounds::Guessed ? u"guessed"_s : u"unknown"_s);
    ++m_messages;
    m_untimed += place.time ? 0 : 1;
    m_guessed += grounds == DirectionGuess::Grounds::Guessed ? 1 : 0;
    m_unknown += grounds == DirectionGuess::Grounds::Unknown ? 1 : 0;
    add(std::move(event), place);
}

void ImportSink::unreadable(QByteArrayView bytes, const QString &reason, const Place &place)
{
    ++m_unreadable;
    happened(EventKind::Malformed, {{u"line"_s, place.line}, {u"reason"_s, reasonAt(place, reason)}},
             bytes.toByteArray(), place);
}

void ImportSink::happened(EventKind kind, const QJsonObject &details, const QByteArray &bytes, const Place &place)
{
    Event event = Event::ofKind(kind, details);
    event.bytes = bytes;
    add(std::move(event), place);
}

void ImportSink::add(Event event, const Place &place)
{
    if (place.time)
        m_start = m_start < 0 ? *place.time : std::min(m_start, *place.time);
    event.time = place.time.value_or(-1);
    event.connection = place.connection;
    m_events.append(std::move(event));
}

/// Gives all events ascending times from the start. If not all times are known, they only keep the order, without 0,
/// which would mean never.
void ImportSink::settleTimes()
{
    if (!hasTimes()) {
        for (qsizetype i = 0; i < m_events.size(); ++i)
            m_events[i].time = i + 1;
        return;
    }
    m_tick = tick();
    const qint64 start = m_start / NsInMs * NsInMs; // as in the header
    qint64 last = m_start;
    for (Event &event : m_events) {
        if (event.time < 0)
            event.time = last;
        last = event.time;
        event.time = std::min(event.time - start + 1, CaptureLine::FarthestTime);
    }
    std::ranges::stable_sort(m_events, {}, &Event::time);
}

/// Returns the coarsest unit of which all times are multiples; 0 for a single message, which proves nothing.
qint64 ImportSink::tick() const
{
    if (m_messages < 2)
        return 0;
    qint64 common = 0;
    for (const Event &event : m_events)
        common = event.time < 0 ? common : std::gcd(common, event.time);
    const auto unit = std::ranges::find_if(Units, [common](qint64 each) { return common % each == 0; });
    return unit == std::end(Units) ? 1 : *unit;
}

/// Adds Dialect events: before the first message of a connection, or where a client falls back to an older revision. A
/// connection without such an event is of the legacy era.
void ImportSink::addDialects()
{
    struct Connection
    {
        qsizetype begin; ///< its first message
        const Dialect *dialect = &Dialect::mcpLegacy();
        bool hasDialect = false;
    };
    std::map<quint32, Connection> connections;
    std::multimap<qsizetype, Event> dialects; ///< by the event that they precede
    for (qsizetype i = 0; i < m_events.size(); ++i) {
        const Event &event = m_events.at(i);
        if (!event.isMessage())
            continue;
        Connection &connection = connections.try_emplace(event.connection, Connection{.begin = i}).first->second;
        const Dialect *dialect = event.direction == Direction::ClientToServer ? dialectIn(event) : nullptr;
        if (dialect && dialect != connection.dialect) {
            const qsizetype at = connection.hasDialect ? i : connection.begin;
            Event change = Event::ofKind(EventKind::Dialect, {{u"name"_s, QString::fromLatin1(dialect->name)}});
            change.connection = event.connection;
            change.time = m_events.at(at).time;
            dialects.emplace(at, change);
            connection.dialect = dialect;
        }
        connection.hasDialect = connection.hasDialect || dialect;
    }
    for (auto each = dialects.crbegin(); each != dialects.crend(); ++each)
        m_events.insert(each->first, each->second);
}

ImportSummary ImportSink::summary(const QString &format) const
{
    return {.format = format,
            .messages = m_messages,
            .guessed = m_guessed,
            .unknown = m_unknown,
            .unreadable = m_unreadable,
            .untimed = m_start >= 0 ? m_untimed : 0,
            .tick = m_tick,
            .hasTimes = hasTimes()};
}

QByteArray ImportSink::capture(const QString &format, const QString &title)
{
    settleTimes();
    addDialects();
    CaptureHeader header;
    header.program = format;
    header.title = title;
    if (m_start >= 0 && !m_isDateUnknown)
        header.started = QDateTime::fromMSecsSinceEpoch(m_start / NsInMs, Qt::UTC);
    header.others = {{u"imported"_s, summary(format).toJson()}};
    QByteArray text = header.toLine() + '\n';
    CaptureLineWriter lines;
    Event note = Event::ofKind(EventKind::Note, {{u"text"_s, summary(format).words()}});
    text += lines.write(note, 0).line();
    for (const Event &event : std::as_const(m_events))
        text += lines.write(event, event.time).line();
    return text;
}

} // namespace Pullcord
