// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QList>
#include <QString>

namespace Pullcord {

/// A finding as shown in reports, in English like the whole report. A value, created by core/findings, which is above
/// this room.
struct ReportFinding
{
    QString severity;          ///< "error", "warning", "info"
    QString code;              ///< of the rule
    TranslatableText sentence; ///< quotes of peers are its arguments
    QString reference;         ///< section of the specification
    QList<qsizetype> events;   ///< indices of its evidence in the capture, in order
};

} // namespace Pullcord
