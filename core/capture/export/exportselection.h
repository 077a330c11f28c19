// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace Pullcord {

class Capture;
struct CaptureHeader;
class Marks;
class RequestLog;

/// A finding as shown in reports, in English like the whole report. A value, created by core/findings, which is above
/// this room.
struct ReportFinding
{
    QString severity;          ///< "error", "warning", "info"
    QString code;              ///< of the rule
    TranslatableText sentence; ///< quotes of peers are its arguments
    QString reference;         ///< section of the specification
    QList<qsizetype> events;   ///< indices of its evidence in the capture, in order
};

/// Selection of events to export, either a list of indices or all present events, with the findings about them. A
/// value.
class ExportSelection
{
public:
    [[nodiscard]] static ExportSelection everything(const Capture &capture);
    /// The indices may be in any order; duplicates count once.
    [[nodiscard]] static ExportSelection ofEvents(std::vector<qsizetype> indexes);
    /// Selects all events of these rows, and the events of their connections, so that the requests have the same states
    /// in the export.
    [[nodiscard]] static ExportSelection ofRequests(const Capture &capture, const RequestLog &log,
                                                    const std::vector<qsizetype> &rows);

    /// Returns the selection with the Mark events of the selected events.
    [[nodiscard]] ExportSelection withMarks(const Marks &marks) const;

    /// Adds the findings whose evidence is selected, for reports.
    [[nodiscard]] ExportSelection withFindings(const QList<ReportFinding> &findings) const;
    /// Returns none if the capture was not searched for findings.
    [[nodiscard]] const std::optional<QList<ReportFinding>> &findings() const { return m_findings; }

    /// Replaces the sentence of a finding.
    void setSentence(qsizetype finding, const QString &sentence) { (*m_findings)[finding].sentence = sentence; }

    [[nodiscard]] qsizetype count() const { return m_everything ? m_count : qsizetype(m_indexes.size()); }
    /// Returns the index of the n-th event; indices ascend.
    [[nodiscard]] qsizetype at(qsizetype n) const { return m_everything ? n : m_indexes[size_t(n)]; }
    /// Returns the rows of the selected events, in order.
    [[nodiscard]] std::vector<qsizetype> rows(const Capture &capture) const;
    [[nodiscard]] bool isEverything() const { return m_everything; }

private:
    bool m_everything = false;
    qsizetype m_count = 0;
    std::vector<qsizetype> m_indexes;
    std::optional<QList<ReportFinding>> m_findings;
};

} // namespace Pullcord
