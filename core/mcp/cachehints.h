// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <chrono>

namespace Pullcord {

class JsonValue;

/// For how long a server of 2026-07-28 says that an answer holds, and for whom. A value.
///
/// An answer without hints, or of the legacy era, is stale as soon as it has come.
/// Specification: server "Caching"; spec digest 4.13.
struct CacheHints
{
    enum class Scope : quint8 {
        Private, ///< for the same credential only; also where nothing is said
        Public,
    };

    std::chrono::milliseconds ttl{0}; ///< never negative
    Scope scope = Scope::Private;
    qint64 received = 0; ///< ns on the monotonic clock (monotonicNow())

    /// Those in a result that came at `received`.
    [[nodiscard]] static CacheHints in(const JsonValue &result, qint64 received);
    /// Of something that came in two answers: until the first of them is stale, and public only if both are.
    [[nodiscard]] static CacheHints ofBoth(const CacheHints &a, const CacheHints &b);

    [[nodiscard]] qint64 expiry() const; ///< on the monotonic clock; saturates
    [[nodiscard]] bool isFreshAt(qint64 now) const { return now < expiry(); }
};

} // namespace Pullcord
