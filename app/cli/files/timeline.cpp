// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/timeline.h"

#include "app/cli/output.h"
#include "core/capture/capture.h"
#include "core/capture/describe.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/refusedmessage.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr qsizetype MaxText = 100;

QString shortened(const QString &text)
{
    const QString line = Output::printable(text.simplified());
    return line.size() <= MaxText ? line : line.first(MaxText - 1) + u'…';
}

QString messageText(const Event &event, const std::optional<RequestRecord> &record)
{
    const QString subject =
        record ? u"%1 %2"_s.arg(QString::fromUtf8(record->method), record->target).trimmed() : QString();
    switch (event.envelope.kind) {
    case MessageKind::Request:
        return u"#%1 %2"_s.arg(event.requestId().display(), subject);
    case MessageKind::Notification: {
        const QString method = QString::fromUtf8(event.method());
        return u"%1 %2"_s.arg(method, QString::fromUtf8(event.part(event.envelope.params)));
    }
    case MessageKind::Result:
        return u"#%1 result %2"_s.arg(event.requestId().display(),
                                      QString::fromUtf8(event.part(event.envelope.result)));
    case MessageKind::Error:
        return u"#%1 error %2"_s.arg(event.requestId().display(), QString::fromUtf8(event.part(event.envelope.error)));
    default:
        return QString::fromUtf8(event.bytes);
    }
}

/// Returns method and URL of a request, status and content type of a response, or the end of an exchange.
QStringList httpParts(const QJsonObject &details)
{
    const QString step = details.value("step"_L1).toString();
    QStringList parts{u"#%1"_s.arg(details.value("exchange"_L1).toInteger()), step};
    if (step == "request"_L1) {
        parts << details.value("method"_L1).toString() << details.value("url"_L1).toString();
    } else if (step == "response"_L1) {
        parts << QString::number(details.value("status"_L1).toInt()) << details.value("text"_L1).toString();
        const QJsonArray headers = details.value("headers"_L1).toArray();
        for (const QJsonValue &header : headers) {
            if (header["name"_L1].toString().compare("content-type"_L1, Qt::CaseInsensitive) == 0)
                parts << header["value"_L1].toString();
        }
    } else {
        parts << details.value("how"_L1).toString() << details.value("reason"_L1).toString();
    }
    parts.removeAll(QString());
    return parts;
}

QString detailsText(const Event &event)
{
    QStringList parts{QString::fromLatin1(nameOf(event.kind).toByteArray())};
    if (event.kind == EventKind::Http) {
        parts << httpParts(event.details);
        if (!event.bytes.isEmpty())
            parts << QString::fromUtf8(event.bytes);
        return parts.join(u' ');
    }
    for (const auto *key : {"text", "program", "transport", "url", "what", "type", "pid", "reason", "id", "exitCode",
                            "signal", "name", "cpu", "processes", "threads"}) {
        const QJsonValue value = event.details.value(QLatin1StringView(key));
        if (!value.isUndefined() && !value.toVariant().toString().isEmpty())
            parts.append(u"%1=%2"_s.arg(QLatin1StringView(key), value.toVariant().toString()));
    }
    if (!event.bytes.isEmpty())
        parts.append(QString::fromUtf8(event.bytes));
    return parts.join(u' ');
}

} // namespace

QString timelineLine(const Capture &capture, const RequestLog &log, qsizetype index)
{
    const CaptureEntry &entry = capture.entry(index);
    const Event event = capture.eventAt(index);
    const std::optional<RequestRecord> record =
        entry.row == CaptureEntry::NoRow ? std::nullopt : std::optional(log.record(entry.row));
    const bool onTheWire = event.isMessage() || event.kind == EventKind::Malformed;
    const QString arrow = !onTheWire ? u"·"_s : event.direction == Direction::ClientToServer ? u"→"_s : u"←"_s;
    QString text = shortened(event.isMessage() ? messageText(event, record) : detailsText(event));
    const bool hasTimes = capture.hasTimes();
    if ((entry.flags & CaptureEntry::Late) != 0 && record)
        text += u"   LATE, "_s + Describe::latenessAt(*record, event.time, hasTimes);
    if ((entry.flags & CaptureEntry::Unasked) != 0)
        text += u"   UNASKED, %1"_s.arg(Formatting::unaskedLog());
    if (event.isByOperator())
        text += u"   INJECTED by the operator"_s;
    if (const int status = RefusedMessage::statusOf(event); status != 0)
        text += u"   REFUSED with HTTP %1"_s.arg(status);
    else if (event.isWithheld())
        text += u"   WITHHELD"_s;
    if (const QString rule = event.rule(); !rule.isEmpty())
        text += u"   RULE \"%1\""_s.arg(rule);
    const QString time = hasTimes ? u"%1 s  "_s.arg(double(event.time) / 1e9, 9, 'f', 4) : QString();
    return u"%1%2  %3"_s.arg(time, arrow, text);
}

QStringList timelineOf(const Capture &capture, const RequestLog &log)
{
    QStringList lines;
    for (qsizetype index = 0; index < capture.count(); ++index)
        lines.append(timelineLine(capture, log, index));
    return lines;
}

} // namespace Pullcord
