// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/lab/labplan.h"
#include "core/translatabletext.h"

#include <QByteArray>
#include <QLatin1StringView>
#include <QList>

namespace Pullcord {

/// Outcome of one trial of the cancellation lab: first the good ones, then the bad ones up to the worst, then the
/// untried. The last of several applicable outcomes counts.
enum class LabOutcome : quint8 {
    Silent,         ///< nothing more came for the cancelled request
    Ignored,        ///< an invalid cancel had no effect
    AnsweredBefore, ///< the call had ended before its cancel
    Raced,          ///< the messages that came had crossed the cancel on the wire
    Obeyed,         ///< an invalid cancel stopped the call that it resembles, which is allowed but not required
    ProgressAfter,  ///< progress, or other messages for the request
    Late,           ///< a late result
    LateError,      ///< another late error, or a result that reports one
    CancelError,    ///< error -32800
    Trouble,        ///< the server refused the cancel, or complained about it
    BystanderHurt,  ///< an uncancelled call did not get its proper response
    Unanswered,     ///< the server no longer responds to anything
    ServerDied,
    NotApplicable, ///< cannot be tried here: see LabTrial::note
    NotTried,      ///< not reached: see LabTrial::note
    NotFinished,   ///< the lab was stopped, or the client disconnected: see LabTrial::note
};

/// Fixed data of an outcome: a row of the table.
struct LabOutcomeKind
{
    enum class Grade : quint8 { Good, Neutral, Bad, Open };

    LabOutcome outcome;
    QLatin1StringView name; ///< name in reports for programs: "server-died"
    const char *title;      ///< marked for translation, see TranslatableText
    Grade grade;

    [[nodiscard]] static const QList<LabOutcomeKind> &all();
    [[nodiscard]] static const LabOutcomeKind &of(LabOutcome outcome);
};

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
