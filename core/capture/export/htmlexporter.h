// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <map>
#include <set>

namespace Pullcord {

/// Exports a readable report as one self-contained HTML file. Its Content-Security-Policy forbids scripts and network
/// access. It has a timeline of the first MostBars requests, a table of all, and every event with its message, folded.
/// Findings, if the capture was searched for them, and their requests link to each other.
class HtmlExporter final : public Exporter
{
public:
    /// Largest number of requests in the timeline, so that browsers can show it.
    static constexpr qsizetype MostBars = 2000;

    explicit HtmlExporter(ExportSource from);

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override;
    [[nodiscard]] QByteArray piece(qsizetype number) override;
    [[nodiscard]] QByteArray tail() override;

    [[nodiscard]] QByteArray findings() const;
    /// Returns the rows in the table that the finding is about.
    [[nodiscard]] std::set<qsizetype> rowsOf(const ReportFinding &finding) const;
    /// Returns links to those rows, by name.
    [[nodiscard]] QByteArray requestsOf(const ReportFinding &finding) const;
    /// Returns links to the findings about a request.
    [[nodiscard]] QByteArrayList findingsOn(qsizetype row) const;
    [[nodiscard]] qsizetype barCount() const;
    [[nodiscard]] QByteArray bar(qsizetype number) const;
    [[nodiscard]] QByteArray requestRow(qsizetype row) const;
    [[nodiscard]] QByteArray eventBlock(qsizetype index) const;
    [[nodiscard]] double place(qint64 time) const;

    std::multimap<qsizetype, qsizetype> m_found; ///< findings by row
    qint64 m_begin = 0;                          ///< of the timeline, ns
    qint64 m_end = 1;
};

} // namespace Pullcord
