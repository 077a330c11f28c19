// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/redaction/eventredaction.h"

#include "core/capture/capture.h"
#include "core/capture/export/redaction/quoteredaction.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/event.h"
#include "core/secrets/secrets.h"
#include "core/transport/http/parameterheaders.h"

#include <QJsonArray>
#include <QSet>

#include <algorithm>
#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr quint32 LongestMessage = 10'000; // bytes of a message that is searched
constexpr qsizetype DeepestText = 20;

/// Returns the JSON pointer of the text that begins a key.
std::optional<QByteArray> placeOfOpening(const JsonValue &value, const QByteArray &place, qsizetype depth)
{
    if (value.isString() && KeyReader::opens(value.toUtf8()))
        return place;
    if (depth == DeepestText || !(value.isObject() || value.isArray()))
        return {};
    qsizetype index = 0;
    for (const JsonMember &member : value) {
        const QByteArray step = value.isObject() ? member.key().toUtf8().replace("~", "~0").replace("/", "~1")
                                                 : QByteArray::number(index++);
        if (auto found = placeOfOpening(member.value, place + '/' + step, depth + 1))
            return found;
    }
    return {};
}

} // namespace

std::optional<QByteArray> PrivateKeyLines::placeOf(qsizetype index)
{
    if (index < m_first || index - m_read > Window) {
        m_first = m_read = qMax<qsizetype>(0, index - Window);
        m_keys.clear();
    }
    for (; m_read <= index; ++m_read)
        read(m_read);
    const auto found = m_places.constFind(index);
    return found == m_places.constEnd() ? std::nullopt : std::optional(*found);
}

void PrivateKeyLines::read(qsizetype index)
{
    const CaptureEntry &entry = m_capture.entry(index);
    const bool isLine = entry.kind == EventKind::Stderr || entry.kind == EventKind::Malformed;
    if (!isLine && (entry.kind != EventKind::Message || entry.length > LongestMessage))
        return;
    const QByteArray bytes = m_capture.eventAt(index).bytes;
    QList<Key> &keys = m_keys[{entry.connection, entry.kind, isLine ? Direction::None : entry.direction}];
    if (!isLine) {
        readMessage(index, bytes, keys);
        return;
    }
    if (keys.isEmpty())
        keys.append(Key());
    if (keys.first().reader.take(bytes))
        m_places.insert(index, {});
}

/// Reads one message. Neither a message without a text at that place nor a key that begins elsewhere ends the key: the
/// other text may only mention keys.
void PrivateKeyLines::readMessage(qsizetype index, const QByteArray &json, QList<Key> &keys)
{
    for (Key &key : keys) {
        const JsonValue text = JsonValue(json).pointer(key.place);
        if (text.isString() && key.reader.take(text.toUtf8()))
            m_places.insert(index, key.place);
    }
    keys.removeIf([](const Key &key) { return !key.reader.isOpen(); });
    if (!KeyReader::opens(json)) // or the key ends within the message
        return;
    const auto place = placeOfOpening(JsonValue(json), {}, 0);
    const auto isThere = [&place](const Key &key) { return key.place == *place; };
    if (!place || place->isEmpty() || std::any_of(keys.begin(), keys.end(), isThere))
        return;
    if (keys.size() == MostAtOnce)
        keys.removeFirst();
    keys.append({{}, *place});
    keys.last().reader.take(JsonValue(json).pointer(*place).toUtf8());
}

namespace {

constexpr int MostMessages =
    64; // messages of the client to search for the one of a request; usually it is the next event

bool isCopy(const QString &header)
{
    return header.compare("Mcp-Name"_L1, Qt::CaseInsensitive) == 0 ||
           header.startsWith("Mcp-Param-"_L1, Qt::CaseInsensitive);
}

/// Values of the params that a header may repeat.
struct Copied
{
    QSet<QString> gone;
    QSet<QString> kept;
    QList<Redaction::Hit> hits; ///< in the message
    qsizetype ofAll = -1;       ///< rule for all values if the message is unknown

    /// `left` is the value at the same place after the redaction.
    void take(const JsonValue &value, const JsonValue &left)
    {
        if (value.isObject()) {
            auto other = left.isObject() ? left.begin() : JsonValue::Iterator();
            for (const JsonMember &member : value) {
                const bool isSame = other != left.end() && (*other).rawKey == member.rawKey;
                take(member.value, isSame ? (*other).value : left.member(JsonValue(member.rawKey).toUtf8()));
                if (other != left.end())
                    ++other;
            }
        } else if (const QByteArray text = ParameterHeaders::textOf(value); !text.isNull()) {
            (value.raw() == left.raw() ? kept : gone).insert(QString::fromUtf8(text));
        }
    }
    /// Returns the rule for a header value; -1: it is kept. A value that occurs nowhere in the message may be a copy of
    /// a removed one.
    [[nodiscard]] qsizetype ruleOf(const QString &text) const
    {
        if (hits.isEmpty() || (!gone.contains(text) && (gone.isEmpty() || kept.contains(text))))
            return ofAll;
        const auto found =
            std::find_if(hits.begin(), hits.end(), [&](const auto &hit) { return hit.gone.contains(text); });
        return found == hits.end() ? hits.constFirst().rule : found->rule;
    }
};

/// Returns the client message that is the body of a POST.
std::optional<Event> messageOf(const Event &request, qsizetype index, const Capture &capture)
{
    const QJsonValue exchange = request.details.value("exchange"_L1);
    for (int looked = 0; ++index < capture.count() && looked < MostMessages;) {
        const CaptureEntry &entry = capture.entry(index);
        const bool mayBe = entry.kind == EventKind::Message || entry.kind == EventKind::Unsent;
        if (!mayBe || entry.connection != request.connection || entry.direction != request.direction)
            continue;
        ++looked;
        if (Event event = capture.eventAt(index); event.details.value("exchange"_L1) == exchange)
            return event;
    }
    return {};
}

Copied copiedBy(const Event &request, qsizetype index, const Capture &capture, const Redaction &redaction)
{
    Copied copied;
    if (const std::optional<Event> message = messageOf(request, index, capture)) {
        const Event left = redaction.redacted(*message, copied.hits);
        if (!copied.hits.isEmpty())
            copied.take(JsonValue(message->part(message->envelope.params)), JsonValue(left.part(left.envelope.params)));
        return copied;
    }
    const QStringList &rules = redaction.rules();
    const auto pointer =
        std::find_if(rules.begin(), rules.end(), [](const QString &rule) { return rule.startsWith("pointer:"_L1); });
    copied.ofAll = pointer == rules.end() ? -1 : pointer - rules.begin();
    return copied;
}

} // namespace

EventRedaction::EventRedaction(const Capture &capture, Redaction redaction)
    : m_capture(capture)
    , m_redaction(std::move(redaction))
    , m_known(m_redaction.rules().indexOf(Redaction::Known))
    , m_keys(capture)
{}

CaptureHeader EventRedaction::header(QList<Redaction::Hit> &hits) const
{
    CaptureHeader header = m_capture.header();
    header.title = Secrets::maskedText(header.title);
    header.connection = Secrets::masked(header.connection);
    return m_redaction.redacted(std::move(header), hits);
}

Event EventRedaction::whole(qsizetype index) const
{
    Event event = m_capture.eventAt(index);
    if (event.kind == EventKind::Opening)
        event.details = Secrets::masked(event.details);
    return event;
}

Event EventRedaction::at(qsizetype index, QList<Redaction::Hit> &hits, QList<Redaction::Hit> *staying) const
{
    Event event = whole(index);
    if (m_redaction.isEmpty())
        return event;
    if (const auto place = m_known >= 0 ? m_keys.placeOf(index) : std::nullopt)
        redactKeyLine(event, *place, hits);
    if (event.kind == EventKind::Http && event.details.value("step"_L1) == "request"_L1)
        redactCopies(event, index, hits);
    if (event.kind == EventKind::Note)
        redactNote(event, index, hits);
    return m_redaction.redacted(std::move(event), hits, staying);
}

void EventRedaction::redactKeyLine(Event &event, const QByteArray &place, QList<Redaction::Hit> &hits) const
{
    static const QString Mask(Secrets::Mask);
    const JsonValue value = place.isEmpty() ? JsonValue() : JsonValue(event.bytes).pointer(place);
    const QString line = value.isString() ? value.toString() : QString::fromUtf8(event.bytes);
    if (line == Mask)
        return;
    if (value.isString()) {
        const qsizetype from = value.raw().data() - event.bytes.constData();
        event.bytes.replace(from, value.raw().size(), JsonText::quoted(QStringView(Mask)));
        event.envelope = Envelope::of(event.bytes);
    } else {
        event.bytes = Mask.toUtf8();
    }
    const QString at = value.isValid() ? QString::fromUtf8(place) : QString::fromLatin1(nameOf(event.kind));
    hits.append({at, line, Mask, m_known, line});
}

QList<Redaction::Hit> EventRedaction::goneOf(qsizetype message) const
{
    if (const auto known = m_gone.constFind(message); known != m_gone.constEnd())
        return *known;
    QList<Redaction::Hit> hits;
    static_cast<void>(m_redaction.redacted(m_capture.eventAt(message), hits));
    if (m_gone.size() >= 2 * MostMessages)
        m_gone.clear();
    m_gone.insert(message, hits);
    return hits;
}

/// Redacts a note. The rules `known` and `pattern` find values in the note itself; rules for a place or a name need the
/// messages that it quotes.
void EventRedaction::redactNote(Event &note, qsizetype index, QList<Redaction::Hit> &hits) const
{
    constexpr qsizetype MostEvents = 1000;
    constexpr qint64 MostBytes = 8'000'000;
    const QString text = note.details.value("text"_L1).toString();
    const QStringList &rules = m_redaction.rules();
    if (text.isEmpty() || rules.size() <= (m_known >= 0 ? 1 : 0))
        return;
    QuoteRedaction quotes(m_redaction);
    qsizetype rule = -1;
    qint64 bytes = 0;
    int looked = 0;
    for (qsizetype at = index - 1; at >= qMax<qsizetype>(0, index - MostEvents) && looked < MostMessages; --at) {
        const CaptureEntry &entry = m_capture.entry(at);
        if (entry.kind != EventKind::Message || entry.connection != note.connection)
            continue;
        ++looked;
        bytes += entry.length;
        const QList<Redaction::Hit> gone = goneOf(at);
        quotes.add(gone);
        if (rule < 0 && !gone.isEmpty())
            rule = gone.constFirst().rule;
        if (bytes > MostBytes)
            break;
    }
    if (rule < 0)
        return;
    const QString left = bytes > MostBytes ? QString(Secrets::Mask) : quotes.quoted(text);
    if (left == text)
        return;
    note.details.insert("text"_L1, left);
    hits.append({u"text"_s, text, left, rule, text});
}

void EventRedaction::redactCopies(Event &request, qsizetype index, QList<Redaction::Hit> &hits) const
{
    QJsonArray headers = request.details.value("headers"_L1).toArray();
    std::optional<Copied> copied;
    for (qsizetype i = 0; i < headers.size(); ++i) {
        QJsonObject header = headers.at(i).toObject();
        const QString value = header.value("value"_L1).toString();
        if (!isCopy(header.value("name"_L1).toString()) || value == Secrets::Mask)
            continue;
        if (!copied)
            copied = copiedBy(request, index, m_capture, m_redaction);
        const QString text = QString::fromUtf8(ParameterHeaders::decoded(value.toUtf8()));
        const qsizetype rule = copied->ruleOf(text);
        if (rule < 0)
            continue;
        header.insert("value"_L1, QString(Secrets::Mask));
        headers.replace(i, header);
        hits.append({u"headers/%1/value"_s.arg(i), value, QString(Secrets::Mask), rule, value});
    }
    request.details.insert("headers"_L1, headers);
}

} // namespace Pullcord
