// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <array>

namespace Pullcord {

/// Remarks on faults that a server may repeat without end: the first of each kind are printed, the others counted.
///
/// Owned by ServerCommand. Plain class. Only the output is limited; the capture has each fault.
class LimitedRemarks
{
public:
    enum class Kind : quint8 {
        NoMessage,        ///< a line that is not a message
        BrokenMessage,    ///< a message that is accepted although it violates JSON-RPC
        IgnoredCancel,    ///< a cancel without effect
        ForbiddenRequest, ///< a request that servers must not send
        WithdrawnRequest,
        UnknownResponse,
    };

    /// Prints the text, or only counts it.
    void add(Kind kind, const QString &text);
    /// Counts a fault whose text was printed already.
    void count(Kind kind) { ++m_counts[size_t(kind)].left; }
    /// Prints the number of unprinted remarks, one line per kind.
    void conclude();

private:
    struct Count
    {
        qint64 printed = 0;
        qint64 left = 0;
    };
    std::array<Count, size_t(Kind::UnknownResponse) + 1> m_counts;
};

} // namespace Pullcord
