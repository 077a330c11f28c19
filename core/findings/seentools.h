// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QHash>

namespace Pullcord {

/// The tools that a server has listed so far in a capture, on whichever connection: where each was defined last, and the order
/// of the last whole list. Bounded: what comes when it is full is not remembered.
struct SeenTools
{
    static constexpr qsizetype Most = 10'000;

    struct Tool
    {
        qint64 event = -1;  ///< of the answer that defined it last
        size_t hash = 0;    ///< of the bytes of the definition
        bool isBad = false; ///< over HTTP clients have to leave it out, which is told (P17)
    };
    QHash<QByteArray, Tool> byName;
    QByteArrayList order;
    qint64 orderEvent = -1; ///< of the last answer of that list
};

} // namespace Pullcord
