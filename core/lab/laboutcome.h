// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1StringView>
#include <QList>

namespace Pullcord {

/// What became of one trial of the cancellation lab. The better come first, then what is bad, the worst last, then what was
/// not tried: of several that hold, the last of these counts.
enum class LabOutcome : quint8 {
    Silent,         ///< nothing more came of the cancelled request
    Ignored,        ///< a bad cancel changed nothing
    AnsweredBefore, ///< the call had ended when it was to be cancelled
    Raced,          ///< what came has crossed the cancel on the wire
    Obeyed,         ///< a bad cancel stopped the call that it resembles: as it was meant, though it need not
    ProgressAfter,  ///< progress, or other messages of the request
    Late,           ///< a result
    LateError,      ///< any other error, or a result that tells of one
    CancelError,    ///< error -32800
    Trouble,        ///< the cancel was refused, or the server complained of it
    BystanderHurt,  ///< a call that nobody cancelled was not answered as it should
    Unanswered,     ///< after it the server answers nothing any more
    ServerDied,
    NotApplicable, ///< cannot be tried here: LabTrial::note says why
    NotTried,      ///< it did not come to that: likewise
    NotFinished,   ///< we stopped it, or left: likewise
};

/// What is known of an outcome beforehand: a row of the table.
struct LabOutcomeKind
{
    enum class Grade : quint8 { Good, Neutral, Bad, Open };

    LabOutcome outcome;
    QLatin1StringView name; ///< in reports for programs: "server-died"
    const char *title;      ///< marked for translation, see Words
    Grade grade;

    [[nodiscard]] static const QList<LabOutcomeKind> &all();
    [[nodiscard]] static const LabOutcomeKind &of(LabOutcome outcome);
};

} // namespace Pullcord
