// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requesttarget.h"

#include "core/json/jsonvalue.h"

namespace Pullcord {

QString requestTarget(const JsonValue &params)
{
    for (const char *pointer : RequestTargetPlaces) {
        if (const JsonValue value = params.pointer(pointer); value.isString())
            return value.toString();
    }
    return {};
}

} // namespace Pullcord
