// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <map>
#include <set>

namespace Pullcord {

/// A report for people in one file that needs nothing else: no script, nothing from the network, which its own policy forbids.
/// A timeline of the requests (the first MostBars of them), a table of them, and every event with its message, folded. What was
/// found, where somebody has looked, and the requests that it is about lead to each other.
class HtmlExporter final : public Exporter
{
public:
    /// More would make a picture that no browser shows well.
    static constexpr qsizetype MostBars = 2000;

    explicit HtmlExporter(ExportSource from);

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override;
    [[nodiscard]] QByteArray piece(qsizetype number) override;
    [[nodiscard]] QByteArray tail() override;

    [[nodiscard]] QByteArray findings() const;
    /// The rows of the table that it is about.
    [[nodiscard]] std::set<qsizetype> rowsOf(const ReportFinding &finding) const;
    /// Links to those, by name.
    [[nodiscard]] QByteArray requestsOf(const ReportFinding &finding) const;
    /// Links to what was found about a request.
    [[nodiscard]] QByteArrayList findingsOn(qsizetype row) const;
    [[nodiscard]] qsizetype barCount() const;
    [[nodiscard]] QByteArray bar(qsizetype number) const;
    [[nodiscard]] QByteArray requestRow(qsizetype row) const;
    [[nodiscard]] QByteArray eventBlock(qsizetype index) const;
    [[nodiscard]] double place(qint64 time) const;

    std::multimap<qsizetype, qsizetype> m_found; ///< findings, by the row that they are about
    qint64 m_begin = 0;                          ///< of the timeline
    qint64 m_end = 1;
};

} // namespace Pullcord
