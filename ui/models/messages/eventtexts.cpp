// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/messages/eventtexts.h"

#include "core/capture/formatting.h"
#include "core/json/jsonvalue.h"
#include "core/transport/processusage.h"
#include "core/transport/stdiocommand.h"
#include "ui/models/texts.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QStringDecoder>

namespace Pullcord::Texts {

using namespace Qt::StringLiterals;

namespace {

struct HttpTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::HttpTexts)
};

QString ended(const QJsonObject &details)
{
    const QString how = details.value("how"_L1).toString();
    const QString amount = HttpTexts::tr("%1 in %2")
                               .arg(Formatting::byteCount(details.value("received"_L1).toInteger()),
                                    Formatting::duration(details.value("total"_L1).toInteger()));
    const QString reason = details.value("reason"_L1).toString();
    const QString text = how == "closed"_L1   ? HttpTexts::tr("closed by the client, %1").arg(amount)
                         : how == "broken"_L1 ? HttpTexts::tr("broken, %1").arg(amount)
                                              : HttpTexts::tr("complete, %1").arg(amount);
    return reason.isEmpty() ? text : text + u": "_s + Texts::translatedReason(reason);
}

} // namespace

QString httpHeader(const QJsonObject &details, QLatin1StringView name)
{
    const QJsonArray headers = details.value("headers"_L1).toArray();
    for (const QJsonValue &header : headers) {
        if (header["name"_L1].toString().compare(name, Qt::CaseInsensitive) == 0)
            return header["value"_L1].toString();
    }
    return {};
}

QString httpStep(const QJsonObject &details)
{
    const QString step = details.value("step"_L1).toString();
    if (step == "request"_L1)
        return details.value("method"_L1).toString() + u' ' + details.value("url"_L1).toString();
    if (step == "response"_L1) {
        const QString status =
            u"%1 %2"_s.arg(details.value("status"_L1).toInt()).arg(details.value("text"_L1).toString()).trimmed();
        const QString type = httpHeader(details, "Content-Type"_L1);
        return type.isEmpty() ? status : status + u", "_s + type;
    }
    return ended(details);
}

QString streamEvent(const Event &event, qsizetype limit)
{
    const QJsonObject &details = event.details;
    QStringList words;
    const QString what = details.value("what"_L1).toString();
    if (what == "comment"_L1)
        words << HttpTexts::tr("comment");
    else if (what == "unfinished"_L1)
        words << HttpTexts::tr("cut off by the end of the stream");
    if (details.contains("type"_L1))
        words << HttpTexts::tr("event %1").arg(details.value("type"_L1).toString());
    if (details.contains("id"_L1))
        words << HttpTexts::tr("id %1").arg(details.value("id"_L1).toString());
    if (details.contains("retry"_L1))
        words << HttpTexts::tr("retry after %1 ms").arg(details.value("retry"_L1).toInteger());
    const QString text = words.join(u", "_s);
    return event.bytes.isEmpty() ? text : text + u": "_s + oneLine(event.bytes, limit);
}

namespace {

struct EventTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::EventTexts)
};

QString messageKind(MessageKind kind)
{
    switch (kind) {
    case MessageKind::Request:
        return EventTexts::tr("request");
    case MessageKind::Notification:
        return EventTexts::tr("notification");
    case MessageKind::Result:
        return EventTexts::tr("result");
    case MessageKind::Error:
        return EventTexts::tr("error");
    case MessageKind::Batch:
        return EventTexts::tr("batch");
    case MessageKind::None:
        break;
    }
    return EventTexts::tr("not JSON-RPC");
}

/// Returns the most informative part of a message: params, result or error.
QByteArrayView informativePart(const Event &event)
{
    const Envelope &envelope = event.envelope;
    switch (envelope.kind) {
    case MessageKind::Request:
    case MessageKind::Notification:
        return event.part(envelope.params);
    case MessageKind::Result:
        return event.part(envelope.result);
    case MessageKind::Error:
        return event.part(envelope.error);
    case MessageKind::Batch:
    case MessageKind::None:
        break;
    }
    return event.bytes;
}

QString exited(const QJsonObject &details)
{
    if (details.contains("signal"_L1)) {
        return EventTexts::tr("the process was terminated by signal %1")
            .arg(details.value("signal"_L1).toVariant().toString());
    }
    return EventTexts::tr("the process exited with code %1").arg(details.value("exitCode"_L1).toInt());
}

QString malformed(const Event &event, qsizetype limit)
{
    const QJsonObject &details = event.details;
    return EventTexts::tr("line %1, column %2: %3 — %4")
        .arg(QString::number(details.value("line"_L1).toInteger(1)),
             QString::number(details.value("column"_L1).toInteger(1)), details.value("reason"_L1).toString(),
             oneLine(event.bytes, limit));
}

QString usage(const QJsonObject &details)
{
    const ProcessUsage usage = ProcessUsage::fromDetails(details).value_or(ProcessUsage());
    constexpr qint64 NsPerMs = 1'000'000;
    return EventTexts::tr("processes: %1, threads: %2, processor time: %3")
        .arg(QString::number(usage.processes), QString::number(usage.threads),
             Formatting::duration(usage.cpu * NsPerMs));
}

QString reasonOr(const QJsonObject &details, const QString &otherwise)
{
    const QString reason = details.value("reason"_L1).toString();
    return reason.isEmpty() ? otherwise : Texts::translatedReason(reason);
}

/// URL or command line of the server. Logs of hosts name the server only, or nothing.
QString opening(const QJsonObject &details)
{
    return details.contains("url"_L1)       ? details.value("url"_L1).toString()
           : details.contains("program"_L1) ? StdioCommand::lineOf(details)
                                            : details.value("server"_L1).toString();
}

} // namespace

QString kind(const CaptureEntry &entry)
{
    switch (entry.kind) {
    case EventKind::Message:
        return messageKind(entry.message);
    case EventKind::Malformed:
        return EventTexts::tr("not JSON");
    case EventKind::Queued:
        return EventTexts::tr("queued");
    case EventKind::Unsent:
        return EventTexts::tr("not sent");
    case EventKind::Stderr:
        return EventTexts::tr("stderr");
    case EventKind::Opening:
        return EventTexts::tr("connecting");
    case EventKind::Opened:
        return EventTexts::tr("connected");
    case EventKind::Closing:
        return EventTexts::tr("closing");
    case EventKind::Exited:
        return EventTexts::tr("exited");
    case EventKind::Closed:
        return EventTexts::tr("closed");
    case EventKind::Failed:
        return EventTexts::tr("failed");
    case EventKind::Dialect:
        return EventTexts::tr("dialect");
    case EventKind::Cancel:
        return EventTexts::tr("cancel");
    case EventKind::Timeout:
        return EventTexts::tr("timeout");
    case EventKind::Http:
        return EventTexts::tr("HTTP");
    case EventKind::Stream:
        return EventTexts::tr("stream");
    case EventKind::Note:
        return EventTexts::tr("note");
    case EventKind::Mark:
        return EventTexts::tr("mark");
    case EventKind::Process:
        return EventTexts::tr("processes");
    }
    return {};
}

QString content(const Event &event, qsizetype limit)
{
    const QJsonObject &details = event.details;
    switch (event.kind) {
    case EventKind::Message:
    case EventKind::Queued:
    case EventKind::Unsent:
        return oneLine(informativePart(event), limit);
    case EventKind::Malformed:
        return malformed(event, limit);
    case EventKind::Stderr:
        return oneLine(event.bytes, limit);
    case EventKind::Opening:
        return opening(details);
    case EventKind::Opened:
        return details.contains("pid"_L1) ? EventTexts::tr("process %1").arg(details.value("pid"_L1).toInteger())
                                          : QString();
    case EventKind::Exited:
        return exited(details);
    case EventKind::Closing:
    case EventKind::Closed:
        return reasonOr(details, EventTexts::tr("by Pullcord"));
    case EventKind::Failed:
        return Texts::translatedReason(details.value("reason"_L1).toString());
    case EventKind::Dialect:
        return details.value("name"_L1).toString();
    case EventKind::Cancel: {
        const QString reason = details.value("reason"_L1).toString(); // the user's
        return reason.isEmpty() ? EventTexts::tr("no reason given") : reason;
    }
    case EventKind::Timeout:
        return EventTexts::tr("no response within %1 ms").arg(details.value("after"_L1).toInteger());
    case EventKind::Http:
        return httpStep(details);
    case EventKind::Stream:
        return streamEvent(event, limit);
    case EventKind::Note:
        return details.contains("unknownKind"_L1)
                   ? EventTexts::tr("event of a kind that this version of Pullcord does not support: %1")
                         .arg(details.value("unknownKind"_L1).toString())
                   : details.value("text"_L1).toString();
    case EventKind::Mark:
        return details.value("note"_L1).toString();
    case EventKind::Process:
        return usage(details);
    }
    return {};
}

QString oneLine(QByteArrayView bytes, qsizetype limit)
{
    // A character has at most four bytes. One that is split here is dropped with the rest.
    const bool cut = bytes.size() > limit * 4;
    QString text = readable(cut ? bytes.first(limit * 4) : bytes);
    if (text.size() > limit) {
        text.truncate(limit);
        text += u'…';
    } else if (cut) {
        text += u'…';
    }
    for (QChar &c : text) {
        if (c < u' ')
            c = c == u'\n' || c == u'\t' || c == u'\r' ? u' ' : QChar(0x2400 + c.unicode());
    }
    return text;
}

QString readable(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    QString text = decoder(bytes);
    if (!decoder.hasError())
        return text;
    // Rare: replace the invalid bytes one by one.
    text.clear();
    for (qsizetype at = 0; at < bytes.size();) {
        qsizetype length = 1;
        const auto lead = uchar(bytes.at(at));
        if (lead >= 0xC0)
            length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        length = std::min(length, bytes.size() - at);
        QStringDecoder one(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
        const QString decoded = one(bytes.sliced(at, length));
        if (one.hasError()) {
            text += u"\\x%1"_s.arg(int(lead), 2, 16, QChar(u'0'));
            ++at;
        } else {
            text += decoded;
            at += length;
        }
    }
    return text;
}

} // namespace Pullcord::Texts
