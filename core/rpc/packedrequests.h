// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/requestrecord.h"

#include <QHash>
#include <QList>

#include <array>
#include <memory>
#include <vector>

namespace Pullcord {

/// Records of requests of which nothing more is expected, in some fifty bytes each instead of 700.
///
/// What a request has not (no progress, no cancel, nothing late) takes no room, and numbers take the bytes that they need.
/// Nothing is lost on the way; what is put away stays. The last few that were read are at hand, since who shows one asks for
/// it once a cell. Plain class, owned by a RequestStore.
class PackedRequests
{
public:
    using Place = quint64;

    PackedRequests() = default;
    Q_DISABLE_COPY_MOVE(PackedRequests)

    Place add(const RequestRecord &record);
    /// All of it but the serial, which is known to who asks.
    [[nodiscard]] RequestRecord at(Place place, quint64 serial) const;

private:
    static constexpr Place NoPlace = std::numeric_limits<Place>::max();
    struct Read
    {
        Place place = NoPlace;
        RequestRecord record;
    };

    [[nodiscard]] RequestRecord unpacked(Place place, quint64 serial) const;
    [[nodiscard]] quint64 numberOf(const QByteArray &method);

    std::vector<std::unique_ptr<char[]>> m_chunks;
    qsizetype m_used = 0; ///< of the last chunk
    QList<QByteArray> m_methods;
    QHash<QByteArray, quint64> m_methodNumbers;
    using LatestRead = std::array<Read, 8>;
    mutable std::unique_ptr<LatestRead> m_read; ///< made when the first is read
    mutable size_t m_nextRead = 0;              ///< in m_read
};

} // namespace Pullcord
