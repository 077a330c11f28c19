// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/words.h"

#include <QList>

namespace Pullcord {

class CancellationLab;

/// What the lab says of one rule: a value.
struct LabVerdict
{
    enum class Verdict : quint8 {
        Held,         ///< it was put to the test, and nothing was found
        Noted,        ///< what was found is no fault, such as what has only crossed on the wire
        Broken,       ///< the worst is a warning or an error
        NotExercised, ///< `why` says why
    };

    FindingCode code = FindingCode::C01;
    Verdict verdict = Verdict::NotExercised;
    FindingSeverity worst = FindingSeverity::Info;
    qint64 count = 0; ///< of the trials in which it was found
    Words why;

    /// "held", "noted", "broken", "not exercised"; marked for translation, see Words.
    [[nodiscard]] const char *title() const;

    /// Of each rule about who receives a cancel, and of each other that the server broke meanwhile, in the order of the codes.
    [[nodiscard]] static QList<LabVerdict> of(const CancellationLab &lab);

private:
    static void countFound(LabVerdict &verdict, const CancellationLab &lab);
};

} // namespace Pullcord
