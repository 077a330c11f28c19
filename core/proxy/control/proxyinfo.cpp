// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/control/proxyinfo.h"

#include "core/json/jsontext.h"

namespace Pullcord {

namespace {

QByteArrayView sideName(Direction direction)
{
    return direction == Direction::ServerToClient ? "server" : "client";
}

} // namespace

ProxyInfo::OpenRequest ProxyInfo::openRequest(const RequestRecord &record, const Proxy::Sender &sender)
{
    return {.connection = record.connection,
            .serial = record.serial,
            .client = sender.client,
            .clientId = sender.clientId,
            .direction = record.direction,
            .id = record.id,
            .method = QString::fromUtf8(record.method),
            .target = record.target,
            .cancelled = record.cancellation && record.cancellation->byOperator,
            .milliseconds = (monotonicNow() - record.start) / 1'000'000};
}

/// Written as text, since ids keep their bytes.
QByteArray ProxyInfo::toJson(const QList<OpenRequest> &open)
{
    QByteArray list;
    const QList<OpenRequest> shown = open.first(qMin(open.size(), MostOpen));
    for (const OpenRequest &request : shown) {
        QByteArray one;
        JsonText::setMember(one, "connection", QByteArray::number(request.connection));
        JsonText::setMember(one, "request", QByteArray::number(request.serial));
        if (!request.client.isEmpty())
            JsonText::setMember(one, "client", JsonText::quoted(request.client));
        if (request.clientId.isLegal())
            JsonText::setMember(one, "clientId", request.clientId.toJson());
        JsonText::setMember(one, "from", JsonText::quoted(sideName(request.direction)));
        JsonText::setMember(one, "id", request.id.canBeAnswered() ? request.id.toJson() : "null");
        JsonText::setMember(one, "method", JsonText::quoted(request.method));
        if (!request.target.isEmpty())
            JsonText::setMember(one, "target", JsonText::quoted(request.target));
        JsonText::setMember(one, "milliseconds", QByteArray::number(request.milliseconds));
        if (request.cancelled)
            JsonText::setMember(one, "cancelled", "true");
        list += (list.isEmpty() ? "" : ",") + one;
    }
    return '[' + list + ']';
}

QByteArray ProxyInfo::toJson() const
{
    QByteArray json;
    JsonText::setMember(json, "name", JsonText::quoted(name));
    JsonText::setMember(json, "title", JsonText::quoted(title));
    JsonText::setMember(json, "address", JsonText::quoted(address));
    JsonText::setMember(json, "capture", JsonText::quoted(capture));
    JsonText::setMember(json, "downstream", JsonText::quoted(downstream));
    JsonText::setMember(json, "upstream", JsonText::quoted(upstream));
    JsonText::setMember(json, "pid", QByteArray::number(pid));
    JsonText::setMember(json, "since", JsonText::quoted(since.toUTC().toString(Qt::ISODateWithMs)));
    JsonText::setMember(json, "clients", QByteArray::number(clients));
    JsonText::setMember(json, "events", QByteArray::number(counts.events));
    JsonText::setMember(json, "requests", QByteArray::number(counts.requests));
    JsonText::setMember(json, "cancelled", QByteArray::number(counts.cancelled));
    JsonText::setMember(json, "rules", QByteArray::number(rules));
    JsonText::setMember(json, "held", QByteArray::number(held));
    JsonText::setMember(json, "openCount", QByteArray::number(open.size()));
    JsonText::setMember(json, "open", toJson(open));
    return json;
}

QList<ProxyInfo::OpenRequest> ProxyInfo::openFromJson(const JsonValue &json)
{
    QList<OpenRequest> open;
    if (!json.isArray())
        return open;
    for (const JsonMember &item : json) {
        const JsonValue &one = item.value;
        open << OpenRequest{.connection = quint32(one.member("connection").toInteger().value_or(0)),
                            .serial = quint64(one.member("request").toInteger().value_or(0)),
                            .client = one.member("client").toString(),
                            .clientId = RequestId::fromJson(one.member("clientId").raw()),
                            .direction = one.member("from").toUtf8() == "server" ? Direction::ServerToClient
                                                                                 : Direction::ClientToServer,
                            .id = RequestId::fromJson(one.member("id").raw()),
                            .method = one.member("method").toString(),
                            .target = one.member("target").toString(),
                            .cancelled = one.member("cancelled").toBool().value_or(false),
                            .milliseconds = one.member("milliseconds").toInteger().value_or(0)};
    }
    return open;
}

ProxyInfo ProxyInfo::fromJson(const JsonValue &json)
{
    const auto text = [&](QByteArrayView name) { return json.member(name).toString(); };
    const auto number = [&](QByteArrayView name) { return json.member(name).toInteger().value_or(0); };
    return {.name = text("name"),
            .title = text("title"),
            .address = text("address"),
            .capture = text("capture"),
            .downstream = text("downstream"),
            .upstream = text("upstream"),
            .pid = number("pid"),
            .since = QDateTime::fromString(text("since"), Qt::ISODateWithMs),
            .clients = number("clients"),
            .counts = {.events = number("events"), .requests = number("requests"), .cancelled = number("cancelled")},
            .rules = number("rules"),
            .held = number("held"),
            .open = openFromJson(json.member("open"))};
}

} // namespace Pullcord
