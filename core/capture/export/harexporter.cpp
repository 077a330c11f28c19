// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/harexporter.h"

#include "core/capture/capture.h"
#include "core/secrets/secrets.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// "Unknown" in HAR.
constexpr int Unknown = -1;

double milliseconds(const QJsonValue &ns)
{
    return double(ns.toInteger()) / 1e6;
}

QString headerValue(const QJsonArray &headers, QLatin1StringView name)
{
    for (const QJsonValue &header : headers) {
        if (header["name"_L1].toString().compare(name, Qt::CaseInsensitive) == 0)
            return header["value"_L1].toString();
    }
    return {};
}

QJsonArray queryOf(const QString &url)
{
    QJsonArray fields;
    const auto items = QUrlQuery(QUrl(url)).queryItems(QUrl::FullyDecoded);
    for (const auto &[name, value] : items)
        fields.append(QJsonObject{{u"name"_s, name}, {u"value"_s, value}});
    return fields;
}

QString versionOf(const QJsonObject &response)
{
    const QString version = response.value("version"_L1).toString();
    return version.isEmpty() ? u"HTTP/1.1"_s : version;
}

QJsonObject requestOf(const QJsonObject &step, const QByteArray &posted, const QString &version)
{
    const QString url = step.value("url"_L1).toString();
    QJsonObject request{{u"method"_s, step.value("method"_L1).toString()},
                        {u"url"_s, url},
                        {u"httpVersion"_s, version},
                        {u"cookies"_s, QJsonArray()},
                        {u"headers"_s, step.value("headers"_L1).toArray()},
                        {u"queryString"_s, queryOf(url)},
                        {u"headersSize"_s, Unknown},
                        {u"bodySize"_s, qint64(posted.size())}};
    if (!posted.isEmpty()) {
        const QString type = headerValue(step.value("headers"_L1).toArray(), "content-type"_L1);
        request.insert(u"postData"_s, QJsonObject{{u"mimeType"_s, type.isEmpty() ? u"application/json"_s : type},
                                                  {u"params"_s, QJsonArray()},
                                                  {u"text"_s, QString::fromUtf8(posted)}});
    }
    return request;
}

QJsonObject responseOf(const QJsonObject &step, const QByteArray &content, qint64 contentSize, qint64 received)
{
    const QJsonArray headers = step.value("headers"_L1).toArray();
    QJsonObject body{{u"size"_s, contentSize}, {u"mimeType"_s, headerValue(headers, "content-type"_L1)}};
    if (!content.isEmpty())
        body.insert(u"text"_s, QString::fromUtf8(content));
    if (content.size() < contentSize)
        body.insert(u"comment"_s, u"The remaining %1 bytes are omitted."_s.arg(contentSize));
    return {{u"status"_s, step.value("status"_L1).toInt()},
            {u"statusText"_s, step.value("text"_L1).toString()},
            {u"httpVersion"_s, versionOf(step)},
            {u"cookies"_s, QJsonArray()},
            {u"headers"_s, headers},
            {u"content"_s, body},
            {u"redirectURL"_s, headerValue(headers, "location"_L1)},
            {u"headersSize"_s, Unknown},
            {u"bodySize"_s, received}};
}

/// Returns a server-sent event as on the wire, except for line ends and the order of its fields.
QByteArray blockOf(const Event &event)
{
    QByteArray data = event.bytes;
    const QString what = event.details.value("what"_L1).toString();
    if (what == "comment"_L1)
        return ':' + data + '\n';
    QByteArray block;
    for (const char *field : {"id", "event", "retry"}) {
        const QJsonValue value =
            event.details.value(qstrcmp(field, "event") == 0 ? "type"_L1 : QLatin1StringView(field));
        if (!value.isUndefined())
            block += QByteArray(field) + ": " + value.toVariant().toByteArray() + '\n';
    }
    return block + "data: " + data.replace("\n", "\ndata: ") + (what == "unfinished"_L1 ? "" : "\n\n");
}

/// Converts moments of a response, counted from the start of the exchange, to HAR's phases.
QJsonObject timingsOf(const QJsonObject &response, double total)
{
    const double connected = milliseconds(response.value("connect"_L1));
    const double secured = milliseconds(response.value("tls"_L1));
    const double sent = milliseconds(response.value("sent"_L1));
    const double firstByte = milliseconds(response.value("firstByte"_L1));
    const double ready = std::max(connected, secured);
    return {{u"blocked"_s, Unknown},
            {u"dns"_s, Unknown},
            {u"connect"_s, ready > 0 ? QJsonValue(ready) : QJsonValue(Unknown)},
            {u"ssl"_s, secured > 0 ? QJsonValue(std::max(0.0, secured - connected)) : QJsonValue(Unknown)},
            {u"send"_s, std::max(0.0, sent - ready)},
            {u"wait"_s, std::max(0.0, firstByte - std::max(sent, ready))},
            {u"receive"_s, std::max(0.0, total - std::max(firstByte, ready))}};
}

} // namespace

bool HarExporter::hasAnyIn(const Capture &capture, const ExportSelection &selection)
{
    for (qsizetype number = 0; number < selection.count(); ++number) {
        if (capture.entry(selection.at(number)).kind == EventKind::Http)
            return true;
    }
    return false;
}

QByteArray HarExporter::head() const
{
    const QJsonObject creator{{u"name"_s, u"Pullcord"_s}, {u"version"_s, source().header().program}};
    return R"({"log":{"version":"1.2","creator":)" + QJsonDocument(creator).toJson(QJsonDocument::Compact) +
           R"(,"pages":[],"entries":[)";
}

QByteArray HarExporter::piece(qsizetype number)
{
    const Event event = source().eventAt(selection().at(number));
    const QJsonValue exchange = event.details.value("exchange"_L1);
    if (!exchange.isDouble())
        return {};
    const Key key{event.connection, exchange.toInt()};
    if (event.kind == EventKind::Http)
        return takeStep(event, key);
    if (const auto open = m_open.find(key); open != m_open.end())
        takeContent(event, open->second);
    return {};
}

QByteArray HarExporter::takeStep(const Event &event, const Key &key)
{
    const QJsonObject step = Secrets::masked(event.details);
    const QString name = step.value("step"_L1).toString();
    if (name == "request"_L1) {
        Exchange &exchange = m_open[key];
        exchange.begin = event.time;
        exchange.request = step;
        exchange.more = {{u"connection"_s, qint64(key.first)}, {u"exchange"_s, key.second}, {u"begin"_s, event.time}};
        return {};
    }
    const auto open = m_open.find(key);
    if (open == m_open.end())
        return {}; // its beginning was not selected
    if (name == "response"_L1) {
        open->second.response = step;
        open->second.more.insert(u"responded"_s, event.time - open->second.begin);
        return {};
    }
    open->second.more.insert(u"ended"_s, event.time - open->second.begin);
    open->second.more.insert(u"end"_s, step);
    takeContent(event, open->second);
    const QByteArray text = entry(open->second, step);
    m_open.erase(open);
    return text;
}

void HarExporter::takeContent(const Event &event, Exchange &exchange) const
{
    if (event.bytes.isEmpty() && event.kind != EventKind::Stream)
        return;
    if (event.direction == Direction::ClientToServer) {
        exchange.posted = event.bytes;
        exchange.more.insert(u"postedAt"_s, event.time - exchange.begin);
        exchange.more.insert(u"posted"_s, event.details);
        return;
    }
    const bool isStream = headerValue(exchange.response.value("headers"_L1).toArray(), "content-type"_L1)
                              .startsWith("text/event-stream"_L1, Qt::CaseInsensitive);
    const QByteArray content = isStream ? blockOf(event) : event.bytes;
    exchange.contentTimes.append(event.time - exchange.begin);
    exchange.contentSize += content.size();
    exchange.content += content.first(std::min(content.size(), MostContent - exchange.content.size()));
}

QByteArray HarExporter::entry(const Exchange &exchange, const QJsonObject &end)
{
    const QDateTime started = source().header().started.addMSecs(exchange.begin / 1'000'000);
    const double total = milliseconds(end.value("total"_L1));
    QJsonObject entry{
        {u"startedDateTime"_s, started.toString(Qt::ISODateWithMs)},
        {u"time"_s, total},
        {u"request"_s, requestOf(exchange.request, exchange.posted, versionOf(exchange.response))},
        {u"response"_s, responseOf(exchange.response, exchange.content, exchange.contentSize,
                                   end.contains("received"_L1) ? end.value("received"_L1).toInteger() : Unknown)},
        {u"cache"_s, QJsonObject()},
        {u"timings"_s, timingsOf(exchange.response, total)}};
    QJsonObject more = exchange.more;
    if (!exchange.contentTimes.isEmpty())
        more.insert(u"content"_s, exchange.contentTimes);
    entry.insert(u"_pullcord"_s, more);
    const QString how = end.value("how"_L1).toString();
    if (end.isEmpty())
        entry.insert(u"comment"_s, u"The exchange had not ended."_s);
    else if (how != "complete"_L1)
        entry.insert(u"comment"_s, u"%1: %2"_s.arg(how, end.value("reason"_L1).toString()));
    const QByteArray text = QJsonDocument(entry).toJson(QJsonDocument::Compact);
    return (std::exchange(m_hasEntries, true) ? ",\n" : "\n") + text;
}

QByteArray HarExporter::tail()
{
    QByteArray text;
    for (const auto &[key, exchange] : m_open)
        text += entry(exchange, {});
    m_open.clear();
    return text + "\n]}}\n";
}

} // namespace Pullcord
