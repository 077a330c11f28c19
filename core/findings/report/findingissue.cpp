// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/report/findingissue.h"

#include "core/capture/capture.h"
#include "core/capture/export/exportsource.h"
#include "core/capture/export/markdowntext.h"
#include "core/capture/export/redaction/quoteredaction.h"
#include "core/capture/export/reporttext.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/finding.h"

#include <QRegularExpression>

#include <optional>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Keeps numbers and durations; quotes everything else, since it may come from the peer.
QString quoted(const QString &argument, const QuoteRedaction &quotes)
{
    static const QRegularExpression amount(uR"(\A[0-9][0-9.,]*( [a-zµ]+( [0-9]+ [a-z]+)?)?\z)"_s);
    return amount.match(argument).hasMatch() ? argument
                                             : QString::fromUtf8(MarkdownText::code(quotes.quoted(argument)));
}

QString written(const TranslatableText &words, const QuoteRedaction &quotes)
{
    if (!words.sentence())
        return quoted(words, quotes);
    QList<QString> arguments;
    for (const TranslatableText &argument : words.arguments())
        arguments << written(argument, quotes);
    return TranslatableText::filled(QString::fromUtf8(words.sentence()), arguments);
}

const Redaction &known()
{
    static const Redaction known = *Redaction::parse({Redaction::Known});
    return known;
}

QString sentence(const Finding &finding, const Capture &capture)
{
    QuoteRedaction quotes(known());
    for (const qint64 index : finding.events) {
        QList<Redaction::Hit> hits;
        static_cast<void>(known().redacted(capture.eventAt(index), hits));
        quotes.add(hits);
    }
    return written(finding.sentence, quotes);
}

/// Returns the message without known secrets, cut to MostOfAMessage; `remark` then reports the cut.
QByteArray shown(const Event &event, QByteArray &remark)
{
    QList<Redaction::Hit> hits;
    QByteArray bytes = known().redacted(event, hits).bytes;
    if (bytes.size() <= FindingIssue::MostOfAMessage)
        return bytes;
    remark = "The first " + QByteArray::number(FindingIssue::MostOfAMessage) + " of " +
             QByteArray::number(bytes.size()) + " bytes.\n\n";
    bytes.truncate(FindingIssue::MostOfAMessage);
    while (!bytes.isEmpty() && !bytes.isValidUtf8() && (bytes.back() & 0x80) != 0) // remove an incomplete character
        bytes.chop(1);
    return bytes;
}

QByteArray block(const Event &event)
{
    QByteArray remark;
    const QByteArray bytes = shown(event, remark);
    return bytes.isEmpty() ? QByteArray()
                           : '\n' + remark + MarkdownText::block(bytes, ReportText::isJson(event) ? "json" : "text");
}

QByteArray title(const Event &event)
{
    QByteArray text = Formatting::arrow(event.direction).toUtf8();
    text +=
        (text.isEmpty() ? "" : " · ") +
        (event.isMessage() && !event.envelope.method.isEmpty() ? MarkdownText::code(QString::fromUtf8(event.method()))
         : event.envelope.kind == MessageKind::Result          ? "result"_ba
         : event.envelope.kind == MessageKind::Error           ? "error"_ba
                                                               : nameOf(event.kind).toByteArray());
    if (event.isMessage() && !event.envelope.id.isEmpty())
        text += ", id " + MarkdownText::code(event.requestId().display());
    return text;
}

/// Formats the time since `start`; empty if it is unknown.
QByteArray when(const Event &event, std::optional<qint64> start)
{
    if (!start)
        return {};
    const qint64 after = event.time - *start;
    return "**" + QByteArray(after < 0 ? "−" : "+") + Formatting::duration(qAbs(after)).toUtf8() + "** · ";
}

/// Formats the messages, with times relative to `start` if known.
QByteArray evidence(const Finding &finding, const Capture &capture, std::optional<qint64> start)
{
    QByteArray text;
    for (const qint64 index : finding.events) {
        const Event event = capture.eventAt(index);
        text += '\n' + when(event, start) + title(event) + " (event " + QByteArray::number(index + 1) + ")\n" +
                block(event);
    }
    if (finding.count > finding.events.size())
        text += "\nIt happened " + QByteArray::number(finding.count) + " times; these are the first and the last.\n";
    return text;
}

QByteArray reproduction(const RequestRecord &record, const Capture &capture, bool hasTimes)
{
    const Event request = capture.eventAt(record.requestEvent);
    if (!request.isMessage())
        return {};
    QByteArray text = "\n## How to reproduce\n\nSend this request";
    if (record.cancellation) {
        const qint64 cancelled =
            record.cancellation->signalTime ? record.cancellation->signalTime : record.cancellation->time;
        text += ", and cancel it " +
                (hasTimes ? Formatting::duration(cancelled - record.start).toUtf8() + " later" : "after that"_ba);
    }
    return text + ":\n" + block(request);
}

} // namespace

QByteArray FindingIssue::markdown(const Finding &finding, const Capture &capture, const RequestLog &log,
                                  const QString &program)
{
    const FindingKind &kind = finding.kind();
    const ExportSource source(capture, log, {}, known());
    const std::optional<RequestRecord> record =
        finding.row == Finding::NoRow ? std::nullopt : std::optional(source.record(finding.row));
    QByteArray text = "# " + QByteArray(kind.title) + " (" + QByteArray(kind.name.latin1()) + ")\n\n" +
                      sentence(finding, capture).toUtf8() + ".\n\n|   |   |\n|---|---|\n";
    text += "| Severity | " + QByteArray(nameOf(finding.severity).latin1()) +
            (!finding.raced      ? ""
             : source.hasTimes() ? " (the two crossed on the wire)"
                                 : " (the two may have crossed on the wire)") +
            " |\n";
    if (record) {
        text += "| Request | " + MarkdownText::cell(QString::fromUtf8(record->method)) +
                (record->target.isEmpty() ? QByteArray() : ' ' + MarkdownText::cell(record->target)) + ", id " +
                MarkdownText::cell(record->id.display()) + ", " + Formatting::arrow(record->direction).toUtf8() +
                " |\n";
    }
    const QList<ReportText::Field> summary = ReportText::summary(source, finding.events.size());
    for (const auto &[name, value, isForeign] : summary)
        text += "| " + name.toUtf8() + " | " + (isForeign ? MarkdownText::cell(value) : value.toUtf8()) + " |\n";
    text += "| Found by | " + MarkdownText::cell(program) + " |\n";

    text += "\n## The rule\n\n> " + QByteArray(kind.rule.latin1()) + "\n\n" + finding.reference().toUtf8() + "\n";
    text += "\n## Messages\n\n";
    std::optional<qint64> start;
    if (source.hasTimes()) {
        const qint64 first = finding.events.isEmpty() ? 0 : capture.eventAt(finding.events.constFirst()).time;
        start = record ? record->start : first;
        text += "Times are relative to the " + QByteArray(record ? "request" : "first message") + ". ";
    }
    text += "Known secrets are masked: check the rest before you publish it.\n" + evidence(finding, capture, start);
    // By its response, or by a message that it should not have sent: only a request can be sent again.
    if (record && record->direction == Direction::ClientToServer && finding.accused == Direction::ServerToClient)
        text += reproduction(*record, capture, source.hasTimes());
    return text;
}

} // namespace Pullcord
