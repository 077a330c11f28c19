// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/serverlog.h"

#include "core/capture/capture.h"
#include "core/json/jsonvalue.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

bool isLogMessage(const Event &event, const Envelope &message)
{
    return message.kind == MessageKind::Notification && message.hasMethod(event.bytes, "notifications/message");
}

} // namespace

ServerLog::ServerLog(const Capture &capture, QObject *parent)
    : QObject(parent)
    , m_capture(capture)
{
    for (qsizetype index = 0; index < capture.count(); ++index) {
        const CaptureEntry &entry = capture.entry(index);
        const bool matters = entry.kind == EventKind::Http || entry.message == MessageKind::Batch ||
                             entry.message == MessageKind::Request || entry.message == MessageKind::Notification;
        if (matters)
            feed(capture.eventAt(index), index);
    }
}

ServerLog::~ServerLog() = default;

/// Key of the HTTP exchange of an event; 0 if it has none.
quint64 ServerLog::exchangeOf(const Event &event)
{
    if (event.details.isEmpty())
        return 0;
    const qint64 exchange = event.details.value("exchange"_L1).toInteger();
    return exchange <= 0 ? 0 : quint64(event.connection) << 32 | quint32(exchange);
}

void ServerLog::feed(const Event &event, qsizetype index)
{
    if (index < 0 || index > qsizetype(std::numeric_limits<quint32>::max()))
        return;
    if (event.kind == EventKind::Http) {
        if (event.details.value("step"_L1) == "end"_L1)
            m_rows.remove(exchangeOf(event));
        return;
    }
    if (!event.isMessage())
        return;
    if (event.direction == Direction::ClientToServer) {
        if (const quint64 exchange = exchangeOf(event); exchange != 0 && event.envelope.kind == MessageKind::Request)
            m_rows.insert(exchange, m_capture.entry(index).row);
        return;
    }
    if (event.envelope.kind != MessageKind::Batch) {
        take(event, event.envelope, index);
        return;
    }
    for (const Envelope &item : Envelope::batchItems(event.bytes))
        take(event, item, index);
}

void ServerLog::take(const Event &event, const Envelope &message, qsizetype index)
{
    if (!isLogMessage(event, message))
        return;
    const JsonValue params(event.part(message.params));
    const auto level = logLevelFromName(params.member("level").toString());
    const quint64 exchange = exchangeOf(event);
    m_lines.push_back({.event = quint32(index),
                       .params = message.params,
                       .row = exchange == 0 ? NoRow : m_rows.value(exchange, NoRow),
                       .level = level ? quint8(*level) : quint8(allLogLevels().size())});
    emit added(count() - 1);
}

std::optional<LogLevel> ServerLog::level(qsizetype index) const
{
    const quint8 level = m_lines[size_t(index)].level;
    return level < allLogLevels().size() ? std::optional(LogLevel(level)) : std::nullopt;
}

ServerLog::Entry ServerLog::at(qsizetype index) const
{
    const Line &line = m_lines[size_t(index)];
    const Event event = m_capture.eventAt(line.event);
    Entry entry{.event = line.event, .time = event.time, .level = level(index), .row = line.row};
    if (qsizetype(line.params.offset) + line.params.length > event.bytes.size())
        return entry; // the file could not be read
    const JsonValue params(event.part(line.params));
    entry.levelText = params.member("level").toString();
    entry.logger = params.member("logger").toString();
    entry.data = params.member("data").raw().toByteArray();
    return entry;
}

} // namespace Pullcord
