// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/otlpexporter.h"

#include "core/capture/describe.h"
#include "core/capture/export/serversummary.h"
#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/tracecontext.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QUrl>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

enum SpanKind { Server = 2, Client = 3 };
constexpr int StatusError = 2;

QJsonObject attribute(const QString &key, const QString &value)
{
    return {{u"key"_s, key}, {u"value"_s, QJsonObject{{u"stringValue"_s, value}}}};
}

/// 64-bit integers are strings in the JSON of protocol buffers.
QJsonObject attribute(const QString &key, qint64 value)
{
    return {{u"key"_s, key}, {u"value"_s, QJsonObject{{u"intValue"_s, QString::number(value)}}}};
}

QJsonArray connectionAttributes(const QJsonObject &connection, const ServerSummary &server)
{
    const QString transport = connection.value("transport"_L1).toString();
    QJsonArray attributes;
    if (!transport.isEmpty()) // unknown in some imported files
        attributes.append(attribute(u"network.transport"_s, transport == "stdio"_L1 ? u"pipe"_s : u"tcp"_s));
    if (!server.revision.isEmpty())
        attributes.append(attribute(u"mcp.protocol.version"_s, server.revision));
    if (const QUrl url(connection.value("url"_L1).toString()); !url.host().isEmpty()) {
        attributes.append(attribute(u"network.protocol.name"_s, u"http"_s));
        attributes.append(attribute(u"server.address"_s, url.host()));
        attributes.append(attribute(u"server.port"_s, qint64(url.port(url.scheme() == "https"_L1 ? 443 : 80))));
    }
    return attributes;
}

/// Returns the kind of failure, in the terms of the conventions if possible; empty if the request did not fail.
QString errorType(const RequestRecord &record)
{
    if (record.isRefused()) // by the client
        return {};
    if (record.errorCode)
        return QString::number(*record.errorCode);
    if (record.toolError)
        return u"tool_error"_s;
    switch (record.state) {
    case RequestState::TimedOut:
        return u"timeout"_s;
    case RequestState::Lost:
        return u"connection_lost"_s;
    case RequestState::Failed:
        return u"_OTHER"_s;
    default:
        return {};
    }
}

/// Returns the attribute for the target of a request, by its method.
QString targetKey(const QByteArray &method)
{
    if (method == "tools/call")
        return u"gen_ai.tool.name"_s;
    if (method == "prompts/get")
        return u"gen_ai.prompt.name"_s;
    if (method.startsWith("resources/"))
        return u"mcp.resource.uri"_s;
    return u"pullcord.target"_s;
}

/// Returns the id without the quotes of a string.
QString textOf(const RequestId &id)
{
    return id.kind() == RequestId::Kind::String ? JsonValue(id.toJson()).toString() : id.display();
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

// Without a start time in the file, the current time is used, since readers drop spans of 1970. `pullcord.times` states
// that.
OtlpExporter::OtlpExporter(ExportSource from)
    : Exporter(std::move(from))
    , m_seed(source().header().toLine())
    , m_connection(connectionAttributes(source().header().connection, ServerSummary::of(source())))
    , m_last(source().lastTime())
    , m_epoch((source().header().started.isValid() ? source().header().started : QDateTime::currentDateTimeUtc())
                  .toMSecsSinceEpoch() *
              1'000'000)
{}

QByteArray OtlpExporter::head() const
{
    const CaptureHeader &header = source().header();
    const ServerSummary server = ServerSummary::of(source());
    QJsonArray resource{attribute(u"service.name"_s, u"pullcord"_s)};
    if (!header.title.isEmpty())
        resource.append(attribute(u"pullcord.conversation"_s, header.title));
    if (!server.name.isEmpty())
        resource.append(attribute(u"pullcord.server.name"_s, server.name));
    if (!server.version.isEmpty())
        resource.append(attribute(u"pullcord.server.version"_s, server.version));
    if (!source().hasTimes())
        resource.append(attribute(u"pullcord.times"_s, u"none: "_s + Describe::noTimes()));
    return R"({"resourceSpans":[{"resource":)" + compact({{u"attributes"_s, resource}}) +
           R"(,"scopeSpans":[{"scope":)" + compact({{u"name"_s, u"pullcord"_s}, {u"version"_s, header.program}}) +
           R"(,"spans":[)";
}

QByteArray OtlpExporter::piece(qsizetype number)
{
    return (number > 0 ? ",\n" : "\n") + compact(span(source().record(source().row(number))));
}

QByteArray OtlpExporter::tail()
{
    return "\n]}]}]}\n";
}

QJsonObject OtlpExporter::span(const RequestRecord &record) const
{
    const Ids ids = idsOf(record);
    QString name = QString::fromUtf8(record.method);
    if (const QString key = targetKey(record.method); key.startsWith("gen_ai."_L1) && !record.target.isEmpty())
        name += u' ' + record.target;
    QJsonObject span{{u"traceId"_s, ids.trace},
                     {u"spanId"_s, ids.span},
                     {u"name"_s, name},
                     {u"kind"_s, record.direction == Direction::ClientToServer ? Client : Server},
                     {u"startTimeUnixNano"_s, unixTime(record.start)},
                     {u"endTimeUnixNano"_s, unixTime(record.isOpen() ? std::max(m_last, record.start) : record.end)},
                     {u"attributes"_s, attributesOf(record)},
                     {u"events"_s, eventsOf(record)}};
    if (!ids.parent.isEmpty())
        span.insert(u"parentSpanId"_s, ids.parent);
    if (!ids.state.isEmpty())
        span.insert(u"traceState"_s, ids.state);
    if (record.leg.previous != RequestRecord::NoSerial) {
        const qsizetype row = source().rowOf(record.connection, record.leg.previous);
        const Ids earlier = idsOf(source().record(row));
        span.insert(u"links"_s, QJsonArray{QJsonObject{{u"traceId"_s, earlier.trace}, {u"spanId"_s, earlier.span}}});
    }
    if (!errorType(record).isEmpty())
        span.insert(u"status"_s, QJsonObject{{u"code"_s, StatusError}, {u"message"_s, record.errorMessage}});
    return span;
}

OtlpExporter::Ids OtlpExporter::idsOf(const RequestRecord &record) const
{
    Ids ids{.trace =
                QString::fromLatin1(QCryptographicHash::hash(m_seed, QCryptographicHash::Sha256).first(16).toHex()),
            .span = spanId(record.connection, record.serial),
            .parent = {},
            .state = {}};
    if (record.cause != RequestRecord::NoSerial) {
        ids.parent = spanId(record.connection, record.cause);
        if (const qsizetype row = source().rowOf(record.connection, record.cause); row >= 0)
            ids.trace = idsOf(source().record(row)).trace;
    }
    const QByteArray bytes = requestBytes(record);
    const JsonValue meta = JsonValue(bytes).pointer("/params/_meta");
    if (const auto context = TraceContext::parse(meta.member("traceparent").toUtf8())) {
        ids.trace = QString::fromLatin1(context->traceId);
        ids.parent = QString::fromLatin1(context->parentId);
        const QByteArray state = meta.member("tracestate").toUtf8();
        ids.state = TraceContext::stateMembers(state) ? QString::fromLatin1(state) : QString();
    }
    return ids;
}

QString OtlpExporter::spanId(quint32 connection, quint64 serial) const
{
    const QByteArray name = m_seed + ' ' + QByteArray::number(connection) + ' ' + QByteArray::number(serial);
    return QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Sha256).first(8).toHex());
}

QByteArray OtlpExporter::requestBytes(const RequestRecord &record) const
{
    if (record.requestEvent == RequestRecord::NoEvent)
        return {};
    const Event event = source().eventAt(qsizetype(record.requestEvent));
    return event.isMessage() && event.envelope.kind == MessageKind::Request ? event.bytes : QByteArray();
}

QJsonArray OtlpExporter::attributesOf(const RequestRecord &record) const
{
    QJsonArray attributes = m_connection;
    attributes.append(attribute(u"mcp.method.name"_s, QString::fromUtf8(record.method)));
    attributes.append(attribute(u"jsonrpc.request.id"_s, textOf(record.id)));
    if (!record.target.isEmpty())
        attributes.append(attribute(targetKey(record.method), record.target));
    if (record.method == "tools/call")
        attributes.append(attribute(u"gen_ai.operation.name"_s, u"execute_tool"_s));
    if (const QString type = errorType(record); !type.isEmpty())
        attributes.append(attribute(u"error.type"_s, type));
    if (record.errorCode)
        attributes.append(attribute(u"rpc.response.status_code"_s, QString::number(*record.errorCode)));
    attributes.append(attribute(u"pullcord.state"_s, Formatting::stateName(record)));
    attributes.append(attribute(u"pullcord.connection"_s, qint64(record.connection)));
    return attributes;
}

QJsonArray OtlpExporter::eventsOf(const RequestRecord &record) const
{
    const auto event = [this](qint64 time, const QString &name, const QJsonArray &attributes) {
        return QJsonObject{{u"timeUnixNano"_s, unixTime(time)}, {u"name"_s, name}, {u"attributes"_s, attributes}};
    };
    QJsonArray events;
    if (record.cancellation) {
        QJsonArray attributes;
        if (record.cancellation->byOperator)
            attributes.append(attribute(u"pullcord.cancelled_by"_s, u"operator"_s));
        if (!record.cancellation->reason.isEmpty())
            attributes.append(attribute(u"pullcord.reason"_s, record.cancellation->reason));
        if (record.cancellation->signalTime != 0)
            attributes.append(
                attribute(u"pullcord.signalled_at_unix_nano"_s, unixTime(record.cancellation->signalTime)));
        events.append(event(record.cancellation->time, u"pullcord.cancelled"_s, attributes));
    }
    const RequestRecord::Late &late = record.late;
    if (late.answered()) {
        const QString what = late.results > 0 ? u"result"_s : u"error"_s;
        events.append(event(late.responseTime, u"pullcord.late_answer"_s, {attribute(u"pullcord.kind"_s, what)}));
    }
    if (late.progress > 0)
        events.append(
            event(late.lastTime, u"pullcord.late_progress"_s, {attribute(u"pullcord.count"_s, late.progress)}));
    return events;
}

QString OtlpExporter::unixTime(qint64 time) const
{
    return QString::number(m_epoch + time);
}

} // namespace Pullcord
