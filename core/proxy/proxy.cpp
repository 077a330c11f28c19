// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/proxy.h"

#include "core/rpc/messagetext.h"

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

Proxy::~Proxy() = default;

std::optional<int> Proxy::exitStatus() const
{
    return failure().isEmpty() ? std::optional(0) : std::nullopt;
}

QJsonObject Proxy::description() const
{
    QJsonObject details = serverDescription();
    details.insert(u"proxied"_s, true);
    return details;
}

void Proxy::report(Event event)
{
    m_lastTime = std::max(m_lastTime, event.time);
    event.time = m_lastTime;
    follow(event);
    emit eventOccurred(event);
}

void Proxy::follow(const Event &event)
{
    constexpr qsizetype KeptEnded = 100; // so that a late response is recognised
    ++m_counts.events;
    if (event.kind == EventKind::Note && !m_trackers.contains(event.connection))
        return; // about no open connection
    RequestTracker &tracker = m_trackers.try_emplace(event.connection, Dialect::mcpLegacy(), KeptEnded).first->second;
    for (const Transition &change : tracker.feed(event, RequestRecord::NoEvent)) {
        if (change.kind == Transition::Kind::Created) {
            ++m_counts.requests;
            onBegun(*tracker.record(change.serial));
        }
        if (change.kind != Transition::Kind::CancelRequested || !event.isByOperator())
            continue;
        ++m_counts.cancelled;
        m_cancelled.append({event.connection, change.serial});
    }
    if (event.kind == EventKind::Closed)
        m_trackers.erase(event.connection);
    if (m_cancelled.isEmpty())
        return;
    m_cancelled.removeIf([this](const std::pair<quint32, quint64> &place) {
        const auto its = m_trackers.find(place.first);
        const RequestRecord *record = its == m_trackers.end() ? nullptr : its->second.record(place.second);
        return !record || !record->isStillAwaited();
    });
}

QList<RequestRecord> Proxy::openRequests() const
{
    QList<RequestRecord> open;
    for (const auto &[connection, tracker] : m_trackers) {
        const QList<quint64> serials = tracker.open();
        for (const quint64 serial : serials)
            open << *tracker.record(serial);
    }
    for (const auto &[connection, serial] : m_cancelled)
        open << *m_trackers.at(connection).record(serial);
    std::sort(open.begin(), open.end(), [](const RequestRecord &a, const RequestRecord &b) {
        return std::pair(a.connection, a.serial) < std::pair(b.connection, b.serial);
    });
    return open;
}

const RequestRecord *Proxy::find(const OperatorCancel &wanted) const
{
    const RequestRecord *found = nullptr;
    const auto isActive = [](const RequestRecord &record) { return record.isOpen() || record.isStillAwaited(); };
    for (const auto &[connection, tracker] : m_trackers) {
        const RequestRecord *record =
            wanted.connection.value_or(connection) == connection ? tracker.find(wanted.direction, wanted.id) : nullptr;
        if (record && (!found || isActive(*record) > isActive(*found) ||
                       (isActive(*record) == isActive(*found) && record->start > found->start)))
            found = record;
    }
    return found;
}

bool Proxy::isAwaited(const RequestRecord &request) const
{
    const auto tracker = m_trackers.find(request.connection);
    const RequestRecord *record = tracker == m_trackers.end() ? nullptr : tracker->second.record(request.serial);
    return record && (record->isOpen() || record->isStillAwaited());
}

Outcome Proxy::cancel(const OperatorCancel &wanted)
{
    const RequestRecord *found = find(wanted);
    if (!found)
        return refusal(
            OperatorCancel::NoSuchRequest,
            u"no request with the id %1 from the %2 is known"_s.arg(
                wanted.id.display(), wanted.direction == Direction::ClientToServer ? u"client"_s : u"server"_s));
    const RequestRecord request = *found; // it may be gone after the first event
    if (!isAwaited(request))
        return refusal(OperatorCancel::HasEnded, u"the request %1 has ended"_s.arg(request.id.display()));
    if (!m_trackers.at(request.connection).dialect().canCancel(request.method))
        return refusal(OperatorCancel::NotCancellable,
                       u"the protocol forbids to cancel %1"_s.arg(QString::fromUtf8(request.method)));
    if (request.isOpen()) {
        if (const Outcome sent = sendCancel(request, wanted.reason); !sent)
            return sent;
    } else if (!wanted.error) {
        return refusal(OperatorCancel::HasEnded,
                       u"the request %1 has been cancelled already; the other side still waits for a response"_s.arg(
                           request.id.display()));
    }
    if (!wanted.error)
        return std::monostate();
    return sendResponse(request, MessageText::error(request.id, wanted.error->code, wanted.error->message));
}

Outcome Proxy::sendCancel(const RequestRecord &, const QString &)
{
    return refusal(OperatorCancel::NotPossible, u"this kind of proxy cannot cancel requests"_s);
}

Outcome Proxy::sendResponse(const RequestRecord &, const QByteArray &)
{
    return refusal(OperatorCancel::NotPossible, u"this kind of proxy cannot send a response"_s);
}

QByteArray Proxy::cancelNotification(const RequestId &id, const QString &reason)
{
    const Dialect &dialect = Dialect::mcpLegacy(); // the notification is the same in every revision
    return MessageText::notification(dialect.cancelMethod, MessageText::cancelParams(dialect, id.toJson(), reason));
}

Event Proxy::noteOfNoResponse(const RequestId &id, const QByteArray &response)
{
    return Event::ofKind(
        EventKind::Note,
        {{u"text"_s, u"The client gets an error from the proxy, since the server did not respond: %1"_s.arg(
                         QString::fromUtf8(response))},
         {u"id"_s, QString::fromUtf8(id.toJson())}});
}

QJsonObject Proxy::operatorDetails()
{
    return {{Event::Injected, true}, {Event::By, Event::Operator}};
}

Event Proxy::operatorMessage(const QByteArray &message, Direction direction)
{
    JsonChecker checker;
    Event event = Event::ofBytes(message, direction, checker);
    event.details = operatorDetails();
    return event;
}

Error Proxy::refusal(OperatorCancel::Refusal why, const QString &detail)
{
    return {.kind = ErrorKind::Usage, .detail = detail, .code = why};
}

void Proxy::failToStart(const QString &failure)
{
    setFailure(failure);
    report(Event::ofKind(EventKind::Opening, description()));
    report(Event::ofKind(EventKind::Failed, {{u"reason"_s, failure}}));
    report(Event::ofKind(EventKind::Closed, {{u"reason"_s, failure}}));
    finish();
}

void Proxy::finish()
{
    if (const qint64 lost = undelivered(); lost > 0) {
        const QString text = u"%1 bytes of server output were not delivered: the client did not read them"_s;
        report(Event::ofKind(EventKind::Note, {{u"text"_s, text.arg(lost)}, {u"undelivered"_s, lost}}));
    }
    QMetaObject::invokeMethod(this, &Proxy::finished, Qt::QueuedConnection);
}

} // namespace Pullcord
