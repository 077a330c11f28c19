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

/// Records of requests for which nothing more is expected, in about fifty bytes each instead of 700.
///
/// Absent parts of a record (progress, cancellation, late messages) take no room, and numbers take only the bytes they
/// need. Packing is lossless, and records are never removed. A small cache holds the records read last, since a view
/// reads a record once per cell. A plain class; all connections of a log share one instance.
class PackedRequests
{
public:
    using Place = quint64;

    PackedRequests() = default;
    Q_DISABLE_COPY_MOVE(PackedRequests)

    Place add(const RequestRecord &record);
    /// Returns the record, with the serial given by the caller.
    [[nodiscard]] RequestRecord at(Place place, quint64 serial) const;
    /// Returns the shared copy of a method name. A peer may invent any number of methods, so beyond a limit each record
    /// has its own copy.
    [[nodiscard]] QByteArray shared(const QByteArray &method);

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
    qsizetype m_used = 0; ///< used bytes of the last chunk
    QList<QByteArray> m_methods;
    QHash<QByteArray, quint64> m_methodNumbers;
    using LatestRead = std::array<Read, 8>;
    mutable std::unique_ptr<LatestRead> m_read; ///< made at the first read
    mutable size_t m_nextRead = 0;              ///< index in m_read
};

} // namespace Pullcord
