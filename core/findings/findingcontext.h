// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/conversationfacts.h"

#include <array>

namespace Pullcord {

class Findings;
struct SeenTools;

/// What the rules of one connection have in common: what is known of it, and how often each sort of finding was raised.
struct FindingContext
{
    Findings &findings;
    const Capture &capture;
    SeenTools &seenTools; ///< of all connections
    quint32 connection = 0;
    ConversationFacts facts;
    /// By code: how many findings there are, and the key of the last.
    struct Raised
    {
        int count = 0;
        quint64 last = 0;
    };
    std::array<Raised, 128> raised = {};
    qint64 lastTime = 0;                ///< of its newest event
    Direction byHand = Direction::None; ///< the way of the message that is looked at, if somebody typed it
};

} // namespace Pullcord
