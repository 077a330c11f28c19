// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QList>
#include <QSet>

#include <array>
#include <map>

namespace Pullcord {

/// Ids of requests, by their senders. Integers are kept as ranges, since most clients count; of all else, and of ranges, Most.
///
/// Plain class, owned by its user.
class UsedIds
{
public:
    static constexpr qsizetype Most = 10'000;

    /// False if it is in already.
    bool insert(Direction sender, const RequestId &id);
    /// False if it is not in.
    bool remove(Direction sender, const RequestId &id);

private:
    struct Ids
    {
        std::map<qint64, qint64> ranges; ///< first and last
        QSet<QByteArray> others;
        QList<QByteArray> order; ///< of others, also of some that were removed
    };
    using Ranges = std::map<qint64, qint64>;
    static bool insertNumber(Ranges &ranges, qint64 number);
    static bool removeNumber(Ranges &ranges, qint64 number);
    [[nodiscard]] Ids &idsOf(Direction sender) { return m_ids[sender == Direction::ClientToServer]; }

    std::array<Ids, 2> m_ids;
};

} // namespace Pullcord
