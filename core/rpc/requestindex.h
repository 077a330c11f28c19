// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QHash>

#include <array>

namespace Pullcord {

/// Finds requests by what identifies them on the wire: their ids, or their progress tokens.
///
/// Many small tables instead of one large, so that there is no moment at which a million entries move into a larger
/// one while everybody waits. Plain class.
class RequestIndex
{
public:
    /// Ids of the two directions are unrelated.
    struct Key
    {
        Direction direction = Direction::None;
        RequestId id;
        friend bool operator==(const Key &a, const Key &b) = default;
        friend size_t qHash(const Key &key, size_t seed = 0) { return qHashMulti(seed, int(key.direction), key.id); }
    };

    void insert(const Key &key, quint64 serial) { tableOf(key).insert(key, serial); }
    /// Only if it leads to `serial`.
    void remove(const Key &key, quint64 serial);
    [[nodiscard]] bool contains(const Key &key) const { return tableOf(key).contains(key); }
    [[nodiscard]] quint64 value(const Key &key, quint64 otherwise) const { return tableOf(key).value(key, otherwise); }

private:
    using Table = QHash<Key, quint64>;
    static constexpr size_t TableCount = 64;

    [[nodiscard]] static size_t placeOf(const Key &key) { return qHash(key) % TableCount; }
    [[nodiscard]] const Table &tableOf(const Key &key) const { return m_tables[placeOf(key)]; }
    [[nodiscard]] Table &tableOf(const Key &key) { return m_tables[placeOf(key)]; }

    std::array<Table, TableCount> m_tables;
};

} // namespace Pullcord
