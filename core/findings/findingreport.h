// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/reportfinding.h"
#include "core/findings/baseline.h"

#include <QByteArray>
#include <QList>

#include <vector>

namespace Pullcord {

class Capture;
class Findings;
class RequestLog;

/// Findings as other programs want them: an object each, SARIF 2.1.0 (code scanning, editors), JUnit (test results in CI).
namespace FindingReport {

/// One capture and what was found in it.
struct Source
{
    QString path; ///< as it was given; empty: it was held just now, and is not kept
    const Capture &capture;
    const RequestLog &log;
    QList<Finding> findings;
    const Baseline &baseline; ///< of what is accepted
};

/// The line of an event in the file, from 1: of a capture the first line is the header, in a log of another program it is as that
/// has it. Of no event: 1.
[[nodiscard]] qint64 lineOf(const Capture &capture, qint64 event);

/// For the reports that Exporter writes.
[[nodiscard]] QList<ReportFinding> forExport(const Findings &findings);

/// A JSON object on one line.
[[nodiscard]] QByteArray json(const Finding &finding, const Source &source);
/// Another object, on one line, which names the rules that its capture could not be held against: `notApplied`, `informationOnly`
/// and `why`. Empty where it could be held against all.
[[nodiscard]] QByteArray unappliedJson(const Source &source);
/// All of them in one document, with the rules that were looked for; what is accepted is suppressed. `version` is that of the program.
[[nodiscard]] QByteArray sarif(const std::vector<Source> &sources, const QString &version);
/// A suite for each capture, a case for each code: it fails on a finding of at least that severity that is not accepted. None:
/// nothing fails. What does not fail stands in the case's output; a rule that could not be applied is skipped.
[[nodiscard]] QByteArray junit(const std::vector<Source> &sources, std::optional<FindingSeverity> failOn);

} // namespace FindingReport

} // namespace Pullcord
