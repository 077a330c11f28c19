// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/report/unappliedrules.h"

#include "core/capture/capture.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

UnappliedRules UnappliedRules::in(const Capture &capture)
{
    if (capture.hasTimes())
        return {};
    UnappliedRules rules;
    for (const FindingKind &kind : FindingKind::all()) {
        if (kind.time == FindingTime::Passing)
            rules.codes << kind.code;
        else if (kind.time == FindingTime::Partly)
            rules.inPart << kind.code;
        else if (kind.time == FindingTime::Gap)
            rules.asInfos << kind.code;
    }
    return rules;
}

QStringList UnappliedRules::names(const QList<FindingCode> &codes)
{
    QStringList names;
    for (const FindingCode code : codes)
        names << FindingKind::of(code).name;
    return names;
}

TranslatableText UnappliedRules::why()
{
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "The file does not give the time of each message"));
}

TranslatableText UnappliedRules::words() const
{
    if (isEmpty())
        return {};
    return TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1. Not checked, because they need times: %2. Checked in part: %3. Info "
                                              "at most, because messages may have crossed: %4"),
        why(), names(codes).join(u", "_s), names(inPart).join(u", "_s), names(asInfos).join(u", "_s));
}

} // namespace Pullcord
