// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/translatabletext.h"

#include <QList>

namespace Pullcord {

class CancellationLab;

/// Verdict of the lab on one rule: a value.
struct LabVerdict
{
    enum class Verdict : quint8 {
        Held,         ///< tested without a finding
        Noted,        ///< the findings are not faults, e.g. messages that crossed on the wire
        Broken,       ///< the worst finding is a warning or an error
        NotExercised, ///< not tested; see `why`
    };

    FindingCode code = FindingCode::C01;
    Verdict verdict = Verdict::NotExercised;
    FindingSeverity worst = FindingSeverity::Info;
    qint64 count = 0; ///< number of trials with a finding
    TranslatableText why;

    /// "passed", "noted", "failed", "not tested"; marked for translation, see TranslatableText.
    [[nodiscard]] const char *title() const;

    /// Verdicts for each rule about receivers of a cancel, and for each other rule that the server broke meanwhile,
    /// ordered by code.
    [[nodiscard]] static QList<LabVerdict> of(const CancellationLab &lab);

private:
    static void countFound(LabVerdict &verdict, const CancellationLab &lab);
};

} // namespace Pullcord
