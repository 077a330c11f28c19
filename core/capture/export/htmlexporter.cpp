// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/htmlexporter.h"

#include "core/capture/describe.h"
#include "core/capture/export/reporttext.h"
#include "core/capture/formatting.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr int Width = 1000; ///< of the timeline, in its own units
constexpr int RowHeight = 18;
constexpr double LeastWidth = 4; ///< of a bar, so that the shortest requests stay visible

constexpr const char *Style =
    ":root{color-scheme:light dark;--line:#8884;--late:#c4314b;--ok:#2e7d32;--bad:#c62828;--off:#6b6b6b;--on:#1565c0}"
    "@media(prefers-color-scheme:dark){:root{--late:#ff8095;--ok:#81c784;--bad:#ef9a9a;--off:#aaa;--on:#64b5f6}}"
    "body{font:14px/1.45 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em}"
    "code,pre{font-family:ui-monospace,monospace;font-size:.92em;overflow-wrap:anywhere;white-space:pre-wrap}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:.25em "
    ".6em;border-bottom:1px solid var(--line)}"
    ".wide{overflow-x:auto}.wide svg{min-width:700px}.wide td:last-child{min-width:12em}"
    ".n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}strong{color:var(--late)}"
    ".succeeded{color:var(--ok)}.warning{color:var(--late)}.failed,.lost,.timedout{color:var(--bad)}.cancelled{color:"
    "var(--off)}.open{color:var(--"
    "on)}"
    "svg{width:100%;height:auto}svg rect{fill:currentColor}svg "
    "text{font-size:11px;fill:canvastext;paint-order:stroke;stroke:canvas;stroke-width:3px}svg "
    "rect.late{fill:url(#hatch);stroke:var(--late)}#hatch path{stroke:var(--late);stroke-width:1.5}"
    ".legend span{margin-inline-end:1.2em;white-space:nowrap}.legend .late,.legend .cancel{color:var(--late)}"
    "tr:target{background:#fb04}svg .cancel{stroke:var(--late);stroke-width:2}.event{border-bottom:1px solid "
    "var(--line);padding:.2em "
    "0}div.event{padding-inline-start:1.1em}.event:target{background:#fb04}summary{cursor:pointer}";

/// Late messages are hatched, as in the window.
constexpr const char *Hatch = "<defs><pattern id=\"hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" "
                              "patternTransform=\"rotate(45)\"><path d=\"M0 0V5\"/></pattern></defs>\n";

QByteArray escaped(const QString &text)
{
    return Formatting::visible(text).toHtmlEscaped().toUtf8();
}

QByteArray code(const QString &text)
{
    return "<code>" + escaped(text) + "</code>";
}

QByteArray written(const ReportText::Sentence &sentence)
{
    QByteArray text;
    for (const ReportText::Phrase &phrase : sentence) {
        text += phrase.isStriking ? "<strong>" + escaped(phrase.words) + "</strong>" : escaped(phrase.words);
        if (!phrase.foreign.isEmpty())
            text += code(phrase.foreign);
    }
    return text;
}

QByteArray nameOf(const RequestRecord &record)
{
    return escaped(QString::fromUtf8(record.method) + (record.target.isEmpty() ? QString() : u' ' + record.target));
}

/// Returns the class for the color; the meaning is stated in words beside it.
QByteArray classOf(const RequestRecord &record)
{
    switch (record.isRefused() || Formatting::isRefusedProbe(record) ? RequestState::Cancelled : record.state) {
    case RequestState::Succeeded:
        return record.toolError ? "failed" : "succeeded";
    case RequestState::Failed:
        return "failed";
    case RequestState::Cancelled:
        return "cancelled";
    case RequestState::TimedOut:
        return "timedout";
    case RequestState::Lost:
        return "lost";
    default:
        return "open";
    }
}

/// Returns the class for a finding.
QByteArray severityClass(const QString &severity)
{
    return severity == "error"_L1 ? "failed" : severity == "warning"_L1 ? "warning" : "cancelled";
}

/// Explains the colors and lines of the timeline.
QByteArray legend()
{
    static constexpr std::pair<const char *, const char *> Keys[] = {
        {"succeeded", "\u25a0 succeeded"}, {"failed", "\u25a0 failed, lost or timed out"},
        {"cancelled", "\u25a0 cancelled"}, {"open", "\u25a0 in flight"},
        {"cancel", "\u2503 cancel"},       {"late", "\u25a8 after the end"},
    };
    QByteArray text = "<p class=\"legend\">";
    for (const auto &[kind, words] : Keys)
        text += "<span class=\""_ba + kind + "\">" + words + "</span> ";
    return text + "</p>\n";
}

/// Returns a table row of cells that are HTML already.
QByteArray row(const QByteArrayList &cells)
{
    return "<tr><td>" + cells.join("</td><td>") + "</td></tr>\n";
}

} // namespace

HtmlExporter::HtmlExporter(ExportSource from)
    : Exporter(std::move(from))
{
    m_begin = source().rowCount() == 0 ? 0 : source().record(source().row(0)).start;
    m_end = m_begin + 1;
    for (qsizetype number = 0; number < barCount(); ++number) {
        const RequestRecord record = source().record(source().row(number));
        m_end = std::max({m_end, record.isOpen() ? source().lastTime() : record.end, record.late.lastTime});
    }
    const qsizetype findings = selection().findings() ? selection().findings()->size() : 0;
    for (qsizetype i = 0; i < findings; ++i) {
        for (const qsizetype row : rowsOf(selection().findings()->at(i)))
            m_found.emplace(row, i);
    }
}

std::set<qsizetype> HtmlExporter::rowsOf(const ReportFinding &finding) const
{
    std::set<qsizetype> rows;
    for (const qsizetype event : finding.events) {
        const qsizetype row = source().entry(event).row;
        if (source().hasRow(row))
            rows.insert(row);
    }
    return rows;
}

QByteArray HtmlExporter::requestsOf(const ReportFinding &finding) const
{
    QByteArrayList links;
    for (const qsizetype row : rowsOf(finding)) {
        const QByteArray number = QByteArray::number(row + 1);
        links += "<a href=\"#r" + number + "\">" + number + "</a> " + nameOf(source().record(row));
    }
    return links.join("<br>");
}

QByteArrayList HtmlExporter::findingsOn(qsizetype row) const
{
    QByteArrayList links;
    const auto [first, last] = m_found.equal_range(row);
    for (auto each = first; each != last; ++each) {
        const QString &rule = selection().findings()->at(each->second).code;
        links += "<a href=\"#f" + QByteArray::number(each->second + 1) + "\">" + escaped(rule) + "</a>";
    }
    return links;
}

qsizetype HtmlExporter::barCount() const
{
    return source().hasTimes() ? std::min(source().rowCount(), MostBars) : 0;
}

double HtmlExporter::place(qint64 time) const
{
    return double(Width) * double(time - m_begin) / double(m_end - m_begin);
}

QByteArray HtmlExporter::head() const
{
    const QString &title = source().header().title;
    QByteArray text =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Conversation" +
        (title.isEmpty() ? QByteArray() : " with " + escaped(title)) + "</title><style>" + Style +
        "</style></head><body>\n<h1>Conversation" + (title.isEmpty() ? QByteArray() : " with " + code(title)) +
        "</h1>\n<table>\n";
    const QList<ReportText::Field> summary = ReportText::summary(source(), selection().count());
    for (const auto &[name, value, isForeign] : summary)
        text += row({escaped(name), isForeign ? code(value) : escaped(value)});
    text += "</table>\n<p>" + escaped(ReportText::warning(source().header())) + "</p>\n" + findings() +
            "<h2>Timeline</h2>\n";
    if (source().rowCount() == 0)
        return text + "<p>No requests.</p>\n";
    if (!source().hasTimes())
        return text + "<p>None: " + escaped(Describe::noTimes()) + ".</p>\n";
    if (barCount() < source().rowCount())
        text += "<p>The first " + QByteArray::number(barCount()) + " of " + QByteArray::number(source().rowCount()) +
                " requests.</p>\n";
    return text + "<p>" +
           escaped(u"From %1 to %2"_s.arg(ReportText::time(m_begin, source()), ReportText::time(m_end, source()))) +
           "</p>\n" + legend() +
           "<div class=\"wide\"><svg role=\"img\" aria-label=\"Timeline of the requests; the table below says "
           "the same\" viewBox=\"0 "
           "0 " +
           QByteArray::number(Width) + ' ' + QByteArray::number(barCount() * RowHeight) + "\">\n" + Hatch;
}

/// Lists the findings with links to their events.
QByteArray HtmlExporter::findings() const
{
    if (!selection().findings())
        return {};
    const QByteArray title = "<h2>Findings</h2>\n";
    if (selection().findings()->isEmpty())
        return title + "<p>None: no rule that was checked is violated.</p>\n";
    QByteArray text =
        title +
        "<table><thead><tr><th>Severity</th><th>Rule</th><th>What</th><th>Request</th><th>Events</th></tr></thead>"
        "<tbody>\n";
    for (qsizetype i = 0; i < selection().findings()->size(); ++i) {
        const ReportFinding &finding = selection().findings()->at(i);
        QByteArrayList links;
        for (const qsizetype event : finding.events) {
            const QByteArray number = QByteArray::number(event + 1);
            links += "<a href=\"#e" + number + "\">" + number + "</a>";
        }
        text += "<tr id=\"f" + QByteArray::number(i + 1) + "\"><td class=\"" + severityClass(finding.severity) + "\">" +
                escaped(finding.severity) + "</td><td>" + escaped(finding.code) + "</td><td>" +
                escaped(finding.sentence) + "<br><small>" + escaped(finding.reference) + "</small></td><td>" +
                requestsOf(finding) + "</td><td>" + links.join(", ") + "</td></tr>\n";
    }
    return text + "</tbody></table>\n";
}

qsizetype HtmlExporter::pieceCount() const
{
    return barCount() + 1 + source().rowCount() + 1 + selection().count();
}

QByteArray HtmlExporter::piece(qsizetype number)
{
    if (number < barCount())
        return bar(number);
    number -= barCount();
    const auto rows = source().rowCount();
    if (number == 0) {
        return (barCount() == 0 ? "" : "</svg></div>\n") +
               QByteArray("<h2>Requests</h2>\n<div class=\"wide\"><table><thead><tr><th "
                          "class=\"n\">#</th><th>Direction</th><th>Id</th><th>Request</th><th>State</th><th "
                          "class=\"n\">Start</th><th class=\"n\">Duration</th><th>Notes</th></tr></thead><tbody>\n");
    }
    if (number <= rows)
        return requestRow(source().row(number - 1));
    if (number == rows + 1)
        return "</tbody></table></div>\n<h2>Events</h2>\n";
    return eventBlock(selection().at(number - rows - 2));
}

QByteArray HtmlExporter::tail()
{
    return "</body></html>\n";
}

QByteArray HtmlExporter::bar(qsizetype number) const
{
    const RequestRecord record = source().record(source().row(number));
    const auto x = [this](qint64 time) { return QByteArray::number(place(time), 'f', 2); };
    const QByteArray y = QByteArray::number(number * RowHeight + 3);
    const QByteArray height = QByteArray::number(RowHeight - 6);
    const qint64 end = record.isOpen() ? m_end : record.end;
    QByteArray text = "<g class=\"" + classOf(record) + "\"><title>" + nameOf(record) + ": " +
                      escaped(Describe::state(record) + u' ' + ReportText::duration(record, source())) +
                      "</title><rect x=\"" + x(record.start) + "\" y=\"" + y + "\" height=\"" + height + "\" width=\"" +
                      QByteArray::number(std::max(LeastWidth, place(end) - place(record.start)), 'f', 2) + "\"/>";
    if (record.late.any()) {
        text += "<rect class=\"late\" x=\"" + x(end) + "\" y=\"" + y + "\" height=\"" + height + "\" width=\"" +
                QByteArray::number(std::max(1.0, place(record.late.lastTime) - place(end)), 'f', 2) + "\"/>";
    }
    if (record.cancellation) {
        const QByteArray at = x(record.cancellation->time);
        text += "<line class=\"cancel\" x1=\"" + at + "\" x2=\"" + at + "\" y1=\"" +
                QByteArray::number(number * RowHeight + 1) + "\" y2=\"" +
                QByteArray::number((number + 1) * RowHeight - 1) + "\"/>";
    }
    // The name goes where there is space: behind a bar in the left half, else before it.
    const bool behind = place(std::max(end, record.late.lastTime)) < Width / 2.0;
    const double edge = behind ? place(std::max(end, record.late.lastTime)) + 4 : place(record.start) - 4;
    text += "<text y=\"" + QByteArray::number(number * RowHeight + 13) + "\" x=\"" +
            QByteArray::number(edge > 40 || behind ? edge : 4.0, 'f', 2) + "\"" +
            (behind || edge <= 40 ? "" : " text-anchor=\"end\"") + '>' + nameOf(record) + "</text>";
    return text + "</g>\n";
}

QByteArray HtmlExporter::requestRow(qsizetype row) const
{
    const RequestRecord record = source().record(row);
    QByteArrayList remarks;
    for (const ReportText::Sentence &remark : ReportText::remarks(record, source()))
        remarks += written(remark);
    remarks += findingsOn(row);
    const QByteArray number = QByteArray::number(row + 1);
    const QByteArray id = selection().findings() ? " id=\"r" + number + '"' : QByteArray();
    return "<tr" + id + "><td class=\"n\">" + number + "</td><td>" + escaped(Formatting::arrow(record.direction)) +
           "</td><td>" + code(record.id.display()) + "</td><td>" + nameOf(record) + "</td><td class=\"" +
           classOf(record) + "\">" + escaped(Describe::state(record)) + "</td><td class=\"n\">" +
           escaped(ReportText::time(record.start, source())) + "</td><td class=\"n\">" +
           escaped(ReportText::duration(record, source())) + "</td><td>" + remarks.join("; ") + "</td></tr>\n";
}

QByteArray HtmlExporter::eventBlock(qsizetype index) const
{
    const Event event = source().eventAt(index);
    if (event.kind == EventKind::Mark)
        return {}; // a mark of the user
    const QByteArray number = QByteArray::number(index + 1);
    const QByteArray id = selection().findings() ? " id=\"e" + number + '"' : QByteArray();
    const QByteArray title = number + " · " + written(ReportText::title(event, index, source()));
    if (event.bytes.isEmpty())
        return "<div class=\"event\"" + id + '>' + title + "</div>\n";
    return "<details class=\"event\"" + id + "><summary>" + title + "</summary><pre>" +
           Formatting::visibleLines(QString::fromUtf8(ReportText::body(event))).toHtmlEscaped().toUtf8() +
           "</pre></details>\n";
}

} // namespace Pullcord
