// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/markdownexporter.h"

#include "core/capture/describe.h"
#include "core/capture/export/markdowntext.h"
#include "core/capture/export/reporttext.h"
#include "core/capture/formatting.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

using Formatted = QByteArray (*)(QStringView);

QByteArray written(const ReportText::Sentence &sentence, Formatted foreign)
{
    QByteArray text;
    for (const ReportText::Phrase &phrase : sentence) {
        const QByteArray words = phrase.words.toUtf8();
        text += phrase.isStriking ? "**" + words + "**" : words;
        if (!phrase.foreign.isEmpty())
            text += foreign(phrase.foreign);
    }
    return text;
}

} // namespace

QByteArray MarkdownExporter::head() const
{
    const QString &title = source().header().title;
    QByteArray text = "# Conversation";
    if (!title.isEmpty())
        text += " with " + MarkdownText::code(title);
    text += "\n\n|   |   |\n|---|---|\n";
    const QList<ReportText::Field> summary = ReportText::summary(source(), selection().count());
    for (const auto &[name, value, isForeign] : summary)
        text += "| " + name.toUtf8() + " | " + (isForeign ? MarkdownText::cell(value) : value.toUtf8()) + " |\n";
    text += '\n' + ReportText::warning(source().header()).toUtf8() + '\n';
    text += findings() + "\n## Requests\n\n";
    if (source().rowCount() == 0)
        return text + "None.\n";
    return text + "| # | Direction | Id | Request | State | Start | Duration | Notes |\n"
                  "|--:|---|---|---|---|--:|--:|---|\n";
}

QByteArray MarkdownExporter::findings() const
{
    if (!selection().findings())
        return {};
    if (selection().findings()->isEmpty())
        return "\n## Findings\n\nNone: no rule that was checked is violated.\n";
    QByteArray text = "\n## Findings\n\n| Severity | Rule | Finding | Message | Events |\n|---|---|---|---|---|\n";
    for (const ReportFinding &finding : *selection().findings()) {
        QByteArrayList events;
        for (const qsizetype event : finding.events)
            events += QByteArray::number(event + 1);
        text += "| " + finding.severity.toUtf8() + " | " + finding.code.toUtf8() + " | " +
                MarkdownText::cell(finding.sentence) + " | " + finding.reference.toUtf8() + " | " + events.join(", ") +
                " |\n";
    }
    return text;
}

qsizetype MarkdownExporter::pieceCount() const
{
    return source().rowCount() + 1 + selection().count();
}

QByteArray MarkdownExporter::piece(qsizetype number)
{
    const auto rows = source().rowCount();
    if (number < rows)
        return requestLine(source().row(number));
    if (number == rows)
        return "\n## Events\n";
    return eventBlock(selection().at(number - rows - 1));
}

QByteArray MarkdownExporter::requestLine(qsizetype row) const
{
    const RequestRecord record = source().record(row);
    QByteArray request = MarkdownText::cell(QString::fromUtf8(record.method));
    if (!record.target.isEmpty())
        request += ' ' + MarkdownText::cell(record.target);
    QByteArrayList remarks;
    for (const ReportText::Sentence &remark : ReportText::remarks(record, source()))
        remarks += written(remark, MarkdownText::cell);
    QByteArray line = "| " + QByteArray::number(row + 1);
    for (const QByteArray &text :
         {Formatting::arrow(record.direction).toUtf8(), MarkdownText::cell(record.id.display()), request,
          Describe::state(record).toUtf8(), ReportText::time(record.start, source()).toUtf8(),
          ReportText::duration(record, source()).toUtf8(), remarks.join("; ")})
        line += " | " + text;
    return line + " |\n";
}

QByteArray MarkdownExporter::eventBlock(qsizetype index) const
{
    const Event event = source().eventAt(index);
    if (event.kind == EventKind::Mark)
        return {}; // a mark of the user
    QByteArray text = "\n**" + QByteArray::number(index + 1) + "** · " +
                      written(ReportText::title(event, index, source()), MarkdownText::code) + '\n';
    if (!event.bytes.isEmpty())
        text += '\n' + MarkdownText::block(ReportText::body(event), ReportText::isJson(event) ? "json" : "text");
    return text;
}

} // namespace Pullcord
