// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/findingkind.h"
#include "core/result.h"

#include <chrono>

class QCommandLineParser;

namespace Pullcord {

/// The options of `check`.
struct CheckOptions
{
    enum class Form : quint8 { Text, Json, Sarif, Junit };

    Form form = Form::Text;
    std::optional<FindingSeverity> failOn = FindingSeverity::Error; ///< the least; none: never
    QString baselinePath;                                           ///< empty: nothing is accepted
    bool writesBaseline = false;                                    ///< instead of reading it
    bool isVerbose = false;
    bool lists = false;     ///< what is looked for, instead of looking
    QString tool;           ///< of a server, to be called and cancelled; empty: none
    bool mayChange = false; ///< call it also where it may change something

    /// So long a server may take to answer anything, where --timeout does not say.
    static constexpr std::chrono::milliseconds UsualTimeout{60'000};

    [[nodiscard]] static Result<CheckOptions> read(const QCommandLineParser &parser);
};

} // namespace Pullcord
