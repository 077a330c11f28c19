// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

class RequestLog;

/// How the requests that are one thing for a person are told: the legs of a call.
namespace Texts {

/// "2/3", as long as there is more than one; else empty.
[[nodiscard]] QString legMark(const RequestLog &log, qsizetype row);
/// The same in words; of what the server asks, what it is for; else empty.
[[nodiscard]] QString legSentence(const RequestLog &log, qsizetype row);
/// All of them as rich text, with a link to each but `row` itself: its address is the row in the log. Of very many, those
/// around it, the first and the last.
[[nodiscard]] QString legLinks(const RequestLog &log, qsizetype row);

} // namespace Texts
} // namespace Pullcord
