// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/unappliedrules.h"

#include "core/capture/capture.h"
#include "core/capture/import/captureimport.h"

namespace Pullcord {

using namespace Qt::StringLiterals;

UnappliedRules UnappliedRules::in(const Capture &capture)
{
    if (CaptureImport::hasTimes(capture))
        return {};
    using enum FindingCode;
    return {.codes = {C09, C10, C16, C17, C18, C29, C35, L1, P18, T1},
            .asInfos = {C01, C02, C03, C04, C05, C06, C07, C08, C22, C33}};
}

QStringList UnappliedRules::names(const QList<FindingCode> &codes)
{
    QStringList names;
    for (const FindingCode code : codes)
        names << FindingKind::of(code).name;
    return names;
}

Words UnappliedRules::why()
{
    return Words::of(QT_TRANSLATE_NOOP("Words", "The file does not say when each of its messages came"));
}

Words UnappliedRules::words() const
{
    if (isEmpty())
        return {};
    return Words::of(QT_TRANSLATE_NOOP("Words",
                                       "%1. Not looked for, as that takes time: %2. Information at most, as the "
                                       "two may have crossed: %3"),
                     why(), names(codes).join(u", "_s), names(asInfos).join(u", "_s));
}

} // namespace Pullcord
