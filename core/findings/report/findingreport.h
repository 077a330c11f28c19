// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportselection.h"
#include "core/findings/finding.h"
#include "core/result.h"

#include <QByteArray>
#include <QList>
#include <QSet>

#include <vector>

namespace Pullcord {

class Capture;
class Findings;
class RequestLog;

/// Known and accepted findings, identified by code, side, method and name, so that they also match later conversations.
/// A value.
/// Stored as a JSON object that can be read and edited by hand.
class Baseline
{
public:
    /// Returns the identity of a finding, e.g. "C01 server tools/call late".
    [[nodiscard]] static QString fingerprint(const Finding &finding, const RequestLog &log);

    void accept(const QString &fingerprint) { m_accepted.insert(fingerprint); }
    [[nodiscard]] bool accepts(const QString &fingerprint) const { return m_accepted.contains(fingerprint); }
    [[nodiscard]] qsizetype count() const { return m_accepted.size(); }

    [[nodiscard]] QByteArray toJson() const;
    /// The error names the invalid part of the file.
    [[nodiscard]] static Result<Baseline> fromJson(const QByteArray &json);

    /// Errors of kind Io name the file.
    [[nodiscard]] static Result<Baseline> read(const QString &path);
    [[nodiscard]] Outcome write(const QString &path) const;

private:
    QSet<QString> m_accepted;
};

/// Formats findings for other programs: JSON objects, SARIF 2.1.0 (code scanning, editors), JUnit (test results in CI).
namespace FindingReport {

/// One capture and its findings.
struct Source
{
    QString path; ///< as given by the user; empty for a conversation that was just held and is not kept
    const Capture &capture;
    const RequestLog &log;
    QList<Finding> findings;
    const Baseline &baseline;       ///< accepted findings
    const Source *behind = nullptr; ///< hop behind a gateway, with the rest of the evidence: Finding::behind
};

/// Returns the line of an event in the file, from 1. Line 1 of a capture is the header; in an imported log, lines are
/// those of that log. Without an event: 1.
[[nodiscard]] qint64 lineOf(const Capture &capture, qint64 event);

/// Returns the findings for the reports of Exporter.
[[nodiscard]] QList<ReportFinding> forExport(const Findings &findings);

/// Returns one finding as a JSON object on one line.
[[nodiscard]] QByteArray json(const Finding &finding, const Source &source);
/// Returns a JSON object on one line with the rules that could not be applied to the capture: `notApplied`,
/// `informationOnly` and `why`. Empty if all could be applied.
[[nodiscard]] QByteArray unappliedJson(const Source &source);
/// Returns all findings and the list of rules in one document. Accepted findings are marked as suppressed. `version` is
/// that of the program.
[[nodiscard]] QByteArray sarif(const std::vector<Source> &sources, const QString &version);
/// Returns a suite per capture with a case per code. A case fails on a finding of at least `failOn` that is not
/// accepted; without `failOn` nothing fails. Other findings are written to the output of the case. Rules that could not
/// be applied are skipped.
[[nodiscard]] QByteArray junit(const std::vector<Source> &sources, std::optional<FindingSeverity> failOn);

} // namespace FindingReport

} // namespace Pullcord
