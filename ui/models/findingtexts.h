// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

namespace Pullcord {

class Capture;
class RequestLog;
struct RequestRecord;

/// Findings as words for people, in the language of the window.
namespace Texts {

[[nodiscard]] QString severity(FindingSeverity severity); ///< "Warning"
[[nodiscard]] QString title(const FindingKind &kind);     ///< "Result after the cancel"
/// "C01: Result after the cancel", for tool tips and menus.
[[nodiscard]] QString codeAndTitle(const FindingKind &kind);
/// Whose doing it is: "server"; a dash where nobody can tell.
[[nodiscard]] QString accused(const Finding &finding);
/// A request by method, name and id; plain text.
[[nodiscard]] QString request(const RequestRecord &record);
/// A message by its number in the capture, what it is, and which way it went; plain text.
[[nodiscard]] QString message(const Capture &capture, qsizetype index);
/// Rich text: a link to each message that it rests on, by its index.
[[nodiscard]] QString evidenceLinks(const Finding &finding, const Capture &capture);

} // namespace Texts

} // namespace Pullcord
