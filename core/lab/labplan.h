// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labcase.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Pullcord {

/// A moment of a call, counted from when it was sent.
struct LabMoment
{
    double share = 0;                                 ///< of the measured duration
    std::optional<std::chrono::nanoseconds> absolute; ///< in its place

    [[nodiscard]] std::chrono::nanoseconds at(std::chrono::nanoseconds duration) const;
    [[nodiscard]] QString text() const; ///< "25 %", "300 ms"
    friend bool operator==(const LabMoment &, const LabMoment &) = default;
};

/// What the cancellation lab is to try: a value.
struct LabPlan
{
    static constexpr int MostTrials = 1000;
    static constexpr int MostAtOnce = 64; ///< calls, and as many bystanders

    QString tool;
    QByteArray arguments; ///< a raw JSON object, sent verbatim; empty for none
    int count = 10;       ///< of cancels along the call; each has a call of its own
    LabMoment from = {0, {}};
    LabMoment to = {1, {}};
    int concurrent = 1; ///< calls to be cancelled that are in flight together
    int bystanders = 0; ///< calls beside each of these groups that nobody cancels
    QList<LabCase> ugly = LabCaseKind::ugly();
    std::chrono::milliseconds patience{1000};        ///< after a cancel, beside what the call would still have taken
    std::chrono::milliseconds answerLimit{2000};     ///< for an answer that takes no work, beside that
    std::chrono::milliseconds limit{60'000};         ///< for a call to end by itself, and for a handshake
    QString reason = QStringLiteral("Pullcord lab"); ///< of each cancel

    /// One of the moments depends on it, or a bad cancel in the middle of a call, so the tool is called to its end first.
    [[nodiscard]] bool needsDuration() const;
    /// When the n-th cancel is due, in a call that takes so long.
    [[nodiscard]] std::chrono::nanoseconds moment(int n, std::chrono::nanoseconds duration) const;
    friend bool operator==(const LabPlan &, const LabPlan &) = default;
};

} // namespace Pullcord
