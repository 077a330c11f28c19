// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/dialect.h"
#include "core/rpc/event.h"

namespace Pullcord {

/// How a connection cancels as far as its client's requests tell, where no Dialect event does: `initialize` is of the legacy
/// era, and a request that names its revision in `_meta` of 2026-07-28. What a probe (`server/discover`) asks in is not
/// agreed upon. Plain class, for one connection. Specification: basic "Versioning".
class ToldDialect
{
public:
    static constexpr int MostLooked = 64; ///< requests: where none of these tells, none will

    /// Of one request of a client's; null for nothing.
    [[nodiscard]] static const Dialect *by(const Event &event, const Envelope &request);

    /// A Dialect event has told, which is who knows best.
    void settle() { m_looked = MostLooked; }
    /// The next request of the client's. What holds from there on, the request included; null where it tells nothing new.
    [[nodiscard]] const Dialect *take(const Event &event, const Envelope &request);

private:
    int m_looked = 0;
};

} // namespace Pullcord
