// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/tasklog.h"
#include "core/result.h"
#include "core/rpc/requestrecord.h"
#include "core/translatabletext.h"

#include <QStringList>

/// Turns facts of core into texts. For state, outcome and lateness of a request, translate those of Describe.
namespace Pullcord::Texts {

/// Returns seconds since the start of the capture: "12.345".
[[nodiscard]] QString clock(qint64 ns);

/// Returns one word: "working", "completed", "asks".
[[nodiscard]] QString taskStatus(const TaskInfo &task);
/// Returns the state of a task, which continues after the response of its request.
[[nodiscard]] QString state(const TaskLog::Entry &task);
/// Returns the request state that looks like the task's state.
[[nodiscard]] RequestState look(const TaskLog::Entry &task);
/// Describes the tasks/cancel sent for the task of this request: when, and whether the task finished anyway. Empty if
/// none was sent.
[[nodiscard]] QString taskCancel(const TaskLog::Entry &task, const RequestRecord &call);
/// True for events whose bytes crossed the wire as a message, or should have. Only these show a direction.
[[nodiscard]] bool hasTravelled(EventKind kind);
[[nodiscard]] QString direction(Direction direction);
/// Returns "3 of 10" or "42", followed by the message; empty without progress.
[[nodiscard]] QString progress(const RequestRecord &record);
/// Returns progress() without the message.
[[nodiscard]] QString progressAmount(const RequestRecord &record);

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
/// The same for an error that keeps the connection from being made, or ends it.
[[nodiscard]] QString connectionFailure(const Error &error);

} // namespace Pullcord::Texts
