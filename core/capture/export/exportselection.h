// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/reportfinding.h"

#include <QList>

#include <optional>
#include <vector>

namespace Pullcord {

class Capture;
struct CaptureHeader;
class Marks;
class RequestLog;

/// Which events of a capture to export: a list of their indexes, or all there are now; and what was found wrong in them. A value.
class ExportSelection
{
public:
    [[nodiscard]] static ExportSelection everything(const Capture &capture);
    /// In any order; repeated ones count once.
    [[nodiscard]] static ExportSelection ofEvents(std::vector<qsizetype> indexes);
    /// Everything that belongs to these rows of the log, and what happened to their connections, so that the same
    /// requests come out of it in the same states.
    [[nodiscard]] static ExportSelection ofRequests(const Capture &capture, const RequestLog &log,
                                                    const std::vector<qsizetype> &rows);

    /// With what tells the marks on what is selected.
    [[nodiscard]] ExportSelection withMarks(const Marks &marks) const;

    /// With those of them that rest on something that is selected, for reports.
    [[nodiscard]] ExportSelection withFindings(const QList<ReportFinding> &findings) const;
    /// None where nobody has looked for any.
    [[nodiscard]] const std::optional<QList<ReportFinding>> &findings() const { return m_findings; }

    /// In other words.
    void setSentence(qsizetype finding, const QString &sentence) { (*m_findings)[finding].sentence = sentence; }

    [[nodiscard]] qsizetype count() const { return m_everything ? m_count : qsizetype(m_indexes.size()); }
    /// The index of the n-th event of the selection; they ascend.
    [[nodiscard]] qsizetype at(qsizetype n) const { return m_everything ? n : m_indexes[size_t(n)]; }
    /// The rows of the log that the events of a list belong to, in order.
    [[nodiscard]] std::vector<qsizetype> rows(const Capture &capture) const;
    [[nodiscard]] bool isEverything() const { return m_everything; }

    /// Of the first line of a capture: it is a part of one, and what is missing may just have been left out.
    static constexpr QLatin1StringView Excerpt{"excerpt"};
    [[nodiscard]] static bool isExcerpt(const CaptureHeader &header);

private:
    bool m_everything = false;
    qsizetype m_count = 0;
    std::vector<qsizetype> m_indexes;
    std::optional<QList<ReportFinding>> m_findings;
};

} // namespace Pullcord
