// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QList>
#include <QSet>

#include <array>
#include <map>

namespace Pullcord {

/// Ids of requests, by sender. Integers are stored as ranges, since most clients count. Holds at most Most ranges and
/// Most other ids per sender.
///
/// Plain class, owned by its user.
class UsedIds
{
public:
    static constexpr qsizetype Most = 10'000;

    /// Adds the id. Returns false if it was present.
    bool insert(Direction sender, const RequestId &id);
    /// Removes the id. Returns false if it was not present.
    bool remove(Direction sender, const RequestId &id);

private:
    struct Ids
    {
        std::map<qint64, qint64> ranges; ///< first and last number of each
        QSet<QByteArray> others;
        QList<QByteArray> order; ///< order of `others`; includes some that were removed
    };
    using Ranges = std::map<qint64, qint64>;
    static bool insertNumber(Ranges &ranges, qint64 number);
    static bool removeNumber(Ranges &ranges, qint64 number);
    [[nodiscard]] Ids &idsOf(Direction sender) { return m_ids[sender == Direction::ClientToServer]; }

    std::array<Ids, 2> m_ids;
};

} // namespace Pullcord
