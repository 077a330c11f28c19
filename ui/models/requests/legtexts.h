// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace Pullcord {

class RequestLog;

/// Texts about the legs of a call, the requests that form one operation for the user.
namespace Texts {

/// Returns "2/3" for a call of several legs; else empty.
[[nodiscard]] QString legMark(const RequestLog &log, qsizetype row);
/// Returns the same in words. For a server request, returns the request that it serves; else empty.
[[nodiscard]] QString legSentence(const RequestLog &log, qsizetype row);
/// Returns all legs as rich text, with a link to each but `row`; the address is the row in the log. Of very many legs,
/// those around `row`, the first and the last.
[[nodiscard]] QString legLinks(const RequestLog &log, qsizetype row);

} // namespace Texts
} // namespace Pullcord
