// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/lab/labcase.h"
#include "core/lab/laboutcome.h"
#include "core/words.h"

#include <QByteArray>

namespace Pullcord {

/// One thing that the cancellation lab has tried, or was to try: a value. Times are in ns.
struct LabTrial
{
    static constexpr qint64 NoRow = -1;
    static constexpr qint64 AtOnce =
        100'000; ///< a cancel that left sooner left at once: in the same turn, right behind the call

    LabCase kase = LabCase::Sweep;
    LabOutcome outcome = LabOutcome::NotTried;
    qint64 row = NoRow;              ///< in the RequestLog: of the call that was cancelled, or nearly
    std::optional<qint64> planned;   ///< when it was to be cancelled, since it was sent
    std::optional<qint64> cancelled; ///< when the cancel left
    std::optional<qint64> gap;       ///< from then to the last that came of the request; none: nothing came
    QList<FindingCode> findings;     ///< what the server did against the rules, each once, in the order of the codes
    QByteArray message;              ///< what was sent by hand; empty if nothing was
    Words note;                      ///< what else is to be said
    qint64 began = 0;                ///< in the capture's time
    std::optional<qint64> ended;     ///< likewise; none while it goes on
    friend bool operator==(const LabTrial &, const LabTrial &) = default;
};

} // namespace Pullcord
