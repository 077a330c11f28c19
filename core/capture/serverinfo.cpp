// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/serverinfo.h"

#include "core/json/jsonvalue.h"

namespace Pullcord {

namespace {

ServerInfo infoOf(const JsonValue &implementation, const JsonValue &result)
{
    return {.name = implementation.member("name").toString(),
            .title = implementation.member("title").toString(),
            .version = implementation.member("version").toString(),
            .instructions = result.member("instructions").toString(),
            .capabilities = result.member("capabilities").raw().toByteArray()};
}

} // namespace

ServerInfo ServerInfo::fromInitialize(const JsonValue &result)
{
    return infoOf(result.member("serverInfo"), result);
}

ServerInfo ServerInfo::fromDiscover(const JsonValue &result)
{
    const JsonValue implementation = result.pointer("/_meta/io.modelcontextprotocol~1serverInfo");
    // Early drafts had it at the top level.
    return implementation.isValid() ? infoOf(implementation, result) : fromInitialize(result);
}

} // namespace Pullcord
