// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <functional>
#include <limits>
#include <vector>

namespace Pullcord {

/// Finds requests by what identifies them on the wire: their ids, or their progress tokens.
///
/// It keeps the serials alone, some 14 bytes a request; their keys are asked of the keeper of the requests. Many small tables
/// instead of one large, so that there is no moment at which a million entries move into a larger one; but one alone for the few
/// requests that most connections have. Plain class.
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
    /// Whether the request of that serial, which was inserted, has that key.
    using HasKey = std::function<bool(quint64 serial, const Key &key)>;

    explicit RequestIndex(HasKey hasKey);

    /// Whatever the key led to, it leads to `serial` now, which is less than 2^32 - 1.
    void insert(const Key &key, quint64 serial);
    /// Only if it leads to `serial`.
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
    /// Each entry stands at the place that its hash names, or behind it with none free between.
    struct Table
    {
        std::vector<Entry> entries; ///< as many as a power of two; always one of them free
        size_t used = 0;
    };
    /// Where a key stands, or would.
    struct Place
    {
        size_t table;
        quint32 hash;
        size_t entry;
    };
    static constexpr unsigned TableBits = 6; ///< of a hash that name its table, where there are many
    static constexpr size_t MostInOne = 48;  ///< entries of the only table

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
