// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/import/importformat.h"
#include "core/json/jsonvalue.h"

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView DirectionNames[] = {"direction", "dir", "d", "origin", "from"};
constexpr QByteArrayView TimeNames[] = {"timestamp", "time", "ts"};
constexpr QByteArrayView MessageNames[] = {"message", "msg", "m", "payload", "data"};

Direction directionIn(const JsonValue &line)
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
        {"->", Direction::ClientToServer},
        {"<-", Direction::ServerToClient},
    };
    for (const QByteArrayView name : DirectionNames) {
        const QByteArray value = line.member(name).toUtf8().toLower().replace('_', '-');
        for (const auto &[known, direction] : Values) {
            if (value == known)
                return direction;
        }
    }
    return Direction::None;
}

bool isMessage(const JsonValue &value)
{
    if (value.isArray())
        return isMessage(value.element(0));
    return value.isObject() &&
           (value.member("jsonrpc").isValid() || value.member("method").isString() ||
            (value.member("id").isValid() && (value.member("result").isValid() || value.member("error").isValid())));
}

/// The bytes of a line's message: all of it, or the member that holds it, as it is or as a text. None if there is none.
QByteArray messageIn(const JsonValue &line)
{
    if (isMessage(line))
        return line.raw().toByteArray();
    for (const QByteArrayView name : MessageNames) {
        const JsonValue inside = line.member(name);
        if (isMessage(inside))
            return inside.raw().toByteArray();
        const QByteArray text = inside.isString() ? inside.toUtf8() : QByteArray();
        if (!text.isEmpty() && !JsonChecker().check(text) && isMessage(JsonValue(text)))
            return text;
    }
    return {};
}

} // namespace

bool JsonLinesImport::fits(QByteArrayView head)
{
    bool found = false;
    JsonChecker checker;
    ImportFormats::eachLine(head, [&](QByteArrayView line, qsizetype) {
        if (!found && !line.trimmed().isEmpty() && !checker.check(line))
            found = !messageIn(JsonValue(line)).isEmpty();
        else if (!found && head.size() >= ImportFormats::HeadSize)
            found = line.trimmed().startsWith("{\"jsonrpc\""); // a first line that is longer than what was looked at
    });
    return found;
}

void JsonLinesImport::read(QByteArrayView text, ImportSink &sink)
{
    JsonChecker checker;
    ImportFormats::eachLine(text, [&](QByteArrayView line, qsizetype number) {
        if (line.trimmed().isEmpty())
            return;
        ImportSink::Place place{.line = number, .time = {}, .connection = 0};
        if (const auto problem = checker.check(line)) {
            sink.unreadable(line, problem->reason, place);
            return;
        }
        const JsonValue whole(line);
        for (const QByteArrayView name : TimeNames) {
            if (!place.time)
                place.time = ImportFormats::timeIn(whole.member(name));
        }
        const QByteArray message = messageIn(whole);
        if (!message.isEmpty())
            sink.message(message, directionIn(whole), place);
        else
            sink.unreadable(line, u"there is no JSON-RPC message in it"_s, place);
    });
}

} // namespace Pullcord
