// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/alternativecauses.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "core/findings/facts/unreadmessages.h"
#include "core/findings/findingrule.h"
#include "core/json/jsonvalue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

bool AlternativeCauses::isProbe(const QByteArray &method)
{
    return method == "ping" || method == "server/discover";
}

bool AlternativeCauses::areSentBefore(const Cancel &cancel, qint64 time,
                                      const std::function<bool(qint64 event)> &counts) const
{
    const Capture &capture = m_context.shared.capture;
    const UnreadMessages unread(m_context, m_log, Direction::ClientToServer);
    const qint64 other = unread.newest(cancel.event, [&](qint64 index) {
        const CaptureEntry &entry = capture.entry(index);
        if (time - entry.time > Complaint || entry.message == MessageKind::Request)
            return false;
        if (entry.message != MessageKind::Notification)
            return true;
        if (const QByteArray method = capture.eventAt(index).method(); method != FindingRule::CancelMethod)
            return method != "notifications/initialized"; // known to every server
        return counts(index);
    });
    return other >= 0;
}

/// True for a call of the client on this connection, other than the cancelled one.
bool AlternativeCauses::isOther(const RequestRecord *record, qint64 row, const Cancel &cancel) const
{
    return record && record->connection == m_context.connection && record->direction == Direction::ClientToServer &&
           row != cancel.row && record->requestEvent >= 0 && record->requestEvent != cancel.event &&
           !isProbe(record->method);
}

/// True for a call like one that has succeeded.
bool AlternativeCauses::isProven(qint64 row) const
{
    return usualDuration(m_context.shared.capture, m_log, row).has_value();
}

std::optional<qint64> AlternativeCauses::usualDuration(const Capture &capture, const RequestLog &log, qint64 row)
{
    const RequestRecord record = log.record(row);
    const auto askedOf = [&capture](const RequestRecord &each) {
        const Event event = capture.eventAt(each.requestEvent);
        const JsonValue params(event.part(event.envelope.params));
        return params.member("name").raw().toByteArray() + params.member("arguments").raw().toByteArray() +
               params.member("argument").raw().toByteArray();
    };
    std::optional<qint64> longest;
    QByteArray asked;
    for (qint64 earlier = row - 1; earlier >= std::max(row - MostEarlier, qint64(0)); --earlier) {
        const RequestRecord before = log.record(earlier);
        if (before.connection != record.connection || before.direction != record.direction ||
            before.state != RequestState::Succeeded || before.method != record.method ||
            before.target != record.target || before.requestEvent < 0 || record.requestEvent < 0)
            continue;
        asked = asked.isNull() ? askedOf(record) : asked;
        if (askedOf(before) == asked)
            longest = std::max(longest.value_or(0), before.end - before.start);
    }
    return longest;
}

bool AlternativeCauses::areCalls(const Cancel &cancel, qint64 noSession) const
{
    const QList<qsizetype> open = m_log.openRows();
    return std::any_of(open.begin(), open.end(), [&](qsizetype row) {
        const RequestRecord *record = m_log.recent(row);
        if (!isOther(record, row, cancel) || cancel.time - record->start > Together)
            return false;
        if (record->start <= cancel.time)
            return !isProven(row);
        const Event request = m_context.shared.capture.eventAt(record->requestEvent);
        return noSession != 0 && request.details.value("exchange"_L1).toInteger() != noSession;
    });
}

qint64 AlternativeCauses::failedBefore(qint64 event, qint64 time) const
{
    for (qint64 index = event - 1; index >= std::max<qint64>(event - MostLooked, 0); --index) {
        const CaptureEntry &entry = m_context.shared.capture.entry(index);
        if (time - entry.time > Complaint)
            break;
        const bool isAnswer = entry.message == MessageKind::Result || entry.message == MessageKind::Error;
        if (isAnswer && entry.row >= 0 && entry.connection == m_context.connection &&
            entry.direction == Direction::ServerToClient &&
            (entry.message == MessageKind::Error || m_log.record(entry.row).toolError))
            return index;
    }
    return -1;
}

const RequestRecord *AlternativeCauses::openBeside(const Cancel &cancel) const
{
    for (const qsizetype row : m_log.openRows()) {
        const RequestRecord *record = m_log.recent(row);
        if (isOther(record, row, cancel) && record->start <= cancel.time && !record->cancellation &&
            record->method != "subscriptions/listen" && !isProven(row))
            return record;
    }
    return nullptr;
}

} // namespace Pullcord
