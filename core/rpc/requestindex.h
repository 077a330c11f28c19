// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <functional>
#include <limits>
#include <vector>

namespace Pullcord {

/// Finds requests by their identity on the wire: their ids or their progress tokens.
///
/// Stores only serials, about 14 bytes per request; the keys stay with the owner of the requests. Uses many small
/// tables instead of a large one, so that a million entries never have to move at once. Most connections have few
/// requests, and one table. A plain class.
class RequestIndex
{
public:
    /// A key. The ids of the two directions are independent.
    struct Key
    {
        Direction direction = Direction::None;
        RequestId id;
        friend bool operator==(const Key &a, const Key &b) = default;
        friend size_t qHash(const Key &key, size_t seed = 0) { return qHashMulti(seed, int(key.direction), key.id); }
    };
    /// True if the inserted request with that serial has that key.
    using HasKey = std::function<bool(quint64 serial, const Key &key)>;

    explicit RequestIndex(HasKey hasKey);

    /// Maps the key to `serial`, which is less than 2^32 - 1, and replaces an earlier mapping.
    void insert(const Key &key, quint64 serial);
    /// Removes the mapping if it leads to `serial`.
    void remove(const Key &key, quint64 serial);
    [[nodiscard]] bool contains(const Key &key) const;
    [[nodiscard]] quint64 value(const Key &key, quint64 otherwise) const;

private:
    struct Entry
    {
        static constexpr quint32 None = std::numeric_limits<quint32>::max();
        quint32 hash = 0;
        quint32 serial = None;
    };
    /// Hash table with linear probing.
    struct Table
    {
        std::vector<Entry> entries; ///< a power of two of entries; at least one is free
        size_t used = 0;
    };
    /// Position of a key, whether it is present or not.
    struct Place
    {
        size_t table;
        quint32 hash;
        size_t entry;
    };
    static constexpr unsigned TableBits = 6; ///< number of bits of a hash that select the table, if there are many
    static constexpr size_t MostInOne = 48;  ///< largest number of entries while there is one table

    [[nodiscard]] size_t tableOf(quint32 hash) const;
    void split();
    [[nodiscard]] Place placeOf(const Key &key) const;
    [[nodiscard]] const Entry *entryOf(const Key &key) const;
    static void grow(Table &table);
    static void put(Table &table, Entry entry);

    HasKey m_hasKey;
    std::vector<Table> m_tables{1};
};

} // namespace Pullcord
