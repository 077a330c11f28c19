// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/tasklog.h"
#include "core/result.h"
#include "core/rpc/requestrecord.h"
#include "core/translatabletext.h"

#include <QStringList>

/// Turns facts of core into texts: the only place that formats states, durations and sizes for the window.
namespace Pullcord::Texts {

/// Returns seconds since the start of the capture: "12.345".
[[nodiscard]] QString clock(qint64 ns);

/// Returns one word: "working", "completed", "asks".
[[nodiscard]] QString taskStatus(const TaskInfo &task);
/// Returns the state of a task, which continues after the response of its request.
[[nodiscard]] QString state(const TaskLog::Entry &task);
/// Explains that an imported capture has no timestamps.
[[nodiscard]] QString noTimes();
/// Returns the request state that looks like the task's state.
[[nodiscard]] RequestState look(const TaskLog::Entry &task);
/// Describes the tasks/cancel sent for the task of this request: when, and whether the task finished anyway. Empty if
/// none was sent.
[[nodiscard]] QString taskCancel(const TaskLog::Entry &task, const RequestRecord &call);
/// True for events whose bytes crossed the wire as a message, or should have. Only these show a direction.
[[nodiscard]] bool hasTravelled(EventKind kind);
[[nodiscard]] QString direction(Direction direction);
/// Returns one or two words: "In flight", "Cancelled", "Tool error".
[[nodiscard]] QString state(const RequestRecord &record);
/// Returns "3 of 10" or "42", followed by the message; empty without progress.
[[nodiscard]] QString progress(const RequestRecord &record);
/// Returns progress() without the message.
[[nodiscard]] QString progressAmount(const RequestRecord &record);
/// Returns the time from which messages count as late: the cancel, else the end. In ns.
[[nodiscard]] qint64 lateFrom(const RequestRecord &record);
/// Returns "1.24 s"; from one minute on "1:05" or "2:01:05".
[[nodiscard]] QString shortDuration(qint64 ns);
/// Returns the kind of lateness: "again" for a second response, "progress", or the end of the stream: "closed",
/// "ended". Empty for a late first response.
[[nodiscard]] QString latenessWord(const RequestRecord &record);
/// Returns a lateness for a narrow column: "+1.24 s after cancel", "2nd response +20 ms", "progress +317 ms".
[[nodiscard]] QString shortLateness(const RequestRecord &record, bool hasTimes = true);
/// Describes the effect of a cancel: "+1.24 s after cancel" for a late message, else "closed +5.00 s" or
/// "ended +5.00 s" for the end of its stream. Without timestamps: "late response". Otherwise empty.
[[nodiscard]] QString lateness(const RequestRecord &record, bool hasTimes = true);
/// Returns the time shown by lateness(), in ns.
[[nodiscard]] std::optional<qint64> latenessOf(const RequestRecord &record);
/// Returns the side that cancelled, such as "Cancelled by the server"; "Detached" for a detached request.
[[nodiscard]] QString cancelledBy(const RequestRecord &record);
/// Returns the reason of the cancel, or the message of the error; else empty.
[[nodiscard]] QString reason(const RequestRecord &record);
/// Returns the outcome as a sentence, for tool tips and Details.
[[nodiscard]] QString outcome(const RequestRecord &record);
/// Explains why a question was dismissed automatically; empty if it was not.
[[nodiscard]] QString dismissal(const RequestRecord &record);

/// Translates texts from core into the language of the window.
[[nodiscard]] QString translated(const TranslatableText &words);
[[nodiscard]] QStringList translated(const QList<TranslatableText> &all);
/// Translates the reason of an event if it is a sentence from Pullcord; returns other text unchanged.
[[nodiscard]] QString translatedReason(const QString &reason);

/// Joins texts as an enumeration in a sentence.
[[nodiscard]] QString listed(const QStringList &items);

/// Removes the mnemonic of a command or label: "&Open…" or "打开(&O)…".
[[nodiscard]] QString plain(const QString &text);

/// Describes an error, as a sentence.
[[nodiscard]] QString sentence(const Error &error);

} // namespace Pullcord::Texts
