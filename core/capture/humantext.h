// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QString>

/// Short texts for people: the same in the command line, in reports and in tables. Untranslated, C locale.
namespace Pullcord::HumanText {

/// A span of time in ns, with three significant digits: "350 µs", "1.24 s", "2 min 05 s", "1 h 02 min".
[[nodiscard]] QString duration(qint64 ns);
/// How long a request has lasted, given that as a text: "≥ 1.24 s" where its end was not recorded, "≥ 0 s" where
/// nothing was after it.
[[nodiscard]] QString lasted(const RequestRecord &record, const QString &duration);
/// A number of bytes, in powers of 1000: "235 B", "1.20 kB", "50.0 MB".
[[nodiscard]] QString byteCount(qint64 bytes);

/// A part of one, or more than that: "97 %", "250 %"; below 10 with a digit more, "0.4 %".
[[nodiscard]] QString percent(double share);

/// Text of strangers with every character visible: what moves, hides or turns others round stands as its number, ⟨U+202E⟩.
/// What joins letters or pictures of other scripts than Latin stays, for they need it.
[[nodiscard]] QString visible(const QString &text);
/// The same of a text of several lines: its line feeds and tabs stay, and a carriage return before a line feed.
[[nodiscard]] QString visibleLines(const QString &text);

/// "in flight", "timed out", …
[[nodiscard]] QString stateName(RequestState state);
/// A refused server/discover, which is how the era of a server is found out: no failure, but the sign of a legacy one.
[[nodiscard]] bool isRefusedProbe(const RequestRecord &record);
/// The same as stateName(); of a lost one that never left "never sent", of a refused probe "not supported".
[[nodiscard]] QString stateName(const RequestRecord &record);
/// "client → server", "server → client"; empty for None.
[[nodiscard]] QString arrow(Direction direction);
/// How late something at `time` came for a request that had ended: "+1.24 s after cancel".
[[nodiscard]] QString lateness(const RequestRecord &record, qint64 time);
/// The same where nobody has written down when: "after cancel".
[[nodiscard]] QString lateness(const RequestRecord &record);
/// All that came after the end: "after the end came 1 result and 3 progress notifications, the last +1.24 s after cancel";
/// without times only what.
[[nodiscard]] QString lateSummary(const RequestRecord &record, bool hasTimes = true);

/// Why a log message is one that nobody has asked for (CaptureEntry::Unasked).
[[nodiscard]] QString unaskedLog();

/// What it means to cancel in 2026-07-28 over HTTP.
[[nodiscard]] QString closingCancels();
/// What became of the stream in which the answer of a cancelled request would have come (HTTP), and what cannot come, or be
/// known, any more; empty while it may be open, and where there is no such stream. Without times it does not say when.
[[nodiscard]] QString streamEnd(const RequestRecord &record, bool hasTimes = true);

} // namespace Pullcord::HumanText
