// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/taskinfo.h"
#include "core/rpc/event.h"
#include "core/rpc/requestrecord.h"

#include <QHash>
#include <QLatin1StringView>
#include <QList>
#include <QString>

namespace Pullcord {

class RequestLog;

/// The tasks in a capture, by the row of the request that began each, with their latest reported state. The state of
/// that request is independent: it Succeeded when the task began.
///
/// A plain class, fed by the Conversation after the request log. Derived from the events alone, the same live and
/// reopened.
/// Specification: spec digest 4.11, 4.12.
class TaskLog
{
public:
    struct Entry
    {
        TaskInfo info;
        bool cancelRequested = false; ///< tasks/cancel was sent
        qint64 cancelTime = 0;        ///< time of the first tasks/cancel
        QString cancelReason;         ///< from a Note of the capture, since it is not sent
        bool isLost = false;          ///< its connection ended before it did, and no later message mentions it
        QString lostReason;           ///< reason for the end of that connection, if known
        /// For the extension: index in the capture of the message with its result or error; NoEvent until then.
        qint64 endEvent = RequestRecord::NoEvent;

        /// Reason of our cancel, else of the loss, else the server's message for a failed or cancelled task; empty if
        /// there is none.
        [[nodiscard]] QString reason() const;
    };
    static constexpr qint64 NoRow = -1;
    /// Members of the Note recorded before tasks/cancel is sent: the task, and the reason.
    static constexpr QLatin1StringView CancelsTask{"cancelsTask"};
    static constexpr QLatin1StringView Reason{"reason"};

    /// Takes the next event, with its index in the capture and the row that the request log gave it (NoRow: none).
    /// Returns the rows of the tasks that it changed.
    QList<qint64> feed(const Event &event, qint64 index, qint64 row, const RequestLog &log);
    /// Marks unfinished tasks as lost, since the capture has no writer any more. Returns their rows.
    QList<qint64> endRecording();

    /// Task begun by the request at that row; null if there is none.
    [[nodiscard]] const Entry *at(qint64 row) const;
    /// Reason of that task's end; empty if there is none.
    [[nodiscard]] QString reasonAt(qint64 row) const;

private:
    qint64 feedMessage(const Event &event, qint64 index, qint64 row, const RequestLog &log);
    QList<qint64> onClosed(const Event &closed, const RequestLog &log);
    qint64 takeReason(const Event &note);
    qint64 update(const JsonValue &state, qint64 index);

    QHash<qint64, Entry> m_byRow;
    QHash<QString, qint64> m_rows; ///< by task id
};

} // namespace Pullcord
