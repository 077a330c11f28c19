// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/validation/outputchecker.h"
#include "core/mcp/validation/revisionfinder.h"
#include "core/rpc/requestrecord.h"

#include <QCache>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// Schema violations of messages and requests of a capture, as texts. A message is checked by the schema of its
/// revision. A request is checked by its messages and by the output schema of the called tool.
///
/// Results are computed on demand and cached. Owner: a model; capture and log must outlive it.
/// Specification: schema/<revision>/schema.json; server "Tools", "Output Schema".
class SchemaViolations
{
public:
    /// Largest message to check, in bytes. A table waits for the result; longer messages are checked when selected.
    static constexpr qsizetype Longest = 64 * 1024;
    /// Maximum number of violations reported per message.
    static constexpr qsizetype MostPlaces = 3;

    SchemaViolations(const Capture &capture, const RequestLog &log);

    /// Returns lines of text; none if no violation is known.
    [[nodiscard]] QStringList ofMessage(qsizetype captureIndex);
    [[nodiscard]] QStringList ofRequest(qsizetype logRow);
    /// Explains why a list was not read beyond the page that this request asked for; empty if it was, or is complete.
    [[nodiscard]] QString whyStopped(qsizetype logRow);
    /// Returns the rule broken by an unrequested log message (CaptureEntry::Unasked).
    [[nodiscard]] static QString unaskedLogMessage();

private:
    static constexpr qsizetype Settled = -1;

    /// Result for a request, with the events it is based on. While the revision is unknown, `doubtfulAt` is the size of
    /// the capture at that time; more events may settle it.
    struct Found
    {
        qint64 requestEvent = RequestRecord::NoEvent;
        qint64 responseEvent = RequestRecord::NoEvent;
        QStringList lines;
        QString stopped; ///< result of whyStopped()
        qsizetype doubtfulAt = Settled;
    };
    /// Result for a message.
    struct Seen
    {
        QStringList lines;
        qsizetype doubtfulAt = Settled;
    };

    [[nodiscard]] bool stillHolds(qsizetype doubtfulAt) const;
    [[nodiscard]] const Seen &seen(qsizetype captureIndex);
    [[nodiscard]] std::optional<QStringList> inMessage(qsizetype captureIndex);
    [[nodiscard]] std::pair<qint64, qint64> eventsOf(qsizetype logRow) const;
    [[nodiscard]] const Found &found(qsizetype logRow);
    [[nodiscard]] QStringList inOutput(qsizetype logRow);
    [[nodiscard]] QString inList(qsizetype logRow) const;
    void findLists();

    const Capture &m_capture;
    const RequestLog &m_log;
    QCache<qsizetype, Seen> m_messages;
    QCache<qsizetype, Found> m_requests;
    RevisionFinder m_revisions;
    OutputChecker m_outputs;
    std::vector<qsizetype> m_lists; ///< rows of tools/list requests
    qsizetype m_looked = 0;         ///< number of log rows read
};

} // namespace Pullcord
