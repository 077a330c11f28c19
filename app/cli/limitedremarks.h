// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <array>

namespace Pullcord {

/// Remarks on faults that a server may repeat without end: the first of each kind are printed, the others counted.
///
/// Owned by ServerCommand. Plain class. The capture has each fault; only what is printed is limited.
class LimitedRemarks
{
public:
    enum class Kind : quint8 {
        NoMessage,        ///< a line that is no message
        BrokenMessage,    ///< one that is read although it breaks JSON-RPC
        IgnoredCancel,    ///< one that cancels nothing
        ForbiddenRequest, ///< one that no server may send
        WithdrawnRequest,
        UnknownResponse,
    };

    /// Prints the text, or counts it.
    void add(Kind kind, const QString &text);
    /// Counts one more whose text is printed already.
    void count(Kind kind) { ++m_counts[size_t(kind)].left; }
    /// Prints how many were only counted, a line for each kind.
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
