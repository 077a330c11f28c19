// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labreport.h"

#include "core/capture/export/markdowntext.h"
#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "core/lab/cancellationlab.h"
#include "core/lab/labverdict.h"

#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr auto HowToRead =
    "Times are measured from sending the call; times in parentheses are planned cancellations that were not sent. "
    "The gap is the time from the cancellation to the last message of the call."_L1;

QString span(std::optional<qint64> ns)
{
    return ns ? Formatting::duration(*ns) : QString();
}

QString timeOf(const LabTrial &trial)
{
    const std::optional<qint64> time = trial.cancelled ? trial.cancelled : trial.planned;
    const QString text = time && *time < LabTrial::AtOnce ? u"at once"_s : span(time);
    return trial.cancelled || text.isEmpty() ? text : u"(%1)"_s.arg(text);
}

QString serverOf(const CancellationLab &lab)
{
    const ServerInfo &server = lab.conversation().client()->server();
    return Formatting::visible((server.name + u' ' + server.version).trimmed());
}

QString codesOf(const LabTrial &trial)
{
    QStringList names;
    for (const FindingCode code : trial.findings)
        names << FindingKind::of(code).name;
    return names.join(u' ');
}

/// Number of trials per outcome, in the order of the outcomes: "Silent: 8, Late result: 2".
QString summary(const CancellationLab &lab)
{
    QStringList parts;
    for (const LabOutcomeKind &kind : LabOutcomeKind::all()) {
        const auto count = std::count_if(lab.trials().begin(), lab.trials().end(),
                                         [&](const LabTrial &trial) { return trial.outcome == kind.outcome; });
        if (count > 0)
            parts << u"%1: %2"_s.arg(QLatin1StringView(kind.title)).arg(count);
    }
    return parts.join(u"; "_s);
}

QString planOf(const CancellationLab &lab)
{
    const LabPlan &plan = lab.plan();
    QString text = plan.count == 0   ? u"invalid cancellations only"_s
                   : plan.count == 1 ? u"1 cancellation, at %1 of the call"_s.arg(plan.from.text())
                                     : u"%1 cancellations from %2 to %3 of the call"_s.arg(
                                           QString::number(plan.count), plan.from.text(), plan.to.text());
    if (plan.concurrent > 1)
        text += u", %1 calls at a time"_s.arg(plan.concurrent);
    if (plan.bystanders > 0)
        text += plan.bystanders == 1 ? u", 1 bystander"_s : u", %1 bystanders"_s.arg(plan.bystanders);
    return text;
}

QString durationOf(const CancellationLab &lab)
{
    if (const std::optional<qint64> duration = lab.duration())
        return Formatting::duration(*duration);
    return lab.toolEnds() ? u"not measured"_s
                          : u"it did not end within %1"_s.arg(
                                Formatting::duration(std::chrono::nanoseconds(lab.plan().limit).count()));
}

QString resultOf(const LabVerdict &verdict)
{
    QString text = QLatin1StringView(verdict.title());
    if (verdict.count > 0)
        text += u" ×%1 (%2)"_s.arg(QString::number(verdict.count), nameOf(verdict.worst));
    return verdict.why.isEmpty() ? text : text + u": "_s + verdict.why;
}

QList<QStringList> trialRows(const CancellationLab &lab)
{
    QList<QStringList> rows;
    int number = 0;
    for (const LabTrial &trial : lab.trials()) {
        rows << QStringList{QString::number(++number),
                            QLatin1StringView(LabCaseKind::of(trial.testCase).title),
                            timeOf(trial),
                            QLatin1StringView(LabOutcomeKind::of(trial.outcome).title),
                            span(trial.gap),
                            codesOf(trial),
                            trial.row < 0 ? QString() : QString::number(trial.row + 1),
                            Formatting::visible(trial.note)};
    }
    return rows;
}

QList<QStringList> verdictRows(const CancellationLab &lab)
{
    QList<QStringList> rows;
    for (const LabVerdict &verdict : LabVerdict::of(lab)) {
        const FindingKind &kind = FindingKind::of(verdict.code);
        rows << QStringList{kind.name, QLatin1StringView(kind.title), resultOf(verdict)};
    }
    return rows;
}

QStringList trialTitles()
{
    return {u"#"_s, u"Case"_s, u"Cancelled after"_s, u"Outcome"_s, u"Gap"_s, u"Rules"_s, u"Request"_s, u"Remark"_s};
}

QStringList verdictTitles()
{
    return {u"Rule"_s, u"Description"_s, u"Verdict"_s};
}

QString columns(const QStringList &titles, const QList<QStringList> &rows)
{
    QList<qsizetype> widths;
    for (const QStringList &row : QList<QStringList>{titles} + rows) {
        widths.resize(row.size());
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths.at(i), row.at(i).size());
    }
    QString text;
    for (const QStringList &row : QList<QStringList>{titles} + rows) {
        QString line;
        for (qsizetype i = 0; i < row.size(); ++i)
            line += row.at(i).leftJustified(widths.at(i) + 2);
        text += u"  "_s + line.trimmed() + u'\n';
    }
    return text;
}

/// Makes a Markdown table. A remark may contain foreign text, which is escaped.
QByteArray table(const QStringList &titles, const QList<QStringList> &rows)
{
    const qsizetype foreign = titles.indexOf(u"Remark"_s);
    QByteArray text =
        "| " + titles.join(u" | "_s).toUtf8() + " |\n|" + QByteArray("---|").repeated(titles.size()) + '\n';
    for (const QStringList &row : rows) {
        QByteArrayList cells;
        for (qsizetype i = 0; i < row.size(); ++i)
            cells << (i == foreign ? MarkdownText::cell(row.at(i)) : row.at(i).toUtf8());
        text += "| " + cells.join(" | ") + " |\n";
    }
    return text;
}

// ---- JSON

class Object
{
public:
    void add(QByteArrayView name, const QByteArray &json) { m_text = JsonText::withMember(m_text, name, json); }
    void add(QByteArrayView name, QStringView text) { add(name, JsonText::quoted(text)); }
    void add(QByteArrayView name, qint64 number) { add(name, QByteArray::number(number)); }
    void addMs(QByteArrayView name, std::optional<qint64> ns)
    {
        if (ns)
            add(name, QByteArray::number(double(*ns) / 1e6, 'f', 3));
    }
    [[nodiscard]] QByteArray text() const { return m_text; }

private:
    QByteArray m_text = "{}";
};

QByteArray jsonOf(const LabTrial &trial)
{
    Object object;
    object.add("case", QString(LabCaseKind::of(trial.testCase).name));
    object.add("outcome", QString(LabOutcomeKind::of(trial.outcome).name));
    object.addMs("plannedMs", trial.planned);
    object.addMs("cancelledMs", trial.cancelled);
    object.addMs("gapMs", trial.gap);
    QByteArrayList codes;
    for (const FindingCode code : trial.findings)
        codes << JsonText::quoted(QString(FindingKind::of(code).name));
    object.add("findings", '[' + codes.join(',') + ']');
    if (trial.row >= 0)
        object.add("request", trial.row + 1);
    if (!trial.message.isEmpty())
        object.add("message", trial.message);
    if (!trial.note.isEmpty())
        object.add("remark", trial.note);
    return object.text();
}

QByteArray jsonOf(const LabVerdict &verdict)
{
    static constexpr std::array Names{"held"_L1, "noted"_L1, "broken"_L1, "not-exercised"_L1};
    const FindingKind &kind = FindingKind::of(verdict.code);
    Object object;
    object.add("code", QString(kind.name));
    object.add("title", QString(QLatin1StringView(kind.title)));
    object.add("verdict", QString(Names.at(size_t(verdict.verdict))));
    object.add("count", verdict.count);
    if (verdict.count > 0)
        object.add("severity", QString(nameOf(verdict.worst)));
    if (!verdict.why.isEmpty())
        object.add("why", verdict.why);
    return object.text();
}

template<typename Items>
QByteArray arrayOf(const Items &items)
{
    QByteArrayList parts;
    for (const auto &item : items)
        parts << jsonOf(item);
    return '[' + parts.join(',') + ']';
}

} // namespace

QString LabReport::text(const CancellationLab &lab)
{
    const QString revision = nameOf(lab.conversation().client()->revision());
    QString text = u"Cancellation lab: %1 of %2, MCP %3 over %4\n"_s.arg(lab.plan().tool, serverOf(lab), revision,
                                                                         lab.conversation().rpc()->transport().name());
    text += u"Duration: %1; %2\n"_s.arg(durationOf(lab), planOf(lab));
    if (!lab.failure().isEmpty())
        text += u"The lab ended before all trials were run: %1\n"_s.arg(Formatting::visible(lab.failure()));
    text += u"Outcomes: %1\n\n"_s.arg(summary(lab));
    text += columns(trialTitles(), trialRows(lab)) + u'\n' + HowToRead + "\n\n"_L1;
    return text + columns(verdictTitles(), verdictRows(lab));
}

QByteArray LabReport::markdown(const CancellationLab &lab, const QString &program)
{
    const auto line = [](const QString &what, const QByteArray &value) {
        return "- " + what.toUtf8() + ": " + value + '\n';
    };
    QByteArray text = "# Cancellation lab\n\n";
    text += line(u"Tool"_s, MarkdownText::code(lab.plan().tool));
    if (!lab.plan().arguments.isEmpty())
        text += line(u"Arguments"_s, MarkdownText::code(QString::fromUtf8(lab.plan().arguments)));
    text += line(u"Server"_s, MarkdownText::code(serverOf(lab)));
    text += line(u"Revision"_s, QString(nameOf(lab.conversation().client()->revision())).toUtf8());
    text += line(u"Transport"_s, lab.conversation().rpc()->transport().name().toUtf8());
    text += line(u"Duration"_s, durationOf(lab).toUtf8());
    text += line(u"Plan"_s, planOf(lab).toUtf8());
    text += line(u"Written by"_s, program.toUtf8());
    if (!lab.failure().isEmpty())
        text += line(u"The lab ended before all trials were run"_s, MarkdownText::code(lab.failure()));
    text += "\n## Outcomes\n\n" + summary(lab).toUtf8() + "\n\n" + table(trialTitles(), trialRows(lab));
    text += '\n' + QByteArray(HowToRead.data(), HowToRead.size()) + '\n';
    return text + "\n## Rules\n\n" + table(verdictTitles(), verdictRows(lab));
}

QByteArray LabReport::json(const CancellationLab &lab, const QString &program)
{
    const LabPlan &plan = lab.plan();
    Object object;
    object.add("program", program);
    object.add("tool", plan.tool);
    object.add("arguments", plan.arguments.isEmpty() ? "{}"_ba : plan.arguments);
    object.add("server", serverOf(lab));
    object.add("revision", QString(nameOf(lab.conversation().client()->revision())));
    object.add("transport", lab.conversation().rpc()->transport().name());
    object.addMs("durationMs", lab.duration());
    object.add("count", plan.count);
    object.add("from", plan.from.text());
    object.add("to", plan.to.text());
    object.add("concurrent", plan.concurrent);
    object.add("bystanders", plan.bystanders);
    if (!lab.failure().isEmpty())
        object.add("failure", lab.failure());
    object.add("trials", arrayOf(lab.trials()));
    object.add("rules", arrayOf(LabVerdict::of(lab)));
    return object.text();
}

} // namespace Pullcord
