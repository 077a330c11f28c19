// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/transport.h"
#include "core/words.h"

namespace Pullcord {

/// The reason why a request of ours timed out: no response, or, if it has not left yet, what it waited for.
[[nodiscard]] inline Words timeoutText(const Transport &transport, const QByteArray &method, qint64 ms, bool hasLeft)
{
    const char *sentence = hasLeft ? QT_TRANSLATE_NOOP("Words", "No answer to %1 for %2 ms")
                           : transport.name() == QLatin1String("HTTP+SSE")
                               ? QT_TRANSLATE_NOOP("Words", "%1 was not sent, since no address for messages (HTTP+SSE) "
                                                            "came for %2 ms")
                               : QT_TRANSLATE_NOOP("Words", "%1 could not be sent for %2 ms");
    return Words::of(sentence, QString::fromUtf8(method), ms);
}

} // namespace Pullcord
