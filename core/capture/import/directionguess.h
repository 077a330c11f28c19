// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QHash>

#include <utility>

namespace Pullcord {

/// Determines the direction of messages for which the file states none, from their content, or from the request that
/// they respond to. Plain class; it needs all messages in order.
class DirectionGuess
{
public:
    /// Basis of a direction.
    enum class Grounds : quint8 {
        Stated,  ///< stated in the file
        Guessed, ///< only one side may send this message
        Unknown, ///< both sides may send it; one had to be chosen
    };

    /// Returns the only side that may send this method, in any revision; None if both may.
    [[nodiscard]] static Direction senderOf(QByteArrayView method);

    /// `stated` is the direction in the file; None if it states none.
    [[nodiscard]] std::pair<Direction, Grounds> of(QByteArrayView bytes, Direction stated, quint32 connection = 0);

private:
    using Key = std::pair<quint32, RequestId>;

    [[nodiscard]] std::pair<Direction, Grounds> guess(QByteArrayView bytes, const Envelope &message,
                                                      quint32 connection) const;

    QHash<Key, Direction> m_open; ///< requests without a response so far
};

} // namespace Pullcord
