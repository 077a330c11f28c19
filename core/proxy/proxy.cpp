// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/proxy.h"

#include "core/json/jsonvalue.h"
#include "core/rpc/messagetext.h"
#include "core/rpc/refusedmessage.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

Proxy::Proxy(QObject *parent)
    : QObject(parent)
{
    connect(&m_held, &HeldMessages::released, this, [this](const HeldMessage &message) { sendByRule(message); });
    connect(&m_held, &HeldMessages::dropped, this, [this](const HeldMessage &message) {
        reportUnsent(message, u"The operator dropped this message, which the rule \"%1\" held"_s);
    });
}

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
    if (event.kind == EventKind::Closing && m_breaking.contains(event.connection)) {
        event.details.insert(Event::By, Event::Operator);
        event.details.insert(Event::Rule, m_breaking.value(event.connection));
    } else if (event.kind == EventKind::Closed) {
        reportHeld(event.connection);
        m_breaking.remove(event.connection);
        if (m_rules)
            m_rules->forget(event.connection);
    }
    m_lastTime = std::max(m_lastTime, event.time);
    event.time = m_lastTime;
    follow(event);
    emit eventOccurred(event);
}

void Proxy::follow(const Event &event)
{
    ++m_counts.events;
    const bool isOfConnection = event.kind != EventKind::Note && RefusedMessage::statusOf(event) == 0;
    if (!isOfConnection && !m_connections.contains(event.connection))
        return;
    Connection &connection = m_connections[event.connection];
    for (const Transition &change : connection.tracker.feed(event, RequestRecord::NoEvent)) {
        const RequestRecord *record = connection.tracker.record(change.serial);
        if (change.kind == Transition::Kind::Created) {
            ++m_counts.requests;
            noteSender(connection, event, change);
            onBegun(*record);
            cancelLater(event.rule(), *record);
        } else if (!record || !isAwaited(*record)) {
            connection.senders.remove(change.serial);
        }
        if (change.kind == Transition::Kind::CancelRequested && event.isByOperator())
            ++m_counts.cancelled;
    }
    if (event.kind == EventKind::Closed)
        m_connections.erase(event.connection);
}

/// Reads the name of the client: the legacy era has it in initialize, 2026-07-28 in each request.
void Proxy::noteSender(Connection &connection, const Event &event, const Transition &begun)
{
    if (event.direction != Direction::ClientToServer)
        return;
    const Envelope &message = event.isMessage() ? begun.message : event.envelope; // it may be queued
    const JsonValue params(event.part(message.params));
    const bool isInitialize = message.hasMethod(event.bytes, "initialize");
    const JsonValue info = params.pointer(isInitialize ? "/clientInfo" : "/_meta/io.modelcontextprotocol~1clientInfo");
    constexpr qsizetype Longest = 100;
    Sender sender{(info.member("name").toString() + u' ' + info.member("version").toString()).trimmed().left(Longest),
                  RequestId::fromJson(event.details.value(ClientId).toString().toUtf8())};
    if (isInitialize)
        connection.client = sender.client;
    if (!sender.client.isEmpty() || sender.clientId.isLegal())
        connection.senders.insert(begun.serial, std::move(sender));
}

QList<RequestRecord> Proxy::openRequests() const
{
    QList<RequestRecord> open;
    for (const auto &[number, connection] : m_connections) {
        QList<quint64> serials = connection.tracker.open() + connection.tracker.awaited();
        std::sort(serials.begin(), serials.end());
        for (const quint64 serial : std::as_const(serials)) {
            if (const RequestRecord *record = connection.tracker.record(serial))
                open << *record;
        }
    }
    return open;
}

QList<RequestRecord> Proxy::choices(const OperatorCancel &wanted) const
{
    QList<RequestRecord> chosen = openRequests();
    chosen.removeIf([&](const RequestRecord &request) {
        return request.direction != wanted.direction ||
               request.connection != wanted.connection.value_or(request.connection) ||
               request.serial != wanted.serial.value_or(request.serial) ||
               (request.id != wanted.id && senderOf(request).clientId != wanted.id);
    });
    return chosen;
}

Proxy::Sender Proxy::senderOf(const RequestRecord &request) const
{
    const auto connection = m_connections.find(request.connection);
    if (connection == m_connections.end())
        return {};
    Sender sender = connection->second.senders.value(request.serial);
    if (sender.client.isEmpty())
        sender.client = connection->second.client;
    return sender;
}

bool Proxy::isAwaited(const RequestRecord &request) const
{
    const auto connection = m_connections.find(request.connection);
    const RequestRecord *record =
        connection == m_connections.end() ? nullptr : connection->second.tracker.record(request.serial);
    return record && (record->isOpen() || record->isStillAwaited());
}

/// Returns the reason why a request that is not in flight cannot be cancelled.
Error Proxy::whyNot(const OperatorCancel &wanted) const
{
    const bool hasEnded = std::any_of(m_connections.begin(), m_connections.end(), [&](const auto &connection) {
        return wanted.connection.value_or(connection.first) == connection.first &&
               connection.second.tracker.find(wanted.direction, wanted.id);
    });
    if (hasEnded)
        return refusal(OperatorCancel::HasEnded, u"the request %1 has ended"_s.arg(wanted.id.display()));
    return refusal(OperatorCancel::NoSuchRequest,
                   u"no request with the id %1 from the %2 is known"_s.arg(
                       wanted.id.display(), wanted.direction == Direction::ClientToServer ? u"client"_s : u"server"_s));
}

Result<RequestRecord> Proxy::chosen(const OperatorCancel &wanted) const
{
    const QList<RequestRecord> found = choices(wanted);
    if (found.isEmpty())
        return whyNot(wanted);
    if (found.size() > 1)
        return refusal(OperatorCancel::Ambiguous,
                       u"%1 requests with the id %2 are in flight: choose a connection, and a request in it"_s.arg(
                           QString::number(found.size()), wanted.id.display()));
    const RequestRecord &request = found.constFirst();
    if (!m_connections.at(request.connection).tracker.dialect().canCancel(request.method))
        return refusal(OperatorCancel::NotCancellable,
                       u"the protocol forbids to cancel %1"_s.arg(QString::fromUtf8(request.method)));
    if (!request.isOpen() && !wanted.error)
        return refusal(OperatorCancel::HasEnded,
                       u"the request %1 has been cancelled already; the other side still waits for a response"_s.arg(
                           request.id.display()));
    return request;
}

Outcome Proxy::cancel(const OperatorCancel &wanted)
{
    const Result<RequestRecord> found = chosen(wanted);
    if (!found)
        return found.error();
    const RequestRecord &request = *found;
    if (request.isOpen()) {
        if (const Outcome sent = sendCancel(request, wanted.reason); !sent)
            return sent;
    }
    if (!wanted.error)
        return std::monostate();
    const QByteArray response = MessageText::error(request.id, wanted.error->code, wanted.error->message);
    Outcome responded = isAwaited(request)
                            ? sendResponse(request, response)
                            : refusal(OperatorCancel::NotPossible, u"the client has a part of the response"_s);
    if (!responded && request.isOpen())
        return refusal(OperatorCancel::NoErrorSent,
                       u"the cancellation was sent, but no error: %1"_s.arg(QString(responded.error().detail)));
    return responded;
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

QJsonObject Proxy::operatorDetails(const QString &rule)
{
    QJsonObject details{{Event::Injected, true}, {Event::By, Event::Operator}};
    if (!rule.isEmpty())
        details.insert(Event::Rule, rule);
    return details;
}

Event Proxy::operatorMessage(const QByteArray &message, Direction direction, const QString &rule)
{
    JsonChecker checker;
    Event event = Event::ofBytes(message, direction, checker);
    event.details = operatorDetails(rule);
    return event;
}

void Proxy::judge(const Event &message, const QByteArray &line, quint64 way)
{
    if (const auto rule = m_breaking.constFind(message.connection); rule != m_breaking.constEnd())
        return reportWithheld(message, line, {{Event::Withheld, true}, {Event::Rule, *rule}});
    const auto decision = message.isMessage() ? m_rules->decide(message) : std::nullopt;
    if (decision)
        apply(*decision, message, line, way);
    else
        passOn(message, line, {});
    if (!decision || decision->rule.lets() || decision->rule.action == ProxyRule::Action::Edit)
        m_held.onPassed(message.connection, message.direction);
}

void Proxy::apply(const ProxyRules::Decision &decision, const Event &message, const QByteArray &line, quint64 way)
{
    using Action = ProxyRule::Action;
    const ProxyRule &rule = decision.rule;
    const bool isFull = rule.holds() && !m_held.hasRoomFor(message.bytes);
    if (rule.lets() || isFull)
        passOn(message, line, {{Event::Rule, rule.name}});
    else
        reportWithheld(message, line, {{Event::Withheld, true}, {Event::Rule, rule.name}});
    HeldMessage sent{.connection = message.connection,
                     .direction = message.direction,
                     .message = message.bytes,
                     .rule = rule.name,
                     .since = message.time,
                     .way = way};
    switch (rule.action) {
    case Action::Hold:
    case Action::Delay:
    case Action::Reorder:
        if (!isFull)
            m_held.add(std::move(sent), rule);
        break;
    case Action::Drop:
        break;
    case Action::Duplicate:
        for (qint64 i = 0; i < rule.count; ++i)
            sendByRule(sent);
        break;
    case Action::Edit:
        sent.message = decision.edited;
        sendByRule(sent);
        break;
    case Action::Respond:
        sent.direction = opposite(message.direction);
        sent.message = rule.response(message.requestId());
        // The event of the request comes first.
        QMetaObject::invokeMethod(
            this,
            [this, sent] {
                Event response = operatorMessage(sent.message, sent.direction, sent.rule);
                response.connection = sent.connection;
                m_rules->follow(response);
                sendByRule(sent);
            },
            Qt::QueuedConnection);
        break;
    case Action::Close:
    case Action::Kill:
        m_breaking.insert(message.connection, rule.name);
        // After the present bytes, none of which passes any more.
        QMetaObject::invokeMethod(
            this,
            [this, connection = message.connection, name = rule.name, kills = rule.action == Action::Kill] {
                const QString text =
                    kills ? u"the rule \"%1\" killed the server"_s : u"the rule \"%1\" closed the connection"_s;
                if (m_breaking.contains(connection))
                    breakOff(connection, text.arg(name), kills);
            },
            Qt::QueuedConnection);
        break;
    case Action::Cancel: // once the request is known: see cancelLater()
        break;
    }
}

/// Cancels a request that begins, after the time that its rule gives, unless it has ended by then.
void Proxy::cancelLater(const QString &ruleName, const RequestRecord &request)
{
    const ProxyRule *rule = m_rules && !ruleName.isEmpty() ? m_rules->named(ruleName) : nullptr;
    if (!rule || rule->action != ProxyRule::Action::Cancel)
        return;
    const OperatorCancel wanted{.connection = request.connection,
                                .serial = request.serial,
                                .direction = request.direction,
                                .id = request.id,
                                .reason = rule->reason,
                                .error = rule->error};
    QTimer::singleShot(rule->delay, Qt::PreciseTimer, this, [this, wanted, ruleName] {
        const QList<RequestRecord> found = choices(wanted);
        if (found.isEmpty() || !found.constFirst().isOpen())
            return;
        m_cancelling = ruleName;
        static_cast<void>(cancel(wanted)); // it may be impossible by now
        m_cancelling.clear();
    });
}

// Only a proxy that takes rules has messages for these.
void Proxy::passOn(const Event &, const QByteArray &, const QJsonObject &) {}
void Proxy::reportWithheld(const Event &, const QByteArray &, const QJsonObject &) {}
void Proxy::sendByRule(const HeldMessage &message)
{
    reportUnsent(message, u"The connection ended before this message of the rule \"%1\" could leave"_s);
}
void Proxy::breakOff(quint32, const QString &reason, bool)
{
    close(reason);
}

void Proxy::reportUnsent(const HeldMessage &message, const QString &text)
{
    const Envelope envelope = Envelope::of(message.message);
    Event note = Event::ofKind(EventKind::Note, {{u"text"_s, text.arg(message.rule)}, {Event::Rule, message.rule}});
    if (!envelope.id.isEmpty())
        note.details.insert(u"id"_s, QString::fromUtf8(envelope.id.in(message.message)));
    if (!envelope.method.isEmpty())
        note.details.insert(u"method"_s, QString::fromUtf8(envelope.methodName(message.message)));
    note.connection = message.connection;
    note.direction = message.direction;
    report(std::move(note));
}

void Proxy::reportHeld(quint32 connection)
{
    const QList<HeldMessage> held = m_held.takeAll(connection);
    for (const HeldMessage &message : held)
        reportUnsent(message, u"The conversation ended while the rule \"%1\" held this message: it did not pass"_s);
}

Event Proxy::operatorClosing(const RequestId &id, const QString &reason, const QString &rule)
{
    QJsonObject details{{u"id"_s, QString::fromUtf8(id.toJson())}, {Event::By, Event::Operator}};
    if (!reason.isNull())
        details.insert(u"reason"_s, reason);
    if (!rule.isEmpty())
        details.insert(Event::Rule, rule);
    Event event = Event::ofKind(EventKind::Cancel, details);
    event.direction = Direction::ClientToServer;
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
