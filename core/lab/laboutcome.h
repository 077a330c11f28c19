// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace Pullcord
