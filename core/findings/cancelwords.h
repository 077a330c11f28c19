// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

namespace Pullcord {
struct FindingStep;
}

/// What texts of peers tell of a cancel.
namespace Pullcord::CancelWords {

inline constexpr qsizetype MostQuoted = 100;     ///< characters of a peer's text in a sentence
inline constexpr qsizetype MostRead = 16 * 1024; ///< bytes of a long one that are looked through

/// Whether a text, or the first of a long one, says that something was cancelled or aborted.
[[nodiscard]] bool tellOfCancel(QByteArrayView text);
/// As much of a text as is quoted: from where it says so, or from its start.
[[nodiscard]] QString quoted(const QString &text);
/// Whether it says so of a request, or of whatever else a program calls its own work, by its words: not of what that is about
/// ("Could not cancel the subscription", "Flights cancelled: 3").
[[nodiscard]] bool tellOfWorkCancelled(const QString &text);
/// What a result says, as far as it tells of that: the first such text; empty if it does not.
[[nodiscard]] QString whatTells(QByteArrayView result);
/// Whether an answer is an error, or a result that says isError, which says so: who sends that has read the cancel.
[[nodiscard]] bool isAnswerToCancel(const FindingStep &step);
/// Whether such an answer says that, and nothing else ("Request cancelled", "context canceled"): it can be about nothing but the
/// cancel of its request. "The order was cancelled" can.
[[nodiscard]] bool isAboutCancelAlone(const FindingStep &step);

} // namespace Pullcord::CancelWords
