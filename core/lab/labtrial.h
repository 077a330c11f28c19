// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/lab/labcase.h"
#include "core/lab/laboutcome.h"
#include "core/translatabletext.h"

#include <QByteArray>

namespace Pullcord {

/// One trial of the cancellation lab, tried or planned: a value. Times are in ns.
struct LabTrial
{
    static constexpr qint64 NoRow = -1;
    static constexpr qint64 AtOnce =
        100'000; ///< a cancel that leaves within this time after its call counts as sent in the same turn of the loop

    LabCase testCase = LabCase::Sweep;
    LabOutcome outcome = LabOutcome::NotTried;
    qint64 row = NoRow;              ///< row in the RequestLog of the call that was cancelled, or was to be
    std::optional<qint64> planned;   ///< planned time of the cancel, since the call was sent
    std::optional<qint64> cancelled; ///< time at which the cancel left, since the call was sent
    std::optional<qint64> gap;       ///< from the cancel to the last message for the request; none: nothing came
    QList<FindingCode> findings;     ///< violations by the server, each once, ordered by code
    QByteArray message;              ///< bytes sent by hand; empty if none
    TranslatableText note;           ///< further remark
    qint64 began = 0;                ///< start, in the capture's time
    std::optional<qint64> ended;     ///< end, in the capture's time; none while it runs
    friend bool operator==(const LabTrial &, const LabTrial &) = default;
};

} // namespace Pullcord
