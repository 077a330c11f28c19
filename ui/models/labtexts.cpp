// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/labtexts.h"

#include "core/capture/humantext.h"
#include "ui/models/findingtexts.h"

#include <QStringList>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QStringList namesOf(const LabTrial &trial, QString (*text)(const FindingKind &))
{
    QStringList names;
    for (const FindingCode code : trial.findings)
        names << text(FindingKind::of(code));
    return names;
}

} // namespace

QString Texts::title(LabCase kase)
{
    return translated(Words::of(LabCaseKind::of(kase).title));
}

QString Texts::wanted(LabCase kase)
{
    return translated(Words::of(LabCaseKind::of(kase).wanted));
}

QString Texts::title(LabOutcome outcome)
{
    return translated(Words::of(LabOutcomeKind::of(outcome).title));
}

QString Texts::outcome(const LabTrial &trial)
{
    const bool isToCome = trial.outcome == LabOutcome::NotTried && trial.note.isEmpty();
    return isToCome ? QString() : title(trial.outcome);
}

QString Texts::cancelTime(const LabTrial &trial)
{
    if (trial.cancelled)
        return HumanText::duration(*trial.cancelled);
    return trial.planned ? u"(%1)"_s.arg(HumanText::duration(*trial.planned)) : QString();
}

QString Texts::gap(const LabTrial &trial)
{
    return trial.gap ? HumanText::duration(*trial.gap) : QString();
}

QString Texts::rules(const LabTrial &trial)
{
    return namesOf(trial, [](const FindingKind &kind) { return QString(kind.name); }).join(u", "_s);
}

QString Texts::rulesAndTitles(const LabTrial &trial)
{
    return namesOf(trial, &Texts::codeAndTitle).join(u'\n');
}

QString Texts::title(const LabVerdict &verdict)
{
    return translated(Words::of(verdict.title()));
}

} // namespace Pullcord
