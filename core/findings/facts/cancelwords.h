// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

namespace Pullcord {
struct FindingStep;
}

/// Recognizes texts from peers that mention a cancel.
namespace Pullcord::CancelWords {

inline constexpr qsizetype MostQuoted = 100;     ///< characters of a peer's text quoted in a sentence
inline constexpr qsizetype MostRead = 16 * 1024; ///< bytes searched in a long text

/// True if the text contains "cancel" or "abort" within its first MostRead bytes.
[[nodiscard]] bool mentionsCancel(QByteArrayView text);
/// Returns at most MostQuoted characters of the text: around the first of these words, or from the start.
[[nodiscard]] QString quoted(const QString &text);
/// True if the text states that a request, or other work of the program, was cancelled. False if it is about something
/// else ("Could not cancel the subscription", "Flights cancelled: 3").
[[nodiscard]] bool mentionsCancelledWork(const QString &text);
/// Returns the first text of a result for which mentionsCancelledWork() is true; empty if there is none.
[[nodiscard]] QString cancelledText(QByteArrayView result);
/// True for an error, or a result with isError, with such a text: its sender has read the cancel.
[[nodiscard]] bool isResponseToCancel(const FindingStep &step);
/// True if such a response states nothing else ("Request cancelled", "context canceled"), so that it can only be about
/// the cancel of its request. False for "The order was cancelled".
[[nodiscard]] bool isAboutCancelAlone(const FindingStep &step);

} // namespace Pullcord::CancelWords
