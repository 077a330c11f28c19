// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QHash>

#include <utility>

namespace Pullcord {

/// Which way messages went of which nobody has written that down: it follows from what they are, or from the request that
/// they answer. Plain class; is told all messages in their order.
class DirectionGuess
{
public:
    enum class Grounds : quint8 {
        Told,    ///< the file says it
        Guessed, ///< only one of both sides sends this
        Unknown, ///< either may have sent it, and one had to be chosen
    };

    /// The only side that may send this method, in any revision; None if either may.
    [[nodiscard]] static Direction senderOf(QByteArrayView method);

    /// `told`: None where the file does not say it.
    [[nodiscard]] std::pair<Direction, Grounds> of(QByteArrayView bytes, Direction told, quint32 connection = 0);

private:
    using Key = std::pair<quint32, RequestId>;

    [[nodiscard]] std::pair<Direction, Grounds> guess(QByteArrayView bytes, const Envelope &message,
                                                      quint32 connection) const;

    QHash<Key, Direction> m_open; ///< requests that no answer has come for
};

} // namespace Pullcord
