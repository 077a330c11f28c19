// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lab/labtrial.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

const QList<LabOutcomeKind> &LabOutcomeKind::all()
{
    using enum LabOutcome;
    static const QList<LabOutcomeKind> kinds{
        {Silent, "silent"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Silent"), Grade::Good},
        {Ignored, "ignored"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Ignored, as required"), Grade::Good},
        {AnsweredBefore, "answered-before"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Responded before"),
         Grade::Neutral},
        {Raced, "raced"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Raced"), Grade::Neutral},
        {Obeyed, "obeyed"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Obeyed"), Grade::Neutral},
        {ProgressAfter, "progress-after"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Progress after"), Grade::Bad},
        {Late, "late"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Late result"), Grade::Bad},
        {LateError, "late-error"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Late error"), Grade::Bad},
        {CancelError, "cancel-error"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Error -32800"), Grade::Bad},
        {Trouble, "trouble"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Rejected or complained"), Grade::Bad},
        {BystanderHurt, "bystander-hurt"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Other call affected"), Grade::Bad},
        {Unanswered, "unanswered"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Server silent"), Grade::Bad},
        {ServerDied, "server-died"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Server exited"), Grade::Bad},
        {NotApplicable, "not-applicable"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Not applicable"), Grade::Open},
        {NotTried, "not-tried"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Not tried"), Grade::Open},
        {NotFinished, "not-finished"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Not finished"), Grade::Open},
    };
    return kinds;
}

const LabOutcomeKind &LabOutcomeKind::of(LabOutcome outcome)
{
    return all().at(qsizetype(outcome));
}

} // namespace Pullcord
