// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/capture/import/logline.h"
#include "core/json/jsonvalue.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/httpheaders.h"
#include "core/transport/http/sseparser.h"
#include "core/transport/transportreason.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>
#include <QUrl>

#include <algorithm>
#include <vector>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// An entry of the archive.
struct Entry
{
    qsizetype line = 0;
    qint64 begin = 0; ///< ns since the epoch
    QByteArray method;
    QUrl url;
    HttpHeaders requestHeaders;
    QByteArray posted;
    int status = 0; ///< 0: no response
    QString statusText;
    QString version;
    HttpHeaders responseHeaders;
    QByteArray content;
    bool isContentMissing = false; ///< there was a body, and the archive does not have it
    QString error;                 ///< error of the browser
    QJsonObject more;              ///< details from an export of Pullcord
    JsonValue json;

    quint32 connection = 0;
    int exchange = 0;

    [[nodiscard]] bool isEventStream() const { return responseHeaders.contentType() == "text/event-stream"; }
    [[nodiscard]] bool isSuccess() const { return status >= 200 && status < 300; }
    /// Returns the URL without its query, which may contain a session.
    [[nodiscard]] QString place() const { return url.adjusted(QUrl::RemoveQuery | QUrl::RemoveFragment).toString(); }
};

using RequestKey = std::pair<quint32, RequestId>; ///< connection and id

/// The requests and responses of all entries.
struct Ledger
{
    QHash<RequestKey, qint64> posted; ///< time at which the POST of a request ended, ns since the epoch
    QSet<RequestKey> answered;
};

/// Three years: the sum of some of them and a time cannot overflow.
constexpr qint64 MostNs = 100'000'000'000'000'000;

qint64 nsOf(const JsonValue &ms)
{
    return qint64(std::clamp(ms.toDouble().value_or(0) * double(ImportSink::NsInMs), 0.0, double(MostNs)));
}

/// Returns ns since the beginning of the entry, from an export of Pullcord; `usual` if it is missing.
qint64 ownNsOf(const QJsonValue &ns, qint64 usual)
{
    return std::clamp(ns.toInteger(usual), qint64(0), MostNs);
}

/// Returns one message, or those of a batch; none if the bytes are not JSON.
QList<Envelope> envelopesIn(const QByteArray &body)
{
    if (body.isEmpty() || JsonChecker().check(body))
        return {};
    const Envelope envelope = Envelope::of(body);
    return envelope.kind == MessageKind::Batch ? Envelope::batchItems(body) : QList<Envelope>{envelope};
}

HttpHeaders headersOf(const JsonValue &list)
{
    HttpHeaders headers;
    for (const JsonMember &each : list)
        headers.add(each.value.member("name").toUtf8(), each.value.member("value").toUtf8());
    return headers;
}

QByteArray contentOf(const JsonValue &content)
{
    const QByteArray text = content.member("text").toUtf8();
    return content.member("encoding").toUtf8() == "base64" ? QByteArray::fromBase64(text) : text;
}

Entry entryOf(const JsonValue &json)
{
    const JsonValue request = json.member("request");
    const JsonValue response = json.member("response");
    const JsonValue content = response.member("content");
    Entry entry{.begin = ImportFormats::timeIn(json.member("startedDateTime")).value_or(0),
                .method = request.member("method").toUtf8().toUpper(),
                .url = QUrl(request.member("url").toString()),
                .requestHeaders = headersOf(request.member("headers")),
                .posted = contentOf(request.member("postData")),
                .status = int(std::clamp<qint64>(response.member("status").toInteger().value_or(0), 0, 999)),
                .statusText = response.member("statusText").toString(),
                .version = response.member("httpVersion").toString(),
                .responseHeaders = headersOf(response.member("headers")),
                .content = contentOf(content),
                .json = json};
    entry.isContentMissing = entry.content.isEmpty() && content.member("size").toInteger().value_or(0) > 0;
    if (entry.responseHeaders.contentType().isEmpty() && content.member("mimeType").isString())
        entry.responseHeaders.set("content-type", content.member("mimeType").toUtf8());
    entry.error = response.member("_error").toString();
    if (entry.error.isEmpty())
        entry.error = json.member("_error").toString();
    entry.more = QJsonDocument::fromJson(json.member("_pullcord").raw().toByteArray()).object();
    entry.begin += ownNsOf(entry.more.value("begin"_L1), 0) % ImportSink::NsInMs;
    return entry;
}

/// Returns the events of a stream; none for another body.
QList<SseEvent> eventsOf(const Entry &entry)
{
    QList<SseEvent> events;
    if (!entry.isEventStream())
        return events;
    SseParser parser;
    const auto take = [&events](const SseEvent &event) { events.append(event); };
    parser.feed(entry.content, take);
    parser.finish(take);
    return events;
}

bool isMessage(const SseEvent &event)
{
    return event.kind == SseEvent::Kind::Event && !event.data.isEmpty() &&
           (event.type.isEmpty() || event.type == "message");
}

/// Assigns the entries to conversations.
class Conversations
{
public:
    explicit Conversations(std::vector<Entry> &entries);

    [[nodiscard]] bool holds(const Entry &entry) const;

private:
    void note(const Entry &entry);
    [[nodiscard]] quint32 connectionOf(const Entry &entry);
    void takeStatus(const Entry &entry);
    [[nodiscard]] quint32 next() { return m_count++; }

    JsonChecker m_checker;
    QSet<QString> m_places;             ///< URLs of servers
    QHash<QString, quint32> m_sessions; ///< by URL and session id
    QHash<QString, quint32> m_inboxes;  ///< by the URL for messages in an HTTP+SSE stream
    QHash<QString, quint32> m_latest;   ///< by URL
    QSet<quint32> m_initialized;
    QHash<QString, QList<quint32>> m_lost; ///< by URL: connections whose session is over, oldest first
    quint32 m_count = 0;
};

Conversations::Conversations(std::vector<Entry> &entries)
{
    for (const Entry &entry : entries)
        note(entry);
    QHash<quint32, int> exchanges;
    for (Entry &entry : entries) {
        if (!holds(entry))
            continue;
        entry.connection = connectionOf(entry);
        takeStatus(entry);
        entry.exchange = entry.more.value("exchange"_L1).toInt(++exchanges[entry.connection]);
    }
}

bool Conversations::holds(const Entry &entry) const
{
    static constexpr QByteArrayView Methods[] = {"POST", "GET", "DELETE"};
    const bool isOfTransport = std::ranges::find(Methods, QByteArrayView(entry.method)) != std::end(Methods);
    return !entry.more.isEmpty() || (isOfTransport && m_places.contains(entry.place()));
}

void Conversations::note(const Entry &entry)
{
    const auto isRpc = [this](const QByteArray &body) {
        return body.contains("jsonrpc") && !m_checker.check(body) && LogLine::isRpc(body);
    };
    bool isServer = (entry.method == "POST" && isRpc(entry.posted)) || isRpc(entry.content);
    for (const SseEvent &event : eventsOf(entry)) {
        isServer = isServer || isRpc(event.data);
        if (entry.method == "GET" && event.type == "endpoint")
            isServer = true;
    }
    if (isServer)
        m_places.insert(entry.place());
}

quint32 Conversations::connectionOf(const Entry &entry)
{
    if (const QJsonValue own = entry.more.value("connection"_L1); own.isDouble())
        return quint32(own.toInteger());
    if (const auto inbox = m_inboxes.constFind(entry.url.toString()); inbox != m_inboxes.constEnd())
        return *inbox;
    const QString place = entry.place();
    const bool isInitialize =
        entry.posted.contains("\"initialize\"") && JsonValue(entry.posted).member("method").toUtf8() == "initialize";
    const QByteArray session =
        (isInitialize ? entry.responseHeaders : entry.requestHeaders).value("Mcp-Session-Id").value_or(QByteArray());
    const QString key = session.isEmpty() || session == QByteArray(Secrets::Mask.data())
                            ? QString()
                            : place + u' ' + QString::fromLatin1(session);
    if (const auto known = m_sessions.constFind(key); !key.isEmpty() && known != m_sessions.constEnd())
        return *known;
    const QList<SseEvent> events = entry.method == "GET" ? eventsOf(entry) : QList<SseEvent>();
    const auto endpoint = std::ranges::find(events, "endpoint", &SseEvent::type);
    const auto latest = m_latest.constFind(place);
    const bool isNew =
        latest == m_latest.constEnd() || endpoint != events.end() || (isInitialize && m_initialized.contains(*latest));
    const bool isRenewed = isInitialize && !m_lost.value(place).isEmpty();
    const quint32 connection = isRenewed ? m_lost[place].takeFirst() : isNew ? next() : *latest;
    m_latest.insert(place, connection);
    if (isInitialize)
        m_initialized.insert(connection);
    if (!key.isEmpty())
        m_sessions.insert(key, connection);
    if (endpoint != events.end())
        m_inboxes.insert(entry.url.resolved(QUrl::fromEncoded(endpoint->data)).toString(), connection);
    return connection;
}

/// Ends a session at a 404, so that the next `initialize` belongs to the same client. A later use of the session shows
/// that it had not ended.
void Conversations::takeStatus(const Entry &entry)
{
    const bool isInitialized = m_initialized.contains(entry.connection);
    if (!isInitialized || !entry.requestHeaders.contains("Mcp-Session-Id"))
        return;
    QList<quint32> &lost = m_lost[entry.place()];
    if (entry.isSuccess())
        lost.removeAll(entry.connection);
    else if (entry.status == 404 && !lost.contains(entry.connection))
        lost.append(entry.connection);
}

/// Creates the events of one exchange, like those of a live one.
class Exchange
{
public:
    Exchange(const Entry &entry, const Ledger &ledger, ImportSink &sink);

    /// Adds the opening: the exchange is the first of its connection.
    void open();
    void run();

private:
    [[nodiscard]] ImportSink::Place at(qint64 offset) const;
    [[nodiscard]] QJsonObject step(const QString &name) const;
    void takeRequest();
    void takeResponse();
    void takeStream();
    void takeBody();
    void takeEnd();
    [[nodiscard]] QJsonObject endOf() const;
    [[nodiscard]] QString shownUrl() const;

    const Entry &m_entry;
    const Ledger &m_ledger;
    ImportSink &m_sink;
    JsonChecker m_checker;
    qint64 m_sent = 0; ///< ns since the beginning of the entry, like the two below
    qint64 m_firstByte = 0;
    qint64 m_total = 0;
    QByteArray m_rest; ///< body that is not a message
};

Exchange::Exchange(const Entry &entry, const Ledger &ledger, ImportSink &sink)
    : m_entry(entry)
    , m_ledger(ledger)
    , m_sink(sink)
{
    const JsonValue timings = entry.json.member("timings");
    for (const char *phase : {"blocked", "dns", "connect", "send"})
        m_sent += nsOf(timings.member(phase));
    m_firstByte = m_sent + nsOf(timings.member("wait"));
    m_total = std::max(nsOf(entry.json.member("time")), m_firstByte + nsOf(timings.member("receive")));
    m_sent = ownNsOf(entry.more.value("postedAt"_L1), m_sent);
    m_firstByte = ownNsOf(entry.more.value("responded"_L1), m_firstByte);
    m_total = ownNsOf(entry.more.value("ended"_L1), m_total);
}

ImportSink::Place Exchange::at(qint64 offset) const
{
    return {.line = m_entry.line,
            .time = m_entry.begin == 0 ? std::nullopt : std::optional(m_entry.begin + offset),
            .connection = m_entry.connection};
}

QJsonObject Exchange::step(const QString &name) const
{
    return {{u"exchange"_s, m_entry.exchange}, {u"step"_s, name}, {u"line"_s, m_entry.line}};
}

/// Returns the URL for display, without a query that may contain a session id.
QString Exchange::shownUrl() const
{
    const QString url = m_entry.url.toString(QUrl::FullyEncoded);
    return url.contains("session"_L1, Qt::CaseInsensitive) ? Secrets::maskedQuery(url) : Secrets::maskedText(url);
}

void Exchange::open()
{
    const QString url = Secrets::maskedText(m_entry.url.toString(QUrl::FullyEncoded | QUrl::RemoveQuery));
    m_sink.happened(EventKind::Opening, {{u"transport"_s, u"http"_s}, {u"url"_s, url}}, {}, at(0));
    m_sink.happened(EventKind::Opened, {}, {}, at(0));
}

void Exchange::run()
{
    takeRequest();
    if (m_entry.status != 0)
        takeResponse();
    if (m_entry.isEventStream())
        takeStream();
    else
        takeBody();
    takeEnd();
}

void Exchange::takeRequest()
{
    QJsonObject details = step(u"request"_s);
    details.insert(u"method"_s, QString::fromLatin1(m_entry.method));
    details.insert(u"url"_s, shownUrl());
    details.insert(u"headers"_s, m_entry.requestHeaders.describe());
    details.insert(u"size"_s, m_entry.posted.size());
    Event event = Event::ofKind(EventKind::Http, details);
    event.direction = Direction::ClientToServer;
    m_sink.add(std::move(event), at(0));
    if (m_entry.posted.isEmpty())
        return;
    QJsonObject posted = m_entry.more.value("posted"_L1).toObject();
    posted.insert(u"exchange"_s, m_entry.exchange);
    m_sink.message(m_entry.posted, Direction::ClientToServer, at(m_sent), posted);
}

void Exchange::takeResponse()
{
    QJsonObject details = step(u"response"_s);
    details.insert(u"status"_s, m_entry.status);
    details.insert(u"text"_s, m_entry.statusText);
    details.insert(u"version"_s, m_entry.version);
    details.insert(u"headers"_s, m_entry.responseHeaders.describe());
    details.insert(u"sent"_s, m_sent);
    details.insert(u"firstByte"_s, m_firstByte);
    const JsonValue timings = m_entry.json.member("timings");
    if (const qint64 connect = nsOf(timings.member("connect")); connect > 0)
        details.insert(u"connect"_s, connect + nsOf(timings.member("blocked")) + nsOf(timings.member("dns")));
    Event event = Event::ofKind(EventKind::Http, details);
    event.direction = Direction::ServerToClient;
    m_sink.add(std::move(event), at(m_firstByte));
}

/// Creates the events of a stream. Archives lack their times, except exports of Pullcord. Each is set no earlier than
/// the first byte and the request of a response, and no later than the end of the POST.
void Exchange::takeStream()
{
    QList<SseEvent> events;
    for (const SseEvent &event : eventsOf(m_entry)) {
        if (event.kind == SseEvent::Kind::NoField)
            m_rest += event.toBytes();
        else
            events.append(event);
    }
    const QJsonArray times = m_entry.more.value("content"_L1).toArray();
    qint64 time = m_firstByte;
    for (qsizetype i = 0; i < events.size(); ++i) {
        const SseEvent &event = events.at(i);
        if (isMessage(event) && !m_checker.check(event.data)) {
            const Envelope envelope = Envelope::of(event.data);
            const auto posted = m_ledger.posted.constFind({m_entry.connection, envelope.requestId(event.data)});
            if (envelope.isResponse() && posted != m_ledger.posted.constEnd())
                time = std::max(time, std::min(*posted - m_entry.begin, m_total));
        }
        if (m_entry.method == "POST" && i + 1 == events.size())
            time = m_total;
        time = ownNsOf(times.at(i), time);
        QJsonObject details{{u"exchange"_s, m_entry.exchange}};
        if (!event.type.isEmpty())
            details.insert(u"type"_s, QString::fromUtf8(event.type));
        if (event.id)
            details.insert(u"id"_s, QString::fromUtf8(*event.id));
        if (event.retry)
            details.insert(u"retry"_s, *event.retry);
        if (isMessage(event)) {
            m_sink.message(event.data, Direction::ServerToClient, at(time), details);
            continue;
        }
        details.insert(u"what"_s, event.kind == SseEvent::Kind::Event     ? u"event"_s
                                  : event.kind == SseEvent::Kind::Comment ? u"comment"_s
                                                                          : u"unfinished"_s);
        Event stream = Event::ofKind(EventKind::Stream, details);
        stream.direction = Direction::ServerToClient;
        stream.bytes =
            event.type == "endpoint" ? Secrets::maskedQuery(QString::fromUtf8(event.data)).toUtf8() : event.data;
        m_sink.add(std::move(stream), at(time));
    }
}

void Exchange::takeBody()
{
    const bool isJson = m_entry.responseHeaders.contentType() == "application/json";
    const bool isRpc = isJson && !m_checker.check(m_entry.content) && LogLine::isRpc(m_entry.content);
    const QJsonArray times = m_entry.more.value("content"_L1).toArray();
    if (!m_entry.content.isEmpty() && isJson && (isRpc || m_entry.isSuccess()))
        m_sink.message(m_entry.content, Direction::ServerToClient, at(ownNsOf(times.at(0), m_total)),
                       {{u"exchange"_s, m_entry.exchange}});
    else
        m_rest = m_entry.content;
}

void Exchange::takeEnd()
{
    if (m_entry.isContentMissing)
        m_sink.happened(
            EventKind::Note,
            {{u"text"_s, u"The archive does not have the body of this response"_s}, {u"exchange"_s, m_entry.exchange}},
            {}, at(m_total));
    if (!m_entry.more.isEmpty() && !m_entry.more.contains("ended"_L1))
        return; // it was open at the time of the export
    QJsonObject details = m_entry.more.contains("end"_L1) ? m_entry.more.value("end"_L1).toObject() : endOf();
    const QJsonObject place = step(u"end"_s);
    for (auto member = place.begin(); member != place.end(); ++member)
        details.insert(member.key(), member.value());
    m_sink.happened(EventKind::Http, details, m_rest, at(m_total));
}

QJsonObject Exchange::endOf() const
{
    const bool isAborted = m_entry.error.contains("ABORTED"_L1, Qt::CaseInsensitive);
    const bool isBroken = !isAborted && (m_entry.status == 0 || !m_entry.error.isEmpty());
    const bool isRefused = m_entry.status != 0 && !m_entry.isSuccess();
    const QString status = u"HTTP %1 %2"_s.arg(m_entry.status).arg(m_entry.statusText).trimmed();
    const QString reason = isRefused                             ? status
                           : m_entry.error.isEmpty() && isBroken ? u"the archive has no response"_s
                                                                 : m_entry.error;
    QJsonObject details{{u"how"_s, isAborted  ? u"closed"_s
                                   : isBroken ? u"broken"_s
                                              : u"complete"_s},
                        {u"reason"_s, reason},
                        {u"received"_s, m_entry.content.size()},
                        {u"total"_s, m_total}};
    QSet<RequestId> answered; // only of this exchange: a refused message may have been sent again
    for (const Envelope &each : envelopesIn(m_entry.content))
        answered.insert(each.isResponse() ? each.requestId(m_entry.content) : RequestId());
    QJsonArray open; // requests without a response
    for (const Envelope &posted : envelopesIn(m_entry.posted)) {
        const RequestId id = posted.requestId(m_entry.posted);
        const bool isAnswered =
            isRefused ? answered.contains(id) : m_ledger.answered.contains({m_entry.connection, id});
        if (posted.kind == MessageKind::Request && !isAnswered)
            open.append(QString::fromUtf8(id.toJson()));
        else if (posted.kind != MessageKind::Request && isRefused)
            details.insert(u"notAccepted"_s,
                           posted.isResponse() ? u"answer"_s : QString::fromUtf8(posted.methodName(m_entry.posted)));
    }
    if (open.isEmpty() || m_entry.isContentMissing)
        return details;
    details.insert(u"requests"_s, open);
    if (isRefused)
        details.insert(u"ends"_s, u"refused"_s);
    else if (isBroken || m_entry.isEventStream())
        details.insert(u"ends"_s, u"lost"_s);
    if (details.contains("ends"_L1) && reason.isEmpty())
        details.insert(u"reason"_s, TranslatableText::of(TransportReason::StreamEnded));
    if (m_entry.status == 404 && m_entry.requestHeaders.contains("Mcp-Session-Id"))
        details.insert(Event::SessionEnded, true);
    return details;
}

/// Returns the entries in order of their beginnings. If the archive is cut or broken, returns those before that place.
std::vector<Entry> entriesIn(QByteArrayView text, ImportSink &sink)
{
    std::vector<Entry> entries;
    JsonChecker checker;
    const auto problem = checker.check(text);
    ImportSink::Place place{.line = 1, .time = {}, .connection = 0};
    const char *before = text.data();
    const char *read = text.data();
    for (const JsonMember &each : JsonValue(text).pointer("/log/entries")) {
        const QByteArrayView raw = each.value.raw();
        if (problem && (raw.end() > text.data() + problem->offset || checker.check(raw)))
            break;
        place.line += ImportFormats::lineAt({before, raw.data() - before}, raw.data()) - 1;
        before = raw.data();
        read = raw.end();
        entries.push_back(entryOf(each.value));
        entries.back().line = place.line;
    }
    if (problem)
        sink.unreadable({read, text.end()}, problem->reason, {.line = problem->line, .time = {}, .connection = 0});
    std::ranges::stable_sort(entries, {}, &Entry::begin);
    return entries;
}

Ledger ledgerOf(const std::vector<Entry> &entries)
{
    Ledger ledger;
    for (const Entry &entry : entries) {
        const auto takeResponses = [&](const QByteArray &body) {
            for (const Envelope &each : envelopesIn(body)) {
                if (each.isResponse())
                    ledger.answered.insert({entry.connection, each.requestId(body)});
            }
        };
        for (const Envelope &each : envelopesIn(entry.posted)) {
            if (each.kind == MessageKind::Request)
                ledger.posted.insert({entry.connection, each.requestId(entry.posted)},
                                     entry.begin + nsOf(entry.json.member("time")));
        }
        takeResponses(entry.content);
        for (const SseEvent &event : eventsOf(entry))
            takeResponses(event.data);
    }
    return ledger;
}

/// Adds a note for an entry of no known MCP server.
void takeOther(const Entry &entry, ImportSink &sink)
{
    const QString text = u"%1 %2: HTTP %3 %4"_s.arg(QString::fromLatin1(entry.method),
                                                    Secrets::maskedText(entry.url.toString(QUrl::FullyEncoded)),
                                                    QString::number(entry.status), entry.statusText);
    const auto time = entry.begin == 0 ? std::nullopt : std::optional(entry.begin);
    sink.happened(EventKind::Note, {{u"text"_s, text.trimmed()}, {u"line"_s, entry.line}}, {},
                  {.line = entry.line, .time = time, .connection = entry.connection});
}

/// Adds the WebSocket messages of an entry, an extension of browsers; the entry itself is a note.
void takeSocket(const Entry &entry, ImportSink &sink)
{
    for (const JsonMember &each : entry.json.member("_webSocketMessages")) {
        const QByteArray data = each.value.member("data").toUtf8();
        if (JsonChecker().check(data) || !LogLine::isRpc(data))
            continue;
        const bool isSent = each.value.member("type").toUtf8() == "send";
        sink.message(data, isSent ? Direction::ClientToServer : Direction::ServerToClient,
                     {.line = entry.line,
                      .time = ImportFormats::timeIn(each.value.member("time")),
                      .connection = entry.connection});
    }
}

} // namespace

bool HarImport::fits(QByteArrayView head)
{
    static const QRegularExpression form(u"\\A\\s*\\{\\s*\"log\"\\s*:\\s*\\{"_s);
    return form.match(QString::fromUtf8(head.first(std::min<qsizetype>(head.size(), 200)))).hasMatch() &&
           (head.contains("\"entries\"") || head.contains("\"creator\""));
}

void HarImport::read(QByteArrayView text, ImportSink &sink)
{
    std::vector<Entry> entries = entriesIn(text, sink);
    const Conversations conversations(entries);
    const Ledger ledger = ledgerOf(entries);
    QSet<quint32> opened;
    for (const Entry &entry : entries) {
        if (!conversations.holds(entry)) {
            takeOther(entry, sink);
            takeSocket(entry, sink);
            continue;
        }
        Exchange exchange(entry, ledger, sink);
        if (!opened.contains(entry.connection))
            exchange.open();
        opened.insert(entry.connection);
        exchange.run();
    }
}

} // namespace Pullcord
