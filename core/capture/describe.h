// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"
#include "core/translatabletext.h"

#include <optional>

/// State, outcome and lateness of a request in words: the one source for the command line, reports and the window,
/// which translates them. Machines read Formatting::stateName() instead.
///
/// `hasTimes` is Capture::hasTimes(); without times, no text contains a time.
namespace Pullcord::Describe {

/// Returns one to three words: "In flight", "Cancelled by server", "Tool error".
[[nodiscard]] TranslatableText state(const RequestRecord &record);
/// Returns the outcome as a sentence without a full stop, and rule().
[[nodiscard]] TranslatableText outcome(const RequestRecord &record);
/// Returns the side that cancelled, such as "Cancelled by the server"; "Detached" for a detached request.
[[nodiscard]] TranslatableText cancelledBy(const RequestRecord &record);
/// Returns the reason of the cancellation, or the message of the error; else empty.
[[nodiscard]] TranslatableText reason(const RequestRecord &record);
/// Names the rule of a proxy that changed what one side got of the request; empty if none did.
[[nodiscard]] TranslatableText rule(const RequestRecord &record);
/// Explains why a question was dismissed automatically; empty if it was not.
[[nodiscard]] TranslatableText dismissal(const RequestRecord &record);

/// Returns the time from which messages count as late: the cancellation, else the end. In ns.
[[nodiscard]] qint64 lateFrom(const RequestRecord &record);
/// Returns the time shown by lateness(), in ns; none if nothing is shown.
[[nodiscard]] std::optional<qint64> latenessOf(const RequestRecord &record);
/// Describes the effect of a cancellation: "+1.24 s after cancel" for a late message, else "closed +5.00 s" if its
/// stream ended. Without times "late response". Otherwise empty.
[[nodiscard]] TranslatableText lateness(const RequestRecord &record, bool hasTimes);
/// The same for a narrow column: "2nd response +20.0 ms", "progress +317 ms".
[[nodiscard]] TranslatableText shortLateness(const RequestRecord &record, bool hasTimes);
/// Returns the kind of lateness: "again" for a second response, "progress", or the end of the stream: "closed",
/// "ended". Empty for a late first response.
[[nodiscard]] TranslatableText latenessWord(const RequestRecord &record);
/// Describes how late a message of the request came at `time`: "+1.24 s after cancel". Without times "after cancel".
[[nodiscard]] TranslatableText latenessAt(const RequestRecord &record, qint64 time, bool hasTimes);
/// Returns everything that came after the end: "A response arrived +1.24 s after the cancellation. Progress
/// notifications after the cancellation: 3." Empty if nothing did.
[[nodiscard]] TranslatableText lateSummary(const RequestRecord &record, bool hasTimes);

/// Returns what both sides have got of a cancel by the operator of a proxy, and how long the one that waits has done so:
/// "the operator cancelled; nothing came from the server since; the client still waits (12 s)". Empty for any other
/// request. `now` is the time in the capture; none: there are no times. `hasEnded`: the capture grows no more, so no
/// side waits. The window translates it.
[[nodiscard]] TranslatableText operatorCancel(const RequestRecord &record, std::optional<qint64> now,
                                              bool hasEnded = false);
/// The part about the side that waits: "the client still waits (12 s)".
[[nodiscard]] TranslatableText operatorWait(const RequestRecord &record, std::optional<qint64> now,
                                            bool hasEnded = false);

/// Explains that a capture has no times.
[[nodiscard]] TranslatableText noTimes();
/// Returns what a cancellation means in 2026-07-28 over HTTP.
[[nodiscard]] TranslatableText closingCancels();
/// Returns the end of the response stream of a cancelled request (HTTP), and what can no longer arrive or be known.
/// Empty while it may be open, and if there is no such stream.
[[nodiscard]] TranslatableText streamEnd(const RequestRecord &record, bool hasTimes);

/// Formats a duration for a narrow column: "1.24 s"; from one minute on "1:05" or "2:01:05".
[[nodiscard]] QString shortDuration(qint64 ns);

} // namespace Pullcord::Describe
