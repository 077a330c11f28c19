// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lab/labplan.h"
#include "core/result.h"

class QCommandLineParser;

namespace Pullcord {

/// The options of `lab`. A value.
struct LabOptions
{
    LabPlan plan; ///< without the arguments, which are words after the command

    [[nodiscard]] static Result<LabOptions> read(const QCommandLineParser &parser);
};

} // namespace Pullcord
