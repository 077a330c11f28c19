// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/catalog/cachehints.h"

#include "core/json/jsonvalue.h"

#include <limits>

namespace Pullcord {

CacheHints CacheHints::in(const JsonValue &result, qint64 received)
{
    return {.ttl = std::chrono::milliseconds(qMax(qint64(0), result.member("ttlMs").toInteger().value_or(0))),
            .scope = result.member("cacheScope").toUtf8() == "public" ? Scope::Public : Scope::Private,
            .received = received};
}

CacheHints CacheHints::ofBoth(const CacheHints &a, const CacheHints &b)
{
    CacheHints both = a.expiry() <= b.expiry() ? a : b;
    both.scope = a.scope == b.scope ? a.scope : Scope::Private;
    return both;
}

qint64 CacheHints::expiry() const
{
    constexpr qint64 NsInMs = 1'000'000;
    constexpr qint64 Never = std::numeric_limits<qint64>::max();
    return ttl.count() > (Never - received) / NsInMs ? Never : received + ttl.count() * NsInMs;
}

} // namespace Pullcord
