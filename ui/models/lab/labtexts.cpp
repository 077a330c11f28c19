// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/lab/labtexts.h"

#include "core/capture/formatting.h"
#include "ui/models/findings/findingtexts.h"

#include <QCoreApplication>
#include <QStringList>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::Texts)
};

QStringList namesOf(const LabTrial &trial, QString (*text)(const FindingKind &))
{
    QStringList names;
    for (const FindingCode code : trial.findings)
        names << text(FindingKind::of(code));
    return names;
}

} // namespace

QString Texts::title(LabCase testCase)
{
    return translated(TranslatableText::of(LabCaseKind::of(testCase).title));
}

QString Texts::wanted(LabCase testCase)
{
    return translated(TranslatableText::of(LabCaseKind::of(testCase).wanted));
}

QString Texts::title(LabOutcome outcome)
{
    return translated(TranslatableText::of(LabOutcomeKind::of(outcome).title));
}

QString Texts::outcome(const LabTrial &trial)
{
    const bool isPending = trial.outcome == LabOutcome::NotTried && trial.note.isEmpty();
    return isPending ? QString() : title(trial.outcome);
}

QString Texts::cancelTime(const LabTrial &trial)
{
    const std::optional<qint64> time = trial.cancelled ? trial.cancelled : trial.planned;
    if (!time)
        return {};
    const QString text = *time < LabTrial::AtOnce ? Tr::tr("at once", "a cancel") : Formatting::duration(*time);
    return trial.cancelled ? text : u"(%1)"_s.arg(text);
}

QString Texts::gap(const LabTrial &trial)
{
    return trial.gap ? Formatting::duration(*trial.gap) : QString();
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
    return translated(TranslatableText::of(verdict.title()));
}

} // namespace Pullcord
