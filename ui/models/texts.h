// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/tasklog.h"
#include "core/result.h"
#include "core/rpc/requestrecord.h"
#include "core/words.h"

#include <QStringList>

/// Facts of core as words for people. The only place where a state, a duration or a size becomes
/// text.
namespace Pullcord::Texts {

/// Seconds since the start of the capture, "12.345".
[[nodiscard]] QString clock(qint64 ns);

/// A word: "working", "completed", "asks".
[[nodiscard]] QString taskStatus(const TaskInfo &task);
/// Of a task, which goes on when the request that began it has its answer.
[[nodiscard]] QString state(const TaskLog::Entry &task);
/// Of what other programs wrote down without.
[[nodiscard]] QString noTimes();
/// The state of a request that looks like it.
[[nodiscard]] RequestState look(const TaskLog::Entry &task);
/// That tasks/cancel was sent to the task that this request began, when, and whether it came to its end all the same; empty if
/// it was not.
[[nodiscard]] QString taskCancel(const TaskLog::Entry &task, const RequestRecord &call);
/// Whether such an entry is of bytes that crossed the wire as a message, or should have been one; nothing else has a
/// direction for people.
[[nodiscard]] bool hasTravelled(EventKind kind);
[[nodiscard]] QString direction(Direction direction);
/// One word or two: "In flight", "Cancelled", "Tool error".
[[nodiscard]] QString state(const RequestRecord &record);
/// "3 of 10", "42", with the message behind it; empty without progress.
[[nodiscard]] QString progress(const RequestRecord &record);
/// That without the message.
[[nodiscard]] QString progressAmount(const RequestRecord &record);
/// From when on what comes is late: the cancel, else the end. In ns.
[[nodiscard]] qint64 lateFrom(const RequestRecord &record);
/// "1.24 s"; from a minute on "1:05" or "2:01:05".
[[nodiscard]] QString shortDuration(qint64 ns);
/// What came, in a word, so that it is not taken for a late answer: "again", "progress", "ended"; empty of a late answer.
[[nodiscard]] QString latenessWord(const RequestRecord &record);
/// lateness() for a narrow column: "+1.24 s after cancel", "answered again +20 ms", "progress +317 ms".
[[nodiscard]] QString shortLateness(const RequestRecord &record, bool hasTimes = true);
/// What came of a cancellation: "+1.24 s after cancel" if something came late, else "closed +5.00 s" if we
/// closed it; empty without either. Where nobody has written down when, only what: "answered late".
[[nodiscard]] QString lateness(const RequestRecord &record, bool hasTimes = true);
/// The time that it tells, in ns.
[[nodiscard]] std::optional<qint64> latenessOf(const RequestRecord &record);
/// "Cancelled by the server" or by us, of what is cancelled; of what was detached only that.
[[nodiscard]] QString cancelledBy(const RequestRecord &record);
/// Why it was cancelled, or what its error says; empty without either.
[[nodiscard]] QString reason(const RequestRecord &record);
/// How the request ended, as a sentence for a tool tip or a details header.
[[nodiscard]] QString outcome(const RequestRecord &record);
/// Why we have answered a question of our own accord, for nobody; empty if we have not.
[[nodiscard]] QString dismissal(const RequestRecord &record);

/// What core has put into words, in the language of the window.
[[nodiscard]] QString translated(const Words &words);
[[nodiscard]] QStringList translated(const QList<Words> &all);

/// All of them, as they are enumerated in a sentence.
[[nodiscard]] QString listed(const QStringList &items);

/// The text of a command or a label, where it stands without its mnemonic: of "&Open…" and "打开(&O)…".
[[nodiscard]] QString plain(const QString &text);

/// What went wrong, as a sentence.
[[nodiscard]] QString sentence(const Error &error);

} // namespace Pullcord::Texts
