// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/export/exportselection.h"

#include "core/capture/capture.h"
#include "core/capture/marks.h"
#include "core/capture/requestlog.h"

#include <algorithm>
#include <set>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

/// True for events of a connection, which concern all its requests.
bool isOfConnection(EventKind kind)
{
    switch (kind) {
    case EventKind::Opening:
    case EventKind::Opened:
    case EventKind::Closing:
    case EventKind::Exited:
    case EventKind::Closed:
    case EventKind::Failed:
    case EventKind::Dialect:
    case EventKind::Process:
        return true;
    default:
        return false;
    }
}

/// Adds the steps of the HTTP exchanges of those messages, which HAR needs.
void addExchanges(const Capture &capture, const std::set<quint32> &connections, std::vector<qsizetype> &indexes)
{
    const auto exchangeAt = [&capture](qsizetype index) {
        const Event event = capture.eventAt(index);
        return std::pair(event.connection, event.details.value("exchange"_L1).toInt());
    };
    std::set<std::pair<quint32, int>> exchanges;
    for (const qsizetype index : indexes)
        exchanges.insert(exchangeAt(index));
    for (qsizetype index = 0; index < capture.count(); ++index) {
        const CaptureEntry &entry = capture.entry(index);
        if (entry.kind != EventKind::Http || !connections.contains(entry.connection))
            continue;
        if (const auto exchange = exchangeAt(index); exchange.second > 0 && exchanges.contains(exchange))
            indexes.push_back(index);
    }
}

} // namespace

ExportSelection ExportSelection::everything(const Capture &capture)
{
    ExportSelection selection;
    selection.m_everything = true;
    selection.m_count = capture.count();
    return selection;
}

ExportSelection ExportSelection::ofEvents(std::vector<qsizetype> indexes)
{
    std::sort(indexes.begin(), indexes.end());
    indexes.erase(std::unique(indexes.begin(), indexes.end()), indexes.end());
    ExportSelection selection;
    selection.m_indexes = std::move(indexes);
    return selection;
}

ExportSelection ExportSelection::ofRequests(const Capture &capture, const RequestLog &log,
                                            const std::vector<qsizetype> &rows)
{
    std::vector<qsizetype> indexes;
    std::set<quint32> connections;
    std::vector<bool> wanted(size_t(log.count()));
    for (const qsizetype row : rows) {
        const RequestRecord record = log.record(row);
        wanted[size_t(row)] = true;
        connections.insert(record.connection);
        // An event of a batch belongs to several requests, but its entry holds only the first.
        for (const qint64 event : {record.requestEvent, record.responseEvent, record.late.responseEvent}) {
            if (event != RequestRecord::NoEvent)
                indexes.push_back(qsizetype(event));
        }
    }
    for (qsizetype index = 0; index < capture.count(); ++index) {
        const CaptureEntry &entry = capture.entry(index);
        if (entry.row != CaptureEntry::NoRow ? wanted[size_t(entry.row)]
                                             : isOfConnection(entry.kind) && connections.contains(entry.connection))
            indexes.push_back(index);
    }
    addExchanges(capture, connections, indexes);
    return ofEvents(std::move(indexes));
}

std::vector<qsizetype> ExportSelection::rows(const Capture &capture) const
{
    std::vector<qsizetype> rows;
    for (const qsizetype index : m_indexes) {
        if (const qint32 row = capture.entry(index).row; row != CaptureEntry::NoRow)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

ExportSelection ExportSelection::withFindings(const QList<ReportFinding> &findings) const
{
    ExportSelection selection = *this;
    selection.m_findings.emplace();
    for (const ReportFinding &finding : findings) {
        const auto isSelected = [this](qsizetype event) {
            return std::binary_search(m_indexes.begin(), m_indexes.end(), event);
        };
        if (m_everything || std::any_of(finding.events.begin(), finding.events.end(), isSelected))
            selection.m_findings->append(finding);
    }
    return selection;
}

ExportSelection ExportSelection::withMarks(const Marks &marks) const
{
    if (m_everything)
        return *this;
    const QList<qsizetype> markEvents = marks.markEventsFor(m_indexes);
    std::vector<qsizetype> indexes = m_indexes;
    indexes.insert(indexes.end(), markEvents.begin(), markEvents.end());
    ExportSelection selection = ofEvents(std::move(indexes));
    selection.m_findings = m_findings;
    return selection;
}

} // namespace Pullcord
