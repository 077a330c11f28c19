// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/capture/import/logline.h"
#include "core/json/jsonvalue.h"

#include <QHash>

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView DirectionNames[] = {"direction", "dir", "d", "origin", "from", "stream", "source", "channel"};
constexpr QByteArrayView TimeNames[] = {"timestamp", "time", "ts", "@timestamp", "datetime", "date", "at"};
/// Members that may hold a message, a request before its response.
constexpr QByteArrayView MessageNames[] = {"message", "msg",  "m",       "payload",  "data", "raw",  "frame",
                                           "body",    "json", "request", "response", "log",  "line", "text"};
constexpr QByteArrayView ConnectionNames[] = {"session_id",    "sessionId",    "session",
                                              "connection_id", "connectionId", "connection"};

bool isMessage(const JsonValue &value)
{
    if (value.isArray())
        return isMessage(value.element(0));
    return value.isObject() &&
           (value.member("jsonrpc").isValid() || value.member("method").isString() ||
            (value.member("id").isValid() && (value.member("result").isValid() || value.member("error").isValid())));
}

/// A parsed line with an object.
class ObjectLine
{
public:
    struct Message
    {
        QByteArray bytes;
        Direction way = Direction::None; ///< direction stated by the surrounding text; None: that of the line
    };

    ObjectLine(const JsonValue &line, JsonChecker &checker)
        : m_line(line)
        , m_checker(checker)
    {}

    [[nodiscard]] Direction way() const;
    [[nodiscard]] bool isStderr() const { return ways().contains("stderr"); }
    /// True if it names a kind of entry that neither side sent, such as "meta".
    [[nodiscard]] bool isOfNoSide() const { return way() == Direction::None && !ways().isEmpty(); }
    [[nodiscard]] std::optional<qint64> time() const;
    [[nodiscard]] QByteArray connection() const;
    /// Returns its messages: the line itself; members that hold one, as JSON or text; else a single member of any name.
    [[nodiscard]] QList<Message> messages() const;
    /// Returns the text of an entry without a message; empty if there is none.
    [[nodiscard]] QByteArray text() const;

private:
    [[nodiscard]] QByteArrayList ways() const;
    [[nodiscard]] Message messageIn(const JsonValue &member) const;

    JsonValue m_line;
    JsonChecker &m_checker;
};

QByteArrayList ObjectLine::ways() const
{
    QByteArrayList values;
    for (const QByteArrayView name : DirectionNames) {
        if (const JsonValue value = m_line.member(name); value.isString())
            values << value.toUtf8().toLower().replace('_', '-');
    }
    return values;
}

Direction ObjectLine::way() const
{
    static constexpr std::pair<QByteArrayView, Direction> Values[] = {
        {"c2s", Direction::ClientToServer},
        {"s2c", Direction::ServerToClient},
        {"client", Direction::ClientToServer},
        {"server", Direction::ServerToClient},
        {"sent", Direction::ClientToServer},
        {"received", Direction::ServerToClient},
        {"send", Direction::ClientToServer},
        {"receive", Direction::ServerToClient},
        {"outgoing", Direction::ClientToServer},
        {"incoming", Direction::ServerToClient},
        {"out", Direction::ClientToServer},
        {"in", Direction::ServerToClient},
        {"client-to-server", Direction::ClientToServer},
        {"server-to-client", Direction::ServerToClient},
        {"stdin", Direction::ClientToServer},
        {"stdout", Direction::ServerToClient},
        {"->", Direction::ClientToServer},
        {"<-", Direction::ServerToClient},
    };
    const QByteArrayList values = ways();
    for (const QByteArray &value : values) {
        for (const auto &[known, direction] : Values) {
            if (value == known)
                return direction;
        }
    }
    return Direction::None;
}

std::optional<qint64> ObjectLine::time() const
{
    std::optional<qint64> time;
    for (const QByteArrayView name : TimeNames) {
        if (!time)
            time = ImportFormats::timeIn(m_line.member(name));
    }
    return time;
}

QByteArray ObjectLine::connection() const
{
    for (const QByteArrayView name : ConnectionNames) {
        const JsonValue value = m_line.member(name);
        if (value.isString() || value.isNumber())
            return value.raw().toByteArray();
    }
    return {};
}

ObjectLine::Message ObjectLine::messageIn(const JsonValue &member) const
{
    if (isMessage(member))
        return {member.raw().toByteArray()};
    const QByteArray text = member.isString() ? member.toUtf8().trimmed() : QByteArray();
    if (text.isEmpty())
        return {};
    if (!m_checker.check(text))
        return isMessage(JsonValue(text)) ? Message{text} : Message();
    const LogLine line = LogLine::of(text, m_checker);
    return {line.message, line.isRelative ? Direction::None : line.way};
}

QList<ObjectLine::Message> ObjectLine::messages() const
{
    if (LogLine::isRpc(m_line.raw()))
        return {{m_line.raw().toByteArray()}};
    for (const QByteArrayView name : MessageNames) {
        const Message first = messageIn(m_line.member(name));
        if (first.bytes.isEmpty())
            continue;
        const Message second = name == "request" ? messageIn(m_line.member("response")) : Message();
        if (second.bytes.isEmpty())
            return {first};
        return {first, {second.bytes, opposite(way())}};
    }
    if (isMessage(m_line))
        return {{m_line.raw().toByteArray()}};
    QList<Message> found;
    for (const JsonMember &member : m_line) {
        const Message inside = messageIn(member.value);
        if (LogLine::isRpc(inside.bytes))
            found << inside;
    }
    return found.size() == 1 ? found : QList<Message>();
}

QByteArray ObjectLine::text() const
{
    for (const QByteArrayView name : {"text", "line", "message", "msg", "log", "data", "raw", "payload"}) {
        if (const JsonValue value = m_line.member(name); value.isString()) {
            QByteArray text = value.toUtf8();
            while (text.endsWith('\n') || text.endsWith('\r'))
                text.chop(1);
            return text;
        }
    }
    return {};
}

/// Connections by their names in the lines.
using Connections = QHash<QByteArray, quint32>;

void takeLine(const ObjectLine &line, QByteArrayView bytes, ImportSink::Place place, Connections &connections,
              ImportSink &sink)
{
    place.time = line.time();
    if (const QByteArray name = line.connection(); !name.isEmpty()) {
        const auto known = connections.constFind(name);
        place.connection = known != connections.constEnd() ? *known : quint32(connections.size());
        connections.insert(name, place.connection);
    }
    const QByteArray text = line.text();
    const QList<ObjectLine::Message> messages = line.messages();
    if (line.isStderr())
        sink.happened(EventKind::Stderr, {{u"line"_s, place.line}}, text.isEmpty() ? bytes.toByteArray() : text, place);
    else if (messages.isEmpty() && line.way() != Direction::None && !text.isEmpty())
        sink.message(text, line.way(), place);
    else if (messages.isEmpty() && line.isOfNoSide())
        sink.happened(EventKind::Note, {{u"text"_s, QString::fromUtf8(bytes)}, {u"line"_s, place.line}}, {}, place);
    else if (messages.isEmpty())
        sink.unreadable(bytes, u"it contains no JSON-RPC message"_s, place);
    for (const ObjectLine::Message &message : line.isStderr() ? QList<ObjectLine::Message>() : messages)
        sink.message(message.bytes, message.way == Direction::None ? line.way() : message.way, place);
}

} // namespace

bool JsonLinesImport::fits(QByteArrayView head)
{
    bool found = false;
    JsonChecker checker;
    ImportFormats::eachLine(head, [&](QByteArrayView line, qsizetype) {
        if (!found && !line.trimmed().isEmpty() && !checker.check(line))
            found = !ObjectLine(JsonValue(line), checker).messages().isEmpty();
        else if (!found && head.size() >= ImportFormats::HeadSize)
            found = line.trimmed().startsWith("{\"jsonrpc\""); // the first line continues after `head`
    });
    return found;
}

void JsonLinesImport::read(QByteArrayView text, ImportSink &sink)
{
    JsonChecker checker;
    Connections connections;
    ImportFormats::eachLine(text, [&](QByteArrayView line, qsizetype number) {
        if (line.trimmed().isEmpty())
            return;
        const ImportSink::Place place{.line = number, .time = {}, .connection = 0};
        if (const auto problem = checker.check(line))
            sink.unreadable(line, problem->reason, place);
        else
            takeLine(ObjectLine(JsonValue(line), checker), line, place, connections, sink);
    });
}

} // namespace Pullcord
