// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"
#include "core/transport/transport.h"

namespace Pullcord {

/// Reason for the timeout of a request of ours: no response, or the step that it still waited for. A request that has
/// left and still lacks an address was refused over Streamable HTTP.
[[nodiscard]] inline TranslatableText timeoutText(const Transport &transport, const QByteArray &method, qint64 ms,
                                                  bool hasLeft)
{
    const bool lacksAddress = transport.awaitsAddress();
    const char *sentence =
        !lacksAddress ? hasLeft ? QT_TRANSLATE_NOOP("TranslatableText", "no response to %1 within %2")
                                : QT_TRANSLATE_NOOP("TranslatableText", "%1 could not be sent within %2")
        : hasLeft ? QT_TRANSLATE_NOOP("TranslatableText", "%1 was refused over Streamable HTTP, and no address "
                                                          "for messages (HTTP+SSE) came within %2")
                      : QT_TRANSLATE_NOOP("TranslatableText", "%1 was not sent, since no address for messages "
                                                                  "(HTTP+SSE) came within %2");
    constexpr qint64 Second = 1000;
    const QString span =
        ms >= Second && ms % Second == 0 ? QStringLiteral("%1 s").arg(ms / Second) : QStringLiteral("%1 ms").arg(ms);
    return TranslatableText::of(sentence, QString::fromUtf8(method), span);
}

} // namespace Pullcord
