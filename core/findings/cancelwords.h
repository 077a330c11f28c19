// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>

namespace Pullcord {
struct FindingStep;
}

/// What texts of peers tell of a cancel.
namespace Pullcord::CancelWords {

inline constexpr qsizetype MostQuoted = 100; ///< characters of a peer's text in a sentence

/// Whether a text, or the first of a long one, says that something was cancelled or aborted.
[[nodiscard]] bool tellOfCancel(QByteArrayView text);
/// Whether an answer is an error, or a result that says isError, which says so: who sends that has read the cancel.
[[nodiscard]] bool isAnswerToCancel(const FindingStep &step);
/// Whether such an answer says that, and nothing else ("Request cancelled", "context canceled"): it can be about nothing but the
/// cancel of its request. "The order was cancelled" can.
[[nodiscard]] bool isAboutCancelAlone(const FindingStep &step);

} // namespace Pullcord::CancelWords
