// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <chrono>

namespace Pullcord {

class JsonValue;

/// Validity of a response as declared by a server of 2026-07-28: its duration and its scope. A value.
///
/// A response without hints, or of the legacy era, is stale on arrival.
/// Specification: server "Caching"; spec digest 4.13.
struct CacheHints
{
    enum class Scope : quint8 {
        Private, ///< for the same credential only; the default
        Public,
    };

    std::chrono::milliseconds ttl{0}; ///< never negative
    Scope scope = Scope::Private;
    qint64 received = 0; ///< ns on the monotonic clock (monotonicNow())

    /// Reads the hints of a result that arrived at `received`.
    [[nodiscard]] static CacheHints in(const JsonValue &result, qint64 received);
    /// Combines the hints of two responses: valid until the first becomes stale, public only if both are.
    [[nodiscard]] static CacheHints ofBoth(const CacheHints &a, const CacheHints &b);

    [[nodiscard]] qint64 expiry() const; ///< time on the monotonic clock; saturates
    [[nodiscard]] bool isFreshAt(qint64 now) const { return now < expiry(); }
};

} // namespace Pullcord
