// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/dialectdetector.h"

#include "core/json/jsonvalue.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

const Dialect *DialectDetector::by(const Event &event, const Envelope &request)
{
    if (request.hasMethod(event.bytes, "initialize"))
        return &Dialect::mcpLegacy();
    const JsonValue meta = JsonValue(event.part(request.params)).member("_meta");
    if (!meta.member("io.modelcontextprotocol/protocolVersion").isString() ||
        request.hasMethod(event.bytes, "server/discover"))
        return nullptr;
    const bool isHttp = event.details.value("exchange"_L1).toInteger() != 0;
    return isHttp ? &Dialect::mcpModernHttp() : &Dialect::mcpModernStdio();
}

// Legacy is final; a connection that began as modern may still fall back to legacy.
const Dialect *DialectDetector::take(const Event &event, const Envelope &request)
{
    if (m_looked >= MostLooked)
        return nullptr;
    ++m_looked;
    const Dialect *implied = by(event, request);
    if (implied == &Dialect::mcpLegacy())
        m_looked = MostLooked;
    return implied;
}

} // namespace Pullcord
