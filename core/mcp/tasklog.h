// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/taskinfo.h"
#include "core/rpc/event.h"
#include "core/rpc/requestrecord.h"

#include <QHash>
#include <QLatin1StringView>
#include <QList>
#include <QString>

namespace Pullcord {

class RequestLog;

/// The tasks in a capture, by the row of the request that each began with: what the server said of it last. The state of
/// that request is another thing: it Succeeded when the task began.
///
/// Plain class, fed by the Conversation behind the request log; derived from the events alone, the same live and reopened.
/// Specification: spec digest 4.11, 4.12.
class TaskLog
{
public:
    struct Entry
    {
        TaskInfo info;
        bool cancelRequested = false; ///< tasks/cancel has been sent
        qint64 cancelTime = 0;        ///< when, the first time
        QString cancelReason;         ///< it is not sent: a note of the capture has it
        bool isLost = false;          ///< its connection ended before it did, and nobody has told of it since
        QString lostReason;           ///< why that connection ended, where that is known
        /// Of the extension: index in the capture of the message that brought its result or its error; NoEvent until then.
        qint64 endEvent = RequestRecord::NoEvent;

        /// Why we cancelled it, else why it was lost, else what the server says of its end where it failed or was cancelled;
        /// empty without any.
        [[nodiscard]] QString reason() const;
    };
    static constexpr qint64 NoRow = -1;
    /// What the note says in its details before tasks/cancel is sent: of which task, and why.
    static constexpr QLatin1StringView CancelsTask{"cancelsTask"};
    static constexpr QLatin1StringView Reason{"reason"};

    /// The next event, with its index in the capture, and the row that the request log gave it (NoRow: none). The rows of the
    /// tasks that it changed.
    QList<qint64> feed(const Event &event, qint64 index, qint64 row, const RequestLog &log);
    /// Nobody writes the capture any more: tasks that have not ended are lost. Their rows.
    QList<qint64> endRecording();

    /// Null where the request at that row began none.
    [[nodiscard]] const Entry *at(qint64 row) const;
    /// Of the task that the request at that row began; empty if it began none.
    [[nodiscard]] QString reasonAt(qint64 row) const;

private:
    qint64 feedMessage(const Event &event, qint64 index, qint64 row, const RequestLog &log);
    QList<qint64> onClosed(const Event &closed, const RequestLog &log);
    qint64 takeReason(const Event &note);
    qint64 update(const JsonValue &state, qint64 index);

    QHash<qint64, Entry> m_byRow;
    QHash<QString, qint64> m_rows; ///< by the task's id
};

} // namespace Pullcord
