// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/checkcommand.h"

#include "app/cli/output.h"
#include "app/cli/requestrows.h"
#include "app/cli/texttable.h"

#include "pullcord_version.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

using Source = FindingReport::Source;

QString timeOf(qint64 time)
{
    return u"+%1 s"_s.arg(double(time) / 1e9, 0, 'f', 3);
}

/// One event that a finding rests on: its line in the file, its time, and what it was.
QString placeOf(const Capture &capture, qint64 index)
{
    const Event event = capture.eventAt(index);
    const QString arrow = event.direction == Direction::ClientToServer   ? u"→ "_s
                          : event.direction == Direction::ServerToClient ? u"← "_s
                                                                         : QString();
    const QByteArray method = event.isMessage() ? event.method() : QByteArray();
    const QString what = !method.isEmpty()   ? QString::fromUtf8(method)
                         : event.isMessage() ? u"answer %1"_s.arg(event.requestId().display())
                                             : QString::fromLatin1(nameOf(event.kind));
    return u"line %1  %2  %3%4"_s.arg(QString::number(FindingReport::lineOf(index)), timeOf(event.time), arrow, what);
}

} // namespace

void CheckCommand::prepare(size_t number)
{
    Conversation &its = conversation(number);
    m_findings.push_back(std::make_unique<Findings>(its.capture(), its.log()));
}

void CheckCommand::list()
{
    TextTable table({{u"code"_s}, {u"usually"_s}, {u"what"_s}, {u"section"_s}});
    for (const FindingKind &kind : FindingKind::all())
        table.add({kind.name, nameOf(kind.severity), QString::fromUtf8(kind.title),
                   kind.legacySection.isEmpty() ? u"JSON-RPC 2.0"_s : QString(kind.legacySection)});
    Output::result(table.lines().join(u'\n'));
}

std::vector<Source> CheckCommand::sources() const
{
    std::vector<Source> all;
    for (size_t number = 0; number < m_findings.size(); ++number) {
        QList<Finding> findings;
        for (qsizetype index = 0; index < m_findings[number]->count(); ++index)
            findings << m_findings[number]->at(index);
        all.push_back({options().files.at(qsizetype(number)), conversation(number).capture(),
                       conversation(number).log(), findings, m_baseline});
    }
    return all;
}

void CheckCommand::work()
{
    if (options().checking.lists) {
        list();
        end(ExitOk);
        return;
    }
    for (size_t number = 0; number < m_findings.size(); ++number) {
        if (!conversation(number).capture().isGrowing())
            m_findings[number]->finish();
    }
    const QString &path = options().checking.baselinePath;
    if (!path.isEmpty() && !options().checking.writesBaseline) {
        auto baseline = Baseline::read(path);
        if (!baseline)
            return end(baseline.error());
        m_baseline = *std::move(baseline);
    }
    const std::vector<Source> all = sources();
    report(all);
    conclude(all);
}

void CheckCommand::report(const std::vector<Source> &sources) const
{
    switch (options().checking.form) {
    case CheckOptions::Form::Text:
        for (const Source &source : sources)
            tell(source);
        break;
    case CheckOptions::Form::Json:
        for (const Source &source : sources) {
            for (const Finding &finding : source.findings)
                Output::resultBytes(FindingReport::json(finding, source));
        }
        break;
    case CheckOptions::Form::Sarif:
        Output::resultBytes(FindingReport::sarif(sources, QStringLiteral(PULLCORD_VERSION)).trimmed());
        break;
    case CheckOptions::Form::Junit:
        Output::resultBytes(FindingReport::junit(sources, options().checking.failOn).trimmed());
        break;
    }
}

void CheckCommand::tell(const Source &source) const
{
    for (const Finding &finding : source.findings) {
        if (source.baseline.accepts(Baseline::fingerprint(finding, source.log)))
            continue;
        const QString request =
            finding.row < 0 ? QString() : RequestRows::title(source.log.record(finding.row)) + u": "_s;
        const QString times = finding.count == 1 ? QString() : u" ×%1"_s.arg(finding.count);
        QString text = u"%1 %2%3 %4 %5%6"_s.arg(QString(nameOf(finding.severity)).leftJustified(7), finding.kind().name,
                                                times, timeOf(finding.time), request, finding.sentence);
        if (options().files.size() > 1)
            text = u"%1: %2"_s.arg(source.path, text);
        if (options().checking.isVerbose) {
            text += u"\n    rule: %1 (%2)"_s.arg(finding.kind().rule, finding.reference());
            for (const qint64 event : finding.events)
                text += u"\n    "_s + placeOf(source.capture, event);
        }
        Output::result(Output::printable(text));
    }
}

void CheckCommand::conclude(const std::vector<Source> &sources)
{
    std::array<qint64, 3> counts{}; // by severity
    qint64 accepted = 0;
    bool fails = false;
    Baseline all;
    for (const Source &source : sources) {
        for (const Finding &finding : source.findings) {
            const QString fingerprint = Baseline::fingerprint(finding, source.log);
            all.accept(fingerprint);
            if (source.baseline.accepts(fingerprint)) {
                ++accepted;
                continue;
            }
            ++counts[size_t(finding.severity)];
            fails = fails || (options().checking.failOn && finding.severity >= *options().checking.failOn);
        }
    }
    const QString known = accepted == 0 ? QString() : u"; accepted by the baseline: %1"_s.arg(accepted);
    Output::remark(u"Errors: %1, warnings: %2, infos: %3%4"_s.arg(
        QString::number(counts[2]), QString::number(counts[1]), QString::number(counts[0]), known));
    if (!options().checking.writesBaseline)
        return end(fails ? int(ExitFindings) : int(ExitOk));
    const Outcome written = all.write(options().checking.baselinePath);
    if (written)
        Output::remark(u"%1 accepts them from now on"_s.arg(options().checking.baselinePath));
    end(written);
}

} // namespace Pullcord
