// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

namespace Pullcord {

class Capture;
class RequestLog;
struct RequestRecord;

/// Texts for findings, in the language of the window.
namespace Texts {

[[nodiscard]] QString severity(FindingSeverity severity); ///< "Warning"
[[nodiscard]] QString title(const FindingKind &kind);     ///< "Result after cancellation"
/// "C01: Result after cancellation", for tool tips and menus.
[[nodiscard]] QString codeAndTitle(const FindingKind &kind);
/// Returns the accused side: "server"; a dash if unknown.
[[nodiscard]] QString accused(const Finding &finding);
/// Returns method, name and id of a request, as plain text.
[[nodiscard]] QString request(const RequestRecord &record);
/// Returns number, kind and direction of a message, as plain text.
[[nodiscard]] QString message(const Capture &capture, qsizetype index);
/// Returns rich text with a link to each message of the evidence; the address is its index.
[[nodiscard]] QString evidenceLinks(const Finding &finding, const Capture &capture);

} // namespace Texts

} // namespace Pullcord
