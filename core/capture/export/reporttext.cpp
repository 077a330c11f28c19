// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/reporttext.h"

#include "core/capture/describe.h"
#include "core/capture/export/exportsource.h"
#include "core/capture/export/serversummary.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/secrets/secrets.h"
#include "core/transport/stdiocommand.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <utility>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

QString nameOf(MessageKind kind)
{
    switch (kind) {
    case MessageKind::Request:
        return u"request"_s;
    case MessageKind::Notification:
        return u"notification"_s;
    case MessageKind::Result:
        return u"result"_s;
    case MessageKind::Error:
        return u"error"_s;
    case MessageKind::Batch:
        return u"batch"_s;
    case MessageKind::None:
        break;
    }
    return u"JSON"_s;
}

QString compactText(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QString headerLines(const QJsonArray &headers)
{
    QStringList lines;
    for (const QJsonValue &header : headers)
        lines << header["name"_L1].toString() + u": "_s + header["value"_L1].toString();
    return lines.join(u", "_s);
}

/// Describes the connection, as in the Opening event, with masked secrets. Unknown details are printed by name and
/// value.
QList<ReportText::Field> connectionFields(QJsonObject connection)
{
    const QString line =
        connection.contains("program"_L1) ? StdioCommand::lineOf(connection) : connection.value("url"_L1).toString();
    for (const auto member : {"program"_L1, "arguments"_L1, "url"_L1})
        connection.remove(member);
    const auto list = [&](QLatin1StringView member) {
        return connection.take(member).toVariant().toStringList().join(u", "_s);
    };
    QList<ReportText::Field> fields{{u"Connection"_s, line, true},
                                    {u"Transport"_s, connection.take("transport"_L1).toString(), true},
                                    {u"Proxied"_s, connection.take("proxied"_L1).toBool()
                                                       ? u"yes: recorded between a client and its server"_s
                                                       : QString()},
                                    {u"Working folder"_s, connection.take("workingDirectory"_L1).toString(), true},
                                    {u"Environment"_s, connection.take("inheritEnvironment"_L1).toBool(true)
                                                           ? QString()
                                                           : u"not that of the program that started it"_s},
                                    {u"Variables inherited"_s, list("inherited"_L1), true},
                                    {u"Variables set"_s, list("environment"_L1), true},
                                    {u"Variables removed"_s, list("unset"_L1), true}};
    if (connection.value("headers"_L1).isArray())
        fields.append({u"Headers"_s, headerLines(connection.take("headers"_L1).toArray()), true});
    if (!connection.isEmpty())
        fields.append({u"Further connection details"_s, compactText(connection), true});
    return fields;
}

ReportText::Sentence cancelRemark(const RequestRecord &record)
{
    const RequestRecord::Cancellation &cancellation = *record.cancellation;
    ReportText::Sentence remark{{Describe::cancelledBy(record)}};
    if (cancellation.parent.isLegal())
        remark = {{u"abandoned with request "_s, cancellation.parent.display()}};
    else if (cancellation.answered)
        remark = {{Describe::cancelledBy(record) + u" while the questions in its response were open"_s}};
    if (!cancellation.reason.isEmpty())
        remark.append({u": "_s, cancellation.reason});
    return remark;
}

/// The reason of the peer stays apart, since it is escaped.
ReportText::Sentence dismissalRemark(RequestRecord record)
{
    const QString reason = std::exchange(record.dismissal->reason, QString());
    ReportText::Sentence remark{{Describe::dismissal(record)}};
    if (!reason.isEmpty())
        remark.append({u": "_s, reason});
    return remark;
}

} // namespace

QList<ReportText::Field> ReportText::summary(const ExportSource &source, qsizetype chosenEvents)
{
    const CaptureHeader &header = source.header();
    const ServerSummary server = ServerSummary::of(source);
    QList<Field> fields{{u"Server"_s, (server.name + u' ' + server.version).trimmed(), true},
                        {u"Protocol revision"_s, server.revision, true}};
    fields << connectionFields(header.connection);
    fields << QList<Field>{{u"Recorded"_s, header.started.toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s)},
                           {u"Recorded by"_s, header.program, true},
                           {u"Times"_s, source.hasTimes() ? QString() : u"none: "_s + Describe::noTimes()},
                           {u"Events"_s, u"%1 of %2"_s.arg(chosenEvents).arg(source.count())},
                           {u"Values redacted, by rule"_s, RedactionCounts::notedIn(header), true}};
    fields.removeIf([](const Field &field) { return field.value.isEmpty(); });
    return fields;
}

QString ReportText::warning(const CaptureHeader &header)
{
    if (!RedactionCounts::notedIn(header).isEmpty()) {
        return u"Secrets in command lines, environments and headers are masked. In messages, values that the "
               "rules above match are replaced with ***. Check the rest before you publish this."_s;
    }
    return u"Secrets in command lines, environments and headers are masked. Messages are not redacted: check them "
           "before you publish this."_s;
}

QList<ReportText::Sentence> ReportText::remarks(const RequestRecord &record, const ExportSource &source)
{
    const bool hasTimes = source.hasTimes();
    QList<Sentence> remarks;
    if (record.byHand)
        remarks.append(Sentence{{u"by hand"_s}});
    if (record.leg.number > 1)
        remarks.append(
            Sentence{{u"continues with #%1"_s.arg(source.rowOf(record.connection, record.leg.previous) + 1)}});
    if (record.cancellation) {
        remarks.append(cancelRemark(record));
        if (const QString stream = Describe::streamEnd(record, hasTimes); !stream.isEmpty())
            remarks.append(Sentence{{stream}});
        if (!record.cancellation->refusal.isEmpty())
            remarks.append(Sentence{{u"the cancellation was not accepted: "_s, record.cancellation->refusal}});
    }
    if (record.state == RequestState::Lost) {
        const QString when =
            record.lostAtQuestions != 0 ? u"lost while the questions in its response were open"_s : QString();
        const QString why = Secrets::maskedText(record.errorMessage);
        if (!when.isEmpty() || !why.isEmpty())
            remarks.append(Sentence{{when.isEmpty() || why.isEmpty() ? when : when + u": "_s, why}});
    }
    if (record.dismissal)
        remarks.append(dismissalRemark(record));
    if (record.leftOpen)
        remarks.append(Sentence{{u"left unanswered by a rule"_s}});
    if (record.endUnknown)
        remarks.append(Sentence{{u"end not recorded"_s}});
    if (record.errorCode)
        remarks.append(Sentence{{u"error %1 "_s.arg(*record.errorCode), record.errorMessage}});
    if (record.toolError)
        remarks.append(Sentence{{u"tool error"_s}});
    if (record.duplicateId)
        remarks.append(Sentence{{u"the id was in use"_s}});
    const RequestRecord::Late &late = record.late;
    if (late.answered()) {
        const QString what = late.results > 0 ? u"result"_s : u"error"_s;
        const QString words = u"late %1 %2"_s.arg(what, Describe::latenessAt(record, late.responseTime, hasTimes));
        remarks.append(Sentence{{words, {}, true}});
    }
    if (late.progress > 0)
        remarks.append(Sentence{{u"late progress × %1"_s.arg(late.progress), {}, true}});
    return remarks;
}

QString ReportText::duration(const RequestRecord &record, const ExportSource &source)
{
    if (record.neverSent || record.forbidden) // there was no wait
        return {};
    if (!source.hasTimes())
        return {};
    const qint64 now = source.lastTime();
    return Formatting::lasted(record, Formatting::duration(record.duration(now))) +
           (record.isOpen() ? u" so far"_s : QString());
}

QString ReportText::time(qint64 ns, const ExportSource &source)
{
    if (!source.hasTimes())
        return {};
    return u'+' + QString::number(double(ns) / 1e9, 'f', 6) + u" s"_s;
}

ReportText::Sentence ReportText::title(const Event &event, qsizetype index, const ExportSource &source)
{
    const QString at = time(event.time, source);
    QString begin = at.isEmpty() ? QString() : at + u" · "_s;
    if (event.direction != Direction::None)
        begin += Formatting::arrow(event.direction) + u" · "_s;
    Sentence title;
    if (!event.isMessage())
        title.append({begin + QString::fromLatin1(Pullcord::nameOf(event.kind))});
    else if (event.envelope.method.isEmpty())
        title.append({begin + nameOf(event.envelope.kind)});
    else
        title.append({begin + nameOf(event.envelope.kind) + u' ', QString::fromUtf8(event.method())});
    if (event.isMessage() && !event.envelope.id.isEmpty())
        title.append({u", id "_s, event.requestId().display()});
    if (event.details.contains("injected"_L1)) {
        title.append({u" · "_s});
        title.append({event.isByOperator() ? u"injected by the operator"_s : u"by hand"_s, {}, true});
    }
    if (event.isWithheld()) {
        title.append({u" · "_s});
        title.append({u"withheld"_s, {}, true});
    }
    if (!event.details.isEmpty())
        title.append({u" "_s, compactText(Secrets::masked(event.details))});
    const CaptureEntry &entry = source.entry(index);
    if ((entry.flags & CaptureEntry::Late) && entry.row != CaptureEntry::NoRow) {
        title.append({u" · "_s});
        title.append(
            {u"late: "_s + Describe::latenessAt(source.record(entry.row), event.time, !at.isEmpty()), {}, true});
    }
    if (entry.flags & CaptureEntry::Unasked) {
        title.append({u" · "_s});
        title.append({u"unasked: "_s + Formatting::unaskedLog(), {}, true});
    }
    return title;
}

bool ReportText::isJson(const Event &event)
{
    return event.envelope.kind != MessageKind::None || event.isMessage();
}

QByteArray ReportText::body(const Event &event)
{
    if (isJson(event))
        return JsonText::indented(event.bytes);
    if (event.kind == EventKind::Stderr)
        return Secrets::maskedText(QString::fromUtf8(event.bytes)).toUtf8();
    return event.bytes;
}

} // namespace Pullcord
