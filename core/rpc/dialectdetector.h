// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/dialect.h"
#include "core/rpc/event.h"

namespace Pullcord {

/// Derives the dialect of a connection without a Dialect event from the requests of its client. `initialize` implies
/// the legacy era; a revision in `_meta` implies 2026-07-28. A probe (`server/discover`) implies nothing, since its
/// revision is not agreed. A plain class for one connection. Specification: basic "Versioning".
class DialectDetector
{
public:
    static constexpr int MostLooked = 64; ///< largest number of requests examined

    /// Dialect implied by one client request; null if it implies none.
    [[nodiscard]] static const Dialect *by(const Event &event, const Envelope &request);

    /// Stops deriving: a Dialect event is authoritative.
    void settle() { m_looked = MostLooked; }
    /// Examines the next client request. Returns the dialect that applies from this request on; null if nothing new is
    /// implied.
    [[nodiscard]] const Dialect *take(const Event &event, const Envelope &request);

private:
    int m_looked = 0;
};

} // namespace Pullcord
