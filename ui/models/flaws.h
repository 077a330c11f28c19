// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/outputchecker.h"
#include "core/mcp/revisionfinder.h"
#include "core/rpc/requestrecord.h"

#include <QCache>
#include <QStringList>

#include <optional>
#include <utility>
#include <vector>

namespace Pullcord {

class Capture;
class RequestLog;

/// What is wrong with messages and requests of a capture by the rules of MCP, in words: with a message by the schema of its
/// revision, with a request by those of its messages and by the output schema of the tool that it calls.
///
/// It is found when somebody looks at the row, and remembered. Owner: a model; capture and log must outlive it.
/// Specification: schema/<revision>/schema.json; server "Tools", "Output Schema".
class Flaws
{
public:
    /// A longer message is looked at when it is selected: a table waits for this.
    static constexpr qsizetype Longest = 64 * 1024;
    /// More of one message is left out.
    static constexpr qsizetype MostPlaces = 3;

    Flaws(const Capture &capture, const RequestLog &log);

    /// Lines; none if nothing is known to be wrong.
    [[nodiscard]] QStringList ofMessage(qsizetype captureIndex);
    [[nodiscard]] QStringList ofRequest(qsizetype logRow);
    /// Why the list whose newest page that request asked for was not read on; empty if it was, or has no more.
    [[nodiscard]] QString whyStopped(qsizetype logRow);
    /// The rule that a log message breaks which nobody has asked for (CaptureEntry::Unasked).
    [[nodiscard]] static QString unaskedLogMessage();

private:
    static constexpr qsizetype Settled = -1;

    /// Of a request, with what it had when it was looked at. Where a revision was not known, so many events had come: with
    /// the next it may be.
    struct Found
    {
        qint64 requestEvent = RequestRecord::NoEvent;
        qint64 responseEvent = RequestRecord::NoEvent;
        QStringList lines;
        QString stopped; ///< whyStopped()
        qsizetype doubtfulAt = Settled;
    };
    /// What was found in a message.
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
    std::vector<qsizetype> m_lists; ///< rows of tools/list
    qsizetype m_looked = 0;         ///< at so many rows for them
};

} // namespace Pullcord
