// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

namespace Pullcord {

class Capture;
class ConversationFacts;
struct RequestRecord;

/// Results of extensions in the newer era, whose resultType may be unknown to the core specification.
namespace ExtensionResults {

/// True if a result with this resultType may come from an extension that is unknown here, so that it cannot be checked.
/// The request must have declared such an extension. The server must have declared it too, unless it was never asked
/// (`server/discover`).
[[nodiscard]] bool mayBeOne(const QByteArray &resultType, const RequestRecord &request, const Capture &capture,
                            const ConversationFacts &facts);

} // namespace ExtensionResults

} // namespace Pullcord
