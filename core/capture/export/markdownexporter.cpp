// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/markdownexporter.h"

#include "core/capture/capture.h"
#include "core/capture/export/markdowntext.h"
#include "core/capture/export/serversummary.h"
#include "core/capture/humantext.h"
#include "core/capture/requestlog.h"
#include "core/json/jsontext.h"
#include "core/transport/secrets.h"

#include <QJsonDocument>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

QByteArray summaryLine(const char *name, const QByteArray &value)
{
    return value.isEmpty() ? QByteArray() : "| " + QByteArray(name) + " | " + value + " |\n";
}

/// Seconds since the start, to the microsecond.
QByteArray timeOf(qint64 time)
{
    return '+' + QByteArray::number(double(time) / 1e9, 'f', 6) + " s";
}

QByteArray detailsOf(const Event &event)
{
    if (event.details.isEmpty())
        return {};
    return ' ' + MarkdownText::code(
                     QString::fromUtf8(QJsonDocument(Secrets::masked(event.details)).toJson(QJsonDocument::Compact)));
}

/// What a message is, in a few words: "request `tools/call`, id `7`".
QByteArray messageName(const Event &event)
{
    QByteArray name;
    switch (event.envelope.kind) {
    case MessageKind::Request:
        name = "request";
        break;
    case MessageKind::Notification:
        name = "notification";
        break;
    case MessageKind::Result:
        name = "result";
        break;
    case MessageKind::Error:
        name = "error";
        break;
    case MessageKind::Batch:
        name = "batch";
        break;
    case MessageKind::None:
        name = "JSON";
        break;
    }
    if (!event.envelope.method.isEmpty())
        name += ' ' + MarkdownText::code(QString::fromUtf8(event.method()));
    if (!event.envelope.id.isEmpty())
        name += ", id " + MarkdownText::code(event.requestId().display());
    return name;
}

QByteArray bodyOf(const Event &event)
{
    if (event.envelope.kind != MessageKind::None || event.isMessage())
        return MarkdownText::block(JsonText::indented(event.bytes), "json");
    if (event.kind == EventKind::Stderr)
        return MarkdownText::block(Secrets::maskedText(QString::fromUtf8(event.bytes)).toUtf8(), "text");
    return MarkdownText::block(event.bytes, "text");
}

} // namespace

MarkdownExporter::MarkdownExporter(const Capture &capture, const RequestLog &log, ExportSelection selection)
    : Exporter(capture, std::move(selection))
    , m_log(log)
    , m_rows(this->selection().rows(capture, log))
{}

QByteArray MarkdownExporter::head() const
{
    const CaptureHeader &header = capture().header();
    const ServerSummary server = ServerSummary::of(capture(), m_log);
    const QJsonObject connection = Secrets::masked(header.connection);
    const QByteArray how = QJsonDocument(connection).toJson(QJsonDocument::Compact);
    const auto cell = [](const QString &text) { return MarkdownText::cell(text); };

    QByteArray text = "# Conversation";
    if (!header.title.isEmpty())
        text += " with " + MarkdownText::code(Secrets::maskedText(header.title));
    text += "\n\n|   |   |\n|---|---|\n";
    text += summaryLine("Server", cell((server.name + u' ' + server.version).trimmed()));
    text += summaryLine("Protocol revision", cell(server.revision));
    text += summaryLine("Connection", connection.isEmpty() ? QByteArray() : cell(QString::fromUtf8(how)));
    text += summaryLine("Recorded", header.started.toString(u"yyyy-MM-dd HH:mm:ss 'UTC'"_s).toLatin1());
    text += summaryLine("Recorded by", cell(header.program));
    text +=
        summaryLine("Events", QByteArray::number(selection().count()) + " of " + QByteArray::number(capture().count()));
    text +=
        "\nSecrets in command lines, environments and headers are masked. Messages are as they crossed the wire: look "
        "through them before you publish this.\n";
    text += "\n## Requests\n\n";
    if (m_rows.empty())
        return text + "None.\n";
    return text + "| # | Direction | Id | Request | State | Begin | Duration | Notes |\n"
                  "|--:|---|---|---|---|--:|--:|---|\n";
}

qsizetype MarkdownExporter::pieceCount() const
{
    return qsizetype(m_rows.size()) + 1 + selection().count();
}

QByteArray MarkdownExporter::piece(qsizetype number)
{
    const auto rows = qsizetype(m_rows.size());
    if (number < rows)
        return requestLine(m_rows[size_t(number)]);
    if (number == rows)
        return "\n## Events\n";
    return eventBlock(selection().at(number - rows - 1));
}

QByteArray MarkdownExporter::requestLine(qsizetype row) const
{
    const RequestRecord &record = m_log.record(row);
    const qint64 now = capture().count() > 0 ? capture().entry(capture().count() - 1).time : 0;
    QByteArray request = MarkdownText::cell(QString::fromUtf8(record.method));
    if (!record.target.isEmpty())
        request += ' ' + MarkdownText::cell(record.target);
    QString duration = HumanText::duration(record.duration(now)) + (record.isOpen() ? u" so far"_s : QString());
    if (record.neverSent)
        duration.clear();
    QByteArray line = "| " + QByteArray::number(row + 1);
    for (const QByteArray &text :
         {HumanText::arrow(record.direction).toUtf8(), MarkdownText::cell(record.id.display()), request,
          HumanText::stateName(record).toUtf8(), timeOf(record.start), duration.toUtf8(), notes(row)})
        line += " | " + text;
    return line + " |\n";
}

QByteArray MarkdownExporter::notes(qsizetype row) const
{
    const RequestRecord &record = m_log.record(row);
    QByteArrayList notes;
    if (record.byHand)
        notes += "by hand";
    if (record.leg.number > 1)
        notes += "goes on with #" + QByteArray::number(m_log.rowOf(record.connection, record.leg.previous) + 1);
    if (record.cancellation) {
        QByteArray note = "cancelled";
        if (const RequestId &parent = record.cancellation->parent; parent.isLegal())
            note = "given up with request " + MarkdownText::code(parent.display());
        else if (record.cancellation->answered)
            note = "given up at the questions that it was answered with";
        if (!record.cancellation->reason.isEmpty())
            note += ": " + MarkdownText::cell(Secrets::maskedText(record.cancellation->reason));
        notes += note;
    }
    if (const QString stream = HumanText::streamEnd(record); record.cancellation && !stream.isEmpty())
        notes += stream.toUtf8();
    if (record.cancellation && !record.cancellation->refusal.isEmpty())
        notes += "the cancel was not accepted: " + MarkdownText::cell(record.cancellation->refusal);
    if (record.errorCode)
        notes += "error " + QByteArray::number(*record.errorCode) + ' ' + MarkdownText::cell(record.errorMessage);
    if (record.toolError)
        notes += "tool error";
    if (record.duplicateId)
        notes += "the id was in use";
    const RequestRecord::Late &late = record.late;
    if (late.answered()) {
        notes += "**late " + QByteArray(late.results > 0 ? "result" : "error") + ' ' +
                 HumanText::lateness(record, late.answerTime).toUtf8() + "**";
    }
    if (late.progress > 0)
        notes += "**late progress × " + QByteArray::number(late.progress) + "**";
    return notes.join("; ");
}

QByteArray MarkdownExporter::eventBlock(qsizetype index) const
{
    const Event event = capture().eventAt(index);
    const CaptureEntry &entry = capture().entry(index);
    QByteArray text = "\n**" + QByteArray::number(index + 1) + "** · " + timeOf(event.time) + " · ";
    if (event.direction != Direction::None)
        text += HumanText::arrow(event.direction).toUtf8() + " · ";
    text += event.isMessage() ? messageName(event) : nameOf(event.kind).toByteArray();
    if (event.details.contains("injected"_L1))
        text += " · **by hand**";
    text += detailsOf(event);
    if ((entry.flags & CaptureEntry::Late) && entry.row != CaptureEntry::NoRow)
        text += " · **late: " + HumanText::lateness(m_log.record(entry.row), event.time).toUtf8() + "**";
    text += '\n';
    if (!event.bytes.isEmpty())
        text += '\n' + bodyOf(event);
    return text;
}

} // namespace Pullcord
