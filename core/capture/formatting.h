// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QString>

/// Short texts that are the same in every language: in the command line, in reports and in tables. C locale.
namespace Pullcord::Formatting {

/// Formats a duration in ns, with three significant digits: "350 µs", "1.24 s", "2 min 05 s", "1 h 02 min".
[[nodiscard]] QString duration(qint64 ns);
/// Formats the duration of a request, given as text: "≥ 1.24 s" if its end was not recorded, "≥ 0 s" if nothing follows
/// it.
[[nodiscard]] QString lasted(const RequestRecord &record, const QString &duration);
/// Formats a number of bytes, in powers of 1000: "235 B", "1.20 kB", "50.0 MB".
[[nodiscard]] QString byteCount(qint64 bytes);

/// Formats a ratio, which may exceed 1: "97 %", "250 %"; below 10 % with another digit, "0.4 %".
[[nodiscard]] QString percent(double share);

/// Makes every character of a peer's text visible: characters that move, hide or reorder others become their code,
/// ⟨U+202E⟩. Joiners of other scripts and of emoji stay, since those need them.
[[nodiscard]] QString visible(const QString &text);
/// The same for a text of several lines: keeps line feeds, tabs, and a carriage return before a line feed.
[[nodiscard]] QString visibleLines(const QString &text);

/// "in flight", "timed out", …: for programs (--json, CSV, OTLP) and filters. People read Describe::state().
[[nodiscard]] QString stateName(RequestState state);
/// True for a server/discover that a legacy server refused. The request probes the era of the server, so this is not a
/// failure. False for errors of the modern era, and for refusals by gateways.
[[nodiscard]] bool isRefusedProbe(const RequestRecord &record);
/// The same as stateName(), but "never sent" for a lost request that was never sent, "not supported" for a refused
/// probe, and "declined" or "dismissed" for such a question.
[[nodiscard]] QString stateName(const RequestRecord &record);
/// "client → server", "server → client"; empty for None.
[[nodiscard]] QString arrow(Direction direction);
/// Returns why a log message was unsolicited (CaptureEntry::Unasked).
[[nodiscard]] QString unaskedLog();

} // namespace Pullcord::Formatting
