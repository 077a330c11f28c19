// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QHash>

namespace Pullcord {

/// Tools that a server has listed so far in a capture, on any connection: the last definition of each, and the order of
/// the last complete list. Bounded: ignores further tools when full.
struct SeenTools
{
    static constexpr qsizetype Most = 10'000;

    struct Tool
    {
        qint64 event = -1;  ///< response with its last definition
        size_t hash = 0;    ///< hash of the bytes of the definition
        bool isBad = false; ///< HTTP clients must ignore it (P17)
    };
    QHash<QByteArray, Tool> byName;
    QByteArrayList order;
    qint64 orderEvent = -1; ///< last response of that list
};

} // namespace Pullcord
