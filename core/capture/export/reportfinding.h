// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// What was found wrong in a conversation, as reports tell it: in English, like all of a report. A value, made by core/findings,
/// which is above this room.
struct ReportFinding
{
    QString severity;        ///< "error", "warning", "info"
    QString code;            ///< of the rule
    Words sentence;          ///< what it quotes of peers are its arguments
    QString reference;       ///< where the rule stands
    QList<qsizetype> events; ///< indices in the capture that it rests on, in order
};

} // namespace Pullcord
