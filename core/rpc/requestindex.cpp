// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/requestindex.h"

namespace Pullcord {

void RequestIndex::remove(const Key &key, quint64 serial)
{
    Table &table = tableOf(key);
    const auto entry = table.constFind(key);
    if (entry != table.constEnd() && *entry == serial)
        table.erase(entry);
}

} // namespace Pullcord
