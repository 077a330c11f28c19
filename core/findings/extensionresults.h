// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {

class Capture;
class ConversationFacts;
struct RequestRecord;

/// Results of extensions in the newer era: such may have a resultType that no specification of ours names.
/// Specification: basic "resultType", SEP-2133; spec digest 1, 2.4.
namespace ExtensionResults {

/// Whether a result of that resultType, of that request, may be of an extension that nothing is known of here: the request has
/// declared such a one, and so has the server, unless it was not asked (`server/discover`). Then it cannot be judged.
[[nodiscard]] bool mayBeOne(const QByteArray &resultType, const RequestRecord &request, const Capture &capture,
                            const ConversationFacts &facts);

} // namespace ExtensionResults

} // namespace Pullcord
