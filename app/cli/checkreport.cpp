// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/checkreport.h"

#include "app/cli/clioptions.h"
#include "app/cli/files/requestrows.h"
#include "app/cli/output.h"
#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/capture/requestlog.h"
#include "core/findings/report/unappliedrules.h"
#include "core/json/jsonvalue.h"
#include "core/mcp/validation/mcpschema.h"

#include "pullcord_version.h"

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

/// Returns the time with a space after it; empty if unknown.
QString timeOf(const Capture &capture, qint64 time)
{
    return capture.hasTimes() ? u"+%1 s "_s.arg(double(time) / 1e9, 0, 'f', 3) : QString();
}

/// Returns one event of a finding: its line in the file if there is one, time, kind, and text.
QString placeOf(const Capture &capture, qint64 index, bool isKept)
{
    const Event event = capture.eventAt(index);
    const QString arrow = event.direction == Direction::ClientToServer   ? u"→ "_s
                          : event.direction == Direction::ServerToClient ? u"← "_s
                                                                         : QString();
    const QByteArray method = event.isMessage() ? event.method() : QByteArray();
    const QString what = !method.isEmpty()   ? Formatting::visible(QString::fromUtf8(method))
                         : event.isMessage() ? u"response %1"_s.arg(event.requestId().display())
                                             : QString::fromLatin1(nameOf(event.kind));
    const QString line = isKept ? u"line %1  "_s.arg(FindingReport::lineOf(capture, index)) : QString();
    const QString place = u"%1%2 %3%4"_s.arg(line, timeOf(capture, event.time), arrow, what);
    if (event.bytes.isEmpty())
        return place;
    constexpr qsizetype MostShown = 200; // bytes
    const QString more =
        event.bytes.size() > MostShown ? u"… (%1)"_s.arg(Formatting::byteCount(event.bytes.size())) : QString();
    return u"%1\n        %2%3"_s.arg(place, Formatting::visible(QString::fromUtf8(event.bytes.left(MostShown))), more);
}

/// True if it accuses Pullcord of the cancel of an unknown request that `check` sends.
bool isIntended(const Finding &finding, const Capture &capture)
{
    if (finding.accused != Direction::ClientToServer || finding.severity != FindingSeverity::Info ||
        finding.events.isEmpty())
        return false;
    const Event act = capture.eventAt(finding.events.last());
    const JsonValue reason = JsonValue(act.part(act.envelope.params)).member("reason");
    return act.details.value("injected"_L1).toBool() && reason.toString() == CheckReport::ReasonOfNothing;
}

} // namespace

CheckReport::CheckReport(CheckOptions options)
    : m_options(std::move(options))
{}

Outcome CheckReport::readBaseline()
{
    if (m_options.baselinePath.isEmpty() || m_options.writesBaseline)
        return std::monostate();
    auto baseline = Baseline::read(m_options.baselinePath);
    if (!baseline)
        return baseline.error();
    m_baseline = *std::move(baseline);
    return std::monostate();
}

void CheckReport::add(const QString &path, const Capture &capture, const RequestLog &log, const Findings &findings,
                      Of of)
{
    QList<Finding> counting;
    for (qsizetype index = 0; index < findings.count(); ++index) {
        const Finding &finding = findings.at(index);
        if (!isIntended(finding, capture) && (of == Of::Both || finding.accused != Direction::ClientToServer))
            counting << finding;
    }
    m_sources.push_back({path, capture, log, counting, m_baseline});
    m_unchecked += findings.unchecked();
}

void CheckReport::addGateway(const QList<Finding> &findings)
{
    m_sources.at(0).findings += findings;
    m_sources.at(0).behind = &m_sources.at(1);
}

Result<int> CheckReport::print() const
{
    printAll();
    return conclude();
}

void CheckReport::printAll() const
{
    switch (m_options.form) {
    case CheckOptions::Form::Text:
        for (const Source &source : m_sources)
            print(source);
        break;
    case CheckOptions::Form::Json:
        for (const Source &source : m_sources) {
            for (const Finding &finding : source.findings)
                Output::resultBytes(FindingReport::json(finding, source));
            if (const QByteArray unapplied = FindingReport::unappliedJson(source); !unapplied.isEmpty())
                Output::resultBytes(unapplied);
        }
        break;
    case CheckOptions::Form::Sarif:
        Output::resultBytes(FindingReport::sarif(m_sources, QStringLiteral(PULLCORD_VERSION)).trimmed());
        break;
    case CheckOptions::Form::Junit:
        Output::resultBytes(FindingReport::junit(m_sources, m_options.failOn).trimmed());
        break;
    }
}

void CheckReport::print(const Source &source) const
{
    for (const Finding &finding : source.findings) {
        if (source.baseline.accepts(Baseline::fingerprint(finding, source.log)))
            continue;
        const QString request =
            finding.row < 0 ? QString() : RequestRows::title(source.log.record(finding.row)) + u": "_s;
        const QString times = finding.count == 1 ? QString() : u" ×%1"_s.arg(finding.count);
        QString text = u"%1 %2%3 %4%5%6"_s.arg(QString(nameOf(finding.severity)).leftJustified(7), finding.kind().name,
                                               times, timeOf(source.capture, finding.time), request,
                                               Formatting::visible(finding.sentence));
        if (m_sources.size() > 1)
            text = u"%1: %2"_s.arg(source.path, text);
        if (m_options.isVerbose) {
            text += u"\n    rule: %1 (%2)"_s.arg(finding.kind().rule, finding.reference());
            for (const qint64 event : finding.events)
                text += u"\n    "_s + placeOf(source.capture, event, !source.path.isEmpty());
            for (const qint64 event : finding.behind)
                text += u"\n    %1: %2"_s.arg(source.behind->path, placeOf(source.behind->capture, event, true));
        }
        Output::result(Output::printable(text));
    }
}

void CheckReport::reportUnapplied() const
{
    for (const Source &source : m_sources) {
        const TranslatableText words = UnappliedRules::in(source.capture).words();
        if (!words.isEmpty())
            Output::remark(
                Output::printable(m_sources.size() > 1 ? u"%1: %2"_s.arg(source.path, words) : QString(words)));
    }
}

void CheckReport::reportUnchecked() const
{
    const std::pair<qint64, QString> reasons[] = {
        {m_unchecked.tooLong, u"longer than %1"_s.arg(Formatting::byteCount(SchemaVerdict::Longest))},
        {m_unchecked.masked, u"redacted"_s},
        {m_unchecked.noRevision, u"of an unknown revision"_s},
        {m_unchecked.tooLarge, u"too large to check in full"_s},
        {m_unchecked.undecided, u"not decided by the schemas"_s}};
    QStringList parts;
    for (const auto &[count, reason] : reasons) {
        if (count > 0)
            parts << u"%1 %2"_s.arg(QString::number(count), reason);
    }
    if (!parts.isEmpty())
        Output::remark(u"Messages not validated against the schemas: "_s + parts.join(u", "_s));
}

Result<int> CheckReport::conclude() const
{
    std::array<qint64, 3> counts{}; // by severity
    qint64 accepted = 0;
    bool fails = false;
    Baseline all;
    for (const Source &source : m_sources) {
        for (const Finding &finding : source.findings) {
            const QString fingerprint = Baseline::fingerprint(finding, source.log);
            all.accept(fingerprint);
            if (source.baseline.accepts(fingerprint)) {
                ++accepted;
                continue;
            }
            ++counts[size_t(finding.severity)];
            fails = fails || (m_options.failOn && finding.severity >= *m_options.failOn);
        }
    }
    reportUnapplied();
    reportUnchecked();
    const QString known = accepted == 0 ? QString() : u"; accepted by the baseline: %1"_s.arg(accepted);
    Output::remark(u"Errors: %1, warnings: %2, infos: %3%4"_s.arg(
        QString::number(counts[2]), QString::number(counts[1]), QString::number(counts[0]), known));
    if (!m_options.writesBaseline)
        return fails ? int(ExitFindings) : int(ExitOk);
    const Outcome written = all.write(m_options.baselinePath);
    if (!written)
        return written.error();
    Output::remark(u"%1 accepts them from now on"_s.arg(m_options.baselinePath));
    return int(ExitOk);
}

} // namespace Pullcord
